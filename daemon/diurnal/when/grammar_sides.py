"""Last level of the grammar: times with an open side, and clock times as the edge of a day.

"Since Monday", "before 2020", 2020年以前: "after X" begins when X is over. "After
3pm yesterday" begins at three, and what has a clock time for its edge stays in that day.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from diurnal.when.calendar import Cycle, Span, at_midnight, upcoming
from diurnal.when.cascade import Level, Present, Rule, Time, Token, settled
from diurnal.when.conventions import PARTS

ENDS = frozenset({"end", "late", "年底"})


def since(present: Present, *tokens: Token) -> Time | None:
    """since Monday · 自从2018年 · 周一以来"""
    time = next(t.value for t in tokens if t.kind == "TIME")
    span = settled(present, time)
    return Time(Span(span.start, None, span.grain), time.mark or "dated", opened(time)) if span else None


def rolled(present: Present, time: Token) -> Time | None:
    """近一年来: the same as 近一年; 春天来了 is no side of spring"""
    return time.value if time.value.mark == "past" and isinstance(time.value.what, Span) else None


def hand(span: Span) -> datetime | None:
    """Where a clock's hand stands at an hour, a minute or noon; None for what is longer.

    3pm and noon are read as stretches when they are all a question names, but "after 3pm" begins at three.
    """
    if span.start is None or span.end is None:
        return None
    if span.grain in ("hour", "minute") and span.end - span.start <= timedelta(hours=1):
        return span.start
    is_noon = span.grain == "part" and (span.start.hour, span.end.hour) == PARTS["noon"]
    return span.start.replace(hour=12) if is_noon else None


def day_around(present: Present, moment: datetime) -> tuple[datetime, datetime]:
    """From the start to the end of the day *moment* belongs to."""
    first = (moment - timedelta(hours=present.day_starts_at)).date()
    return at_midnight(first), at_midnight(first + timedelta(days=1))


def after(present: Present, *tokens: Token) -> Time | None:
    """after 2018 · 2018年之后: when it is over; after 3pm yesterday: from then to the day's end"""
    time = next(t.value for t in tokens if t.kind == "TIME")
    span = settled(present, time)
    moment = hand(span) if span else None
    if moment is not None:
        return Time(Span(moment, day_around(present, moment)[1], "part"), time.mark or "dated", opened(time))
    return Time(Span(span.end, None, span.grain), time.mark or "dated", opened(time)) if span else None


def before(present: Present, *tokens: Token) -> Time | None:
    """before 2020 · 2020年以前; before 9am yesterday: that day up to then"""
    time = next(t.value for t in tokens if t.kind == "TIME")
    span = settled(present, time)
    if span is not None and span.end is not None and time.edge in ENDS and span.end > present.now:
        return Time(Span(present.now, span.end, span.grain), "future")  # 年底前: a deadline to come
    moment = hand(span) if span else None
    if moment is not None and (start := day_around(present, moment)[0]) < moment:
        return Time(Span(start, moment, "part"), time.mark or "dated", opened(time))
    if span is None:
        return None
    usual = Time(Span(None, span.start, span.grain), time.mark or "dated", opened(time))
    return due(present, time, usual, lambda coming: coming.start)


def until(present: Present, *tokens: Token) -> Time | None:
    """until Friday · by 1 May · as of 2019: with it; a deadline to come runs from now"""
    time = next(t.value for t in tokens if t.kind == "TIME")
    span = settled(present, time)
    if span is None:
        return None
    moment = hand(span)
    if moment is not None and (start := day_around(present, moment)[0]) < moment:
        return Time(Span(start, moment, "part"), time.mark or "dated", opened(time))
    return Time(Span(None, span.end, span.grain), time.mark or "dated", opened(time))


def by(present: Present, *tokens: Token) -> Time | None:
    """by the end of the month: a deadline to come runs from now"""
    time = next(t.value for t in tokens if t.kind == "TIME")
    span = settled(present, time)
    if span is None or span.end is None or time.grain == "now":
        return None
    if time.edge in ENDS and span.end > present.now:
        return Time(Span(present.now, span.end, span.grain), "future")
    usual = Time(Span(None, span.end, span.grain), time.mark or "dated", opened(time))
    return due(present, time, usual, lambda coming: coming.end)


def due(present: Present, time: Time, usual: Time, edge: Callable[[Span], datetime | None]) -> Time:
    """what is due by Friday, 周五前要交的: from now to the coming one; anything else by Friday: *usual*"""
    cycle = time.what
    coming = upcoming(cycle, present.today) if isinstance(cycle, Cycle) else None
    if coming is None:
        return usual
    return Time(Span(present.now, edge(coming), coming.grain), "future", "due", otherwise=usual)


def opened(time: Time) -> str:
    """What a bare name still needs after "before" or "since": a person's name stays doubtful."""
    return {"month-name": "month-open", "clock": "clock"}.get(time.need, "")


RELATIONS = Level(
    [
        Rule("on or after", "(on|in)? TIME (orlater|paren? orlater)", since),
        Rule("on or before", "(on|in)? TIME orearlier", until),
        Rule("since, zh", "(from|since)? TIME (of|during)* since_", since),
        Rule("come since, zh", "(from|since)? TIME lai", rolled),
        Rule("until, zh", "until TIME (ending|zhi)?", until),
        Rule("until with, zh", "(to TIME ending|to? TIME zhi)", until),
        Rule("from on", "from TIME (starting|since_)", since),
        Rule("from Tuesday on", "from the? TIME on (?!TIME|the)", since),
        Rule("before, zh", "(in|from)? TIME of? qian", before),
        Rule("after, zh", "(in|from)? TIME of? hou", after),
        Rule("since", "since (the|around|in|on|at)* TIME", since),
        Rule("after", "after (the|around)* TIME", after),
        Rule("before", "before (the|around)* TIME", before),
        Rule("until", "(until|asof) the? TIME", until),
        Rule("by", "by (the|around)* TIME", by),
        Rule("starting", "starting the? TIME", since),
        Rule("starting, zh", "(from|since)? TIME starting", since),
    ]
)
