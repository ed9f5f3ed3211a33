"""Middle levels of the grammar: last, this and next; ago and from now; pieces of a longer time.

``RELATIVE`` turns units and lengths into times seen from the present,
``PIECES`` reads "the first week of", "early" and "end of", and ``JOINED``
puts a finer time inside a coarser one ("Monday last week", 去年夏天).
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from diurnal.when import cycles
from diurnal.when.calendar import (
    FINENESS,
    Cycle,
    Span,
    at_midnight,
    changed,
    day_span,
    days,
    every,
    first_in,
    floor,
    inside,
    last,
    latest,
    moved,
    same_day_months_later,
    step,
    upcoming,
    whole,
    workdays_later,
)
from diurnal.when.cascade import KEEP, Impossible, Level, Present, Rule, Time, Token
from diurnal.when.conventions import RECENT_DAYS, Vague

CLOCK_UNITS = {"hour": 3600, "minute": 60, "second": 1}


# --- the present and what is so far from it -------------------------------------------------------


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
    return Time(whole(unit, present.today, offset), mark)


def now_alone(present: Present, _: Token) -> Time:
    """now · 现在: this very moment, used as one end of a range"""
    return Time(Span(present.now, present.now, "now"), "present", "range")


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


def turned(present: Present, which: Token, unit: Token) -> Time | None:
    """last week · this month · next year · 上上周"""
    count = direction(which)
    if which.kind == "LAST" and isinstance(which.value, tuple) and which.value[0] == "过去":
        return rolling(present, [(1, unit.value)], -1)
    if unit.value == "weekend" and isinstance(which.value, tuple):
        # 上周末 belongs to last week, whatever today is.
        return Time(whole("weekend", present.today, count), "past" if count < 0 else "future")
    if unit.value == "halfyear":
        return Time(whole("half", present.today, count), "past" if count < 0 else "")
    return calendar_unit(present, unit.value, count)


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
        span = cycle.pick(floor(cycle.period, today))
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


def containing(present: Present, which: Token, time: Time) -> Time | None:
    """this 2019 · this Friday, 12 May: "this" and "next" before a date that is fixed already."""
    return Time(time.what, time.mark, "", time.edge) if which.kind == "THIS" else None


def rolling(present: Present, length: list[tuple[float, str]], sign: int) -> Time | None:
    """last 3 days · 近半年 · 最近两周: from so long ago to the end of today, or the next so long."""
    if not length:
        return None
    today = present.today
    mark = "past" if sign < 0 else "future"
    count, unit = length[0]
    if (
        len(length) == 1
        and unit in ("quarter", "decade", "century", "season", "weekend")
        and count == int(count)
    ):
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
    if unit in ("season", "weekend"):
        return None
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


def length_ago(present: Present, token: Token) -> Time | None:
    """3 days ago: that day · two weeks ago: that whole week · 一年零两个月前: that month"""
    return at_distance(present, token.value, -1)


def length_hence(present: Present, token: Token) -> Time | None:
    """in three weeks · 5天后"""
    return at_distance(present, token.value, 1)


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


def weekdays_ago(present: Present, number: Token, day: Token) -> Time | None:
    """2 Thursdays ago · three Fridays from now"""
    if not isinstance(number.value, int):
        return None
    span = latest(cycles.weekday(day.value), present.today)
    if span is None:
        return None
    first = span.first_day - timedelta(days=7 * (number.value - 1))
    return Time(day_span(first), "past")


def weekdays_hence(present: Present, number: Token, day: Token) -> Time | None:
    """three Fridays from now"""
    span = upcoming(cycles.weekday(day.value), present.today)
    if span is None or not isinstance(number.value, int):
        return None
    return Time(day_span(span.first_day + timedelta(days=7 * (number.value - 1))), "future")


def last_length(present: Present, which: Token, length: Token) -> Time | None:
    """last 3 days · past two weeks · 过去一周 · 上两周"""
    return rolling(present, length.value, 1 if which.kind == "NEXT" else -1)


def first_of_past(present: Present, length: Token) -> Time | None:
    """前三天, 前两周: the last so long; 前几天: the week before today."""
    count, unit = length.value[0]
    if unit == "day" and isinstance(count, Vague) and len(length.value) == 1:
        today = present.today
        return Time(days(today - timedelta(days=RECENT_DAYS), today, "day"), "past", "zh-few")
    return rolling(present, length.value, -1)


def next_length(present: Present, length: Token) -> Time | None:
    """后三天 · the 5 coming years"""
    return rolling(present, length.value, 1)


def within(present: Present, length: Token) -> Time | None:
    """within 3 days · 两周内"""
    return rolling(present, length.value, 1)


def whole_of_this(present: Present, unit: Token) -> Time | None:
    """all week · 全年 · the week (alone)"""
    return calendar_unit(present, unit.value, 0) if unit.value not in ("second", "minute", "hour") else None


def years_ago_today(present: Present, length: Token, day: Token) -> Time | None:
    """a year ago today · 两年前的今天 · 3 years ago tomorrow"""
    unit, offset = day.value
    if unit not in ("day", "about") or any(u not in ("year", "month", "week") for _, u in length.value):
        return None
    found = shifted(present.today + timedelta(days=offset), length.value, -1)
    if unit == "about":
        return Time(days(found - timedelta(days=3), found + timedelta(days=4), "day"), "past")
    return Time(day_span(found), "past")


def spread_ago(present: Present, spread: Token) -> Time | None:
    """两三天前 · two or three weeks ago: from the farther to the nearer"""
    few, more, unit = spread.value
    far, near = at_distance(present, [(more, unit)], -1), at_distance(present, [(few, unit)], -1)
    if far is None or near is None or not isinstance(far.what, Span) or not isinstance(near.what, Span):
        return None
    return Time(Span(far.what.start, near.what.end, unit), "past")


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
    if which.value != "past" or unit.value not in ("day", "week", "month", "year"):
        return None
    return rolling(present, [(1, unit.value)], -1)


def keep(present: Present, *tokens: Token) -> Token:
    """the last week of …: left for the next level, which knows of what"""
    return KEEP


def several(present: Present, number: Token, which: Token, unit: Token, sign: int) -> Time | None:
    """the 5 past minutes · 2 upcoming quarters; "only 3 next week" is no length"""
    plural = unit.end - unit.start > len(unit.value)
    if not plural and which.value in ("last", "next"):
        return None
    return rolling(present, [(number.value, unit.value)], sign)


def weekend_alone(present: Present, unit: Token) -> Time | None:
    """周末去哪玩了: the last one begun"""
    time = weekend(present, 0) if unit.value == "weekend" and unit.end - unit.start == 2 else None
    if time is not None:
        time.need = "weekday"
    return time


def nth_weekday_alone(present: Present, number: Token, day: Token) -> Time | None:
    """the second Sunday: of the present month, and only where nothing follows"""
    time: Time = day.value
    if not (isinstance(time.what, Cycle) and time.what.period == "week") or number.value is None:
        return None
    piece = cycles.nth_inside(time.what, number.value, whole("month", present.today))
    return Time(piece, "dated", "closing") if piece else None


def week_commencing(present: Present, unit: Token, time: Token) -> Time | None:
    """w/c Feb 4"""
    return (
        around(time.value, "week") if unit.value == "week commencing" and time.value.grain == "day" else None
    )


def the_unit(present: Present, unit: Token) -> Time | None:
    """in the week · for the day · my week: the present one, if the words around agree"""
    known = ("day", "week", "month", "quarter", "year", "weekend")
    time = calendar_unit(present, unit.value, 0) if unit.value in known else None
    if time is not None:
        time.need = "the-unit"
    return time


def before_now(present: Present, length: Token) -> Time | None:
    """10 days before, when nothing follows"""
    time = at_distance(present, length.value, -1)
    if time is not None:
        time.need = "closing"
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


def to_date(present: Present, edge: Token, unit: Token) -> Time | None:
    """year to date · YTD"""
    return so_far(present, unit) if edge.value == "to date" else edge_of_this(present, edge, unit)


def edge_of_this(present: Present, edge: Token, *rest: Token) -> Time | None:
    """the end of the month · EOM · beginning of this week · late last year"""
    which = rest[0] if rest and rest[0].kind in ("LAST", "THIS", "NEXT") else Token("THIS", 0, 0, "")
    unit = next(t for t in rest if t.kind == "UNIT")
    time = turned(present, which, unit)
    return edged(present, edge, Token("TIME", 0, 0, time)) if time else None


def edge_of_unit(present: Present, edge: Token) -> Time | None:
    """年底 · 月初: of the present year or month, unless it describes what follows (年终盛典)"""
    unit = {"年": "year", "月": "month"}.get(str(edge.value)[:1])
    time = calendar_unit(present, unit, 0) if unit else None
    found = edged(present, edge, Token("TIME", 0, 0, time)) if time else None
    if found is not None:
        found.need = "holiday"
    return found


_EDGES = {"beginning": "start", "middle": "mid"}
_MONTH_EDGES = {"月初": "early", "月中": "mid", "月底": "late"}
# 年 in 年底 is the year's; 初 and 底 after a year mean the same.
_ZH_YEAR_EDGES = {"early": "年初", "mid": "年中", "late": "年底"}


def edged(present: Present, edge: Token, token: Token) -> Time | None:
    """early October · the end of 2012 · 十月下旬 · 去年底 · late last night"""
    time: Time = token.value
    name = _EDGES.get(edge.value, edge.value)
    name = _MONTH_EDGES.get(name, name)
    if name in ("年初", "年中", "年底") and time.grain != "year":
        return None
    if time.grain == "year" and 0 < token.end <= edge.start and name in _ZH_YEAR_EDGES:
        name = _ZH_YEAR_EDGES[name]

    def change(span: Span) -> Span | None:
        return cycles.edge(span, name)

    if time.grain == "day":
        return None
    if isinstance(time.what, Cycle):
        return Time(changed(time.what, change, "third"), time.mark, "", name)
    if isinstance(time.what, Span):
        try:
            piece = change(time.what)
        except KeyError:
            return None
        return Time(piece, time.mark, "", name) if piece else None
    return None


def edged_after(present: Present, token: Token, edge: Token) -> Time | None:
    """十月下旬 · 去年年底"""
    return edged(present, edge, token)


_U = "(of|in|on|at|comma|dash|the|from)"
RELATIVE = Level(
    [
        Rule("nth of", "ORD (UNIT|DUR|TIME) (?=of|in)", keep),
        Rule("last of", "the? LAST (UNIT|DUR|TIME) (?=(of|in) the? (TIME|LAST|THIS|NEXT|REL|YEAR))", keep),
        Rule("relative", "REL", relative),
        Rule("year to date", "the? UNIT TONOW", lambda p, unit, now: so_far(p, unit)),
        Rule("the unit", "(the|my) UNIT (?!of|before|after|from|since|starting|TIME|EDGE|ago)", the_unit),
        Rule("now less", "NOW dash DUR", lambda p, now, length: length_ago(p, length)),
        Rule(
            "length before", "DUR before (?!the|TIME|ANCHOR|a|LAST|THIS|NEXT|REL|NOW|MONTH|YEAR)", before_now
        ),
        Rule(
            "edge of this",
            "EDGE of? the? (LAST|THIS|NEXT)? UNIT",
            to_date_or_edge := lambda p, edge, *rest: (
                so_far(p, rest[-1]) if edge.value == "to date" else edge_of_this(p, edge, *rest)
            ),
        ),
        Rule("so far this", "TONOW THIS UNIT", lambda p, now, this, unit: so_far(p, unit)),
        Rule("earlier today", "earlier REL", earlier_today),
        Rule("second last", "the? TIME before LAST (?!UNIT|DUR|TIME)", second_last),
        Rule("week number, zh", "(?<!TIME)(?<!REL)(?<!UNIT)(?<!of)NTH UNIT", week_number_alone),
        Rule("last unit before", "the? LAST UNIT (?=before the? TIME)", keep),
        Rule("past unit", "the LAST UNIT (?!EDGE)", past_unit),
        Rule("so far", "earlier (THIS|in the) UNIT", lambda p, *t: so_far(p, t[-1])),
        Rule("later in", "later (THIS|in the) UNIT", lambda p, *t: later_in(p, t[-1])),
        Rule("rest of", "rest (the|THIS)? UNIT", lambda p, *t: remaining(p, t[-1])),
        Rule(
            "last length", "the? (LAST|NEXT) of? DUR (?!of the? (TIME|YEAR|LAST|THIS|NEXT|REL))", last_length
        ),
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
        Rule("years ago today", "DUR (ago|qian) of? (on|at)? REL", years_ago_today),
        Rule("spread ago", "SPREAD (ago|qian|earlier)", spread_ago),
        Rule(
            "spread last",
            "(LAST|qian) SPREAD",
            lambda p, *t: rolling(p, [(t[-1].value[1], t[-1].value[2])], -1),
        ),
        Rule("ago", "DUR (ago|qian|earlier)", length_ago),
        Rule("hence", "in? DUR (hence|hou|later)", length_hence),
        Rule("in a week", "in DUR (?!of|TIME)", length_hence),
        Rule("ago length", "(?<!TIME)(?<!REL)(?<!UNIT)(?<!of)qian DUR", first_of_past),
        Rule("hence length", "hou DUR", next_length),
        Rule("within", "within the? (NEXT)? DUR", lambda p, *t: within(p, t[-1])),
        Rule("within, zh", "DUR within", within),
        Rule("weekdays ago", "NUM WEEKDAYS ago", weekdays_ago),
        Rule("weekdays hence", "NUM WEEKDAYS hence", weekdays_hence),
        Rule("all week", "all UNIT", whole_of_this),
        Rule("turned", "the? (LAST|THIS|NEXT) UNIT", turned),
        Rule(
            "turned cycle",
            "(LAST|THIS|NEXT) NEXT? TIME",
            lambda p, which, *t: turned_cycle(p, t[0] if len(t) > 1 else which, t[-1]),
        ),
        Rule(
            "edge of unit",
            "(?<!REL)(?<!TIME)(?<!UNIT)(?<!of)EDGE (?!of|the|TIME|LAST|THIS|NEXT|REL)",
            edge_of_unit,
        ),
        Rule("weekend alone", "(?<!EVERY)UNIT (?!of|TIME|before|after|from|since|EDGE)", weekend_alone),
        Rule("now", "NOW", now_alone),
    ]
)


# --- a piece of a longer time ---------------------------------------------------------------------


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
    what = unit.value.what if unit.kind == "TIME" else unit.value
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


def around(time: Time, unit: str) -> Time | None:
    """The week or weekend that holds a day."""

    def change(span: Span) -> Span:
        return whole(unit, span.first_day)

    if isinstance(time.what, Cycle):
        # The day itself decides which one is the most recent.
        return Time(changed(time.what, change, unit), time.mark)
    return Time(change(time.what), time.mark) if isinstance(time.what, Span) else None


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


def holiday_weekend(present: Present, token: Token, unit: Token) -> Time | None:
    """Labor Day weekend: with the holiday, if it is the Monday after"""
    time: Time = token.value
    if unit.value != "weekend" or time.need != "holiday":
        return None

    def change(span: Span) -> Span:
        day = span.first_day
        saturday = (
            day - timedelta(days=(day.weekday() + 2) % 7)
            if day.weekday() in (0, 5, 6)
            else floor("week", day) + timedelta(5)
        )
        return days(saturday, max(saturday + timedelta(2), day + timedelta(1)), "weekend")

    if isinstance(time.what, Cycle):
        return Time(changed(time.what, change, "weekend"), time.mark)
    return Time(change(time.what), time.mark) if isinstance(time.what, Span) else None


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


PIECES = Level(
    [
        Rule("every", "EVERY? WEEKDAYS (of|in|on|during|from)* the? TIME", every_in),
        Rule("every weekend", "EVERY UNIT (of|in|on|during|from)* the? TIME", every_in),
        Rule("half of", "the? ORD PARTIAL (of|in) the? TIME", half_of),
        Rule("every of", "EVERY TIME (of|in|on|during|from)+ the? TIME", every_in),
        Rule("every, zh", "TIME (of|in)* EVERY TIME", every_in),
        Rule("nth last", "the? ORD LAST UNIT of the? TIME", piece_nth_last),
        Rule("nth of", "the? (ORD|LAST) (UNIT|DUR|TIME) (of|in) the? TIME", piece_first),
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
        Rule("week of", "the? UNIT (of|on|starting|since|dash|EDGE)+ the? (ORD|TIME)", week_of),
        Rule("nth alone", "ORD TIME (?!of|in)", nth_weekday_alone),
        Rule("week commencing", "UNIT TIME", week_commencing),
        Rule("holiday weekend", "TIME UNIT", holiday_weekend),
    ]
)


# --- a finer time inside a coarser one ---------------------------------------------------------------


def joined(present: Present, first: Token, second: Token) -> Time | None:
    """Monday last week · Q3 2025 · 去年夏天 · Christmas 2019"""
    a, b = first.value, second.value
    if "clock" in (a.need, b.need):
        return None  # an hour without a day says nothing about a week beside it
    if isinstance(a.what, tuple) or isinstance(b.what, tuple):
        return None
    fine_a, fine_b = FINENESS.get(a.grain, 99), FINENESS.get(b.grain, 99)
    if fine_a == fine_b:
        return same_day(a, b)
    inner, outer = (a, b) if fine_a < fine_b else (b, a)
    mark = outer.mark or inner.mark
    if isinstance(outer.what, Cycle):
        if not isinstance(inner.what, Cycle):
            # "October 12, last month"? Only a day that lies in the cycle's span says the same twice.
            return None
        if inner.what.period in ("year",):
            return None
        return Time(
            inside(inner.what, outer.what), mark or ("dated" if inner.grain == "day" else ""), "", inner.edge
        )
    if isinstance(inner.what, Cycle):
        span = first_in(inner.what, outer.what)
        return Time(span, mark, "", inner.edge) if span else None
    if inner.mark == "present" and inner.grain == "day" and outer.grain == "year":
        return anniversary(inner, outer)
    inside_it = (
        outer.what.start is not None
        and inner.what.start is not None
        and outer.what.end is not None
        and outer.what.start <= inner.what.start < outer.what.end
    )
    return Time(inner.what, mark) if inside_it else None


def anniversary(day: Time, year: Time) -> Time | None:
    """this day last year · on this day in 2020 · 去年今天"""
    if not isinstance(day.what, Span) or not isinstance(year.what, Span) or day.what.start is None:
        return None
    first = day.what.start.date()
    length = 1 if day.need != "anniversary" else 7
    start = same_day_months_later(first, 12 * (year.what.first_day.year - first.year))
    return Time(days(start, start + timedelta(days=length), "day"), "past")


def same_day(a: Time, b: Time) -> Time | None:
    """Friday, 15 September: the date counts, the weekday only confirms it."""
    for weekday, other in ((a, b), (b, a)):
        if weekday.need == "weekday" and other.need != "weekday" and other.grain == "day":
            return Time(other.what, other.mark)
    return None


JOINED = Level([Rule("joined", f"TIME {_U}* TIME", joined)])
