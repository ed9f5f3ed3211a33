"""The week, weekend or month that a day names: "the week of November 30th", "Labor Day weekend", 感恩节那周.

Rules of the level in ``grammar_pieces``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from diurnal.when.calendar import Cycle, Span, changed, day_span, days, floor, upcoming, whole
from diurnal.when.cascade import Present, Time, Token


def week_commencing(present: Present, unit: Token, time: Token) -> Time | None:
    """w/c Feb 4 · w/e 8 Feb"""
    if time.value.grain != "day":
        return None
    if unit.value == "week ending":
        return week_ending(present, Token("UNIT", unit.start, unit.end, "week"), time)
    return around(time.value, "week") if unit.value == "week commencing" else None


def week_ending(present: Present, unit: Token, time: Token) -> Time | None:
    """the week ending 14 June: the seven days up to and with it"""
    if unit.value != "week" or time.value.grain != "day":
        return None

    def change(span: Span) -> Span:
        return days(span.first_day - timedelta(days=6), span.first_day + timedelta(days=1), "week")

    what = time.value.what
    if isinstance(what, Cycle):
        return Time(changed(what, change, "week"), time.value.mark or "dated")
    return Time(change(what), time.value.mark) if isinstance(what, Span) else None


def week_of(present: Present, unit: Token, *tokens: Token) -> Time | None:
    """the week of November 30th · the weekend of Halloween · the month of May"""
    time: Time = tokens[-1].value
    name = unit.value
    if name not in ("week", "weekend", "month", "year", "day"):
        return None
    if name in ("month", "year", "day") and time.grain == name:
        return Time(time.what, time.mark)
    if time.grain != "day" or name in ("day",):
        return None
    return around(time, name)


def that_week(present: Present, time: Token, unit: Token) -> Time | None:
    """感恩节那周 · 12月7号那个周末"""
    is_chinese = unit.start - time.end <= len(" 那个")
    found = time.value.grain == "day" and is_chinese and unit.value in ("week", "weekend", "month")
    return around(time.value, unit.value) if found else None


def around(time: Time, unit: str) -> Time | None:
    """The week or weekend that holds a day."""

    # Of a cycle the day itself decides which one is the most recent.
    return _instead(time, lambda span: whole(unit, span.first_day), unit)


def holiday_weekend(present: Present, token: Token, unit: Token) -> Time | None:
    """Labor Day weekend: with the holiday, if it is the Monday after"""
    time: Time = token.value
    if unit.value == "workday" and time.grain == "week" and isinstance(time.what, Span):
        monday = time.what.first_day
        return Time(days(monday, monday + timedelta(days=5), "day"), time.mark)  # 上周工作日
    if unit.value == "weekend" and time.grain == "week" and isinstance(time.what, Span):
        return Time(whole("weekend", time.what.first_day + timedelta(days=5)), time.mark)  # 上周 weekend
    if unit.value in ("week", "fortnight") and time.need == "weekday" and isinstance(time.what, Cycle):
        # Thursday week: a week after the coming one.
        coming = upcoming(time.what, present.today)
        further = timedelta(days=7 if unit.value == "week" else 14)
        return (
            Time(day_span(coming.first_day + further), "future", "closing", otherwise=token)
            if coming
            else None
        )
    if unit.value not in ("weekend", "week") or time.need != "holiday":
        return None
    if unit.value == "week":
        return around(time, "week")  # Christmas week

    def change(span: Span) -> Span:
        day = span.first_day
        saturday = (
            day - timedelta(days=(day.weekday() + 2) % 7)
            if day.weekday() in (0, 5, 6)
            else floor("week", day) + timedelta(5)
        )
        return days(saturday, max(saturday + timedelta(2), day + timedelta(1)), "weekend")

    return _instead(time, change, "weekend")


def _instead(time: Time, change: Callable[[Span], Span], grain: str) -> Time | None:
    """What *change* makes of the day, in its place; of a cycle of days each time."""
    if isinstance(time.what, Cycle):
        return Time(changed(time.what, change, grain), time.mark)
    return Time(change(time.what), time.mark) if isinstance(time.what, Span) else None
