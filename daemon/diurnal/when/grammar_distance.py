"""Rules for lengths of time seen from the present: three days ago, the last two weeks, 5天后.

Part of the level in ``grammar_relative``; what a distance means is settled in
``distance``.
"""

from __future__ import annotations

from datetime import timedelta

from diurnal.when import cycles
from diurnal.when.calendar import (
    Cycle,
    Span,
    day_span,
    days,
    last,
    latest,
    upcoming,
    whole,
)
from diurnal.when.cascade import Present, Rule, Time, Token
from diurnal.when.conventions import RECENT_DAYS, Vague
from diurnal.when.distance import at_distance, rolling, shifted
from diurnal.when.holidays import holiday


def length_ago(present: Present, token: Token) -> Time | None:
    """3 days ago: that day · two weeks ago: that whole week · 一年零两个月前: that month"""
    return at_distance(present, token.value, -1)


def length_hence(present: Present, token: Token) -> Time | None:
    """in three weeks · 5天后"""
    return at_distance(present, token.value, 1)


def weekdays_ago(present: Present, number: Token, day: Token) -> Time | None:
    """2 Thursdays ago · three Fridays from now"""
    if not isinstance(number.value, int):
        return None
    span = latest(cycles.weekday(day.value), present.today)
    if span is None:
        return None
    first = span.first_day - timedelta(days=7 * (number.value - 1))
    return Time(day_span(first), "past")


def times_ago(present: Present, number: Token, token: Token) -> Time | None:
    """two summers ago · three Christmases ago: the last one gone by is one ago"""
    found = _gone_by(present, token, number.value)
    return Time(found[-1], "past") if found else None


def last_times(present: Present, number: Token, token: Token) -> Time | None:
    """the last two summers: those gone by, all of them"""
    found = _gone_by(present, token, number.value)
    return Time(tuple(reversed(found)), "past") if found else None


def _gone_by(present: Present, token: Token, number: object) -> list[Span]:
    """The last so many of what comes back yearly, the nearest first."""
    kind, name = token.value
    cycle = {"SEASON": cycles.season, "MONTH": cycles.month, "HOLIDAY": holiday}[kind](name)
    found: list[Span] = []
    before = present.today
    while isinstance(number, int) and len(found) < min(number, 100):
        span = last(cycle, before)
        if span is None:
            break
        found.append(span)
        before = span.first_day
    return found


def weekdays_hence(present: Present, number: Token, day: Token) -> Time | None:
    """three Fridays from now"""
    span = upcoming(cycles.weekday(day.value), present.today)
    if span is None or not isinstance(number.value, int):
        return None
    return Time(day_span(span.first_day + timedelta(days=7 * (number.value - 1))), "future")


def weeks_beyond(present: Present, length: Token, *rest: Token) -> Time | None:
    """a week last Wednesday: a week before it; a fortnight on Saturday: so long after the coming one"""
    cycle = rest[-1].value.what
    if (
        not isinstance(cycle, Cycle)
        or cycle.period != "week"
        or length.value not in ([(1, "week")], [(1, "fortnight")])
    ):
        return None
    is_past = len(rest) == 2
    span = (last if is_past else upcoming)(cycle, present.today)
    day = shifted(span.first_day, length.value, -1 if is_past else 1) if span else None
    return Time(day_span(day), "past" if is_past else "future") if day else None


def last_length(present: Present, which: Token, length: Token) -> Time | None:
    """last 3 days · past two weeks · 过去一周 · 上两周"""
    return rolling(present, length.value, 1 if which.kind == "NEXT" else -1)


def first_of_past(present: Present, length: Token) -> Time | None:
    """前三天, 前两周: the last so long; 前几天: the week before today."""
    count, unit = length.value[0]
    if (count, unit) == (1, "day"):
        return None  # 前一天: the day before something
    if unit == "day" and isinstance(count, Vague) and len(length.value) == 1:
        today = present.today
        return Time(days(today - timedelta(days=RECENT_DAYS), today, "day"), "past", "zh-few")
    return rolling(present, length.value, -1)


def next_length(present: Present, length: Token) -> Time | None:
    """后三天 · the 5 coming years"""
    return rolling(present, length.value, 1)


def within(present: Present, *tokens: Token) -> Time | None:
    """within 3 days · 两周内: to come or gone by, so both; within the next 3 days: to come"""
    length = tokens[-1]
    past, ahead = rolling(present, length.value, -1), rolling(present, length.value, 1)
    if (
        tokens[0].kind == "NEXT"
        or past is None
        or ahead is None
        or not isinstance(past.what, Span)
        or not isinstance(ahead.what, Span)
    ):
        return ahead
    return Time(Span(past.what.start, ahead.what.end, ahead.what.grain), "future", "not-of")


def years_ago_today(present: Present, length: Token, day: Token) -> Time | None:
    """a year ago today · 两年前的今天 · 3 years ago tomorrow"""
    unit, offset = day.value
    if unit not in ("day", "about") or any(u not in ("year", "month", "week") for _, u in length.value):
        return None
    found = shifted(present.today + timedelta(days=offset), length.value, -1)
    if unit == "about":
        return Time(days(found - timedelta(days=3), found + timedelta(days=4), "day"), "past")
    return Time(day_span(found), "past")


