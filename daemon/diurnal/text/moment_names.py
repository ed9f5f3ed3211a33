"""Names of months and weekdays as a file may spell them, in one language or in any.

A vault's own language comes first; what other languages and older habits write is
read as well. A month that two languages mean differently is then none, and such a
weekday agrees with any day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from diurnal.text.moment_languages import LANGUAGES, Language

ANY_WEEKDAY = -1
"""What a weekday means that is another day in another language."""
_MORE_MONTHS = (
    "jän feb mär apr mai jun jul aug sep okt nov dez",
    "jan febr mrz apr mai juni juli aug sept okt nov dez",
    "jan feb mars april mai juin juil aoû sept oct nov déc",
)
_CN_DIGITS = "一二三四五六七八九十"
_CN_MONTHS = {name + "月": n for n, name in enumerate([*_CN_DIGITS, "十一", "十二"], 1)}
_CN_WEEKDAYS = {
    prefix + name: n
    for prefix in ("星期", "周", "週", "礼拜", "禮拜", "")
    for name, n in zip("一二三四五六日天", (0, 1, 2, 3, 4, 5, 6, 6), strict=True)
}


@dataclass(frozen=True)
class Vocabulary:
    """Folded names with their numbers (months from 1, weekdays from Monday, 0) and what may follow a day's number."""

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    suffixes: frozenset[str]

    @cached_property
    def month(self) -> str:
        """A regular expression, without groups, for any of the months."""
        return _any_of(self.months)

    @cached_property
    def weekday(self) -> str:
        return _any_of(self.weekdays)

    @cached_property
    def suffix(self) -> str:
        return f"{_any_of(self.suffixes)}?"


@lru_cache(maxsize=len(LANGUAGES))
def vocabulary_of(code: str) -> Vocabulary:
    """The names of the language with that *code* alone."""
    return _vocabulary([LANGUAGES[code]])


@lru_cache(maxsize=1)
def every_vocabulary() -> Vocabulary:
    """The names of all languages."""
    return _vocabulary(LANGUAGES.values())


def _vocabulary(languages: Iterable[Language]) -> Vocabulary:
    months: dict[str, set[int]] = {}
    weekdays: dict[str, set[int]] = {}
    suffixes = {"st", "nd", "rd", "th", "er", "e", "ème", "re", ".", "º", "ª", "日", "号", "號"}
    suffixes |= {"月", "周", "週", "월", "주", "-й", "-я"}  # of months and weeks
    languages = list(languages)
    for language in languages:
        for names in (
            language.months,
            language.months_after,
            language.months_short,
            language.months_short_after,
        ):
            _take(months, names, 1)
        for names in (language.weekdays, language.weekdays_short, language.weekdays_min):
            _take(weekdays, names, 0)
        suffixes |= {language.ordinal, *language.ordinals.values()} - {""}
    if len(languages) > 1:
        for line in _MORE_MONTHS:
            _take(months, line.split(), 1)
    if len(languages) > 1 or languages[0].code.startswith("zh"):
        _take_numbered(months, _CN_MONTHS)
        _take_numbered(weekdays, _CN_WEEKDAYS)
    return Vocabulary(
        {name: next(iter(numbers)) for name, numbers in months.items() if len(numbers) == 1},
        {
            name: next(iter(numbers)) if len(numbers) == 1 else ANY_WEEKDAY
            for name, numbers in weekdays.items()
        },
        frozenset(suffix.casefold() for suffix in suffixes),
    )


def _take(found: dict[str, set[int]], names: Iterable[str], first: int) -> None:
    """Short forms are written with a point after them and without."""
    for number, name in enumerate(names, first):
        for spelled in (name, name.removesuffix("."), f"{name}." if len(name) <= 5 else name):
            found.setdefault(spelled.casefold(), set()).add(number)


def _take_numbered(found: dict[str, set[int]], names: Mapping[str, int]) -> None:
    for name, number in names.items():
        found.setdefault(name, set()).add(number)


def _any_of(names: Iterable[str]) -> str:
    return "(?:" + "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) + ")"
