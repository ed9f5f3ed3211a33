"""Middle level of the grammar: last, this and next, ago and from now, the rest of and so far.

Units and lengths become times seen from the present. What they are pieces of,
and what lies inside what, is read in ``grammar_pieces``.
"""

from __future__ import annotations

from datetime import date, timedelta

from diurnal.when import cycles
from diurnal.when.beside import beside
from diurnal.when.calendar import (
    Cycle,
    Span,
    at_midnight,
    day_span,
    days,
    floor,
    last,
    latest,
    step,
    upcoming,
    whole,
)
from diurnal.when.cascade import KEEP, Level, Present, Rule, Time, Token, settled
from diurnal.when.conventions import A_SEASON
from diurnal.when.distance import CLOCK_UNITS, calendar_unit, rolling, weekend
from diurnal.when.edges import edge_of_unit, edged
from diurnal.when.grammar_distance import DISTANCES


def relative(present: Present, token: Token) -> Time | None:
    """yesterday · 前年 · last night · tonight"""
    unit, offset = token.value
    mark = "past" if offset < 0 else "future" if offset > 0 else "present"
    if unit == "about":
        # "this time last year": the week around this day, once a year is named.
        day = present.today
        return Time(days(day - timedelta(days=3), day + timedelta(days=4), "day"), "present", "anniversary")
    if unit == "last night":
        # The evening just ended, also at 01:20 and whenever days start.
        eve = present.now.date() + timedelta(days=offset)
        return Time(cycles.part("night").pick(eve) or day_span(eve), "past")
    if unit == "tonight":
        return Time(cycles.part("night").pick(present.today) or day_span(present.today), mark)
    need = "" if unit != "day" else "zh-word" if token.end - token.start == 2 else "title"
    return Time(whole(unit, present.today, offset), mark, need)


def now_alone(present: Present, _: Token) -> Time:
    """now · 现在: this very moment, used as one end of a range"""
    return Time(Span(present.now, present.now, "now"), "present", "range")


def turned(present: Present, which: Token, unit: Token) -> Time | None:
    """last week · this month · next year · 上上周"""
    count = direction(which)
    if which.kind == "LAST" and isinstance(which.value, tuple) and which.value[0] == "过去":
        return rolling(present, [(6, "month") if unit.value == "halfyear" else (1, unit.value)], -1)
    if unit.value == "weekend" and isinstance(which.value, tuple):
        # 上周末 belongs to last week, whatever today is.
        return Time(whole("weekend", present.today, count), "past" if count < 0 else "future")
    if unit.value == "weekend" and which.value in ("coming", "upcoming"):
        return Time(upcoming_weekend(present), "future")
    if unit.value == "halfyear":
        return Time(whole("half", present.today, count), "past" if count < 0 else "")
    time = calendar_unit(present, unit.value, count)
    if time is not None and which.value in ("last", "past"):
        time.need = "not-of"  # "the last day of school" is no yesterday
    return time


def upcoming_weekend(present: Present) -> Span:
    """The weekend of this week, which is still to come or has just begun."""
    return whole("weekend", floor("week", present.today) + timedelta(days=5))


def direction(which: Token) -> int:
    """-1 for last, 0 for this, 1 for next; 上上 is -2."""
    if which.kind == "THIS":
        return 0
    steps = which.value[1] if isinstance(which.value, tuple) else 1
    return (steps or 1) * (-1 if which.kind == "LAST" else 1)


def turned_cycle(present: Present, which: Token, token: Token) -> Time | None:
    """last Friday · this October · next Christmas · 上周五 · 下周二"""
    time: Time = token.value
    cycle = time.what
    if not isinstance(cycle, Cycle):
        return containing(present, which, time)
    count = direction(which)
    today = present.today
    chinese = isinstance(which.value, tuple)
    word = which.value if isinstance(which.value, str) else ""
    span: Span | None
    if count == 0:
        span = (
            _this_season(cycle, today) if cycle.grain == "season" else cycle.pick(floor(cycle.period, today))
        )
        need = "this-may" if time.need == "month-name" else ""
        return Time(span, "present", need) if span else None
    if chinese and which.value[0] == "过去":
        return None
    if cycle.period == "week" and (chinese or (count > 0 and word == "next")):
        # 上周五 and "next Friday" are counted in whole weeks.
        span = cycle.pick(step("week", floor("week", today), count))
    elif count < 0:
        span = last(cycle, today)
    elif cycle.period == "year" and word == "next" and cycle.grain in ("quarter", "half"):
        span = cycle.pick(step("year", floor("year", today), 1))
    else:
        span = upcoming(cycle, today)
    return Time(span, "past" if count < 0 else "future") if span else None


