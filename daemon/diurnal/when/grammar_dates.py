"""First levels of the grammar: lengths of time, dates and named cycles.

After these a "3rd of March 2019" is a span, "Friday" and "March" are cycles,
and "three weeks" a length; what people say about them ("last", "the first
week of") comes in the levels after.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date

from diurnal.when import cycles, lunar
from diurnal.when.calendar import Cycle, Span, at_midnight, day_span, days, latest, whole
from diurnal.when.cascade import Impossible, Level, Present, Rule, Time, Token
from diurnal.when.conventions import TWO_DIGIT_YEARS_AHEAD
from diurnal.when.holidays import holiday

# Names of people and verbs: a month of this kind needs a word that makes it a time.
NAMES = frozenset({3, 4, 5, 6, 8})


# --- lengths -----------------------------------------------------------------------------------


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
    if unit.value != "week" or not isinstance(number.value, int) or not 1 <= number.value <= 53:
        return None
    return Token("WEEKNO", 0, 0, number.value)


def oclock(present: Present, hour: Token) -> tuple[int, None, None, str] | None:
    """eight o'clock"""
    return (hour.value, None, None, "") if isinstance(hour.value, int) and hour.value <= 24 else None


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


# --- years and days ----------------------------------------------------------------------------


def year_of(present: Present, value: object) -> int:
    """The year meant by a token's value: ``2019``, ``(19, True)`` for two digits, …"""
    if isinstance(value, int):
        return value
    assert isinstance(value, tuple)
    number, short = int(value[0]), bool(value[1])
    if not short:
        return number
    now = present.today.year
    year = now - now % 100 + number
    if year > now + TWO_DIGIT_YEARS_AHEAD:
        year -= 100
    return year


def short_year(token: Token) -> bool:
    """True if a plain number can be the last two digits of a year: "Aug 9, 96"."""
    return token.kind == "YEAR" or (token.kind == "NUM" and token.end - token.start == 2)


def _year(present: Present, token: Token) -> int:
    if token.kind == "YEAR":
        return year_of(present, token.value)
    return year_of(present, (token.value, True))


def exact_day(year: int, month: int, day: int) -> Time:
    """A full date, or ``Impossible``."""
    try:
        return Time(day_span(date(year, month, day)), "exact")
    except (ValueError, OverflowError) as error:
        raise Impossible(f"{year}-{month}-{day} is no date") from error


def yearly_day(month: int, day: int) -> Time:
    """A date without its year; 29 February exists."""
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(2000, month)[1]:
        raise Impossible(f"month {month} has no day {day}")
    return Time(cycles.day_of_year(month, day), "dated")


def numeric(present: Present, *tokens: Token) -> Time | None:
    """2019-07-21, 7/21/2019, 21.7.2019, 7/21: month first where both orders are possible."""
    year, first, second, *either = next(t for t in tokens if t.kind == "DATE").value
    if either == ["dotted"] and len(tokens) == 1:
        return None  # 7.6 is a number, unless a weekday stands before it
    month, day = first, second
    if either and first > 12 >= second:
        month, day = second, first
    if year is None:
        time = yearly_day(month, day)
        time.need = "slashed" if len(tokens) == 1 else ""
        return time
    return exact_day(year_of(present, year), month, day)


def _split(tokens: Sequence[Token]) -> tuple[int, int, Token | None]:
    """Month, day and year token of a date written in any order."""
    month = next(t.value for t in tokens if t.kind == "MONTH")
    year = next((t for t in tokens if t.kind == "YEAR"), None)
    plain = [t for t in tokens if t.kind in ("ORD", "NUM", "DAY", "TENDAYS")]
    day = plain[0]
    if year is None and len(plain) == 2:
        year = plain[1]
    return month, day.value, year


def month_day_year(present: Present, *tokens: Token) -> Time | None:
    """October 2, 2025 · 2nd of October 2025 · 2025年10月2日 · Aug 9, 96"""
    month, day, year = _split(tokens)
    if year is None or not short_year(year) or not isinstance(day, int) or day > 99:
        return None
    return exact_day(_year(present, year), month, day)


