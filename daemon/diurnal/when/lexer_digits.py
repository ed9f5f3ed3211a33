"""Stretches of time written in digits: 2024-03-05, 7/21, 10:30, 3pm, 1990s, 2h.

``PATTERN`` is one alternation for the lexer; ``READERS`` turn its matches into
tokens. Versions, prices, percentages and the like are eaten as junk, so that
no piece of them is read as a date.
"""

from __future__ import annotations

from typing import Any, Final

from diurnal.model.regex import regex
from diurnal.when import lexicon_en

Raw = tuple[str, int, int, Any]

_MONTHS: Final = "|".join(sorted(lexicon_en.MONTH_BY_NAME, key=len, reverse=True))
_NUMERIC: Final = (
    ("schoolyear", r"(?:(?<=academic year )|(?<=school year )|(?=\d{4}[-/–]\d{2,4}\s?学年))20\d\d\s?[-/–]\s?(?:20)?\d\d(?![\d/-])"),
    ("phone", r"\d{2,4}-\d{3,4}-\d{3,4}(?![\d-])"),
    ("weekdate", r"\d{4}-?w\d{1,2}(?:-[1-7])?(?![\w.])"),
    ("ymd", r"\d{4}(?P<s1>[-/.·])\d{1,2}(?P=s1)\d{1,2}(?!\d|(?P=s1)\d)(?:t(?=\d\d))?"),
    ("compact", r"(?<![号码编])(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\w-]|\.\d)"),
    ("dmy", r"\d{1,2}(?P<s2>[-/.·])\d{1,2}(?P=s2)(?:\d{4}|\d{2}(?=$|[^\d:.]|[.:]\D|[.:]$))(?!\d|%|(?P=s2)\d(?!\d?(?P=s2)\d{1,2}(?P=s2)\d{2}))"),
    ("mdcomma", r"\d{1,2}/\d{1,2},\s?(?:\d{4}|\d{2})(?!\d)"),
    ("ym", r"\d{4}/(?:1[0-2]|0?[1-9])(?![\d/])"),
    ("my", r"(?<![a-z]/)(?:1[0-2]|0?[1-9])/\d{4}(?![\d/])"),
    ("spaced", r"(?<!\d )(?:\d{1,2} \d{1,2} (?:19|20)\d\d|(?:19|20)\d\d \d{1,2} \d{1,2})(?![\d:]| \d)"),
    ("decimal", r"\d{1,3}\.\d{1,2}(?=\s?(?:hours?|days?|weeks?|months?|years?)\b)"),
    ("dotted", r"\d{1,2}\.\d{1,2}(?![\d%a-z]|[.:]\d| ?[ap]\.?m)"),
    ("md", r"\d{1,2}/\d{1,2}(?![\d/]|[.:]\d|[a-z%])"),
    ("time", r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m?\b\.?)?(?![\d:])"),
    ("hhmm", r"(?<=at )(?:0\d[0-5]\d|(?:1\d|2[0-3])[0-5]\d(?=\s?(?:hrs|hours)\b))(?![\w.:])"),
    ("meridiem", r"\d{1,2}(?:\.\d{2}(?:\.\d{2})?)?\s?[ap](?:\.?\s?m\b\.?|(?=$|[\s.?!,]))"),
    ("hours", r"\d{1,2}h(?:\d{2})?(?![\w])"),
    ("nth", r"\d{1,2}\s?(?:st|nd|rd|th)(?![a-z\d])"),
    ("decade", r"(?:\d{3}0|\d0)\s?['’]?s(?![\w])"),
    ("yearquarter", r"(?:\d{4}|\d{2})\s?-?q[1-4](?![\w])"),
    ("length", r"\d+(?:\.\d+)?\s?(?:" + "|".join(sorted(lexicon_en.SHORT_UNITS, key=len, reverse=True)) + r")(?![a-z\d'’])"),
    ("daymonth", rf"\d{{1,2}}(?=(?:{_MONTHS})(?![a-z]))"),
    ("year2", r"['’]\d{2}(?![\w])"),
    ("year4", r"[12]\d{3}(?![\d%]|[.:]\d|,\d{3}(?!\d)|[a-z])"),
    ("plain", r"\d{1,4}(?![\d%a-z]|[.:]\d|,\d{3}(?!\d)|(?:st|nd|rd|th)\b)"),
    ("junk", r"[\w.]*\d[\w.%]*(?:,\d{3}(?!\d))*"),
)  # fmt: skip
_NUM: Final = "|".join(f"(?P<n_{name}>{body})" for name, body in _NUMERIC)
_BEFORE: Final = r"(?:(?<=\dt)|(?<=\.\.)|(?<=[qh]\d)(?=['’])|(?<![a-z0-9_.$€£#@%])(?<![$€£] ))"
PATTERN: Final = rf"(?=['’]?\d){_BEFORE}(?:{_NUM})"


