"""Last level of the grammar: several times as one, side by side or compared.

"June and July 2024", "last week and the week before", "Q2 vs Q1", 周三周四.
"""

from __future__ import annotations

from diurnal.when.calendar import Cycle, Span, whole
from diurnal.when.cascade import Level, Present, Rule, Time, Token, settled
from diurnal.when.grammar_ranges import last_before, unit_beside


def listed(present: Present, *tokens: Token) -> Time | None:
    """June and July 2024 · Q1 and Q2 of last year · last week vs this week: all of them"""
    times: list[Time] = [t.value for t in tokens]
    if len({t.grain for t in times}) > 1 or any("clock" in (t.need, t.grain) for t in times):
        return None
    if any(t.need in ("nth", "closing", "the-unit", "range") for t in times):
        return None
    spans: list[Span] = []
    later: Span | None = None
    for time in reversed(times):
        what = time.what
        said_once = isinstance(times[-1].what, Span) and time.mark in ("", "dated")
        if isinstance(what, Cycle) and later is not None and said_once:
            span = last_before(what, later)  # the year or week said once, at the end
        else:
            span = settled(present, time)
        if span is None or isinstance(what, tuple):
            return None
        spans.append(span)
        later = span
    needs = [t.need for t in times]
    need = "" if "" in needs or (len(set(needs)) > 1) else needs[0]
    return Time(tuple(spans), next((t.mark for t in times if t.mark), ""), need)


def side_by_side(present: Present, a: Token, b: Token) -> Time | None:
    """周三周四, without a word between"""
    both_days = a.value.need == b.value.need == "weekday" and a.end == b.start
    return listed(present, a, b) if both_days else None


def compared(present: Present, a: Token, b: Token) -> Time | None:
    """Q2 vs Q1 · July compared to June: what is compared is no name"""
    time = listed(present, a, b)
    return Time(time.what, time.mark) if time and time.need in ("code", "month", "month-name") else time


def with_one_before(present: Present, time: Token, *unit: Token) -> Time | None:
    """last week and the week before · this month and the last · yesterday or the day before"""
    span = settled(present, time.value)
    if span is None or (unit and unit[0].kind == "UNIT" and unit[0].value != span.grain):
        return None
    earlier = unit_beside(present, span.grain, time.value, -1)
    if earlier is None or not isinstance(earlier.what, Span):
        return None
    return Time((earlier.what, span), time.value.mark or "dated")


def this_and_last(present: Present, this: Token, time: Token) -> Time | None:
    """this and last week: the unit is said once, at the end"""
    span = settled(present, time.value)
    if span is None or time.value.mark != "past" or span.grain not in ("week", "month", "quarter", "year"):
        return None
    now = whole(span.grain, present.today)
    return Time((span, now), "past") if span.end == now.start else None


_OR = "(comma|and|or|vs|comma and|slash)"
LISTS = Level(
    [
        Rule("side by side, zh", "TIME TIME", side_by_side),
        Rule("compared", "TIME vs the? TIME", compared),
        Rule("listed", f"TIME ({_OR} the? TIME)+", listed),
        Rule("and the one before", f"TIME {_OR} the? UNIT before (?!the|TIME)", with_one_before),
        Rule("and the last", f"TIME {_OR} the? LAST (?!UNIT|DUR|PART|of)", with_one_before),
        Rule("this and last", f"THIS {_OR} TIME", this_and_last),
    ]
)
