"""Clock times: "3pm yesterday", 下午两点半, "10am to noon".

A clock time alone says too little; it counts next to a day. An hour alone
covers that hour, an hour with minutes that minute.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from diurnal.when import cycles
from diurnal.when.calendar import FINENESS, Cycle, Span, day_span, occurrences
from diurnal.when.cascade import Level, Present, Rule, Time, Token, settled

AFTERNOON_PARTS = {"afternoon", "evening", "night"}
NIGHT_PARTS = {"evening", "night"}
NIGHT_ENDS = 6
"""An hour before this one, said of a night or evening, is of the small hours after it."""
HALF_DAY = 12 * 60
_ANY_DAY = date(2024, 1, 1)


def clock_span(hour: int, minute: int | None, second: int | None) -> tuple[int, int, str]:
    """Minutes after midnight, length in minutes, grain."""
    if minute is None:
        return hour * 60, 60, "hour"
    return hour * 60 + minute, 1, "minute"


def read_clock(token: Token, part: str = "") -> tuple[int, int, str] | None:
    """The clock time of a token, in the light of a part of the day named beside it."""
    if token.kind == "NUM":
        if not isinstance(token.value, int) or not 0 <= token.value <= 24:
            return None
        hour, minute, second, half = token.value, None, None, ""
    else:
        hour, minute, second, half = token.value
    if half == "pm" and hour < 12:
        hour += 12
    elif half == "am" and hour == 12:
        hour = 0
    elif half in ("", "maybe"):
        if part in AFTERNOON_PARTS and 1 <= hour < 12:
            if not (part in NIGHT_PARTS and hour < 5):
                hour += 12
        elif part == "noon" and 1 <= hour <= 3:
            hour += 12
    if part in NIGHT_PARTS and half != "pm":
        if hour == 12 and half != "am":
            hour = 24  # last night at 12, 昨晚十二点: midnight
        elif hour < NIGHT_ENDS:
            hour += 24  # last night at 2am: the small hours that night runs into
    return clock_span(hour, minute, second)


def noon_as_an_hour(tokens: list[Token]) -> list[Token]:
    """from 10am to noon · noon to 3pm: beside a clock time noon is twelve o'clock, no part of the day"""
    for position, token in enumerate(tokens):
        if token.kind != "PART" or token.value != "noon":
            continue
        ends = tokens[max(0, position - 2) : position], tokens[position + 1 : position + 3][::-1]
        leads = position > 1 and tokens[position - 1].kind in ("from", "after", "since", "before", "until")
        to_hour = [t.kind for t in tokens[position + 1 : position + 3]]
        leads = leads or to_hour in (["to", "NUM"], ["until", "NUM"], ["dash", "NUM"])
        if leads or any(
            len(end) == 2 and end[0].kind == "CLOCK" and end[1].kind in ("to", "dash", "until", "and")
            for end in ends
        ):
            tokens[position] = Token("CLOCK", token.start, token.end, (12, None, None, "24"))
    return tokens


def part_name(tokens: tuple[Token, ...]) -> str:
    """The part of the day among *tokens*, or the one a time already is."""
    for token in tokens:
        if token.kind == "PART":
            return str(token.value)
        if token.kind == "AMPM":
            return "morning" if token.value == "am" else "evening"
    return ""


def clock_on(present: Present, *tokens: Token) -> Time | None:
    """3pm yesterday · Friday at 10:30 · 昨晚8点 · tomorrow morning at 7"""
    day = next(t for t in tokens if t.kind == "TIME")
    clock = next(t for t in tokens if t.kind in ("CLOCK", "NUM"))
    part = part_name(tokens) or _evening(day.value)
    said = read_clock(clock, part)
    time = on_day(present, day.value, said)
    if said is None or time is None or (part and not isinstance(time.what, Span)):
        return time
    # Where two hours may be meant, to take one would hide the other.
    if part == "night" and said[0] >= 24 * 60 and day.value.grain == "day":
        minutes = said[0] - 24 * 60  # 昨天半夜一点: before yesterday's morning, or after its evening
    elif not part and clock.kind == "CLOCK" and clock.end - clock.start == len("midnight") and said[0] == 0:
        minutes = 24 * 60  # Friday at midnight: before its morning, or after its evening
    elif not part and _of_either_half(clock):
        minutes = said[0] + HALF_DAY  # yesterday at 3
    else:
        return time
    other = on_day(present, day.value, (minutes, *said[1:]))
    first, second = settled(present, time), settled(present, other) if other else None
    return Time((first, second), time.mark) if first and second else time