def month_day(present: Present, *tokens: Token) -> Time | None:
    """October 2 · the 2nd of October · 10月2日"""
    month, day, _ = _split(tokens)
    if not isinstance(day, int) or day > 99:
        return None
    if day > 31 and any(t.kind == "NUM" and short_year(t) for t in tokens):
        return Time(whole("month", date(year_of(present, (day, True)), month, 1)), "exact")
    return yearly_day(month, day)


def month_year(present: Present, *tokens: Token) -> Time | None:
    """October 2025 · 2025年10月 · April of 87 · 11 - 2016"""
    month = next((t for t in tokens if t.kind == "MONTH"), None)
    year = next((t for t in tokens if t.kind == "YEAR"), None)
    other = next((t for t in tokens if t.kind in ("NUM", "ORD")), None)
    number = month.value if month else other.value if other else 0
    if year is None:
        year = other
    if year is None or not short_year(year) or not isinstance(number, int) or not 1 <= number <= 12:
        return None
    return Time(whole("month", date(_year(present, year), number, 1)), "exact")


def days_of_month(present: Present, *tokens: Token) -> Time | None:
    """July 17-18, 2019 · 4-22 January · from 3 until 12 of Sept · 10月3日至9日"""
    month = next(t.value for t in tokens if t.kind == "MONTH")
    year = next((t for t in tokens if t.kind == "YEAR"), None)
    first, last = [t.value for t in tokens if t.kind in ("ORD", "NUM", "DAY")][:2]
    if not isinstance(first, int) or not isinstance(last, int) or first > last:
        return None
    if year is not None:
        start, end = (
            exact_day(_year(present, year), month, first),
            exact_day(_year(present, year), month, last),
        )
        assert isinstance(start.what, Span)
        assert isinstance(end.what, Span)
        return Time(Span(start.what.start, end.what.end, "day"), "exact")
    yearly_day(month, last)
    yearly_day(month, first)

    def pick(january: date) -> Span | None:
        try:
            begin = date(january.year, month, first)
            return Span(at_midnight(begin), day_span(date(january.year, month, last)).end, "day")
        except ValueError:
            return None

    return Time(Cycle("year", "day", pick), "dated")


def year_alone(present: Present, year: Token) -> Time | None:
    """2019年 · 2019 (which needs evidence)"""
    number = year_of(present, year.value)
    bare = len(year.value) > 2
    return Time(whole("year", date(number, 1, 1)), "exact", "year" if bare else "")


def lunar_date(present: Present, *tokens: Token) -> Time | None:
    """农历八月十五 · 2015年正月初一 · 正月"""
    month = next((t.value for t in tokens if t.kind == "MONTH"), None)
    day = next((t.value for t in tokens if t.kind in ("TENDAYS", "DAY", "NUM")), None)
    year = next((t for t in tokens if t.kind == "YEAR"), None)
    rel = next((t for t in tokens if t.kind == "REL"), None)
    if month is None:
        return None
    if day is None:

        def pick(january: date) -> Span | None:
            found = lunar.month_of(january.year, month)
            return days(*found, "month") if found else None

    else:

        def pick(january: date) -> Span | None:
            found = lunar.day_of(january.year, month, day)
            return day_span(found) if found else None

    cycle = Cycle("year", "month" if day is None else "day", pick)
    if year is not None or (rel is not None and rel.value[0] == "year"):
        number = year_of(present, year.value) if year else present.today.year + (rel.value[1] if rel else 0)
        span = cycle.pick(date(number, 1, 1))
        return Time(span, "exact") if span else None
    return Time(cycle, "dated")


def days_listed(present: Present, *tokens: Token) -> Time | None:
    """18 and 19 June · June 18 and 19"""
    month = next(t.value for t in tokens if t.kind == "MONTH")
    year = next((t for t in tokens if t.kind == "YEAR"), None)
    found: list[Span] = []
    for token in tokens:
        if token.kind not in ("NUM", "ORD", "DAY"):
            continue
        time = exact_day(_year(present, year), month, token.value) if year else yearly_day(month, token.value)
        span = latest(time.what, present.today) if isinstance(time.what, Cycle) else time.what
        if isinstance(span, Span):
            found.append(span)
    return Time(tuple(found), "exact" if year else "dated") if found else None


