"""How far from the present: last week, the last three days, three weeks ago.

Three conventions live here. One unit is the calendar's own (last week), several
roll up to the end of today (the last 3 days), and a distance is the whole unit
that lies there (3 weeks ago is a week, 3 days ago a day).
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from diurnal.when import cycles
from diurnal.when.calendar import (
    FINENESS,
    Span,
    day_span,
    days,
    floor,
    last,
    latest,
    moved,
    step,
    upcoming,
    whole,
    workdays_later,
)
from diurnal.when.cascade import Present, Time

Length = list[tuple[float, str]]

CLOCK_UNITS = {"hour": 3600, "minute": 60, "second": 1}


def calendar_unit(present: Present, unit: str, count: int) -> Time | None:
    """The whole unit *count* from the present one: last week, next month."""
    mark = "past" if count < 0 else "future" if count > 0 else "present"
    if unit in CLOCK_UNITS:
        seconds = CLOCK_UNITS[unit]
        start = present.exactly(timedelta(seconds=seconds * min(count, 0)))
        return Time(Span(start, start + timedelta(seconds=seconds), unit), mark)
    if unit in ("workday", "night"):
        return None
    if unit == "weekend":
        return weekend(present, count)
    return Time(whole(unit, present.today, count), mark)


def weekend(present: Present, count: int) -> Time | None:
    """On a weekday "this weekend" is the last one begun; "last weekend" the last one over."""
    cycle = cycles.weekend()
    if count == 0:
        span = latest(cycle, present.today)
        mark = "present"
    elif count == -1:
        span = last(cycle, present.today)
        mark = "past"
    else:
        span = whole("weekend", present.today, count)
        mark = "past" if count < 0 else "future"
    return Time(span, mark) if span else None


def rolling(present: Present, length: list[tuple[float, str]], sign: int) -> Time | None:
    """last 3 days · 近半年 · 最近两周: from so long ago to the end of today, or the next so long."""
    if not length:
        return None
    today = present.today
    mark = "past" if sign < 0 else "future"
    count, unit = length[0]
    if len(length) == 1 and unit in ("quarter", "decade", "century", "weekend") and count == int(count):
        return whole_units(present, unit, int(count), sign)
    if any(u in CLOCK_UNITS for _, u in length):
        other = shifted_exactly(present, length, sign)
        if other is None:
            return None
        now = present.now
        return Time(Span(other, now, "minute") if sign < 0 else Span(now, other, "minute"), mark)
    if unit == "workday":
        start = workdays_later(today, int(count) * sign)
        if sign < 0:
            return Time(days(start, today, "day"), mark)
        return Time(days(today + timedelta(1), start + timedelta(1), "day"), mark)
    other_day = shifted(today, length, sign)
    tomorrow = today + timedelta(days=1)
    grain = length[-1][1]
    if sign < 0:
        return Time(days(other_day, tomorrow, grain), mark)
    return Time(days(tomorrow, other_day + timedelta(days=1), grain), mark)


def whole_units(present: Present, unit: str, count: int, sign: int) -> Time | None:
    """the previous three quarters · the last two decades: whole ones, without the present one"""
    if unit == "weekend":
        cycle = cycles.weekend()
        found: list[Span] = []
        day = today = present.today
        while (
            len(found) < min(count, 60) and (span := (last if sign < 0 else upcoming)(cycle, day)) is not None
        ):
            found.append(span)
            day = span.first_day
        return (
            Time(tuple(sorted(found, key=lambda s: s.first_day)), "past" if day < today else "future")
            if found
            else None
        )
    first = floor(unit, present.today)
    other = step(unit, first, count * sign)
    if sign < 0:
        return Time(days(other, first, unit), "past")
    past = step(unit, first, 1)
    return Time(days(past, step(unit, past, count), unit), "future")


def shifted(day: date, length: list[tuple[float, str]], sign: int) -> date:
    """*day* moved by *length*; half a month is fifteen days, half a year six months."""
    for count, unit in length:
        whole_count, half = int(count), count % 1 >= 0.5
        unit_days = {"night": "day", "fortnight": "fortnight"}.get(unit, unit)
        day = moved(day, unit_days, sign * whole_count)
        if half:
            if unit in ("year", "decade", "century", "quarter"):
                day = moved(
                    day, "month", sign * {"year": 6, "decade": 60, "century": 600, "quarter": 1}[unit]
                )
            else:
                day += timedelta(days=sign * {"month": 15, "week": 3, "fortnight": 7}.get(unit, 0))
    return day


def shifted_exactly(present: Present, length: list[tuple[float, str]], sign: int) -> Any:
    """The present moved by a length that holds hours, minutes or seconds."""
    total = timedelta()
    day = present.now.date()
    for count, unit in length:
        if unit in CLOCK_UNITS:
            total += timedelta(seconds=CLOCK_UNITS[unit] * float(count))
        elif unit == "day":
            total += timedelta(days=float(count))
        else:
            day = shifted(day, [(count, unit)], sign)
    moved_by = day - present.now.date()
    return present.exactly(sign * total) + moved_by


def at_distance(present: Present, length: list[tuple[float, str]], sign: int) -> Time | None:
    """The unit that lies *length* away; its grain is the smallest unit named."""
    mark = "past" if sign < 0 else "future"
    unit = min((u for _, u in length), key=lambda u: FINENESS.get(u, FINENESS["day"]))
    if any(u in CLOCK_UNITS for _, u in length):
        moment = shifted_exactly(present, length, sign)
        if moment is None:
            return None
        start = moment.replace(microsecond=0)
        if unit == "hour":
            # Whole hours are as vague as that; half an hour is meant to the minute.
            if len(length) == 1 and not length[0][0] % 1:
                start = start.replace(minute=0, second=0)
                return Time(Span(start, start + timedelta(hours=1), "hour"), mark)
            start = start.replace(second=0)
            return Time(Span(start, start + timedelta(minutes=1), "minute"), mark)
        if unit == "minute":
            start = start.replace(second=0)
        return Time(Span(start, start + timedelta(seconds=CLOCK_UNITS[unit]), unit), mark)
    if unit == "workday":
        return Time(day_span(shifted(present.today, length, sign)), mark)
    if unit == "night":
        eve = present.now.date() + timedelta(days=sign * int(length[0][0]))
        return Time(cycles.part("night").pick(eve) or day_span(eve), mark)
    if len(length) == 1 and length[0][0] == int(length[0][0]):
        # Counted on the calendar, so that a month before 31 March is February.
        return (
            calendar_unit(present, unit, sign * int(length[0][0]))
            if unit != "weekend"
            else weekend(present, sign * int(length[0][0]))
        )
    day = shifted(present.today, length, sign)
    if unit in ("week", "month", "year", "quarter", "fortnight") and not any(c % 1 for c, _ in length):
        return Time(whole("week" if unit == "fortnight" else unit, day), mark)
    if length[-1][0] % 1 and unit in ("year", "quarter"):
        return Time(whole("month", day), mark)
    return Time(day_span(day), mark)
