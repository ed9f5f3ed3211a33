"""Whatever the text, reading it never fails, never runs away, and keeps its promises."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diurnal.when import mentions, parse
from diurnal.when.cascade import Level
from diurnal.when.lexer import MAX_TEXT, folded
from diurnal.when.lexicon_en import WORDS as ENGLISH
from diurnal.when.lexicon_zh import WORDS as CHINESE

PIECES = (
    st.sampled_from(sorted(ENGLISH))
    | st.sampled_from(sorted(CHINESE))
    | st.sampled_from(
        [
            "last",
            "next",
            "this",
            "week",
            "month",
            "year",
            "Friday",
            "march",
            "may",
            "31",
            "2024",
            "2024-02-30",
            "9999-12-31",
            "0001-01-01",
            "3pm",
            "25:99",
            "from",
            "to",
            "between",
            "and",
            "before",
            "after",
            "since",
            "the",
            "of",
            "in",
            "every",
            "first",
            "second",
            "two",
            "hundred",
            "thousand",
            "ago",
            "days",
            "10/10",
            "99/99/99",
            "昨天",
            "上",
            "上上",
            "周五",
            "周",
            "三",
            "十",
            "二〇二四年",
            "13月",
            "3号",
            "前",
            "后",
            "农历",
            "正月",
            "初一",
            "晚上",
            "点",
            "半",
            "至",
            "和",
            "每",
            "年",
            "—",
            "~",
            "，",
            "、",
            "(",
            ")",
            "[[",
            "]]",
            "“",
            "”",
            ".",
            "'",
            "ᴬ",
            "İ",
            "ß",
        ]
    )
)
MOMENTS = st.datetimes(timezones=st.sampled_from([None, UTC, timezone(timedelta(hours=-11))]))
TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(PIECES, max_size=14).map(" ".join),
    st.lists(PIECES, max_size=14).map("".join),
)


@settings(max_examples=400)
@given(
    text=TEXTS, now=MOMENTS, hour=st.sampled_from([0, 4, 12]), mode=st.sampled_from(["question", "statement"])
)
def test_reading_never_fails_and_its_windows_are_in_order(text, now, hour, mode):
    """
    Windows are closed rightly, sorted, in the zone of now; the phrase is where the span says.
    """
    reading = parse(text, now, mode=mode, day_starts_at=hour)

    starts = [w.start.replace(tzinfo=None) if w.start else datetime.min for w in reading.windows]
    assert sorted(starts) == starts
    for window in reading.windows:
        assert window.start is None or window.end is None or window.start < window.end
        for side in (window.start, window.end):
            assert side is None or side.tzinfo == now.tzinfo
    if reading.span:
        start, end = reading.span
        assert text[start:end] == reading.phrase
    assert bool(reading.windows) <= bool(reading.phrase)


@settings(max_examples=300)
@given(text=TEXTS, now=MOMENTS)
def test_the_leftover_is_the_text_without_its_phrases(text, now):
    """
    No character is made up: what is left stands in the text in the same order.
    """
    reading = parse(text, now)

    rest = iter(text)
    assert all(c == " " or c in rest for c in reading.leftover)


@settings(max_examples=200)
@given(text=TEXTS, now=MOMENTS)
def test_every_mention_is_closed_and_stands_in_the_text(text, now):
    for window, grain, phrase in mentions(text, now):
        assert window.start is not None
        assert window.end is not None
        assert grain
        assert phrase in text


@given(st.text())
def test_folding_keeps_every_character_in_its_place(text):
    assert len(text) == len(folded(text))


@pytest.mark.parametrize(
    "piece",
    [
        "yesterday ",
        "may ",
        "12 ",
        "1-",
        "三",
        "from Monday to ",
        "of the ",
        "昨天 ",
        "2024-03-05 ",
        "[[",
        "a b ",
    ],
)
def test_a_long_text_costs_no_more_than_its_length(piece, monkeypatch):
    """
    Work is counted, not timed: a text ten times longer is not looked at more than ten times as often,
    and what is pasted behind a long question is not read at all.
    """
    counted = {"tokens": 0}
    rewrite = Level.__call__

    def counting(self, tokens, codes, present):
        counted["tokens"] += len(tokens)
        return rewrite(self, tokens, codes, present)

    monkeypatch.setattr(Level, "__call__", counting)

    def work(length):
        counted["tokens"] = 0
        parse((piece * length)[:length], datetime(2025, 11, 19))
        return counted["tokens"]

    short, long, pasted = work(2_000), work(20_000), work(100_000)

    assert long <= 10 * short + 20
    assert pasted <= work(MAX_TEXT) + 20
    assert pasted < 10_000


def test_dates_out_of_the_calendar_name_nothing():
    """
    The years 1 to 9999 are all there are.
    """
    now = datetime(2025, 11, 19)
    for text in (
        "9000 years ago",
        "in 9000 years",
        "3000 years ago",
        "year 0",
        "9999 years from now",
        "五千年前",
    ):
        assert () == parse(text, now).windows, text
    for edge in (datetime.min, datetime.max):
        for text in (
            "yesterday",
            "tomorrow",
            "last week",
            "next year",
            "last decade",
            "this week",
            "去年",
            "last Friday",
        ):
            parse(text, edge)
