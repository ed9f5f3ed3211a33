"""Late levels of the grammar: offsets from a time, and ranges.

"Two weeks before May 13", "from March to June"; lists of times are in ``grammar_lists``.
"A to B" includes both ends.
"""

from __future__ import annotations

from datetime import timedelta

from diurnal.when import cycles
from diurnal.when.beside import beside, nth_beside
from diurnal.when.calendar import (
    FINENESS,
    Cycle,
    Span,
    day_span,
    days,
    first_in,
    last,
    latest,
    occurrences,
    upcoming,
    whole,
)
from diurnal.when.cascade import Level, Present, Rule, Time, Token, settled
from diurnal.when.distance import CLOCK_UNITS, Length, shifted

# --- so far from another time -----------------------------------------------------------------------


def length_before(present: Present, length: Token, time: Token) -> Time | None:
    """two weeks before May 13 · a week before yesterday · 5 days before new year"""
    return length_from(present, length.value, time.value, -1)


def length_after(present: Present, length: Token, time: Token) -> Time | None:
    """3 days after last Friday · two days from tomorrow"""
    return length_from(present, length.value, time.value, 1)


def length_from(present: Present, length: Length, time: Time, sign: int) -> Time | None:
    """The day at a distance from a time; between clock units and days there is no sense."""
    span = settled(present, time)
    if span is None or span.start is None or any(unit in CLOCK_UNITS for _, unit in length):
        return None
    if span.grain not in ("day", "part"):
        unit = length[0][1]
        if span.grain != unit:
            return None
        return Time(whole(unit, span.first_day, sign * int(length[0][0])), time.mark or "dated")
    return Time(day_span(shifted(span.first_day, length, sign)), time.mark or "dated")


def unit_before(present: Present, unit: Token, time: Token) -> Time | None:
    """the day before Christmas · the week before last Monday"""
    return unit_beside(present, unit.value, time.value, -1)


def unit_after(present: Present, unit: Token, time: Token) -> Time | None:
    """the week after Easter · the day after my …"""
    return unit_beside(present, unit.value, time.value, 1)


def cycle_beside(present: Present, token: Token, other: Token, sign: int) -> Time | None:
    """the Sunday before October 25 · the Friday after Easter"""
    cycle, span = token.value.what, settled(present, other.value)
    if not isinstance(cycle, Cycle) or span is None or span.start is None or span.end is None:
        return None
    if FINENESS.get(cycle.grain, 99) > FINENESS.get(span.grain, 99) + 1:
        return None
    if sign < 0:
        found = last(cycle, span.start.date())
    else:
        found = upcoming(cycle, (span.end - timedelta(seconds=1)).date())
    return Time(found, other.value.mark or "dated") if found else None


def unit_beside(present: Present, unit: str, time: Time, sign: int) -> Time | None:
    """The day, week, month or year next to a time."""
    span = settled(present, time)
    if span is None or unit in CLOCK_UNITS:
        return None
    piece = beside(span, unit, sign)
    return Time(piece, time.mark or "dated") if piece else None


def nth_after(present: Present, time: Token, number: Token, unit: Token) -> Time | None:
    """国庆后第三天 · 春节后的第一个周末: counted from the day after; 第二天 is the next day, as by itself"""
    span = settled(present, time.value)
    name = unit.value if unit.kind == "UNIT" else unit.value.grain
    if (
        span is None
        or span.end is None
        or number.value < 1
        or name not in ("day", "week", "weekend", "month")
    ):
        return None
    nth = 1 if (name, number.value) == ("day", 2) else number.value
    found = nth_beside(span, name, 1, nth)
    return Time(found, time.value.mark or "dated") if found else None


# --- from one time to another -------------------------------------------------------------------------


