"""Third level of the grammar: what comes back, and years and decades alone.

"Friday", "March", "Q3", "the 15th", Christmas. Most need evidence from the
words around before they count as time.
"""

from __future__ import annotations

from datetime import date

from diurnal.when import cycles
from diurnal.when.calendar import Cycle, Span, whole
from diurnal.when.cascade import Level, Present, Rule, Time, Token
from diurnal.when.grammar_dates import year_alone, yearly_day
from diurnal.when.holidays import holiday

# Names of people and verbs: a month of this kind needs a word that makes it a time.
NAMES = frozenset({3, 4, 5, 6, 8})


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
            return Time(cycles.quarter(number), "", "code" if token.end - token.start == 2 else "")
        case "HALF":
            return Time(cycles.half(number), "", "code" if token.end - token.start == 2 else "")
        case "HOLIDAY":
            return Time(holiday(number), "dated", "holiday")
        case "WEEKNO":
            # Weeks are counted inside a year: this one, unless another is named.
            short = token.end - token.start < 4
            return Time(cycles.week_number(number), "dated", "code" if short else "", "this year")
        case _:
            return None


def day_alone(present: Present, day: Token) -> Time | None:
    """the 15th · 29日"""
    if not isinstance(day.value, int) or not 1 <= day.value <= 31:
        return None
    return Time(cycles.day_of_month(day.value), "", "zh-word" if day.kind == "DAY" else "nth")


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
        Rule("nth alone", "ORD (?!UNIT|DUR|WEEKDAY|TIME|NUM|PARTIAL|LAST|of|in|MONTH)", day_alone),
    ]
)