_D = "(ORD|NUM|DAY)"
_Y = "(comma? (of|in)? YEAR)"
_TO = "(to|dash|until)"
DATES = Level(
    [
        Rule("lunar", "(YEAR of?|REL of?)? LUNAR MONTH (TENDAYS|DAY|NUM)?", lunar_date),
        Rule(
            "days of month",
            f"(from|between)? MONTH (from|between)? the? {_D} ({_TO}|and) the? {_D} {_Y}",
            days_of_month,
        ),
        Rule("days of month, zh", f"from? (YEAR comma?)? MONTH {_D} {_TO} {_D} (?!MONTH)", days_of_month),
        Rule("days of month, bare", f"(MONTH between the? {_D} and the? {_D})", days_of_month),
        Rule("days month year", f"(from|between)? the? {_D} {_TO} the? {_D} of? MONTH {_Y}?", days_of_month),
        Rule("days between", f"between the? {_D} and the? {_D} of? MONTH {_Y}?", days_of_month),
        Rule("days listed", f"the? {_D} and the? {_D} of? MONTH {_Y}?", days_listed),
        Rule("month days listed", f"MONTH the? {_D} and the? {_D} (?!MONTH|UNIT|of) {_Y}?", days_listed),
        Rule("days to month", f"from the? {_D} to MONTH {_D} {_Y}?", days_of_month),
        Rule(
            "year month day",
            "YEAR (comma|dash|slash|of)? MONTH (dash|slash|comma|of)? (ORD|NUM|DAY|TENDAYS)",
            month_day_year,
        ),
        Rule("month year day", f"MONTH dash YEAR dash {_D}", month_day_year),
        Rule("day year month", f"{_D} dash YEAR dash MONTH", month_day_year),
        Rule(
            "month day year",
            f"(WEEKDAY (comma|dash|the)*)? MONTH (comma|dash|slash)? the? {_D} ((comma|dash|slash|of|in)* YEAR|(comma|of)? NUM (?!UNIT|MONTH|oclock|{_TO} NUM))",
            month_day_year,
        ),
        Rule(
            "day month year",
            f"(WEEKDAY (comma|dash|the)*)? {_D} (the|of|dash|slash)? MONTH ((comma|dash|slash|of|in)* YEAR|(comma|of)? NUM (?!UNIT|MONTH|oclock|{_TO} NUM))",
            month_day_year,
        ),
        Rule(
            "month day",
            f"(WEEKDAY (comma|dash|the)*)? MONTH (comma|dash|slash)? the? {_D} (comma? WEEKDAY)?",
            month_day,
        ),
        Rule("day month", f"(WEEKDAY (comma|dash|the)*)? {_D} (the|of|dash|slash)? MONTH", month_day),
        Rule("month year", "MONTH (comma|of|in|dash|slash)* YEAR", month_year),
        Rule("year month", "YEAR (comma|dash|slash|of)* MONTH", month_year),
        Rule("month of 87", "MONTH of NUM", month_year),
        Rule("11 - 2016", "NUM dash YEAR", month_year),
        Rule("2015-3", "YEAR dash NUM (?!UNIT|dash)", month_year),
        Rule("weekday date", "(WEEKDAY (comma|dash|the|on)*)? DATE", numeric),
    ]
)


# --- things that come back ----------------------------------------------------------------------


def weekday_of_month(present: Present, day: Token, number: Token) -> Time | None:
    """Friday the 13th · Mon 13th: the day of the month, in months where it falls so."""
    if not isinstance(number.value, int) or not 1 <= number.value <= 31:
        return None

    def pick(first: date) -> Span | None:
        span = cycles.day_of_month(number.value).pick(first)
        return span if span and span.first_day.weekday() == day.value else None

    return Time(Cycle("month", "day", pick), "dated")


