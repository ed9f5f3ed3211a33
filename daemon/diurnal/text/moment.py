"""moment.js patterns, read and written: ``YYYY/[W]ww/YYYY-MM-DD`` ⇄ a day.

Obsidian names daily and periodic notes by such patterns, in the language of the
application; a pattern may span folders. Writing follows moment in the language given
(English: weeks of ``gggg-ww`` start on Sunday, week 1 holds 1 January). Reading takes
the names of every language, and accepts text after the date. A name is a date only
if every part of it agrees.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from diurnal.model.regex import regex
from diurnal.text.moment_languages import ENGLISH, LANGUAGES, Language
from diurnal.text.moment_names import ANY_WEEKDAY, Vocabulary, every_vocabulary, vocabulary_of
from diurnal.text.moment_tokens import (
    CLOCK,
    READ,
    WRITE,
    expression_of,
    is_spoken,
    literal_of,
    tokens_of,
    value_of,
)

_AFTER_A_DAY = regex(r"D[oD]?(?:\[[^\[\]]*\]|\s)+MMMM?")
"""Where some languages put a month in the genitive; the same rule is moment's."""
_ANY_DAY = date(2023, 11, 22)
"""A day whose parts cannot be taken for each other."""


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


class Pattern:
    """A compiled pattern; ``warnings`` are sentences about what it cannot say without doubt.

    ``is_spoken`` is true if languages write a day differently by it.
    """

    def __init__(self, source: str, language: Language = ENGLISH) -> None:
        self.source = source
        self.language = language
        self.warnings: tuple[str, ...] = ()
        self._pieces: list[tuple[str, str]] = []  # (token or "", literal text)
        tokens = tokens_of(source, language)
        spelled = "".join(tokens)
        for token in tokens:
            literal = literal_of(token)
            if literal is None and (token in READ or token in CLOCK):
                self._pieces.append((token, ""))
            else:
                self._pieces.append(("", token if literal is None else literal))
        self._meanings = [READ[token][1] for token, _ in self._pieces if token in READ]
        self.is_spoken = is_spoken(source)
        self._is_after_a_day = _AFTER_A_DAY.search(spelled) is not None and (
            language.code != "pl" or "D MMMM" in spelled
        )
        self._readers = [
            (names, regex("".join(self._expressions(names)), re.IGNORECASE)) for names in self._vocabularies()
        ]
        self.grain = self._grain()
        self._judge()

    @classmethod
    def compile(cls, source: str, language: str = "") -> Pattern:
        """The pattern written as *source*; empty means Obsidian's default, ``YYYY-MM-DD``.

        *language* is a code of ``LANGUAGES``; English where it is none.
        """
        return cls(source.strip() or "YYYY-MM-DD", LANGUAGES.get(language, ENGLISH))

    def format(self, day: date) -> str:
        """The note path, without folder and ``.md``, that *day* gets."""
        return "".join(self._written(token, literal, day) for token, literal in self._pieces)

    def _written(self, token: str, literal: str, day: date) -> str:
        language = self.language
        if self._is_after_a_day and token in ("MMMM", "MMM"):
            months = language.months_after if token == "MMMM" else language.months_short_after
            return months[day.month - 1]
        if token == "MMM" and "-MMM-" in self.source and language.code in ("es", "nl"):
            return language.months_short[day.month - 1].removesuffix(".")
        if token in WRITE:
            return WRITE[token](day, language)
        return CLOCK[token][0] if token else literal

    def parse(self, path: str) -> Dated | None:
        """What *path* (relative to the pattern's folder, without ``.md``) stands for, or None.

        Text may follow the date if a digit or a Latin letter does not run on into it.
        """
        path = unicodedata.normalize("NFC", path)  # as macOS hands it over, an umlaut is two characters
        for names, reader in self._readers:
            if (match := reader.match(path)) is None:
                continue
            rest = path[match.end() :]
            if rest and ("/" in rest or rest[0].isdigit() or (rest[0].isascii() and rest[0].isalpha())):
                continue
            if period := self._period(match.groups(), names):
                return Dated(period, rest)
        return None

    def day_of_own(self, path: str) -> date | None:
        """The first day *path* stands for if this language writes it just so (a clock in it may show any time)."""
        path = unicodedata.normalize("NFC", path)
        names, reader = self._readers[0]
        match = reader.fullmatch(path)
        period = self._period(match.groups(), names) if match else None
        if period is None:
            return None
        has_clock = any(token in CLOCK for token, _ in self._pieces)
        return period.start if has_clock or path == self.format(period.start) else None

    # --- reading --------------------------------------------------------------------------------

    def _vocabularies(self) -> Iterator[Vocabulary]:
        """The names it is read with: its own language's first."""
        yield vocabulary_of(self.language.code)
        if self.is_spoken:
            yield every_vocabulary()

    def _expressions(self, names: Vocabulary) -> Iterator[str]:
        for token, literal in self._pieces:
            yield expression_of(token, names) if token else re.escape(literal)

    def _grain(self) -> str:
        has = set(self._meanings)
        if has & {"day", "day_of_year"}:
            return "day"
        if has & {"week", "iso_week"}:
            return (
                "day" if has & {"weekday_name", "sunday_first", "monday_first", "from_week_start"} else "week"
            )
        if has & {"month", "month_name"}:
            return "month"
        if "quarter" in has:
            return "quarter"
        return "year" if has & {"year", "year2", "iso_year", "week_year"} else ""

    @property
    def names_days(self) -> bool:
        """True if a name by this pattern tells one day from every other."""
        return self.grain == "day" and self._reads_back()

    def _reads_back(self) -> bool:
        dated = self.parse(self.format(_ANY_DAY))
        return dated is not None and dated.period.start <= _ANY_DAY < dated.period.end

    def _judge(self) -> None:
        has = set(self._meanings)
        found = []
        if (
            has & {"week", "iso_week"}
            and not has & {"day", "day_of_year"}
            and not has & {"iso_year", "iso_year2", "week_year", "week_year2"}
        ):
            found.append(
                f"The pattern {self.source!r} joins a calendar year to a week; at the turn of the year one name "
                "stands for two weeks. Use GGGG-[W]WW (ISO) or gggg-[W]ww (locale)."
            )
        if not self.grain or not any("year" in meaning and meaning != "day_of_year" for meaning in has):
            found.append(f"The pattern {self.source!r} names no year, so its notes have no date.")
        elif not self._reads_back():
            found.append(f"The pattern {self.source!r} does not say a whole date, so its notes have none.")
        self.warnings = tuple(found)

    def _period(self, groups: tuple[str, ...], names: Vocabulary) -> Period | None:
        values: dict[str, int] = {}
        for meaning, spelled in zip(self._meanings, groups, strict=True):
            name, number = value_of(meaning, spelled, names, self.language)
            if number is None or (number != ANY_WEEKDAY and values.setdefault(name, number) != number):
                return None
        try:
            period = _resolve(values, self.grain, self.language)
        except (ValueError, OverflowError):
            return None
        return period if period and _agrees(values, period) else None