def between(present: Present, *tokens: Token) -> Time | None:
    """from March to June · 2014-2018 · Monday to Wednesday last week · 三月到五月"""
    a, b = [t.value for t in tokens if t.kind == "TIME"][:2]
    start, end = ends(present, a, b)
    end = _of_the_same(start, end, b)
    if start is None or end is None or start.start is None or end.end is None or start.start >= end.end:
        return None
    grain = min(start.grain, end.grain, key=lambda g: FINENESS.get(g, 0))
    mark = a.mark if a.mark == b.mark else "exact" if "exact" in (a.mark, b.mark) else a.mark or b.mark
    begin = (
        start.end if a.edge == "end" and start.end is not None and start.grain in ("season",) else start.start
    )
    need = "years" if a.need == b.need == "year" else "clock" if "clock" in (a.need, b.need) else ""
    return Time(Span(begin, end.end, grain), mark, need)


def ends(present: Present, a: Time, b: Time) -> tuple[Span | None, Span | None]:
    """Both ends of a range; what one leaves unsaid comes from the other."""
    if isinstance(a.what, tuple) or isinstance(b.what, tuple):
        return None, None
    if isinstance(a.what, Span):
        # 10 August 2013 - 12 September: the first one that is not before the start.
        return a.what, b.what if isinstance(b.what, Span) else first_from(b.what, a.what)
    if isinstance(b.what, Span):
        if b.grain == "now":
            return settled(present, a), b.what
        # December to May 2022: the last one that begins before the end.
        return last_before(a.what, b.what), b.what
    start, end = settled(present, a), settled(present, b)
    if start is None or end is None:
        return start, end
    # The most recent start that has begun, and the first end after it.
    return start, first_from(b.what, start)


def _of_the_same(start: Span | None, end: Span | None, b: Time) -> Span | None:
    """上个月中旬到月底, 去年三月到年底: the end of the month or year that the start lies in"""
    unit = {"third": "month", "season": "year"}.get(b.grain)
    if start is None or end is None or unit is None or b.need != "holiday" or not b.edge:
        return end
    if FINENESS.get(start.grain, 99) >= FINENESS[unit]:
        return end
    return cycles.edge(whole(unit, start.first_day), b.edge)


def strictly_between(present: Present, first: Token, second: Token) -> Time | None:
    """after 10 February and before 20 February · 圣诞之后元旦之前: what lies between, neither included"""
    start, end = ends(present, first.value, second.value)
    if start is None or end is None or start.end is None or end.start is None or start.end >= end.start:
        return None
    return Time(Span(start.end, end.start, end.grain), second.value.mark or "dated")


def first_from(cycle: Cycle, start: Span) -> Span | None:
    """The first of *cycle* that ends after *start* begins."""
    for span in occurrences(cycle, start.first_day, 1):
        if span.end and start.start and span.start and span.start >= start.start:
            return span
    return None


def last_before(cycle: Cycle, end: Span) -> Span | None:
    """The last of *cycle* that begins before *end* is over, and not after it starts."""
    for span in occurrences(cycle, end.first_day, -1):
        if span.start and end.start and span.start <= end.start:
            return span
    return None


def range_in(present: Present, first: Token, last: Token, outer: Token) -> Time | None:
    """Monday to Wednesday last week · 26 June to 28 June in 2020: both ends inside the third"""
    a, b, around = first.value, last.value, outer.value
    if not isinstance(a.what, Cycle) or not isinstance(b.what, Cycle):
        return None
    span = around.what
    if isinstance(span, Cycle):
        span = latest(span, present.today)
    if not isinstance(span, Span) or FINENESS.get(span.grain, 0) <= FINENESS.get(b.grain, 99):
        return None
    start = first_in(a.what, span)
    end = first_in(b.what, span)
    if start is None or end is None:
        return None
    if start.start is not None and end.start is not None and start.start > end.start:
        found = last_before(a.what, end)
        if found is None or a.grain == "day":
            return None
        start = found
    return Time(Span(start.start, end.end, "day"), around.mark)


def to_now(present: Present, *tokens: Token) -> Time | None:
    """from March to date · 去年至今"""
    span = settled(present, tokens[0].value)
    if span is None or span.start is None or span.start >= present.now:
        return None
    return Time(Span(span.start, present.now, span.grain), tokens[0].value.mark or "past")


