"""Holidays that diaries name, as cycles that come back yearly.

Fixed dates, nth weekdays, what hangs on Easter, and the Chinese festivals of
the lunar calendar. Feasts set by observation or by other calendars (Eid,
Diwali, Passover…) are not guessed at.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

from diurnal.when import lunar
from diurnal.when.calendar import Cycle, Span, days


def easter(year: int) -> date:
    """Easter Sunday of *year* in the Gregorian calendar (the anonymous computus)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    after = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * after) // 433
    month = (h + after - 7 * m + 90) // 25
    return date(year, month, (h + after - 7 * m + 33 * month + 19) % 32)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The *nth* weekday (Monday = 0) of a month; -1 is the last."""
    if nth > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    last = date(year, month + 1, 1) if month < 12 else date(year + 1, 1, 1)
    last -= timedelta(days=1)
    return last - timedelta(days=(last.weekday() - weekday) % 7)


def qingming(year: int) -> date | None:
    """Tomb-sweeping day (清明), by the usual formula; 1901 to 2099."""
    if not 1901 <= year <= 2099:
        return None
    base = 4.81 if year >= 2000 else 5.59
    return date(year, 4, int(year % 100 * 0.2422 + base) - year % 100 // 4)


def _fixed(month: int, day: int) -> Callable[[int], date | None]:
    return lambda year: date(year, month, day)


def _nth(month: int, weekday: int, nth: int, plus: int = 0) -> Callable[[int], date | None]:
    return lambda year: nth_weekday(year, month, weekday, nth) + timedelta(days=plus)


def _easter(plus: int) -> Callable[[int], date | None]:
    return lambda year: easter(year) + timedelta(days=plus)


def _lunar(month: int, day: int) -> Callable[[int], date | None]:
    return lambda year: lunar.day_of(year, month, day)


def _lunar_eve(year: int) -> date | None:
    # The eve of the lunar year is the last day of the one before it.
    return lunar.new_years_eve(year - 1)


DATES: dict[str, Callable[[int], date | None]] = {
    "new year": _fixed(1, 1),
    "valentine": _fixed(2, 14),
    "women": _fixed(3, 8),
    "arbor": _fixed(3, 12),
    "st patrick": _fixed(3, 17),
    "april fools": _fixed(4, 1),
    "earth": _fixed(4, 22),
    "labour": _fixed(5, 1),
    "youth": _fixed(5, 4),
    "children": _fixed(6, 1),
    "independence": _fixed(7, 4),
    "party": _fixed(7, 1),
    "army": _fixed(8, 1),
    "teachers": _fixed(9, 10),
    "national": _fixed(10, 1),
    "double ten": _fixed(10, 10),
    "halloween": _fixed(10, 31),
    "guy fawkes": _fixed(11, 5),
    "singles": _fixed(11, 11),
    "veterans": _fixed(11, 11),
    "christmas eve": _fixed(12, 24),
    "christmas": _fixed(12, 25),
    "boxing": _fixed(12, 26),
    "new year eve": _fixed(12, 31),
    "juneteenth": _fixed(6, 19),
    "groundhog": _fixed(2, 2),
    "pi": _fixed(3, 14),
    "618": _fixed(6, 18),
    "mlk": _nth(1, 0, 3),
    "presidents": _nth(2, 0, 3),
    "mother": _nth(5, 6, 2),
    "memorial": _nth(5, 0, -1),
    "father": _nth(6, 6, 3),
    "labor": _nth(9, 0, 1),
    "columbus": _nth(10, 0, 2),
    "thanksgiving": _nth(11, 3, 4),
    "black friday": _nth(11, 3, 4, plus=1),
    "cyber monday": _nth(11, 3, 4, plus=4),
    "shrove tuesday": _easter(-47),
    "ash wednesday": _easter(-46),
    "palm sunday": _easter(-7),
    "maundy thursday": _easter(-3),
    "good friday": _easter(-2),
    "easter saturday": _easter(-1),
    "easter": _easter(0),
    "easter monday": _easter(1),
    "ascension": _easter(39),
    "pentecost": _easter(49),
    "whit monday": _easter(50),
    "spring festival": _lunar(1, 1),
    "lunar eve": _lunar_eve,
    "lantern": _lunar(1, 15),
    "spring week": _lunar_eve,
    "national week": _fixed(10, 1),
    "labour week": _fixed(5, 1),
    "qingming": qingming,
    "dragon boat": _lunar(5, 5),
    "qixi": _lunar(7, 7),
    "ghost": _lunar(7, 15),
    "mid-autumn": _lunar(8, 15),
    "double ninth": _lunar(9, 9),
    "laba": _lunar(12, 8),
    "little year": _lunar(12, 23),
    "double twelve": _fixed(12, 12),
}


# Holidays of several days.
DAYS: dict[str, int] = {"spring week": 8, "national week": 7, "labour week": 5, "little year": 2}


@cache
def holiday(name: str) -> Cycle:
    """The holiday called *name* in ``DATES``, once a year."""
    date_in = DATES[name]

    def pick(year: date) -> Span | None:
        day = date_in(year.year)
        return days(day, day + timedelta(days=DAYS.get(name, 1)), "day") if day else None

    return Cycle("year", "day", pick)