def to_the_day(present: Present, length: Token, unit: Token) -> Time | None:
    """three months ago to the day"""
    return years_ago_today(present, length, Token("REL", 0, 0, ("day", 0))) if unit.value == "day" else None


def years_ago_this(present: Present, length: Token, this: Token, unit: Token) -> Time | None:
    """a year ago this week, this month: the one that holds the day so long ago"""
    if unit.value not in ("week", "month", "weekend") or any(
        u not in ("year", "month") for _, u in length.value
    ):
        return None
    return Time(whole(unit.value, shifted(present.today, length.value, -1)), "past")


def spread_ago(present: Present, spread: Token) -> Time | None:
    """两三天前 · two or three weeks ago: from the farther to the nearer"""
    few, more, unit = spread.value
    far, near = at_distance(present, [(more, unit)], -1), at_distance(present, [(few, unit)], -1)
    if far is None or near is None or not isinstance(far.what, Span) or not isinstance(near.what, Span):
        return None
    return Time(Span(far.what.start, near.what.end, unit), "past")


def longer_ago(present: Present, length: Token) -> Time | None:
    """more than a year ago: anything before the year that lies there"""
    time = at_distance(present, length.value, -1)
    if time is None or not isinstance(time.what, Span):
        return None
    return Time(Span(None, time.what.end, time.what.grain), "past")


def come_since(present: Present, length: Token) -> Time | None:
    """两年来: the last two years"""
    return (
        rolling(present, length.value, -1) if length.value[0][1] in ("year", "month", "week", "day") else None
    )


def in_length(present: Present, length: Token) -> Time | None:
    """in three weeks; "in a minute" is said of anything"""
    idiom = length.value in ([(1, "minute")], [(1, "second")])
    time = None if idiom else length_hence(present, length)
    if time is not None and length.value[0][0] == 1:
        time.need = "in-one"  # "how many weeks are in a year"
    return time


def several(present: Present, number: Token, which: Token, unit: Token, sign: int) -> Time | None:
    """the 5 past minutes · 2 upcoming quarters; "only 3 next week" is no length"""
    plural = unit.end - unit.start > len(unit.value)
    if not plural and which.value in ("last", "next"):
        return None
    return rolling(present, [(number.value, unit.value)], sign)


def before_now(present: Present, length: Token) -> Time | None:
    """10 days before, when nothing follows"""
    time = at_distance(present, length.value, -1)
    if time is not None:
        time.need = "closing"
    return time


DISTANCES: tuple[Rule, ...] = (
    Rule("now less", "NOW dash DUR", lambda p, now, length: length_ago(p, length)),
    Rule("length before", "DUR before (?!the|TIME|a|LAST|THIS|NEXT|REL|NOW|MONTH|YEAR)", before_now),
    Rule("last length", "the? (LAST|NEXT) of? DUR (?!of the? (TIME|YEAR|LAST|THIS|NEXT|REL))", last_length),
    Rule(
        "this length",
        "THIS DUR (?!of)",
        lambda p, this, length: rolling(p, length.value, -1) if this.value == "" else None,
    ),
    Rule(
        "3 last days",
        "the? NUM LAST UNIT",
        lambda p, n, which, unit: several(p, n, which, unit, -1),
    ),
    Rule(
        "3 coming days",
        "the? NUM NEXT UNIT",
        lambda p, n, which, unit: several(p, n, which, unit, 1),
    ),
    Rule("a week last Tuesday", "DUR ago? LAST TIME", weeks_beyond),
    Rule("a week on Friday", "DUR on TIME", weeks_beyond),
    Rule("years ago today", "DUR (ago|qian) of? (on|at)? REL", years_ago_today),
    Rule("ago to the day", "DUR ago to the UNIT", to_the_day),
    Rule("years ago this week", "DUR ago of? (on|at)? THIS UNIT", years_ago_this),
    Rule("spread ago", "SPREAD (ago|qian|earlier)", spread_ago),
    Rule(
        "spread last",
        "(LAST|qian) SPREAD",
        lambda p, *t: rolling(p, [(t[-1].value[1], t[-1].value[2])], -1),
    ),
    Rule("more than ago", "MORE DUR (ago|qian)", lambda p, more, length: longer_ago(p, length)),
    Rule("less than ago", "LESS DUR (ago|qian)", lambda p, less, length: rolling(p, length.value, -1)),
    Rule("come since, zh", "DUR lai", come_since),
    Rule("ago", "DUR (ago|qian|earlier)", length_ago),
    Rule("hence", "in? DUR (hence|hou|later)", length_hence),
    Rule("in a week", "in DUR (?!of|TIME)", in_length),
    Rule("ago length", "(?<!TIME)(?<!REL)(?<!UNIT)(?<!of)qian DUR", first_of_past),
    Rule("hence length", "(?<!TIME)(?<!REL)(?<!UNIT)(?<!of)hou DUR", next_length),
    Rule("within", "within the? (NEXT)? DUR", within),
    Rule("within, zh", "DUR within", within),
    Rule("weekdays ago", "NUM WEEKDAYS ago", weekdays_ago),
    Rule("times ago", "NUM YEARLY ago", times_ago),
    Rule("last times", "the? LAST NUM YEARLY", lambda p, which, n, token: last_times(p, n, token)),
    Rule("weekdays hence", "NUM WEEKDAYS hence", weekdays_hence),
)