def part_to_now(present: Present, part: Token, now: Token) -> Time | None:
    """从早上到现在 · from morning until now: of today"""
    start = cycles.part(part.value).pick(present.today)
    is_now = now.kind == "TONOW" or now.value.grain == "now"
    if not is_now or start is None or start.start is None or start.start >= present.now:
        return None
    return Time(Span(start.start, present.now, "part"), "present")


def to_part(present: Present, first: Token, part: Token) -> Time | None:
    """yesterday morning to evening · 昨天中午到下午: the day is said once"""
    start = settled(present, first.value)
    if start is None or start.start is None or start.grain not in ("part", "hour", "minute"):
        return None
    end = cycles.part(part.value).pick(start.first_day)
    if end is None or end.end is None or end.end <= start.start:
        return None
    return Time(Span(start.start, end.end, "part"), first.value.mark)


def interval(present: Present, first: Token, last: Token) -> Time | None:
    """2025-12-30/2026-01-02, as ISO 8601 writes it"""
    written = (
        first.value.mark == last.value.mark == "exact" and first.value.grain == last.value.grain == "day"
    )
    return between(present, first, last) if written else None


def starting(present: Present, length: Token, time: Token) -> Time | None:
    """for 10 days from 18 December"""
    span = settled(present, time.value)
    if span is None or any(unit in CLOCK_UNITS for _, unit in length.value):
        return None
    first = span.first_day
    return Time(days(first, shifted(first, length.value, 1), "day"), time.value.mark)


def more_than(present: Present, _: Token, length: Token, *rest: Token) -> Time | None:
    """more than 2 weeks ago / before today"""
    time = rest[0].value if rest else Time(day_span(present.today), "past")
    found = length_from(present, length.value, time, -1)
    if found is None or not isinstance(found.what, Span):
        return None
    return Time(Span(None, found.what.start, "day"), "past")


OFFSETS = Level(
    [
        Rule("after and before", "after the? TIME (comma|and)* before the? TIME", strictly_between),
        Rule("after and before, zh", "TIME of? hou (comma|and|of)* TIME of? qian", strictly_between),
        Rule("more than before", "MORE DUR before TIME", more_than),
        Rule("length before", "DUR before the? TIME", length_before),
        Rule("length after", "DUR (after|from) the? TIME", length_after),
        Rule("unit before", "the? LAST? UNIT before the? TIME", lambda p, *t: unit_before(p, t[-2], t[-1])),
        Rule("cycle before", "the? TIME before the? TIME", lambda p, a, b: cycle_beside(p, a, b, -1)),
        Rule("cycle after", "the? TIME after the? TIME", lambda p, a, b: cycle_beside(p, a, b, 1)),
        Rule("nth after, zh", "TIME of? hou of? NTH (UNIT|TIME)", nth_after),
        Rule("weekday after, zh", "TIME of? hou of? TIME", lambda p, a, b: cycle_beside(p, b, a, 1)),
        Rule("weekday before, zh", "TIME of? qian of? TIME", lambda p, a, b: cycle_beside(p, b, a, -1)),
        Rule("unit after", "the? UNIT (after|from) the? TIME", unit_after),
        Rule("length from", "for DUR (comma|starting)* (from|since) TIME", starting),
    ]
)

_TO = "(to|dash|until)"
RANGES = Level(
    [
        Rule("part to now", "(since|from)? PART (to|until|dash)? (TONOW|TIME)", part_to_now),
        Rule("to now", "(since|from)? TIME comma? TONOW", to_now),
        Rule("range in", f"(from|between)? the? TIME ({_TO}|and) the? TIME (of|in|comma)* TIME", range_in),
        Rule(
            "range",
            f"(from|between|since)? the? TIME (comma)? {_TO} (the|of)* TIME (inner|ending|zhi|during)?",
            between,
        ),
        Rule("between", "between the? TIME and the? TIME", between),
        Rule(
            "range in, reversed",
            f"TIME comma? (from|between) the? TIME ({_TO}|and) the? TIME",
            lambda p, outer, a, b: range_in(p, a, b, outer),
        ),
        Rule("between, zh", "TIME and TIME (inner|during)", between),
        Rule("to part", "TIME (to|dash|until) PART", to_part),
        Rule("interval", "TIME slash TIME", interval),
    ]
)
