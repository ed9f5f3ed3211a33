"""Second level of the grammar: dates, in the orders people write them.

"October 2, 2025", "2nd of October", 2025年10月2日, "July 17-18", 7/21, 农历八月十五.
A date that does not exist takes its words with it.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date

from diurnal.when import cycles, lunar
from diurnal.when.calendar import Cycle, Span, at_midnight, changed, day_span, days, latest, whole
from diurnal.when.cascade import Impossible, Level, Present, Rule, Time, Token
from diurnal.when.conventions import TWO_DIGIT_YEARS_AHEAD


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
    """October 2, 2025 · 2nd of October 2025 · 2025年10月2日 · Aug 9, 96 · 31-AUG-12"""
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
    time = yearly_day(month, day)
    if any(t.kind == "NUM" and t.value == day and t.end - t.start != len(str(day)) for t in tokens):
        time.need = "zh-word"  # 八月十五 without 号, or "May twenty nine": what follows decides
    return time


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


def month_piece(present: Present, month: Token, number: Token, piece: Token) -> Time | None:
    """march first week · 二月 second half"""
    if piece.kind == "PARTIAL":
        name = {1: "first half", 2: "second half"}.get(number.value, "")
        change = (lambda span: cycles.edge(span, name)) if name else None
    elif piece.value == "week":
        change = lambda span: cycles.nth_inside("week", number.value, span)  # noqa: E731
    else:
        change = None
    return Time(changed(cycles.month(month.value), change, "week"), "dated") if change else None


def third_of(present: Present, which: Token, third: Token, month: Token) -> Time | None:
    """the last third of February; "last 3rd of February" is a day"""
    name = "late" if which.kind == "LAST" else {1: "early", 2: "mid", 3: "late"}.get(which.value, "")
    if third.value != 3 or third.end - third.start != len("third") or not name:
        return None
    return Time(changed(cycles.month(month.value), lambda span: cycles.edge(span, name), "third"), "dated")


DATES = Level(
    [
        Rule("month nth week", "MONTH of? the? ORD (UNIT|PARTIAL) (?!of|in|MONTH)", month_piece),
        Rule("third of", "the? (LAST|ORD) ORD of MONTH", third_of),
        Rule("lunar", "(YEAR of?|REL of?)? LUNAR+ MONTH (TENDAYS|DAY|NUM)?", lunar_date),
        Rule(
            "days of month",
            f"(from|between)? MONTH (from|between)? the? {_D} ({_TO}|and) the? {_D} {_Y}",
            days_of_month,
        ),
        Rule("days of month, zh", f"from? (YEAR comma?)? MONTH {_D} {_TO} {_D} (?!MONTH)", days_of_month),
        Rule("days of month, bare", f"(MONTH between the? {_D} and the? {_D})", days_of_month),
        Rule("days month year", f"(from|between)? the? {_D} {_TO} the? {_D} of? MONTH {_Y}?", days_of_month),
        Rule("days between", f"between the? {_D} and the? {_D} of? MONTH {_Y}?", days_of_month),
        Rule(
            "days listed", f"the? {_D} (comma the? {_D})* comma? and the? {_D} of? MONTH {_Y}?", days_listed
        ),
        Rule(
            "month days listed",
            f"MONTH the? {_D} ((comma|and) the? {_D})* comma? and the? {_D} (?!MONTH|UNIT|of) {_Y}?",
            days_listed,
        ),
        Rule("days to month", f"from the? {_D} to MONTH {_D} {_Y}?", days_of_month),
        Rule(
            "year month day",
            "YEAR (comma|dash|slash|of)? MONTH (dash|slash|comma|of)? (ORD|NUM|DAY|TENDAYS)",
            month_day_year,
        ),
        Rule("month year day", f"MONTH dash YEAR dash {_D}", month_day_year),
        Rule("day year month", f"{_D} dash YEAR dash MONTH", month_day_year),
        Rule(
            "31-aug-12",
            f"({_D} dash MONTH|MONTH dash {_D}) dash NUM (?!UNIT|MONTH|oclock|{_TO} NUM)",
            month_day_year,
        ),
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
