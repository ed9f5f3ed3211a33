"""When a job is due, on days of every length."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.errors import BadConfig
from diurnal.jobs.timing import Timing

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Asia/Shanghai",
    "Asia/Beirut",
    "Africa/Cairo",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "UTC",
)


def moments(cron: str, zone: str, after: datetime, count: int) -> list[datetime]:
    timing, found = Timing.of(cron, ZoneInfo(zone)), []
    for _ in range(count):
        due = timing.next_after(after)
        assert due is not None
        found.append(due)
        after = due
    return found


def gaps(found: list[datetime]) -> set[timedelta]:
    # In UTC: Python takes two moments of one zone apart by what the clocks show.
    return {later.astimezone(UTC) - earlier.astimezone(UTC) for earlier, later in pairwise(found)}


def test_a_time_the_clocks_show_twice_comes_once() -> None:
    """The autumn night of 25 October 2026: 02:30 comes first in summer time, and not again in winter time."""
    found = moments("30 2 * * *", "Europe/Berlin", datetime(2026, 10, 24, 12, tzinfo=UTC), 3)
    assert [moment.isoformat() for moment in found] == [
        "2026-10-25T02:30:00+02:00",
        "2026-10-26T02:30:00+01:00",
        "2026-10-27T02:30:00+01:00",
    ]


def test_a_time_the_clocks_skip_comes_when_they_have_moved_on() -> None:
    found = moments("30 2 * * *", "Europe/Berlin", datetime(2026, 3, 28, 12, tzinfo=UTC), 2)
    assert [moment.isoformat() for moment in found] == [
        "2026-03-29T03:30:00+02:00",
        "2026-03-30T02:30:00+02:00",
    ]


def test_a_job_soon_after_midnight_comes_on_the_day_after_the_short_one() -> None:
    """From 00:15 of a day of 23 hours it is not 24 hours to the next 00:15; the scheduler's bell knows it too."""
    found = moments("15 0 * * *", "Europe/Berlin", datetime(2026, 3, 28, 12, tzinfo=UTC), 3)
    expected = ["2026-03-29T00:15:00+01:00", "2026-03-30T00:15:00+02:00", "2026-03-31T00:15:00+02:00"]
    assert [moment.isoformat() for moment in found] == expected

    bell = Timing.of("15 0 * * *", ZoneInfo("Europe/Berlin")).scheduled(0)
    assert bell.get_next_fire_time(found[0], found[0] + timedelta(seconds=1)) == found[1]


def test_a_job_of_every_hour_comes_every_hour_that_passes() -> None:
    for night in (datetime(2026, 10, 24, 22, tzinfo=UTC), datetime(2026, 3, 28, 22, tzinfo=UTC)):
        found = moments("15 * * * *", "Europe/Berlin", night, 6)
        assert gaps(found) == {timedelta(hours=1)}


def test_two_times_within_the_hour_that_comes_twice_come_once_each() -> None:
    found = moments("0,30 2 * * *", "Europe/Berlin", datetime(2026, 10, 24, 12, tzinfo=UTC), 3)
    assert [moment.strftime("%d %H:%M %z") for moment in found] == [
        "25 02:00 +0200",
        "25 02:30 +0200",
        "26 02:00 +0100",
    ]


@given(st.sampled_from(ZONES), st.integers(0, 23), st.integers(0, 59), st.integers(0, 364))
def test_a_daily_job_comes_once_on_every_day_of_the_year(zone: str, hour: int, minute: int, day: int) -> None:
    """Whatever the clocks do, in every zone: each of the days around has its one run, in order."""
    start = datetime(2026, 1, 1, 12, tzinfo=ZoneInfo(zone)) + timedelta(days=day)
    found = moments(f"{minute} {hour} * * *", zone, start.astimezone(UTC), 8)
    assert [moment.date() for moment in found] == [found[0].date() + timedelta(days=n) for n in range(8)]
    assert min(gaps(found)) >= timedelta(hours=22)


def test_every_clock_change_of_some_years_leaves_a_nightly_job_its_one_run() -> None:
    for zone in ZONES:
        timing, due, days = Timing.of("30 2 * * *", ZoneInfo(zone)), datetime(2020, 1, 1, tzinfo=UTC), []
        while due.year < 2024:
            found = timing.next_after(due)
            assert found is not None
            days.append(found.date())
            due = found
        assert days[0] in (date(2019, 12, 31), date(2020, 1, 1), date(2020, 1, 2))
        assert days == [days[0] + timedelta(days=n) for n in range(len(days))], zone


def test_weekdays_are_names_because_zero_would_be_monday() -> None:
    """I14's neighbour: what cron calls Sunday the scheduler calls Monday, so a number is refused with the reason."""
    with pytest.raises(BadConfig) as refused:
        Timing.of("30 4 * * 0", ZoneInfo("UTC"))
    assert "'30 4 * * 0' names a weekday by number" in refused.value.message
    assert "0 would be Monday here and is Sunday to cron" in refused.value.hint
    (sunday,) = moments("30 4 * * SUN", "UTC", datetime(2026, 7, 20, tzinfo=UTC), 1)
    assert sunday.strftime("%A") == "Sunday"


@pytest.mark.parametrize(
    "cron",
    [
        "",
        "* * * *",
        "60 * * * *",
        "*/0 * * * *",
        "5-1 * * * *",
        "* * * janx *",
        "* * * * sun-sat",
        "0 0 31 2 *",
    ],
)
def test_a_schedule_that_says_nothing_is_refused(cron: str) -> None:
    with pytest.raises(BadConfig, match="cannot be read"):
        Timing.of(cron, ZoneInfo("Europe/Berlin"))
