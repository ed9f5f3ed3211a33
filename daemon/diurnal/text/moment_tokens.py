"""moment.js's tokens: how each is read, and how each is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from diurnal.model.calendar import MONTHS, WEEKDAYS
from diurnal.model.regex import regex
from diurnal.text.moment_names import LOCAL_MONTHS, LOCAL_WEEKDAYS

_CN_DIGITS = "一二三四五六七八九十"
_CN_MONTHS = {name + "月": n for n, name in enumerate([*_CN_DIGITS, "十一", "十二"], 1)} | {
    f"{n}月": n for n in range(1, 13)
}
_CN_WEEKDAYS = {
    prefix + name: n
    for prefix in ("星期", "周", "週", "礼拜", "禮拜", "")
    for name, n in zip("一二三四五六日天", (0, 1, 2, 3, 4, 5, 6, 6), strict=True)
}
_MONTH_NUMBERS = (
    LOCAL_MONTHS
    | {name.casefold(): n for n, name in enumerate(MONTHS, 1)}
    | {name[:3].casefold(): n for n, name in enumerate(MONTHS, 1)}
    | _CN_MONTHS
)
_WEEKDAY_NUMBERS = (
    LOCAL_WEEKDAYS
    | {name.casefold(): n for n, name in enumerate(WEEKDAYS)}
    | {name[:3].casefold(): n for n, name in enumerate(WEEKDAYS)}
    | {name[:2].casefold(): n for n, name in enumerate(WEEKDAYS)}
    | _CN_WEEKDAYS
)

# moment's own tokenizer: what is none of these stays as it is.
_TOKENS = regex(
    r"\[[^\[\]]*\]|\\.|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|YYYYYY|YYYYY|YYYY|YY|Y|y{1,4}|"
    r"gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|LTS|LT|LL?L?L?|l{1,4}|.",
    re.DOTALL,
)
_LOCAL = {
    "L": "MM/DD/YYYY",
    "LL": "MMMM D, YYYY",
    "LLL": "MMMM D, YYYY h:mm A",
    "LLLL": "dddd, MMMM D, YYYY h:mm A",
    "l": "M/D/YYYY",
    "ll": "MMM D, YYYY",
    "lll": "MMM D, YYYY h:mm A",
    "llll": "ddd, MMM D, YYYY h:mm A",
}


def _alternatives(names: dict[str, int]) -> str:
    return "(?:" + "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) + ")"


_MONTH_NAME = _alternatives(_MONTH_NUMBERS)
_WEEKDAY_NAME = _alternatives(_WEEKDAY_NUMBERS)
_ORDINAL = r"(\d{1,%d})(?:st|nd|rd|th|日|号|號|er|e|ème|re|º|ª|\.)?"
# token → (regular expression with one group, what the group means)
READ: dict[str, tuple[str, str]] = {
    "YYYY": (r"(\d{4})", "year"),
    "yyyy": (r"(\d{4})", "year"),
    "YYYYY": (r"(\d{5})", "year"),
    "YYYYYY": (r"([+-]?\d{6})", "year"),
    "Y": (r"(\d{1,4})", "year"),
    "y": (r"(\d{1,4})", "year"),
    "YY": (r"(\d{2})", "year2"),
    "yy": (r"(\d{2})", "year2"),
    "Q": (r"([1-4])", "quarter"),
    "Qo": (r"([1-4])(?:st|nd|rd|th)", "quarter"),
    "M": (r"(\d{1,2})", "month"),
    "MM": (r"(\d{2})", "month"),
    "Mo": (_ORDINAL % 2, "month"),
    "MMM": (f"({_MONTH_NAME})", "month_name"),
    "MMMM": (f"({_MONTH_NAME})", "month_name"),
    "D": (r"(\d{1,2})", "day"),
    "DD": (r"(\d{2})", "day"),
    "Do": (_ORDINAL % 2, "day"),
    "DDD": (r"(\d{1,3})", "day_of_year"),
    "DDDD": (r"(\d{3})", "day_of_year"),
    "DDDo": (_ORDINAL % 3, "day_of_year"),
    "d": (r"([0-6])", "sunday_first"),
    "do": (r"([0-6])(?:st|nd|rd|th)", "sunday_first"),
    "e": (r"([0-6])", "sunday_first"),
    "E": (r"([1-7])", "monday_first"),
    "dd": (f"({_WEEKDAY_NAME})", "weekday_name"),
    "ddd": (f"({_WEEKDAY_NAME})", "weekday_name"),
    "dddd": (f"({_WEEKDAY_NAME})", "weekday_name"),
    "w": (r"(\d{1,2})", "week"),
    "ww": (r"(\d{2})", "week"),
    "wo": (_ORDINAL % 2, "week"),
    "W": (r"(\d{1,2})", "iso_week"),
    "WW": (r"(\d{2})", "iso_week"),
    "Wo": (_ORDINAL % 2, "iso_week"),
    "gggg": (r"(\d{4})", "week_year"),
    "gg": (r"(\d{2})", "week_year2"),
    "GGGG": (r"(\d{4})", "iso_year"),
    "GG": (r"(\d{2})", "iso_year2"),
}
# A note is of a day; where a pattern asks for a clock, any clock will do, and midnight is written.
CLOCK = {
    "HH": ("00", r"\d{2}"),
    "H": ("0", r"\d{1,2}"),
    "hh": ("12", r"\d{2}"),
    "h": ("12", r"\d{1,2}"),
    "kk": ("24", r"\d{2}"),
    "k": ("24", r"\d{1,2}"),
    "mm": ("00", r"\d{2}"),
    "m": ("0", r"\d{1,2}"),
    "ss": ("00", r"\d{2}"),
    "s": ("0", r"\d{1,2}"),
    "a": ("am", "[ap]m"),
    "A": ("AM", "[ap]m"),
}


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def locale_week(day: date) -> tuple[int, int]:
    """Year and week in moment's English locale: weeks start on Sunday, week 1 holds 1 January."""
    saturday = day + timedelta(days=(5 - day.weekday()) % 7)
    first = date(saturday.year, 1, 1)
    sunday = first - timedelta(days=(first.weekday() + 1) % 7)
    return saturday.year, (day - sunday).days // 7 + 1