def _of_either_half(clock: Token) -> bool:
    """True for 3 and 3:30, which people also say of the afternoon; not for 9, 15:00, 03:30 or 3am."""
    if clock.kind == "NUM":
        return isinstance(clock.value, int) and 1 <= clock.value < NIGHT_ENDS
    hour, _, _, half = clock.value
    return half in ("", "maybe") and 1 <= hour < NIGHT_ENDS


def _evening(time: Time) -> str:
    """Which part of a day a time is, from its hours."""
    what = time.what
    if isinstance(what, Cycle):
        # The hours are the same on all of them.
        what = next(occurrences(what, _ANY_DAY, 1), Span(None, None, ""))
    if time.grain != "part" or not isinstance(what, Span) or what.start is None:
        return ""
    return "night" if what.start.hour >= 18 else "afternoon" if what.start.hour >= 12 else "morning"


def on_day(present: Present, day: Time, clock: tuple[int, int, str] | None) -> Time | None:
    """A clock time on the day of *day*."""
    if clock is None or isinstance(day.what, tuple) or FINENESS.get(day.grain, 99) > FINENESS["day"]:
        return None
    if day.grain not in ("day", "part"):
        return None
    minutes, length, grain = clock
    if minutes < 60 * NIGHT_ENDS and _evening(day) == "night":
        minutes += 24 * 60  # 昨晚凌晨两点: a night runs into the small hours after it
    elif minutes < 60 * present.day_starts_at:
        minutes += 24 * 60  # 01:30 belongs to the night before it
    cycle = cycles.clock(minutes, length, grain)
    if isinstance(day.what, Span):
        span = cycle.pick(day.what.first_day)
        return Time(span, day.mark) if span else None
    outer = day.what

    def pick(period: date) -> Span | None:
        around = outer.pick(period)
        return cycle.pick(around.first_day) if around else None

    return Time(Cycle(outer.period, grain, pick, outer.strict), day.mark)


def clock_range(present: Present, *tokens: Token) -> Time | None:
    """yesterday from 3 to 5pm · Friday 9:30-11:00 · 今晚八点到九点"""
    day: Time = next(t.value for t in tokens if t.kind == "TIME")
    clocks = [t for t in tokens if t.kind in ("CLOCK", "NUM")]
    part = part_name(tokens) or _evening(day)
    if len(clocks) != 2:
        return None
    first, last = clocks
    if first.kind == "NUM" and last.kind == "CLOCK" and last.value == (12, None, None, "am"):
        last = Token("CLOCK", last.start, last.end, (12, None, None, "24"))  # 10-12 am ends at noon
    # "3 to 5pm": the afternoon is said once.
    if (
        first.kind == "NUM"
        and last.kind == "CLOCK"
        and last.value[3] in ("am", "pm")
        and isinstance(first.value, int)
    ):
        half = last.value[3] if first.value <= last.value[0] % 12 else "am"
        first = Token("CLOCK", first.start, first.end, (first.value, None, None, half))
    elif (
        first.kind == "CLOCK"
        and first.value[3] == ""
        and last.kind == "CLOCK"
        and last.value[3] in ("am", "pm")
    ):
        half = last.value[3] if first.value[0] % 12 <= last.value[0] % 12 else "am"
        first = Token("CLOCK", first.start, first.end, (*first.value[:3], half))
    parts = [str(t.value) for t in tokens if t.kind == "PART"]
    start, end = read_clock(first, part), read_clock(last, parts[-1] if len(parts) > 1 else part)
    if start is None or end is None:
        return None
    # 3 to 5 is of one half of the day; ten in the evening to two is over midnight.
    for _ in range(2):
        if end[0] <= start[0]:
            end = (end[0] + HALF_DAY, *end[1:])
    if end[0] <= start[0]:
        return None
    return on_day(present, day, (start[0], end[0] - start[0], "hour"))


def before_clock(present: Present, day: Token, clock: Token) -> Time | None:
    """tomorrow before 4pm: the day up to that hour"""
    at = on_day(present, day.value, read_clock(clock, _evening(day.value)))
    whole = settled(present, day.value)
    span = settled(present, at) if at else None
    if (
        span is None
        or whole is None
        or whole.start is None
        or span.start is None
        or span.start <= whole.start
    ):
        return None
    return Time(Span(whole.start, span.start, "hour"), day.value.mark)


