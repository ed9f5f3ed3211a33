"""moment.js patterns, read and written: ``YYYY/[W]ww/YYYY-MM-DD`` ⇄ a day.

Obsidian names daily and periodic notes by such patterns; a pattern may span
folders. Writing follows moment with its English locale, as Obsidian does
unless told otherwise (weeks of ``gggg-ww`` start on Sunday, week 1 holds
1 January). Reading also takes Chinese month and weekday names, and accepts
text after the date. A name is a date only if every part of it agrees.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
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
    {name.casefold(): n for n, name in enumerate(MONTHS, 1)}
    | {name[:3].casefold(): n for n, name in enumerate(MONTHS, 1)}
    | _CN_MONTHS
)
_WEEKDAY_NUMBERS = (
    {name.casefold(): n for n, name in enumerate(WEEKDAYS)}
    | {name[:3].casefold(): n for n, name in enumerate(WEEKDAYS)}
    | {name[:2].casefold(): n for n, name in enumerate(WEEKDAYS)}
    | _CN_WEEKDAYS
)

# moment's own tokenizer: what is none of these stays as it is.
_TOKENS = re.compile(
    r"\[[^\[\]]*\]|\\.|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|YYYYYY|YYYYY|YYYY|YY|Y|y{1,4}|"
    r"gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|LTS|LT|LL?L?L?|l{1,4}|.",
    re.DOTALL,
)
_LOCAL = {"L": "MM/DD/YYYY", "LL": "MMMM D, YYYY", "l": "M/D/YYYY", "ll": "MMM D, YYYY"}


@dataclass(frozen=True, slots=True)
class Period:
    """The days a dated note stands for: ``start <= day < end``; *grain* is day, week, month, quarter or year."""

    grain: str
    start: date
    end: date


@dataclass(frozen=True, slots=True)
class Dated:
    """What a name says: its period, and the text after the date ("" if the name is the date alone)."""

    period: Period
    rest: str = ""


def _alternatives(names: dict[str, int]) -> str:
    return "(?:" + "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) + ")"


_MONTH_NAME = _alternatives(_MONTH_NUMBERS)
_WEEKDAY_NAME = _alternatives(_WEEKDAY_NUMBERS)
_ORDINAL = r"(\d{1,%d})(?:st|nd|rd|th|日|号|號)"
# token → (regular expression with one group, what the group means)
_READ: dict[str, tuple[str, str]] = {
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
_CLOCK = {
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


_WRITE: dict[str, Callable[[date], str]] = {
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


class Pattern:
    """A compiled pattern; ``warnings`` are sentences about what it cannot say without doubt."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.warnings: tuple[str, ...] = ()
        self._pieces: list[tuple[str, str]] = []  # (token or "", literal text)
        for token in _tokens(source):
            if token.startswith("[") and token.endswith("]"):
                self._pieces.append(("", token[1:-1]))
            elif token.startswith("\\") and len(token) > 1:
                self._pieces.append(("", token[1:]))
            elif token in _READ or token in _CLOCK:
                self._pieces.append((token, ""))
            else:
                self._pieces.append(("", token))
        self._meanings: list[str] = []
        expression = "".join(self._expression(token, literal) for token, literal in self._pieces)
        self._regex = re.compile(expression, re.IGNORECASE)
        self.grain = self._grain()
        self._judge()

    @classmethod
    def compile(cls, source: str) -> Pattern:
        """The pattern written as *source*; empty means Obsidian's default, ``YYYY-MM-DD``."""
        return cls(source.strip() or "YYYY-MM-DD")

    def format(self, day: date) -> str:
        """The note path, without folder and ``.md``, that *day* gets."""
        return "".join(
            _WRITE[token](day) if token in _WRITE else _CLOCK[token][0] if token else literal
            for token, literal in self._pieces
        )

    def parse(self, path: str) -> Dated | None:
        """What *path* (relative to the pattern's folder, without ``.md``) stands for, or None.

        Text may follow the date if a digit or a Latin letter does not run on into it.
        """
        match = self._regex.match(path)
        if match is None:
            return None
        rest = path[match.end() :]
        if rest and ("/" in rest or rest[0].isdigit() or (rest[0].isascii() and rest[0].isalpha())):
            return None
        period = self._period(match.groups())
        return Dated(period, rest) if period else None

    # --- reading --------------------------------------------------------------------------------

    def _expression(self, token: str, literal: str) -> str:
        if token in _READ:
            expression, meaning = _READ[token]
            self._meanings.append(meaning)
            return expression
        return _CLOCK[token][1] if token else re.escape(literal)

    def _grain(self) -> str:
        has = set(self._meanings)
        if has & {"day", "day_of_year"}:
            return "day"
        if has & {"week", "iso_week"}:
            return "day" if has & {"weekday_name", "sunday_first", "monday_first"} else "week"
        if has & {"month", "month_name"}:
            return "month"
        if "quarter" in has:
            return "quarter"
        return "year" if has & {"year", "year2", "iso_year", "week_year"} else ""

    def _judge(self) -> None:
        has = set(self._meanings)
        found = []
        if self.grain == "week" and not has & {"iso_year", "iso_year2", "week_year", "week_year2"}:
            found.append(
                f"The pattern {self.source!r} joins a calendar year to a week; at the turn of the year one name "
                "stands for two weeks. Use GGGG-[W]WW (ISO) or gggg-[W]ww (locale)."
            )
        if not self.grain or not any("year" in meaning and meaning != "day_of_year" for meaning in has):
            found.append(f"The pattern {self.source!r} names no year, so its notes have no date.")
        self.warnings = tuple(found)

    def _period(self, groups: tuple[str, ...]) -> Period | None:
        values: dict[str, int] = {}
        for meaning, spelled in zip(self._meanings, groups, strict=True):
            name, number = _value(meaning, spelled)
            if values.setdefault(name, number) != number:
                return None
        try:
            period = _resolve(values, self.grain)
        except (ValueError, OverflowError):
            return None
        return period if period and _agrees(values, period) else None