WRITE: dict[str, Callable[[date], str]] = {
    "YYYY": lambda d: f"{d.year:04}",
    "YYYYY": lambda d: f"{d.year:05}",
    "YYYYYY": lambda d: f"+{d.year:06}",
    "yyyy": lambda d: f"{d.year:04}",
    "Y": lambda d: str(d.year),
    "y": lambda d: str(d.year),
    "YY": lambda d: f"{d.year % 100:02}",
    "yy": lambda d: f"{d.year % 100:02}",
    "Q": lambda d: str((d.month + 2) // 3),
    "Qo": lambda d: _ordinal((d.month + 2) // 3),
    "M": lambda d: str(d.month),
    "MM": lambda d: f"{d.month:02}",
    "Mo": lambda d: _ordinal(d.month),
    "MMM": lambda d: MONTHS[d.month - 1][:3],
    "MMMM": lambda d: MONTHS[d.month - 1],
    "D": lambda d: str(d.day),
    "DD": lambda d: f"{d.day:02}",
    "Do": lambda d: _ordinal(d.day),
    "DDD": lambda d: str(d.timetuple().tm_yday),
    "DDDD": lambda d: f"{d.timetuple().tm_yday:03}",
    "DDDo": lambda d: _ordinal(d.timetuple().tm_yday),
    "d": lambda d: str(d.isoweekday() % 7),
    "do": lambda d: _ordinal(d.isoweekday() % 7),
    "e": lambda d: str(d.isoweekday() % 7),
    "E": lambda d: str(d.isoweekday()),
    "dd": lambda d: WEEKDAYS[d.weekday()][:2],
    "ddd": lambda d: WEEKDAYS[d.weekday()][:3],
    "dddd": lambda d: WEEKDAYS[d.weekday()],
    "w": lambda d: str(locale_week(d)[1]),
    "ww": lambda d: f"{locale_week(d)[1]:02}",
    "wo": lambda d: _ordinal(locale_week(d)[1]),
    "W": lambda d: str(d.isocalendar()[1]),
    "WW": lambda d: f"{d.isocalendar()[1]:02}",
    "Wo": lambda d: _ordinal(d.isocalendar()[1]),
    "gggg": lambda d: f"{locale_week(d)[0]:04}",
    "gg": lambda d: f"{locale_week(d)[0] % 100:02}",
    "GGGG": lambda d: f"{d.isocalendar()[0]:04}",
    "GG": lambda d: f"{d.isocalendar()[0] % 100:02}",
}


def tokens_of(source: str) -> list[str]:
    """*source* in moment's tokens: escapes with their brackets, locale formats spelled out, other characters alone."""
    found = []
    for token in _TOKENS.findall(source):
        found.extend(_TOKENS.findall(_LOCAL[token]) if token in _LOCAL else [token])
    return found


def value_of(meaning: str, spelled: str) -> tuple[str, int]:
    """What part of a date *spelled* is, and its number (weekdays from Monday, 0)."""
    if meaning == "month_name":
        return "month", _MONTH_NUMBERS[spelled.casefold()]
    if meaning == "weekday_name":
        return "weekday", _WEEKDAY_NUMBERS[spelled.casefold()]
    if meaning == "monday_first":
        return "weekday", int(spelled) - 1
    if meaning == "sunday_first":
        return "weekday", (int(spelled) - 1) % 7
    number = int(spelled)
    if meaning.endswith("2"):  # moment: 69–99 are of the last century
        return meaning[:-1], number + (1900 if number > 68 else 2000)
    return meaning, number
