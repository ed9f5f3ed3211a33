"""A day said in words: what stands for one, and what is refused rather than guessed at."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from diurnal.errors import BadTime
from diurnal.when import one_day

NOW = datetime(2026, 7, 22, 9, 0)  # a Wednesday


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026-07-01", date(2026, 7, 1)),
        (" 2026-07-01 ", date(2026, 7, 1)),
        ("today", date(2026, 7, 22)),
        ("今天", date(2026, 7, 22)),
        ("yesterday", date(2026, 7, 21)),
        ("前天", date(2026, 7, 20)),
        ("大前天", date(2026, 7, 19)),
        ("last Friday", date(2026, 7, 17)),
        ("tomorrow", date(2026, 7, 23)),
        ("3 days ago", date(2026, 7, 19)),
        ("last night", date(2026, 7, 21)),
        ("July 4", date(2026, 7, 4)),
    ],
)
def test_words_for_one_day_are_that_day(said: str, day: date) -> None:
    assert one_day(said, NOW) == day


@pytest.mark.parametrize(
    "said", ["", "last week", "since Friday", "Monday and Friday", "soon", "2026-13-40", "yesterday Maya"]
)
def test_what_is_no_single_day_is_refused(said: str) -> None:
    with pytest.raises(BadTime, match="no single day"):
        one_day(said, NOW)


def test_a_night_belongs_to_the_day_that_began_it() -> None:
    at_half_past_one = datetime(2026, 7, 22, 1, 30)
    assert one_day("today", at_half_past_one) == date(2026, 7, 22)
    assert one_day("today", at_half_past_one, day_starts_at=4) == date(2026, 7, 21)
    assert one_day("yesterday", at_half_past_one, day_starts_at=4) == date(2026, 7, 20)