_DIGITS: Final = regex(r"\d+")


def _numbers(word: str) -> list[int]:
    return [int(d) for d in _DIGITS.findall(word)]


def _ymd(word: str, start: int, stop: int) -> list[Raw]:
    year, month, day = _numbers(word)
    return [("DATE", start, stop, (year, month, day))]


def _compact(word: str, start: int, stop: int) -> list[Raw]:
    return [("DATE", start, stop, (int(word[:4]), int(word[4:6]), int(word[6:])))]


def _dmy(word: str, start: int, stop: int) -> list[Raw] | None:
    digits = _DIGITS.findall(word)
    if word[len(digits[0])] in ".·":
        if len(digits[2]) == 2:
            return None  # 1.1.30 is a version
        # 5.12.2025: who writes dots writes the day first.
        return [("DATE", start, stop, (int(digits[2]), int(digits[1]), int(digits[0]), "either"))]
    return [("DATE", start, stop, (_year_value(digits[2]), int(digits[0]), int(digits[1]), "either"))]


def _md(word: str, start: int, stop: int) -> list[Raw]:
    first, second = _numbers(word)
    return [("DATE", start, stop, (None, first, second, "either"))]


def _ym(word: str, start: int, stop: int) -> list[Raw]:
    numbers = _numbers(word)
    year, month = numbers if numbers[0] > 999 else numbers[::-1]
    return [("YEAR", start, start, (year, False)), ("MONTH", start, stop, month)]


def _year_value(digits: str) -> int | tuple[int, bool]:
    return int(digits) if len(digits) == 4 else (int(digits), True)


def _weekdate(word: str, start: int, stop: int) -> list[Raw] | None:
    year, week, *day = _numbers(word)
    if not 1 <= week <= 53 or (day and not 1 <= day[0] <= 7):
        return None
    tokens: list[Raw] = [("YEAR", start, start, (year, False)), ("WEEKNO", start, stop, week)]
    return [*tokens, ("WEEKDAY", stop, stop, day[0] - 1)] if day else tokens


def _time(word: str, start: int, stop: int) -> list[Raw] | None:
    hour, minute, *second = _numbers(word)[:3]
    letter = word.lstrip("0123456789:. ")[:1]
    # 03:30 is written of a day of 24 hours, 3:30 may be of the afternoon.
    half = {"a": "am", "p": "pm"}.get(letter, "24" if word[0] == "0" else "")
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        return None
    return [("CLOCK", start, stop, (hour, minute, second[0] if second else None, half))]


def _schoolyear(word: str, start: int, stop: int) -> list[Raw] | None:
    """academic year 2024-25, 2024-2025学年: from September to August"""
    first, second = _numbers(word)
    if second % 100 != (first + 1) % 100:
        return None
    middle = start + 4
    return [
        ("DATE", start, middle, (first, 9, 1)),
        ("dash", middle, middle, ""),
        ("DATE", middle, stop, (first + 1, 8, 31)),
    ]


