"""Lines that are form, not content: the owner's template, template syntax, links to the days around.

A template line that was ticked or filled differs from the template and is an
entry. A placeholder that a template engine fills with a date, a time or the
title matches what such a value looks like, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from diurnal.model.calendar import MONTHS, WEEKDAYS
from diurnal.model.regex import regex
from diurnal.text.blocks import Scanned
from diurnal.text.dates import find_date
from diurnal.text.links import WIKILINK
from diurnal.text.moment_languages import ENGLISH, LANGUAGES
from diurnal.text.moment_names import vocabulary_of

_PERIOD = regex(r"(?:.*/)?(?:19|20)\d\d(?:-?(?:[WwQ]\d{1,2}|\d\d))?")
_FILLED = regex(
    r"\{\{\s*(?:date|time|title|yesterday|tomorrow|week|month|year|monday|sunday)\b[^{}]*\}\}"
    r"|<%[-_*]?\s*(?:tp\.date|tp\.file\.title|moment|window\.moment)\b.*?%>",
    re.IGNORECASE,
)


def _value(language: str) -> str:
    """What a date, a time, or the title of a diary note can look like in *language* (and in English and Chinese)."""
    names = {part for name in (*MONTHS, *WEEKDAYS) for part in (name.casefold(), name[:3].casefold())}
    if language in LANGUAGES and LANGUAGES[language] is not ENGLISH:
        own = vocabulary_of(language)
        # No two parts may read the same sign, or a long line would be tried in every way there is.
        names |= {name for name in (*own.months, *own.weekdays) if len(name) > 1 and name.isalpha()}
        names |= {suffix for suffix in own.suffixes if suffix.isalpha() and suffix.isascii()}
    names |= {"th", "st", "nd", "rd", "am", "pm", "week", "w", "q"}
    return (
        r"(?:[\d\s,./:'年月日-]|(?:星期|周|週)[一二三四五六日天]|"
        + "|".join(sorted(names, reverse=True))
        + "){1,40}?"
    )


class Form:
    """The lines of one vault's daily template, filled in in *language* (a code, "" for English)."""

    def __init__(self, template_lines: Iterable[str], language: str = "") -> None:
        self._exact = {line for line in template_lines if line}
        filled = [line for line in sorted(self._exact) if _FILLED.search(line)]
        value = _value(language) if filled else ""
        self._patterns = [_pattern(line, value) for line in filled]

    def lines_in(self, lines: Sequence[str], scanned: Scanned) -> set[int]:
        """Numbers of the lines (1-based) that are form."""
        found = set(scanned.templated)
        if not self._exact:
            found.update(
                n for n, line in enumerate(lines, 1) if "[[" in line and _leads_to_days(line.strip())
            )
            return found
        for number, line in enumerate(lines, 1):
            bare = line.strip()
            if (
                bare in self._exact
                or ("[[" in bare and _leads_to_days(bare))
                or any(pattern.fullmatch(bare) for pattern in self._patterns)
            ):
                found.add(number)
        return found


def _pattern(line: str, value: str) -> re.Pattern[str]:
    parts, at = [], 0
    for match in _FILLED.finditer(line):
        parts += [re.escape(line[at : match.start()]), value]
        at = match.end()
    return re.compile("".join(parts) + re.escape(line[at:]), re.IGNORECASE)


def _leads_to_days(line: str) -> bool:
    """True for a bar such as ``<< [[2024-03-04]] | [[2024-W10]] >>``: two or more days or periods, no word beside them."""
    if len(line) > 300 or line.count("[[") < 2:
        return False
    targets = [match[2] for match in WIKILINK.finditer(line)]
    if len(targets) < 2 or any(character.isalnum() for character in WIKILINK.sub("", line)):
        return False
    return all(find_date(target) or _PERIOD.fullmatch(target.partition("|")[0]) for target in targets)