def _resolve(values: dict[str, int], grain: str, language: Language) -> Period | None:
    year = values.get("year", values.get("iso_year", values.get("week_year")))
    if year is None:
        return None
    if "day_of_year" in values:
        return _day(date(year, 1, 1) + timedelta(days=values["day_of_year"] - 1), year)
    if "day" in values:
        return _day(date(year, values["month"], values["day"])) if "month" in values else None
    if grain in ("week", "day"):
        monday_or_sunday = _week_start(values, year, language)
        if monday_or_sunday is None:
            return None
        if grain == "week":
            return Period("week", monday_or_sunday, monday_or_sunday + timedelta(days=7))
        if "weekday" not in values:
            return None
        offset = (values["weekday"] - monday_or_sunday.weekday()) % 7
        return _day(monday_or_sunday + timedelta(days=offset))
    if grain == "month":
        return _months("month", year, values["month"], 1)
    if grain == "quarter":
        return _months("quarter", year, 3 * values["quarter"] - 2, 3)
    return Period("year", date(year, 1, 1), date(year + 1, 1, 1)) if grain == "year" else None


def _week_start(values: dict[str, int], year: int, language: Language) -> date | None:
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
    start = language.week_one(year) + timedelta(weeks=values["week"] - 1)
    return start if language.week_of(start) == (year, values["week"]) else None


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
