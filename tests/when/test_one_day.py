"""A day said in words: what stands for one, and what is refused rather than guessed at."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from diurnal.errors import BadTime
from diurnal.when import one_day, one_moment

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


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("2026-07-21T14:30", datetime(2026, 7, 21, 14, 30)),
        ("2026-07-21 14:30", datetime(2026, 7, 21, 14, 30)),
        ("yesterday 21:30", datetime(2026, 7, 21, 21, 30)),
        ("yesterday at 9pm", datetime(2026, 7, 21, 21, 0)),
        ("昨天晚上9点", datetime(2026, 7, 21, 21, 0)),
        ("14:30", datetime(2026, 7, 22, 14, 30)),
        ("half an hour ago", datetime(2026, 7, 22, 8, 30)),
        ("yesterday", datetime(2026, 7, 21, 9, 0)),
        ("2026-07-21", datetime(2026, 7, 21, 9, 0)),
        ("上周五", datetime(2026, 7, 17, 9, 0)),
    ],
)
def test_words_for_a_moment_are_that_moment(said: str, moment: datetime) -> None:
    """A day alone takes the hour it is now, as a person means who writes something down a day late."""
    assert one_moment(said, NOW) == moment


@pytest.mark.parametrize(
    "said", ["last night", "this morning", "last week", "noonish", "", "2026-13-01", "since Monday"]
)
def test_what_is_no_moment_is_refused_and_not_guessed_at(said: str) -> None:
    with pytest.raises(BadTime, match=r"names no (moment|time of day)"):
        one_moment(said, NOW)


def test_a_day_that_starts_at_four_takes_the_hour_after_midnight_with_it() -> None:
    """What is written down at half past one for yesterday still belongs to yesterday's night."""
    at_half_past_one = datetime(2026, 7, 22, 1, 30)
    assert one_moment("yesterday", at_half_past_one, day_starts_at=4) == datetime(2026, 7, 21, 1, 30)
    assert one_moment("yesterday", at_half_past_one) == datetime(2026, 7, 21, 1, 30)