def _tokens(source: str) -> list[str]:
    found = []
    for token in _TOKENS.findall(source):
        found.extend(_TOKENS.findall(_LOCAL[token]) if token in _LOCAL else [token])
    return found


def _value(meaning: str, spelled: str) -> tuple[str, int]:
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


def _resolve(values: dict[str, int], grain: str) -> Period | None:
    year = values.get("year", values.get("iso_year", values.get("week_year")))
    if year is None:
        return None
    if "day_of_year" in values:
        return _day(date(year, 1, 1) + timedelta(days=values["day_of_year"] - 1), year)
    if "day" in values:
        return _day(date(year, values["month"], values["day"])) if "month" in values else None
    if grain in ("week", "day"):
        monday_or_sunday = _week_start(values, year)
        if monday_or_sunday is None:
            return None
        if grain == "week":
            return Period("week", monday_or_sunday, monday_or_sunday + timedelta(days=7))
        offset = (values["weekday"] - monday_or_sunday.weekday()) % 7
        return _day(monday_or_sunday + timedelta(days=offset))
    if grain == "month":
        return _months("month", year, values["month"], 1)
    if grain == "quarter":
        return _months("quarter", year, 3 * values["quarter"] - 2, 3)
    return Period("year", date(year, 1, 1), date(year + 1, 1, 1)) if grain == "year" else None


def _week_start(values: dict[str, int], year: int) -> date | None:
    """First day of the named week; the calendar year of ``YYYY-[W]WW`` is taken for the week's year where it can be."""
    if "iso_week" in values:
        year = values.get("iso_year", year)
        for candidate in (year,) if "iso_year" in values else (year, year - 1):
            try:
                return date.fromisocalendar(candidate, values["iso_week"], 1)
            except ValueError:
                continue
        return None
    year = values.get("week_year", year)
    first = date(year, 1, 1)
    sunday = first - timedelta(days=(first.weekday() + 1) % 7)
    start = sunday + timedelta(weeks=values["week"] - 1)
    if locale_week(start) == (year, values["week"]):
        return start
    return None


def _day(day: date, year: int = 0) -> Period | None:
    if year and day.year != year:
        return None
    return Period("day", day, day + timedelta(days=1))


def _months(grain: str, year: int, month: int, count: int) -> Period:
    after = month + count
    return Period(grain, date(year, month, 1), date(year + (after - 1) // 12, (after - 1) % 12 + 1, 1))


def _agrees(values: dict[str, int], period: Period) -> bool:
    """True if the named parts fit the day found; week numbers are not held to it, their locale is not known."""
    day = period.start
    checks = {"month": day.month, "quarter": (day.month + 2) // 3}
    if period.grain == "day":
        checks |= {"year": day.year, "day": day.day, "weekday": day.weekday()}
    if period.grain in ("week", "quarter", "year"):
        checks.pop("month")
    if period.grain in ("week", "year"):
        checks.pop("quarter", None)
    return all(values.get(name, found) == found for name, found in checks.items())