def named(present: Present, token: Token) -> Time | None:
    """A month, weekday, season, quarter, half or holiday alone."""
    number = token.value
    match token.kind:
        case "MONTH":
            need = "month-name" if number in NAMES else "month"
            return Time(cycles.month(number), "", need)
        case "WEEKDAY":
            return Time(cycles.weekday(number), "", "weekday")
        case "SEASON":
            return Time(cycles.season(number), "", "season")
        case "QUARTER":
            return Time(cycles.quarter(number), "")
        case "HALF":
            return Time(cycles.half(number), "")
        case "HOLIDAY":
            return Time(holiday(number), "dated", "holiday")
        case "WEEKNO":
            # Weeks are counted inside a year: this one, unless another is named.
            return Time(cycles.week_number(number), "dated", "", "this year")
        case _:
            return None


def day_alone(present: Present, day: Token) -> Time | None:
    """the 15th · 29日"""
    if not isinstance(day.value, int) or not 1 <= day.value <= 31:
        return None
    return Time(cycles.day_of_month(day.value), "", "" if day.kind == "DAY" else "nth")


def on_number(present: Present, number: Token) -> Time | None:
    """on 15 · for the 27: two digits, and nothing after them"""
    if number.end - number.start != 2 or not isinstance(number.value, int) or not 10 <= number.value <= 31:
        return None
    return Time(cycles.day_of_month(number.value), "", "closing")


def on_month_day(present: Present, month: Token, day: Token) -> Time | None:
    """on 4-22"""
    if not isinstance(month.value, int) or not isinstance(day.value, int) or month.value > 12:
        return None
    time = yearly_day(month.value, day.value)
    time.need = "closing"
    return time


def decade(present: Present, token: Token) -> Time | None:
    """the 1970s · the 90's · 九十年代: without a century, the latest that has begun."""
    number = token.value
    if number < 100:
        number += present.today.year // 100 * 100
        if number > present.today.year:
            number -= 100
        need = "decade"
    else:
        need = ""
    return Time(whole("decade", date(number, 1, 1)), "exact", need)


def decade_in_words(present: Present, hundreds: Token, token: Token) -> Time | None:
    """the nineteen seventies · twenty-tens · the two thousands"""
    if token.value == 0 and hundreds.value == 2:
        return Time(whole("decade", date(2000, 1, 1)), "exact")
    if not isinstance(hundreds.value, int) or not 10 <= hundreds.value <= 29:
        return None
    return Time(whole("decade", date(100 * hundreds.value + token.value, 1, 1)), "exact")


def century(present: Present, token: Token) -> Time | None:
    """20世纪"""
    return Time(whole("century", date(100 * (token.value - 1) or 1, 1, 1)), "exact")


def quarter_ordinal(present: Present, number: Token, unit: Token) -> Time | None:
    """the third quarter · third qtr"""
    if unit.value != "quarter" or number.value not in (1, 2, 3, 4):
        return None
    return Time(cycles.quarter(number.value))


CYCLES = Level(
    [
        Rule(
            "weekday and day",
            "WEEKDAY (comma|the|of)* (ORD|NUM (?!UNIT|PART|dash|to|CLOCK|oclock)) (?!WEEKDAY|UNIT)",
            weekday_of_month,
        ),
        Rule("ordinal quarter", "ORD UNIT (?=of|TIME|YEAR|comma|$)", quarter_ordinal),
        Rule("year", "YEAR", year_alone),
        Rule("decade in words", "the? NUM dash? DECADE", decade_in_words),
        Rule("decade", "the? DECADE", decade),
        Rule("century", "CENTURY", century),
        Rule("named", "(MONTH|WEEKDAY|SEASON|QUARTER|HALF|HOLIDAY|WEEKNO)", named),
        Rule("day of month", "DAY", day_alone),
        Rule("on the number", "(on|for) the? NUM (?!UNIT|DUR|dash|to|oclock|of|MONTH|AMPM)", on_number),
        Rule("on month-day", "on NUM dash NUM (?!UNIT|DUR|dash|AMPM)", on_month_day),
        Rule("the nth", "the ORD (?!UNIT|DUR|WEEKDAY|TIME|NUM|PARTIAL|LAST)", day_alone),
    ]
)