def _this_season(cycle: Cycle, today: date) -> Span | None:
    """This winter, said in March: the one just over; said in October: the coming one."""
    recent, this_year = latest(cycle, today), cycle.pick(floor("year", today))
    if recent is None or recent.end is None or this_year is None or this_year.first_day <= today:
        return recent
    is_near = recent.end.date() + timedelta(days=A_SEASON) > today
    return recent if is_near else this_year


def containing(present: Present, which: Token, time: Time) -> Time | None:
    """this 2019 · this Friday, 12 May: "this" and "next" before a date that is fixed already."""
    return Time(time.what, time.mark, "", time.edge) if which.kind == "THIS" else None


def whole_of_this(present: Present, unit: Token) -> Time | None:
    """all week · 全年 · the week (alone)"""
    time = calendar_unit(present, unit.value, 0) if unit.value not in CLOCK_UNITS else None
    if time is not None:
        time.need = "holiday"  # "all day breakfast" is none
    return time


def day_of_last(present: Present, number: Token, which: Token, unit: Token) -> Time | None:
    """the 3rd last month"""
    if unit.value != "month" or not isinstance(number.value, int) or number.value > 31:
        return None
    month = calendar_unit(present, "month", -1)
    if month is None or not isinstance(month.what, Span):
        return None
    return Time(day_span(month.what.first_day.replace(day=number.value)), "past")


def earlier_today(present: Present, day: Token) -> Time | None:
    """earlier today: up to now"""
    if day.value != ("day", 0):
        return None
    return Time(Span(at_midnight(present.today), present.now, "day"), "present")


def second_last(present: Present, token: Token, _: Token) -> Time | None:
    """the Friday before last · the Christmas before last"""
    cycle = token.value.what
    if not isinstance(cycle, Cycle):
        return None
    nearer = last(cycle, present.today)
    span = last(cycle, nearer.first_day) if nearer else None
    return Time(span, "past") if span else None


def week_number_alone(present: Present, number: Token, unit: Token) -> Time | None:
    """第12周: of this year"""
    if unit.value != "week" or number.value is None or not 1 <= number.value <= 53:
        return None
    span = cycles.week_number(number.value).pick(floor("year", present.today))
    return Time(span, "dated") if span else None


def past_unit(present: Present, which: Token, unit: Token) -> Time | None:
    """over the past week: a rolling one; "last week" and "past week" are the calendar's"""
    if which.value != "past" or unit.value not in ("day", "week", "fortnight", "month", "year"):
        return None
    return rolling(present, [(1, unit.value)], -1)


def keep(present: Present, *tokens: Token) -> Token:
    """the last week of …: left for the next level, which knows of what"""
    return KEEP


def keep_english(present: Present, which: Token, unit: Token) -> Token | None:
    """the last week of March; 上周的周五 is Friday of last week"""
    return None if isinstance(which.value, tuple) else KEEP


def weekend_alone(present: Present, unit: Token) -> Time | None:
    """周末去哪玩了: the last one begun"""
    time = weekend(present, 0) if unit.value == "weekend" and unit.end - unit.start < 5 else None
    if time is not None:
        time.need = "weekday"
    return time


def all_of_it(present: Present, named: Token, unit: Token) -> Time | None:
    """Saturday all day · 2023年全年 · 去年一整年: the same, said once more"""
    time = relative(present, named) if named.kind == "REL" else named.value
    return time if time and time.grain == unit.value else None


def unit_following(present: Present, unit: Token, following: Token, time: Token) -> Time | None:
    """the week following Easter"""
    span = settled(present, time.value) if following.value == "following" else None
    found = beside(span, unit.value, 1) if span else None
    return Time(found, time.value.mark or "dated") if found else None


def the_unit(present: Present, unit: Token) -> Time | None:
    """in the week · for the day · my week: the present one, if the words around agree"""
    known = ("day", "week", "month", "quarter", "year", "weekend")
    time = calendar_unit(present, unit.value, 0) if unit.value in known else None
    if time is not None:
        time.need = "the-unit"
    return time


def so_far(present: Present, unit: Token) -> Time | None:
    """earlier this year: from its start to now"""
    time = calendar_unit(present, unit.value, 0)
    if time is None or not isinstance(time.what, Span):
        return None
    return Time(Span(time.what.start, present.now, unit.value), "past")


def remaining(present: Present, unit: Token) -> Time | None:
    """the rest of the week: from today to its end"""
    time = calendar_unit(present, unit.value, 0)
    if time is None or not isinstance(time.what, Span):
        return None
    return Time(Span(at_midnight(present.today), time.what.end, unit.value), "present")