def after_clock(present: Present, day: Token, clock: Token) -> Time | None:
    """Friday after 2:00: that hour to the day's end"""
    at = on_day(present, day.value, read_clock(clock, _evening(day.value)))
    whole = settled(present, day.value)
    span = settled(present, at) if at else None
    if span is None or whole is None or whole.end is None or span.start is None or span.start >= whole.end:
        return None
    return Time(Span(span.start, whole.end, "part"), day.value.mark)


def number_of_day(build: Callable[[Present, Token, Token], Time | None]) -> Callable[..., Time | None]:
    """Friday night after 10 · yesterday before 10: an hour beside a part of a day, beside a day only where nothing is counted"""

    def at_number(present: Present, day: Token, number: Token) -> Time | None:
        hour = number
        if day.value.grain == "day" and build is before_clock and _of_either_half(number):
            hour = Token("NUM", number.start, number.end, number.value + 12)  # "before 3" is up to 15:00
        time = build(present, day, hour) if day.value.grain in ("part", "day") else None
        if time is not None and day.value.grain == "day":
            time.need, time.otherwise = "hour", day  # "yesterday before 10 guests came"
        return time

    return at_number


def clock_today(present: Present, *tokens: Token) -> Time | None:
    """at 3pm · at 10:30 · 下午三点: today"""
    clock = next(t for t in tokens if t.kind == "CLOCK")
    if clock.value[3] == "maybe" and len(tokens) == 1:
        return None
    said = read_clock(clock, part_name(tokens))
    if said is not None and said[0] > 24 * 60:
        said = (said[0] - 24 * 60, *said[1:])  # 半夜两点 without a day: the one gone by
    time = on_day(present, Time(day_span(present.today), "present"), said)
    if time:
        time.need = "clock"
    return time


_TO = "(to|dash|until|and)"
_C = "(CLOCK|NUM (?!UNIT))"
CLOCKS = Level(
    [
        Rule(
            "clock range after day",
            f"TIME (comma|at|from|between|in|for|of)* PART? (from|between|at)* {_C} {_TO} (the|at)* PART? {_C} AMPM?",
            clock_range,
        ),
        Rule(
            "clock range before day",
            f"(from|between) {_C} {_TO} {_C} (on|comma|of|in)* the? TIME",
            clock_range,
        ),
        Rule("number to clock before day", "NUM (to|dash) CLOCK (on|comma|of|in)* the? TIME", clock_range),
        Rule("clock range before, plain", f"CLOCK {_TO} CLOCK (on|comma|of|in)* the? TIME", clock_range),
        Rule("before clock", "TIME comma? (before|by|until) CLOCK", before_clock),
        Rule("after clock", "TIME comma? (after|since|from) CLOCK (?!to|dash|until)", after_clock),
        Rule(
            "before number",
            "TIME comma? (before|until) NUM (?!UNIT|DUR|TIME|to|dash|and|comma|slash)",
            number_of_day(before_clock),
        ),
        Rule(
            "after number",
            "TIME comma? (after|since) NUM (?!UNIT|DUR|TIME|to|dash|and|comma|slash)",
            number_of_day(after_clock),
        ),
        Rule("day part clock", f"TIME (comma|at|in|of|the)* PART (at|comma|of|around)* {_C}", clock_on),
        Rule("day clock", "TIME (comma|at|of|around|paren|for)* CLOCK ((in|at|the)* (PART|AMPM))?", clock_on),
        Rule(
            "day at number",
            "TIME (comma|at|around)* (?<=at) NUM (?!UNIT|DUR) ((in|the)* (PART|AMPM))?",
            clock_on,
        ),
        Rule(
            "number part",
            "(at NUM|(?<=since|until|before|after|around)NUM) (of|in|on)* TIME",
            lambda p, n, t: clock_on(p, n, t) if t.value.grain == "part" else None,
        ),
        Rule("day number part", "TIME (comma|at|around)* NUM AMPM", clock_on),
        Rule("clock day", "(at)? CLOCK ((in|at|the)* (PART|AMPM))? (on|of|comma|in)* the? TIME", clock_on),
        Rule("part clock", "PART CLOCK", clock_today),
        Rule("clock", "CLOCK", clock_today),
    ]
)
