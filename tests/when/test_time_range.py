"""The ``time_range`` argument: what it accepts, and one clear sentence for what it refuses."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from diurnal.errors import BadTime
from diurnal.model.time import TimeWindow
from diurnal.when import time_range

NOW = datetime(2025, 11, 19, 10, 30)
JULY_1 = datetime(2025, 7, 1)


@pytest.mark.parametrize(
    ("value", "start", "end"),
    [
        ("2025-07-01", JULY_1, datetime(2025, 7, 2)),
        (date(2025, 7, 1), JULY_1, datetime(2025, 7, 2)),
        (("2025-07-01", "2025-07-31"), JULY_1, datetime(2025, 8, 1)),
        (["2025-07-01", "2025-07-31"], JULY_1, datetime(2025, 8, 1)),
        ("2025-07-01/2025-07-31", JULY_1, datetime(2025, 8, 1)),
        ({"start": "2025-07-01", "end": None}, JULY_1, None),
        ((None, date(2025, 7, 1)), None, datetime(2025, 7, 2)),
        (("2025-07-01T08:00", "2025-07-01T09:30"), datetime(2025, 7, 1, 8), datetime(2025, 7, 1, 9, 30)),
        ((JULY_1, datetime(2025, 7, 2)), JULY_1, datetime(2025, 7, 2)),
        (TimeWindow(JULY_1, None), JULY_1, None),
    ],
)
def test_one_window_in_many_forms(value, start, end):
    """
    A10: a structured range replaces the parser; a date-only end includes that day.
    """
    assert (TimeWindow(start, end),) == time_range(value, now=NOW)


def test_several_windows_come_back_in_order_of_start():
    """
    A list of pairs makes one gate.
    """
    found = time_range([("2025-07-01", "2025-07-02"), "2024-01-01"], now=NOW)

    assert [datetime(2024, 1, 1), JULY_1] == [w.start for w in found]
    assert () == time_range(None, now=NOW)


def test_an_offset_is_brought_to_the_zone_of_now():
    """
    I8: 08:00 in Shanghai is 02:00 in Berlin in summer.
    """
    now = datetime(2025, 11, 19, 10, tzinfo=ZoneInfo("Europe/Berlin"))

    (window,) = time_range(("2025-07-01T08:00+08:00", None), now=now)

    assert datetime(2025, 7, 1, 0, tzinfo=UTC) == window.start
    assert (2, now.tzinfo) == (window.start.hour, window.start.tzinfo)


def test_days_of_a_range_start_where_days_start():
    (window,) = time_range("2025-07-01", now=NOW, day_starts_at=4)

    assert (datetime(2025, 7, 1, 4), datetime(2025, 7, 2, 4)) == (window.start, window.end)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (("2025-07-31", "2025-07-01"), "ends before it starts"),
        (TimeWindow(datetime(2025, 7, 2), JULY_1), "ends before it starts"),
        ("soonish", "is not a date"),
        ("2025-02-30", "is not a date"),
        ("2025-13-01", "is not a date"),
        ((None, "9999-12-31"), "last day there is"),
        (("0000-01-01", None), "is not a date"),
        ([], "empty list"),
        (17, "expected a window"),
        ([1, 2, 3], "expected a pair"),
        ([("2025-07-01",)], "expected a pair"),
        ({"from": "2025-07-01"}, "has no field 'from'"),
        (("9999-12-31T23:00-23:00", None), "years 1 to 9999"),
    ],
)
def test_a_bad_range_is_refused_with_one_sentence(value, said):
    """
    Inverted, malformed, out of range: one clear error each.
    """
    now = datetime(2025, 11, 19, tzinfo=UTC)

    with pytest.raises(BadTime) as refused:
        time_range(value, now=now)

    assert said in refused.value.message
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    ("value", "start", "end"),
    [
        (("last month", None), datetime(2025, 10, 1), None),
        ((None, "last month"), None, datetime(2025, 11, 1)),
        (("前天", "昨天"), datetime(2025, 11, 17), datetime(2025, 11, 19)),
        (("3 days ago", "yesterday"), datetime(2025, 11, 16), datetime(2025, 11, 19)),
        (("2025-07-01", "last Friday"), JULY_1, datetime(2025, 11, 15)),
        (("2024年7月", "last week"), datetime(2024, 7, 1), datetime(2025, 11, 17)),
    ],
)
def test_a_side_may_be_words(value, start, end):
    """
    Words for a longer time begin with its first day and end with its last.
    """
    assert (TimeWindow(start, end),) == time_range(value, now=NOW)


@pytest.mark.parametrize("side", ["soon", "before yesterday", "every Friday", "dinner last week"])
def test_words_that_name_no_begin_are_refused(side):
    with pytest.raises(BadTime, match="is not a date or time"):
        time_range((side, None), now=NOW)