def _hhmm(word: str, start: int, stop: int) -> list[Raw]:
    """at 0830 · at 1430 hrs"""
    return [("CLOCK", start, stop, (int(word[:2]), int(word[2:]), None, "24"))]


def _meridiem(word: str, start: int, stop: int) -> list[Raw] | None:
    hour, *minute = _numbers(word)
    half = "am" if "a" in word else "pm"
    if not 1 <= hour <= 12 or (minute and minute[0] > 59):
        return None
    return [("CLOCK", start, stop, (hour, minute[0] if minute else None, None, half))]


def _hours(word: str, start: int, stop: int) -> list[Raw] | None:
    hour, *minute = _numbers(word)
    if hour > 24 or (minute and minute[0] > 59):
        return None
    if not minute:
        # "2h ago" is a length, "at 16h" a time: the grammar decides.
        return [("NUM", start, stop - 1, hour), ("UNIT", stop - 1, stop, "hour")]
    return [("CLOCK", start, stop, (hour, minute[0], None, "24"))]


def _nth(word: str, start: int, stop: int) -> list[Raw]:
    return [("ORD", start, stop, _numbers(word)[0])]


def _decade(word: str, start: int, stop: int) -> list[Raw]:
    return [("DECADE", start, stop, _numbers(word)[0])]


def _yearquarter(word: str, start: int, stop: int) -> list[Raw]:
    year, number = _DIGITS.findall(word)
    return [("YEAR", start, start, (int(year), len(year) == 2)), ("QUARTER", start, stop, int(number))]


_LENGTH: Final = regex(r"(\d+(?:\.\d+)?)\s?([a-z]+)")


def _length(word: str, start: int, stop: int) -> list[Raw] | None:
    found = _LENGTH.fullmatch(word)
    if found is None:
        return None
    middle = start + found.end(1)
    number = float(found[1]) if "." in found[1] else int(found[1][:6])
    return [("NUM", start, middle, number), ("UNIT", middle, stop, lexicon_en.SHORT_UNITS[found[2]])]


def _spaced(word: str, start: int, stop: int) -> list[Raw]:
    first, second, third = _numbers(word)
    value = (first, second, third) if first > 99 else (third, first, second, "either")
    return [("DATE", start, stop, value)]


def _decimal(word: str, start: int, stop: int) -> list[Raw]:
    return [("NUM", start, stop, float(word))]


def _dotted(word: str, start: int, stop: int) -> list[Raw]:
    first, second = _numbers(word)
    return [("DATE", start, stop, (None, first, second, "dotted"))]


def _mdcomma(word: str, start: int, stop: int) -> list[Raw]:
    first, second, year = _DIGITS.findall(word)
    return [("DATE", start, stop, (_year_value(year), int(first), int(second), "either"))]


def _year2(word: str, start: int, stop: int) -> list[Raw]:
    return [("YEAR", start, stop, (int(word[1:]), True))]


def _year4(word: str, start: int, stop: int) -> list[Raw]:
    return [("YEAR", start, stop, (int(word), False, "bare"))]


def _plain(word: str, start: int, stop: int) -> list[Raw]:
    return [("NUM", start, stop, int(word))]


#: What turns the match of a group into tokens; junk has none.
READERS: Final = {
    "n_weekdate": _weekdate, "n_ymd": _ymd, "n_compact": _compact, "n_dmy": _dmy, "n_mdcomma": _mdcomma, "n_ym": _ym, "n_my": _ym,
    "n_md": _md, "n_time": _time, "n_schoolyear": _schoolyear, "n_hhmm": _hhmm, "n_meridiem": _meridiem, "n_hours": _hours, "n_nth": _nth, "n_decade": _decade,
    "n_yearquarter": _yearquarter, "n_length": _length, "n_daymonth": _plain, "n_year2": _year2, "n_year4": _year4,
    "n_plain": _plain, "n_spaced": _spaced, "n_decimal": _decimal, "n_dotted": _dotted,
}  # fmt: skip
