"""Spans and cycles: the arithmetic of days, weeks and months.

A ``Span`` is a fixed stretch of wall time. A ``Cycle`` comes back (every
Friday, every March, every 3rd) and becomes a span once something says which
one: the present, or a larger span around it. Everything is naive wall time;
zones are put on at the very end, in ``parse``. Steps that leave the years
1 to 9999 raise ``OverflowError`` or ``ValueError``, which one place catches.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

ONE_DAY: Final = timedelta(days=1)
MIDNIGHT: Final = time()

# From fine to coarse; a finer thing is looked for inside a coarser one.
GRAINS: Final = (
    "second", "minute", "hour", "part", "day", "weekend", "third", "week",
    "month", "season", "quarter", "half", "year", "decade", "century",
)  # fmt: skip
FINENESS: Final = {grain: rank for rank, grain in enumerate(GRAINS)}


@dataclass(frozen=True, slots=True)
class Span:
    """A fixed half-open stretch of wall time; ``None`` leaves a side open."""

    start: datetime | None
    end: datetime | None
    grain: str

    @property
    def first_day(self) -> date:
        """The day the span begins on (the earliest possible if that side is open)."""
        return self.start.date() if self.start else date.min


@dataclass(frozen=True, slots=True)
class Cycle:
    """Something that comes back once (or not at all) in every period.

    ``pick(first_day_of_period)`` gives the span in that period, or ``None``
    (no 31st in June). ``strict`` keeps today out of "the most recent one":
    "Friday", said on a Friday, is the one a week ago.
    """

    period: str
    grain: str
    pick: Callable[[date], Span | None]
    strict: bool = False


def at_midnight(day: date) -> datetime:
    """The first moment of *day*."""
    return datetime.combine(day, MIDNIGHT)


def days(first: date, past: date, grain: str) -> Span:
    """From the start of *first* to the start of *past*."""
    return Span(at_midnight(first), at_midnight(past), grain)


def day_span(day: date) -> Span:
    """The whole of one day."""
    return days(day, day + ONE_DAY, "day")


def add_months(first: date, months: int) -> date:
    """The first of the month *months* later than the month of *first*."""
    index = first.year * 12 + first.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def same_day_months_later(day: date, months: int) -> date:
    """*day* moved by whole months; the 31st becomes the last day of a shorter month."""
    first = add_months(day, months)
    return first.replace(day=min(day.day, monthrange(first.year, first.month)[1]))


def floor(unit: str, day: date) -> date:
    """The first day of the *unit* that holds *day*; weeks start on Monday."""
    if unit == "day":
        return day
    if unit in ("week", "weekend"):
        return day - timedelta(days=day.weekday())
    if unit == "month":
        return day.replace(day=1)
    if unit == "quarter":
        return date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
    if unit == "half":
        return date(day.year, 1 if day.month < 7 else 7, 1)
    if unit == "year":
        return date(day.year, 1, 1)
    if unit == "decade":
        return date(max(day.year // 10 * 10, 1), 1, 1)
    if unit == "century":
        return date(max(day.year // 100 * 100, 1), 1, 1)
    raise ValueError(f"{unit} is no calendar unit")


MONTHS_IN: Final = {
    "month": 1,
    "quarter": 3,
    "season": 3,
    "half": 6,
    "year": 12,
    "decade": 120,
    "century": 1200,
}
DAYS_IN: Final = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}


def step(unit: str, first: date, count: int) -> date:
    """*first*, the first day of a *unit*, moved by *count* units."""
    if unit in DAYS_IN:
        return first + timedelta(days=DAYS_IN[unit] * count)
    return add_months(first, MONTHS_IN[unit] * count)


def whole(unit: str, day: date, count: int = 0) -> Span:
    """The calendar *unit* that holds *day*, moved by *count* of them."""
    if unit == "fortnight":
        unit, count = "week", 2 * count
    first = step(unit, floor(unit, day), count)
    if unit == "weekend":
        saturday = first + timedelta(days=5)
        return days(saturday, saturday + timedelta(days=2), "weekend")
    return days(first, step(unit, first, 1), unit)


def moved(day: date, unit: str, count: int) -> date:
    """The same day *count* units later, as people count: a month later, the same number."""
    if unit == "workday":
        return workdays_later(day, count)
    if unit in DAYS_IN:
        return day + timedelta(days=DAYS_IN[unit] * count)
    return same_day_months_later(day, MONTHS_IN[unit] * count)


def workdays_later(day: date, count: int) -> date:
    """*day* moved by *count* days that are neither Saturday nor Sunday."""
    weeks, rest = divmod(abs(count), 5)
    direction = 1 if count >= 0 else -1
    day += timedelta(days=7 * weeks * direction)
    while rest:
        day += ONE_DAY * direction
        rest -= day.weekday() < 5
    return day


# Long enough for the 29th of February on a given weekday's absence, short enough to stay quick.
LOOK_AROUND: Final = {"day": 3, "week": 3, "month": 48, "year": 12}


def occurrences(cycle: Cycle, near: date, direction: int) -> Iterator[Span]:
    """Spans of *cycle* from the period around *near*, going forward (1) or back (-1)."""
    period = floor(cycle.period, near)
    for _ in range(LOOK_AROUND[cycle.period]):
        span = cycle.pick(period)
        if span is not None:
            yield span
        period = step(cycle.period, period, direction)


def latest(cycle: Cycle, today: date) -> Span | None:
    """The most recent one begun by *today*."""
    for span in occurrences(cycle, today, -1):
        first = span.first_day
        if first < today or (first == today and not cycle.strict):
            return span
    return None


def last(cycle: Cycle, today: date) -> Span | None:
    """The most recent one that was over when *today* began."""
    start = at_midnight(today)
    return next((s for s in occurrences(cycle, today, -1) if s.end is not None and s.end <= start), None)


def upcoming(cycle: Cycle, today: date) -> Span | None:
    """The first one that begins after *today*."""
    return next((s for s in occurrences(cycle, today, 1) if s.first_day > today), None)


def meant_in_a_note(cycle: Cycle, today: date, days_ahead: int) -> Span | None:
    """The one a note of *today* means: the coming one if it is near, else the most recent."""
    before, after = latest(cycle, today), upcoming(cycle, today)
    if before is None or after is None:
        return before or after
    ahead = (after.first_day - today).days
    return after if ahead <= days_ahead and ahead < (today - before.first_day).days else before


def every(cycle: Cycle, outer: Span, limit: int = 400) -> list[Span]:
    """Each one that begins inside *outer*, which must be closed."""
    if outer.start is None or outer.end is None:
        return []
    found: list[Span] = []
    # A winter begins in December: look one period ahead of the outer span's own.
    period = floor(cycle.period, outer.start.date())
    while at_midnight(period) < outer.end and len(found) < limit:
        span = cycle.pick(period)
        if span is not None and span.start is not None and outer.start <= span.start < outer.end:
            found.append(span)
        period = step(cycle.period, period, 1)
    return found


def first_in(cycle: Cycle, outer: Span) -> Span | None:
    """The first one that begins inside *outer*."""
    found = every(cycle, outer, limit=1)
    return found[0] if found else None


def inside(inner: Cycle, outer: Cycle) -> Cycle:
    """The first *inner* of each *outer*: "the 3rd" of "March" comes back yearly."""

    def pick(period: date) -> Span | None:
        around = outer.pick(period)
        return first_in(inner, around) if around else None

    return Cycle(outer.period, inner.grain, pick, outer.strict)


def changed(cycle: Cycle, change: Callable[[Span], Span | None], grain: str) -> Cycle:
    """*cycle* with every span of it passed through *change*."""

    def pick(period: date) -> Span | None:
        span = cycle.pick(period)
        return change(span) if span else None

    return Cycle(cycle.period, grain, pick, cycle.strict)
