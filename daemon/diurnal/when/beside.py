"""What stands next to a span of time: the day after it, the week before it, the Monday after the party.

Arithmetic over spans, for times that are named and for events whose day is known.
"""

from __future__ import annotations

from datetime import timedelta

from diurnal.when.calendar import FINENESS, Span, at_midnight, day_span, days, floor, step, whole
from diurnal.when.lexicon_en import WEEKDAY_BY_NAME


def beside(span: Span, unit: str, sign: int) -> Span | None:
    """The day next to *span*, or the *unit* before or after the one that holds it.

    The week after a day is the seven days that follow it.
    """
    if span.start is None or span.end is None:
        return None
    if unit in ("day", "week", "fortnight") and FINENESS.get(span.grain, 99) < FINENESS["week"]:
        length = {"day": 1, "week": 7, "fortnight": 14}[unit]
        first = span.start.date()
        past = (
            span.end.date()
            if span.end.time() == at_midnight(first).time()
            else span.end.date() + timedelta(1)
        )
        if sign > 0:
            return days(past, past + timedelta(days=length), unit)
        return days(first - timedelta(days=length), first, unit)
    if unit == "weekend":
        # Not the one that holds the day: a Saturday's next weekend is a week off.
        last = (span.end - timedelta(seconds=1)).date()
        saturday = floor("week", span.start.date()) - timedelta(days=2)
        if sign > 0:
            saturday = floor("week", last) + timedelta(days=5 if last.weekday() < 5 else 12)
        return whole("weekend", saturday)
    if unit in ("day", "week", "month", "quarter", "year"):
        first = floor(unit, span.start.date())
        if sign > 0:
            first = floor(unit, (span.end - timedelta(seconds=1)).date())
        first = step(unit, first, sign)
        return days(first, step(unit, first, 1), unit)
    return None


def nth_beside(event: Span, unit: str, sign: int, nth: int) -> Span | None:
    """The *nth* unit or weekday after (or before) *event*: the Monday after the party, 手术后第三天."""
    if unit in WEEKDAY_BY_NAME:
        away = sign * (WEEKDAY_BY_NAME[unit] - event.first_day.weekday()) % 7 or 7
        return day_span(event.first_day + timedelta(days=sign * (away + 7 * (nth - 1))))
    near = beside(event, unit, sign)
    if near is None or near.start is None or near.end is None or nth == 1:
        return near
    length = {"day": 1, "week": 7, "fortnight": 14, "weekend": 7}.get(unit)
    if length is not None:
        further = sign * timedelta(days=length * (nth - 1))
        return Span(near.start + further, near.end + further, near.grain)
    return whole(unit, near.first_day, sign * (nth - 1))