def later_in(present: Present, unit: Token) -> Time | None:
    """later this week: its second half"""
    time = calendar_unit(present, unit.value, 0)
    if time is None or not isinstance(time.what, Span):
        return None
    piece = cycles.edge(time.what, "late")
    return Time(piece, "future") if piece else None


def edge_of_this(present: Present, edge: Token, *rest: Token) -> Time | None:
    """the end of the month · EOM · beginning of this week · late last year · YTD"""
    if edge.value == "to date":
        return so_far(present, rest[-1])
    which = rest[0] if rest and rest[0].kind in ("LAST", "THIS", "NEXT") else Token("THIS", 0, 0, "")
    unit = next(t for t in rest if t.kind == "UNIT")
    time = turned(present, which, unit)
    return edged(present, edge, Token("TIME", 0, 0, time)) if time else None


def end_of_that_day(present: Present, edge: Token, *rest: Token) -> Time | None:
    """EOD Friday · end of day tomorrow: that day, for its end says no hour"""
    unit, day = next(t for t in rest if t.kind == "UNIT"), rest[-1]
    time: Time | None = relative(present, day) if day.kind == "REL" else day.value
    return time if unit.value == "day" and time and time.grain == "day" and edge.value == "end" else None


RELATIVE = Level(
    [
        Rule("end of that day", "EDGE of? (THIS|the)? UNIT (on|of|comma)* (TIME|REL)", end_of_that_day),
        Rule("nth of", "ORD (UNIT|DUR|TIME) (?=of|in)", keep),
        Rule(
            "last of",
            "the? LAST (UNIT|DUR|TIME) (?=(of|in) the? (TIME|LAST|THIS|NEXT|REL|YEAR|UNIT))",
            keep_english,
        ),
        Rule("all of it", "(REL|TIME) all UNIT", all_of_it),
        Rule("unit following", "the? UNIT NEXT the? TIME", unit_following),
        Rule("relative", "REL", relative),
        Rule("year to date", "the? UNIT TONOW", lambda p, unit, now: so_far(p, unit)),
        Rule(
            "the unit",
            "(?<!TIME)(the|my) UNIT (?!of|before|after|from|since|starting|ending|TIME|EDGE|ago)",
            the_unit,
        ),
        Rule(
            "edge of this",
            "EDGE of? the? (LAST|THIS|NEXT)? UNIT",
            edge_of_this,
        ),
        Rule("so far this", "TONOW THIS UNIT", lambda p, now, this, unit: so_far(p, unit)),
        Rule("earlier today", "earlier REL", earlier_today),
        Rule("second last", "the? TIME before LAST (?!UNIT|DUR|TIME)", second_last),
        Rule("week number, zh", "(?<!TIME)(?<!REL)(?<!UNIT)(?<!of)(?<!hou)NTH UNIT", week_number_alone),
        Rule("last unit before", "the? LAST UNIT (?=before the? TIME)", keep),
        Rule("past unit", "(the LAST UNIT|(?<!the)LAST UNIT) (?!EDGE|TIME|before)", past_unit),
        Rule(
            "within the last",
            "within the? LAST UNIT",
            lambda p, which, unit: rolling(p, [(1, unit.value)], -1),
        ),
        Rule("so far", "earlier (THIS|in the) UNIT", lambda p, *t: so_far(p, t[-1])),
        Rule("later in", "later (THIS|in the) UNIT", lambda p, *t: later_in(p, t[-1])),
        Rule("rest of", "rest (the|THIS)? UNIT", lambda p, *t: remaining(p, t[-1])),
        Rule("day of last", "the? ORD LAST UNIT (?!of)", day_of_last),
        *DISTANCES,
        Rule("all week", "all UNIT", whole_of_this),
        Rule("turned", "the? (LAST|THIS|NEXT) UNIT", turned),
        Rule(
            "turned cycle",
            "(LAST|THIS|NEXT) NEXT? TIME",
            lambda p, which, *t: turned_cycle(p, t[0] if len(t) > 1 else which, t[-1]),
        ),
        Rule(
            "edge of unit",
            "(?<!REL)(?<!TIME)(?<!UNIT)(?<!of)EDGE (?!of? the? (TIME|LAST|THIS|NEXT|REL))",
            edge_of_unit,
        ),
        Rule(
            "weekend alone",
            "(?<!EVERY)(?<!the)(?<!TIME)UNIT (?!of|TIME|before|after|from|since|EDGE)",
            weekend_alone,
        ),
        Rule("now", "NOW", now_alone),
    ]
)
