"""First level of the grammar: lengths of time, and what would be mistaken for one.

"Three weeks", "a year and a half", 两个半月; "week 31" and "eight o'clock" are
read here because their numbers stand beside units too.
"""

from __future__ import annotations

from diurnal.when.cascade import Level, Present, Rule, Token


def length(present: Present, *parts: Token) -> list[tuple[float, str]] | None:
    """``[(3, "week"), (2, "day")]`` from number and unit tokens; a bare unit is one of it."""
    found: list[tuple[float, str]] = []
    number: float | None = None
    for part in parts:
        if part.kind == "UNIT":
            if part.value == "halfyear":
                found.append((6 * (1 if number is None else number), "month"))
            else:
                found.append((1 if number is None else number, part.value))
            number = None
        elif part.kind == "YEAR":
            number = part.value[0]
        elif part.value is not None:
            number = part.value
    if number is not None:
        if number != 0.5 or not found:
            return None
        # 一年半, two and a half years: half of the last unit more.
        count, unit = found[-1]
        found[-1] = (count + 0.5, unit)
    return found


def week_numbered(present: Present, unit: Token, number: Token) -> Token | None:
    """week 31"""
    # 周 with a number behind it is a weekday, or nothing (周一起).
    if (
        unit.value != "week"
        or unit.end - unit.start == 1
        or not isinstance(number.value, int)
        or not 1 <= number.value <= 53
    ):
        return None
    return Token("WEEKNO", 0, 0, number.value)


def oclock(present: Present, hour: Token) -> tuple[int, None, None, str] | None:
    """eight o'clock"""
    return (hour.value, None, None, "") if isinstance(hour.value, int) and hour.value <= 24 else None


def spoken_clock(present: Present, *tokens: Token) -> tuple[int, int, None, str] | None:
    """half past seven · a quarter to nine · twenty past 4 pm · at half seven"""
    hour, half = tokens[-1].value, ""
    if tokens[-1].kind == "CLOCK":
        hour, minute, _, half = tokens[-1].value
        if minute is not None:
            return None
    first = tokens[0].value
    minutes = {"PARTIAL": 30, "UNIT": 15}.get(tokens[0].kind, first)
    if not isinstance(hour, int) or not 1 <= hour <= 12 or not isinstance(minutes, int) or not minutes < 60:
        return None
    if any(t.kind == "LAST" and t.value != "past" for t in tokens) or (
        tokens[0].kind == "UNIT" and first != "quarter"
    ):
        return None
    if any(t.kind == "UNIT" and t.value not in ("quarter", "minute") for t in tokens):
        return None
    return hour, minutes, None, half


def spoken_clock_before(present: Present, *tokens: Token) -> tuple[int, int, None, str] | None:
    """a quarter to nine · at ten to five"""
    said = spoken_clock(present, *tokens)
    if said is None or not said[1]:
        return None
    hour, minutes, _, half = said
    earlier = hour - 1 or 12
    # "ten to twelve pm" lies before noon.
    if hour == 12 and half:
        half = "am" if half == "pm" else "pm"
    return earlier, 60 - minutes, None, half


def hour_and_minute(present: Present, hour: Token, minute: Token) -> tuple[int, int, None, str] | None:
    """at seven thirty"""
    if not isinstance(hour.value, int) or not isinstance(minute.value, int):
        return None
    if not 1 <= hour.value <= 12 or minute.value not in range(10, 60, 5):
        return None
    return hour.value, minute.value, None, ""


def hour_of_part(present: Present, hour: Token, half: Token) -> tuple[int, None, None, str] | None:
    """at 6 in the evening · before ten in the morning"""
    if not isinstance(hour.value, int) or not 1 <= hour.value <= 12:
        return None
    return hour.value, None, None, half.value


def spread(present: Present, few: Token, more: Token, unit: Token) -> tuple[int, int, str] | None:
    """two or three days, 2-3 weeks, said of the past"""
    if not isinstance(few.value, int) or not isinstance(more.value, int) or few.value >= more.value:
        return None
    return few.value, more.value, unit.value


def and_a_half(present: Present, *tokens: Token) -> list[tuple[float, str]] | None:
    """one and a half years · a year and a half"""
    number = next((t.value for t in tokens if t.kind == "NUM"), 1)
    units = [t.value for t in tokens if t.kind == "UNIT"]
    return [(number + 0.5, units[0])] if len(units) == 1 else None


LENGTHS = Level(
    [
        Rule("past the hour", "a? (PARTIAL|UNIT|NUM UNIT?) LAST (NUM (?!UNIT)|CLOCK)", spoken_clock, "CLOCK"),
        Rule("half seven", "(?<=at|around)PARTIAL NUM (?!UNIT)", spoken_clock, "CLOCK"),
        Rule(
            "to the hour",
            "(a? UNIT|(?<=at|around)NUM|NUM UNIT) to (NUM (?!UNIT|MONTH|DAY)|CLOCK)",
            spoken_clock_before,
            "CLOCK",
        ),
        Rule("seven thirty", "(?<=at|around|before|after)NUM NUM (?!UNIT)", hour_and_minute, "CLOCK"),
        Rule("hour of part", "(?<=at|around|before|after|since|until|from)NUM AMPM", hour_of_part, "CLOCK"),
        Rule("o'clock", "NUM oclock", oclock, "CLOCK"),
        Rule("spread", "NUM (or|dash|to) NUM UNIT (?=ago|earlier)", spread, "SPREAD"),
        Rule("one and a half", "(NUM|a UNIT) and a? PARTIAL UNIT?", and_a_half, "DUR"),
        Rule("week number", "UNIT NUM (?!UNIT)", week_numbered),
        Rule("year not number", "YEAR UNIT (?=ago|hence)", length, "DUR"),
        Rule(
            "length",
            "a? (NUM|(?<!ORD)PARTIAL) of? a? UNIT (of? (NUM|PARTIAL) (?!UNIT))? ((comma? and? | and) a? NUM UNIT)*",
            length,
            "DUR",
        ),
        Rule("one", "a UNIT (and? NUM UNIT)*", length, "DUR"),
    ]
)
