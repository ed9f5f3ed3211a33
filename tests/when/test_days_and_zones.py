"""Days as people live them: zones, changes of the clock, and days that begin later than midnight."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from diurnal.when import parse

BERLIN = ZoneInfo("Europe/Berlin")


def only(question, now, **options):
    (window,) = parse(question, now, **options).windows
    return window


@pytest.mark.parametrize(
    ("day_after", "hours"), [((2025, 3, 31), 23), ((2025, 10, 27), 25), ((2025, 7, 2), 24)]
)
def test_a_day_keeps_its_real_length(day_after, hours):
    """
    I8: local windows; the days on which clocks change have 23 and 25 hours.
    """
    window = only("yesterday", datetime(*day_after, 10, tzinfo=BERLIN))

    assert BERLIN == window.start.tzinfo
    assert (0, 0) == (window.start.hour, window.end.hour)
    assert timedelta(hours=hours) == window.end.astimezone(UTC) - window.start.astimezone(UTC)


def test_hours_ago_are_counted_in_real_hours():
    """
    Three hours before 04:30 on the day clocks go forward, a clock showed 00:30.
    """
    window = only("last 3 hours", datetime(2025, 3, 30, 4, 30, tzinfo=BERLIN))

    assert datetime(2025, 3, 30, 0, 30, tzinfo=BERLIN) == window.start


def test_windows_are_naive_when_now_is():
    window = only("last week", datetime(2025, 11, 19, 10, 30))

    assert window.start.tzinfo is None


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("today", (2025, 8, 2, 4), (2025, 8, 3, 4)),
        ("yesterday", (2025, 8, 1, 4), (2025, 8, 2, 4)),
        ("last night", (2025, 8, 2, 18), (2025, 8, 3, 4)),
        ("昨晚", (2025, 8, 2, 18), (2025, 8, 3, 4)),
        ("yesterday evening", (2025, 8, 1, 18), (2025, 8, 2, 4)),
        ("at 1am yesterday", (2025, 8, 2, 1), (2025, 8, 2, 2)),
        ("last week", (2025, 7, 21, 4), (2025, 7, 28, 4)),
    ],
)
def test_the_small_hours_belong_to_the_day_before(question, start, end):
    """
    With days that start at four, 01:20 on 3 August is still 2 August.
    """
    window = only(question, datetime(2025, 8, 3, 1, 20), day_starts_at=4)

    assert (datetime(*start), datetime(*end)) == (window.start, window.end)


def test_last_night_asked_after_midnight_is_the_evening_just_ended():
    window = only("what did we talk about last night", datetime(2025, 8, 3, 1, 20))

    assert (datetime(2025, 8, 2, 18), datetime(2025, 8, 3)) == (window.start, window.end)
