"""The cycles people name: weekdays, months, days of a month, seasons, parts of a day.

Each function returns a ``Cycle``; what "most recent" or "in 2019" makes of it
is decided elsewhere.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cache

from diurnal.when.calendar import (
    ONE_DAY,
    Cycle,
    Span,
    add_months,
    at_midnight,
    day_span,
    days,
    step,
)
from diurnal.when.conventions import DECADE_EDGES, PARTS, SEASONS, THIRDS, WEEK_EDGES, YEAR_EDGES


@cache
def weekday(number: int) -> Cycle:
    """Every Monday (0) … Sunday (6)."""
    return Cycle("week", "day", lambda monday: day_span(monday + timedelta(days=number)), strict=True)


@cache
def weekend() -> Cycle:
    """Every Saturday and Sunday."""
    return Cycle(
        "week", "weekend", lambda monday: days(monday + timedelta(5), monday + timedelta(7), "weekend")
    )


@cache
def month(number: int) -> Cycle:
    """Every January (1) … December (12)."""

    def pick(year: date) -> Span:
        first = year.replace(month=number)
        return days(first, add_months(first, 1), "month")

    return Cycle("year", "month", pick)


@cache
def day_of_month(number: int) -> Cycle:
    """Every 1st … 31st; months without it have none."""

    def pick(first: date) -> Span | None:
        day = first + timedelta(days=number - 1)
        return day_span(day) if day.month == first.month else None

    return Cycle("month", "day", pick)


@cache
def day_of_year(month_number: int, number: int) -> Cycle:
    """Every 4 July; 29 February only in leap years."""

    def pick(year: date) -> Span | None:
        try:
            return day_span(date(year.year, month_number, number))
        except ValueError:
            return None  # 29 February in an ordinary year

    return Cycle("year", "day", pick)


@cache
def season(name: str) -> Cycle:
    """Every spring, summer, autumn or winter; a winter belongs to the year it begins in."""

    def pick(year: date) -> Span:
        first = year.replace(month=SEASONS[name])
        return days(first, add_months(first, 3), "season")

    return Cycle("year", "season", pick)


@cache
def quarter(number: int) -> Cycle:
    """Every first … fourth quarter."""

    def pick(year: date) -> Span:
        first = add_months(year, 3 * (number - 1))
        return days(first, add_months(first, 3), "quarter")

    return Cycle("year", "quarter", pick)


@cache
def half(number: int) -> Cycle:
    """Every first or second half of a year."""

    def pick(year: date) -> Span:
        first = add_months(year, 6 * (number - 1))
        return days(first, add_months(first, 6), "half")

    return Cycle("year", "half", pick)


@cache
def part(name: str) -> Cycle:
    """Every morning, afternoon, evening…"""
    first, past = PARTS[name]

    def pick(day: date) -> Span:
        start = at_midnight(day)
        return Span(start + timedelta(hours=first), start + timedelta(hours=past), "part")

    return Cycle("day", "part", pick)


def clock(minutes: int, length: int, grain: str) -> Cycle:
    """Every day at so many *minutes* after midnight, for *length* minutes."""

    def pick(day: date) -> Span:
        start = at_midnight(day) + timedelta(minutes=minutes)
        return Span(start, start + timedelta(minutes=length), grain)

    return Cycle("day", grain, pick)


def week_number(number: int) -> Cycle:
    """Every ISO week so and so; most years have no week 53."""

    def pick(year: date) -> Span | None:
        try:
            monday = date.fromisocalendar(year.year, number, 1)
        except ValueError:
            return None
        return days(monday, monday + timedelta(days=7), "week")

    return Cycle("year", "week", pick)


def nth_inside(unit: Cycle | str, number: int, outer: Span, length: int = 1) -> Span | None:
    """The *number*-th weekday, day, week or month of *outer*; negative counts from the end.

    Weeks belong to the month or year that holds their Thursday in a year, and
    their Monday in a month, as ISO weeks and the calendars of offices do.
    """
    if outer.start is None or outer.end is None:
        return None
    if isinstance(unit, Cycle):
        from_start: list[Span] = []
        period = outer.start.date()
        period -= timedelta(days=period.weekday())
        while at_midnight(period) < outer.end and len(from_start) < 60:
            span = unit.pick(period)
            if span is not None and span.start is not None and outer.start <= span.start < outer.end:
                from_start.append(span)
            period += timedelta(days=7)
        index = number - 1 if number > 0 else number
        return from_start[index] if -len(from_start) <= index < len(from_start) else None
    if unit == "fortnight":
        unit, length, number = "week", 2 * length, number if abs(number) == 1 else 2 * number - 1
        if number < 0:
            number *= 2
    if unit == "week":
        first = first_week_of(outer)
        past = first_week_of(Span(outer.end, outer.end + ONE_DAY, outer.grain))
        if number < 0 and (outer.end.date() - (past - timedelta(days=7))).days < 4:
            past -= timedelta(days=7)  # the last week has most of its days in the month
    elif unit in ("day", "month", "quarter"):
        first, past = outer.start.date(), outer.end.date()
    else:
        return None
    if number > 0:
        start = step(unit, first, number - 1)
    else:
        start = step(unit, past, number)
    end = step(unit, start, length)
    inside_it = first <= start and end <= past
    return days(start, end, unit) if inside_it else None


def first_week_of(outer: Span) -> date:
    """The Monday of the first week that belongs to *outer*."""
    start = outer.first_day
    if outer.grain == "year":
        return date.fromisocalendar(start.year, 1, 1)
    return start + timedelta(days=-start.weekday() % 7)


def edge(span: Span, name: str) -> Span | None:
    """The early, middle or late piece of a month, week, year, decade or part of a day."""
    if span.start is None or span.end is None:
        return None
    start, end = span.start, span.end
    if name in ("first half", "second half"):
        return half_of(span, name)
    if span.grain == "month":
        first, past = THIRDS[{"start": "early", "end": "late"}.get(name, name)]
        return Span(start.replace(day=first), start.replace(day=past) if past else end, "third")
    if span.grain == "week":
        first, past = WEEK_EDGES[name]
        return Span(start + timedelta(days=first), start + timedelta(days=past), "day")
    if span.grain == "year":
        first, past = YEAR_EDGES[name]
        january = start.date()
        return days(add_months(january, first - 1), add_months(january, past - 1), "season")
    if span.grain in ("part", "day"):
        return edge_of_part(start, end, name) if span.grain == "part" else None
    if span.grain == "decade" and (years := DECADE_EDGES.get(name)):
        january = start.date()
        return days(add_months(january, 12 * years[0]), add_months(january, 12 * years[1]), "year")
    thirds = {"early": (0, 1), "start": (0, 1), "mid": (1, 2), "late": (2, 3), "end": (2, 3)}
    if name not in thirds:
        return None
    first, past = thirds[name]
    if span.grain in ("season", "quarter"):
        months = start.date()
        return days(add_months(months, first), add_months(months, past), "month")
    length = (end - start) / 3
    return Span(
        at_midnight((start + length * first).date()), at_midnight((start + length * past).date()), span.grain
    )


def half_of(span: Span, name: str) -> Span | None:
    """The first or second half of a year (by months), or of a month (the first 15 days)."""
    if span.start is None or span.end is None or span.grain not in ("year", "month"):
        return None
    first = span.start.date()
    middle = at_midnight(add_months(first, 6) if span.grain == "year" else first.replace(day=16))
    return Span(span.start, middle, "half") if name == "first half" else Span(middle, span.end, "half")


def edge_of_part(start: datetime, end: datetime, name: str) -> Span:
    """The first or last half of a part of a day."""
    middle = start + (end - start) / 2
    if name in ("early", "start"):
        return Span(start, middle, "part")
    if name in ("late", "end"):
        return Span(middle, end, "part")
    quarter_length = (end - start) / 4
    return Span(start + quarter_length, end - quarter_length, "part")
