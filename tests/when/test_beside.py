"""What stands next to a span: arithmetic that a phrase and an event share."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from diurnal.when.beside import beside, nth_beside
from diurnal.when.calendar import Span, day_span

# 2026-07-15 is a Wednesday.
WEDNESDAY, SATURDAY, SUNDAY = date(2026, 7, 15), date(2026, 7, 18), date(2026, 7, 19)


@pytest.mark.parametrize(
    ("day", "unit", "sign", "first", "last"),
    [
        (WEDNESDAY, "day", 1, "07-16", "07-16"),
        (WEDNESDAY, "day", -1, "07-14", "07-14"),
        (WEDNESDAY, "week", 1, "07-16", "07-22"),
        (WEDNESDAY, "week", -1, "07-08", "07-14"),
        (WEDNESDAY, "fortnight", 1, "07-16", "07-29"),
        (WEDNESDAY, "weekend", 1, "07-18", "07-19"),
        (WEDNESDAY, "weekend", -1, "07-11", "07-12"),
        (SATURDAY, "weekend", 1, "07-25", "07-26"),
        (SUNDAY, "weekend", 1, "07-25", "07-26"),
        (SUNDAY, "weekend", -1, "07-11", "07-12"),
        (WEDNESDAY, "month", 1, "08-01", "08-31"),
        (WEDNESDAY, "month", -1, "06-01", "06-30"),
    ],
)
def test_what_is_next_to_a_day(day: date, unit: str, sign: int, first: str, last: str) -> None:
    """
    The week after a day are the seven days that follow; the weekend that holds it is not the one after it.
    """
    span = beside(day_span(day), unit, sign)

    assert span is not None
    assert span.start is not None
    assert span.end is not None
    assert (f"{span.start:%m-%d}", f"{datetime.fromordinal(span.end.toordinal() - 1):%m-%d}") == (first, last)


@pytest.mark.parametrize("end", [datetime(2026, 7, 15, 21), datetime(2026, 7, 16)])
def test_the_day_after_an_evening_is_the_next_day(end: datetime) -> None:
    """
    One that ends at nine, and one that lasts until midnight, are of the same day.
    """
    span = beside(Span(datetime(2026, 7, 15, 18), end, "part"), "day", 1)

    assert span is not None
    assert span.start == datetime(2026, 7, 16)


def test_the_nth_unit_is_counted_from_what_is_next() -> None:
    """
    The first Monday after a Monday is a week later; the third day after is two after the next.
    """
    monday = day_span(date(2026, 7, 13))

    assert [nth_beside(monday, "monday", sign, 1) for sign in (1, -1)] == [
        day_span(date(2026, 7, 20)),
        day_span(date(2026, 7, 6)),
    ]
    third = nth_beside(monday, "day", 1, 3)
    assert third is not None
    assert third.start == datetime(2026, 7, 16)


def test_an_open_span_has_nothing_beside_it() -> None:
    assert beside(Span(None, datetime(2026, 7, 15), "day"), "day", 1) is None
