"""The pure pieces of writing: masking, templates, kinds of time, composed insertions."""

from __future__ import annotations

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.text.clock_style import PLAIN, learn_clock
from diurnal.text.clocks import read_clock
from diurnal.text.insert import Insertion, applied, composed
from diurnal.text.masking import MASK, masked
from diurnal.text.template import filled, written

MOMENT = datetime(2026, 7, 4, 9, 5, 7, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    "text",
    [
        f"sk-ant-{'abcdefghij' * 3}",
        f"ghp_{'abcdefghij' * 4}",
        "AKIAIOSFODNN7EXAMPLE",
        "xoxb-123456789012-abcdefghij",
        "Authorization: Bearer abc.def-0123456789xyz",
        "postgres://maya:tea4two@db.example/x",
        "password: tea4two",
        "My password is tea4two!",
        "密码是tea4two",
        "密碼：烏龍茶四杯",
        'API_KEY="0123456789abcdef"',
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nMIIEvcut off",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    ],
)
def test_secrets_are_masked(text: str) -> None:
    """
    Keys by their form, passwords by what is said before them: nothing of the secret is left.
    """
    shown = masked(f"Look: {text} and more")

    assert MASK in shown
    assert shown.startswith("Look: ")
    for secret in ("tea4two", "烏龍茶", "012345", "abcdefghij", "EXAMPLE", "b3Blb", "MIIE", "eyJ"):
        assert secret not in shown


@pytest.mark.parametrize(
    "text",
    [
        "The password is wrong.",
        "I forgot my password again",
        "密码是错的",
        "We talked about the API key rotation.",
        "https://example.org:8080/path",
        "skiing in the risk-free basket",
        "Pin it to the wall",
        "token ring",
    ],
)
def test_talk_about_secrets_is_kept(text: str) -> None:
    """
    Sentences that only speak of passwords and keys stay as they were said.
    """
    assert text == masked(text)


def test_template_variables_are_obsidians() -> None:
    """
    Title, date and time with moment's formats; everything else stays.
    """
    template = "{{title}} {{Date}} {{time}} {{date:dddd Do MMM [at] HH:mm}} {{time:h:mm A}} {{x}} {{date|x}} <% tp %>"

    assert ("Note 2026-07-04 09:05 Saturday 4th Jul at 09:05 9:05 AM {{x}} {{date|x}} <% tp %>") == filled(
        template, title="Note", moment=MOMENT
    )
    assert "+08:00 +0800 20260704 27" == written(MOMENT, "Z ZZ YYYYMMDD w")


@pytest.mark.parametrize(
    ("samples", "shown"),
    [
        (["9:05 tea"], ("0:05", "14:30")),
        (["09:05 tea"], ("00:05", "14:30")),
        (["14:30 tea"], ("00:05", "14:30")),
        (["9:05 am – tea"], ("12:05 am", "2:30 pm")),
        (["2:30PM tea"], ("12:05AM", "2:30PM")),
        (["9.05 tea"], ("00:05", "14:30")),
        (["**9:05** tea"], ("**0:05**", "**14:30**")),
        (["[09:05] tea"], ("[00:05]", "[14:30]")),
        (["09:05:33 tea"], ("00:05:00", "14:30:00")),
        (["下午3点05分 喝茶"], ("凌晨0点05分", "下午2点30分")),
        (["14點30分喝茶"], ("0點05分", "14點30分")),
        (["９：05 tea"], ("0：05", "14：30")),
        ([], ("00:05", "14:30")),
    ],
)
def test_a_kind_of_time_is_learned(samples: list[str], shown: tuple[str, str]) -> None:
    """
    Padding, halves of the day, brackets and Chinese units are continued; what cannot be read back is not.
    """
    style = learn_clock(samples)

    assert shown == (style.write(time(0, 5)), style.write(time(14, 30)))


@given(st.text(max_size=12), st.times())
def test_whatever_is_learned_can_be_read_back(sample: str, moment: time) -> None:
    """
    A style made from any text writes times that are read as they were meant.
    """
    style = learn_clock([sample])
    moment = moment.replace(second=0, microsecond=0, tzinfo=None)

    read = read_clock(f"{style.write(moment)}{style.join or ' '}茶")

    assert read is not None
    assert moment == read[0].start
    assert style == PLAIN or sample


EDITS = st.lists(st.tuples(st.integers(0, 30), st.binary(min_size=1, max_size=5)), max_size=4)


@given(st.binary(max_size=12), EDITS, EDITS)
def test_composed_insertions_do_what_both_do(
    source: bytes, one: list[tuple[int, bytes]], other: list[tuple[int, bytes]]
) -> None:
    """
    Two rounds of insertions, one made on what the other gave, as one round on the source.
    """
    first = [Insertion(min(at, len(source)), data) for at, data in sorted(one, key=lambda edit: edit[0])]
    between = applied(source, first)
    second = [Insertion(min(at, len(between)), data) for at, data in sorted(other, key=lambda edit: edit[0])]

    assert applied(between, second) == applied(source, composed(first, second))
