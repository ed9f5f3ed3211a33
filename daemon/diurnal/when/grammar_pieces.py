"""Middle level of the grammar: a piece of a longer time, or what stands beside it.

"The first week of March", "every Friday in July", 三月第二周, "the week ending 14
June". A finer time inside a coarser one is put together in ``grammar_joined``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from diurnal.when import cycles
from diurnal.when.calendar import (
    FINENESS,
    Cycle,
    Span,
    changed,
    day_span,
    days,
    every,
    latest,
    whole,
)
from diurnal.when.cascade import Impossible, Level, Present, Rule, Time, Token, settled
from diurnal.when.edges import edged, edged_after
from diurnal.when.grammar_joined import joined
from diurnal.when.grammar_weeks import holiday_weekend, that_week, week_commencing, week_ending, week_of


def nth_piece(present: Present, number: int, unit: Any, length: int, outer: Token) -> Time | None:
    """The nth unit or weekday of a time, for cycles too ("first Monday of October")."""
    time: Time = outer.value
    if isinstance(time.what, Cycle) and isinstance(unit, Cycle) and abs(number) > 4:
        # "5th Tuesday in February": not the last February that had one, but the last February.
        outer_span = latest(time.what, present.today)
        piece = cycles.nth_inside(unit, number, outer_span, length) if outer_span else None
        if piece is None:
            raise Impossible("no such weekday in that month")
        return Time(piece, "dated")
    if isinstance(time.what, Cycle):
        grain = "day" if isinstance(unit, Cycle) else unit
        change = changed(time.what, lambda span: cycles.nth_inside(unit, number, span, length), grain)
        return Time(change, "dated")
    if isinstance(time.what, Span):
        piece = cycles.nth_inside(unit, number, time.what, length)
        return Time(piece, time.mark) if piece else None
    return None


def piece_first(present: Present, number: Token, unit: Token, outer: Token, *rest: Token) -> Time | None:
    """the third week of March · the first 2 weeks of 2021 · last Monday of May · the last four months of 2021"""
    if rest:
        return None
    nth = -1 if number.kind == "LAST" else number.value
    if not isinstance(nth, int):
        return None
    if unit.kind == "DUR":
        (count, name), *more = unit.value
        if more or count != int(count) or abs(nth) != 1:
            return None
        return nth_piece(present, nth * int(count) if nth < 0 else 1, name, int(count), outer)
    if unit.kind == "UNIT" and unit.value == "day" and unit.end - unit.start == len("days"):
        return edged(present, Token("EDGE", 0, 0, "early" if nth == 1 else "late"), outer)
    what = unit.value.what if unit.kind == "TIME" else unit.value
    if what == "weekend" or (unit.kind == "TIME" and unit.value.grain == "weekend"):
        what = cycles.weekend()
    if unit.kind == "TIME" and not (isinstance(what, Cycle) and what.period == "week"):
        return None
    return nth_piece(present, nth, what, 1, outer)


def piece_nth_last(present: Present, number: Token, _: Token, unit: Token, outer: Token) -> Time | None:
    """the third last week of 2018"""
    return nth_piece(present, -number.value, unit.value, 1, outer)


def piece_after(present: Present, outer: Token, number: Token, unit: Token) -> Time | None:
    """三月第二周 · 十月的第一个星期一 · 今年最后三周 · 2025年第一天"""
    return piece_first(present, number, unit, outer)


def start_of(present: Present, outer: Token, length: Token) -> Time | None:
    """2021年前两个季度 · 去年的前10天"""
    (count, unit), *more = length.value
    if more or count != int(count):
        return None
    return nth_piece(present, 1, unit, int(count), outer)


def next_to(present: Present, outer: Token, length: Token, sign: int) -> Time | None:
    """昨天的前一天 · 圣诞节后两天 · 去年的前一年: the one day, week, month or year beside a time as short as it"""
    (count, unit), *more = length.value
    if more:
        return None
    if count == 1:
        return beside(present, outer.value, unit, sign)
    span = settled(present, outer.value)
    if unit not in ("day", "week") or count != int(count) or span is None or span.grain != "day":
        return None
    length_in_days = int(count) * (7 if unit == "week" else 1)
    first = span.first_day
    if span.end != day_span(first).end:
        return None  # 国庆假期前三天: of the holiday itself
    start = first + timedelta(days=1 if sign > 0 else -length_in_days)
    return Time(days(start, start + timedelta(days=length_in_days), "day"), outer.value.mark or "dated")


def beside(present: Present, time: Time, unit: str, sign: int) -> Time | None:
    """The *unit* before (-1) or after (1) a time that is one itself, or lies inside one."""

    def change(span: Span) -> Span:
        if unit == "week" and span.grain == "day":
            # The week before a day is the seven days before it, in both languages.
            first = span.first_day + timedelta(days=1 if sign > 0 else -7)
            return days(first, first + timedelta(days=7), "week")
        return whole(unit, span.first_day, sign)

    if unit not in ("day", "week", "month", "year") or FINENESS.get(time.grain, 99) > FINENESS[unit]:
        return None
    if isinstance(time.what, Cycle):
        return Time(changed(time.what, change, unit), time.mark or "dated")
    return Time(change(time.what), time.mark or "dated") if isinstance(time.what, Span) else None


def second_day(present: Present, outer: Token, number: Token, unit: Token) -> Time | None:
    """圣诞节第二天 · 周五的第二天: the day after; 三月第二天 is a day of March"""
    return beside(present, outer.value, unit.value, 1) if number.value == 2 else None


def day_in(present: Present, number: Token, outer: Token) -> Time | None:
    """the 20th of last month · 上个月20号"""
    time: Time = outer.value
    if time.grain not in ("month", "week") or not isinstance(number.value, int):
        return None
    return joined(present, Token("TIME", 0, 0, Time(cycles.day_of_month(number.value))), outer)


def days_in(present: Present, first: Token, last: Token, outer: Token) -> Time | None:
    """between 4 and 22 this month · from 4-23 in next month"""
    time: Time = outer.value
    span = latest(time.what, present.today) if isinstance(time.what, Cycle) else time.what
    if not isinstance(span, Span) or span.grain != "month":
        return None
    if not isinstance(first.value, int) or not isinstance(last.value, int):
        return None
    month = span.first_day
    start, end = month.replace(day=first.value), month.replace(day=last.value)
    return Time(days(start, end + timedelta(days=1), "day"), time.mark) if start <= end else None


def nth_weekday_alone(present: Present, number: Token, day: Token) -> Time | None:
    """the second Sunday: of the present month, and only where nothing follows"""
    time: Time = day.value
    if not (isinstance(time.what, Cycle) and time.what.period == "week") or number.value is None:
        return None
    piece = cycles.nth_inside(time.what, number.value, whole("month", present.today))
    return Time(piece, "dated", "closing") if piece else None


def half_of(present: Present, number: Token, partial: Token, outer: Token) -> Time | None:
    """the first half of September 2022 · second half of 2015"""
    time: Time = outer.value
    if partial.value != 0.5 or number.value not in (1, 2):
        return None
    name = "first half" if number.value == 1 else "second half"
    if isinstance(time.what, Cycle):
        return Time(changed(time.what, lambda span: cycles.edge(span, name), "half"), "dated")
    if not isinstance(time.what, Span):
        return None
    piece = cycles.edge(time.what, name)
    return Time(piece, time.mark) if piece else None


def every_in(present: Present, *tokens: Token) -> Time | None:
    """every Friday in July · Sundays last month · 七月的每个周五"""
    inner = next((t for t in tokens if t.kind == "WEEKDAYS"), None)
    times = [t for t in tokens if t.kind == "TIME"]
    cycle: Any = cycles.weekday(inner.value) if inner else None
    if any(t.kind == "UNIT" and t.value == "weekend" for t in tokens):
        cycle = cycles.weekend()
    outer: Time | None = None
    for token in times:
        what = token.value.what
        if (
            cycle is None
            and isinstance(what, Cycle)
            and what.grain in ("day", "weekend")
            and what.period == "week"
        ):
            cycle = what
        else:
            outer = token.value
    if cycle is None or outer is None:
        return None
    span = outer.what
    if isinstance(span, Cycle):
        span = latest(span, present.today) or Span(None, None, "day")
    if not isinstance(span, Span) or FINENESS.get(span.grain, 99) < FINENESS["week"]:
        return None
    found = every(cycle, span)
    return Time(tuple(found), outer.mark or "dated") if found else None


def weekdays_in(present: Present, *tokens: Token) -> Time | None:
    """Mondays and Wednesdays last month · 上个月的周一和周三: each of them"""
    days_named = [t for t in tokens if t.kind == "WEEKDAYS"] or list(tokens[1:])
    outer = tokens[0] if days_named[-1] is tokens[-1] else tokens[-1]
    found = [every_in(present, day, outer) for day in days_named]
    spans = [span for time in found if time and isinstance(time.what, tuple) for span in time.what]
    if not all(found) or outer.value.grain in ("day", "week"):
        return None
    return Time(tuple(sorted(spans, key=lambda span: span.first_day)), outer.value.mark or "dated")


def weekends_in(present: Present, unit: Token, outer: Token) -> Time | None:
    """weekends in August"""
    plural = unit.value == "weekend" and unit.end - unit.start == len("weekends")
    return every_in(present, unit, outer) if plural else None


PIECES = Level(
    [
        Rule("every", "EVERY? WEEKDAYS (of|in|on|during|from)* the? TIME", every_in),
        Rule("every weekend", "EVERY UNIT (of|in|on|during|from)* the? TIME", every_in),
        Rule("half of", "the? ORD PARTIAL (of|in) the? TIME", half_of),
        Rule("weekends in", "UNIT (of|in|on|during)+ the? TIME", weekends_in),
        Rule("every of", "EVERY TIME (of|in|on|during|from)+ the? TIME", every_in),
        Rule(
            "weekdays in",
            "EVERY? WEEKDAYS (comma|and)+ WEEKDAYS (of|in|on|during|from)* the? TIME",
            weekdays_in,
        ),
        Rule("weekdays in, zh", "TIME of? TIME and TIME", weekdays_in),
        Rule("every, zh", "TIME (of|in)* EVERY (TIME|UNIT)", every_in),
        Rule("nth last", "the? ORD LAST UNIT of the? TIME", piece_nth_last),
        Rule("nth of", "the? (ORD|LAST) (UNIT|DUR|TIME) (of|in) the? TIME", piece_first),
        Rule("day before, zh", "TIME of? qian DUR", lambda p, outer, length: next_to(p, outer, length, -1)),
        Rule("day after, zh", "TIME of? hou DUR", lambda p, outer, length: next_to(p, outer, length, 1)),
        Rule("second day, zh", "TIME of? NTH UNIT", second_day),
        Rule("nth of, zh", "TIME of? NTH (UNIT|DUR|TIME)", piece_after),
        Rule("first so many", "TIME of? qian DUR", start_of),
        Rule("edge", "the? EDGE dash? (of|in|the)* TIME", edged),
        Rule("edge, zh", "TIME of? EDGE (?!dash? (in|the)* PART)", edged_after),
        Rule(
            "days in",
            "(from|between)? the? (NUM|ORD) (to|dash|until|and) the? (NUM|ORD) (of|in)* TIME",
            days_in,
        ),
        Rule("day in", "the? (ORD|NUM) of TIME", day_in),
        Rule("week ending", "the? UNIT ending on? the? TIME", week_ending),
        Rule("week of", "the? UNIT (of|on|starting|since|dash|EDGE)+ the? TIME", week_of),
        Rule("nth alone", "ORD TIME (?!of|in)", nth_weekday_alone),
        Rule("that week, zh", "TIME the UNIT", that_week),
        Rule("week commencing", "UNIT TIME", week_commencing),
        Rule("holiday weekend", "TIME UNIT (?!before|after|of)", holiday_weekend),
    ]
)
