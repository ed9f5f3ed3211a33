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

_FILLED = regex(
    r"\{\{\s*(?:date|time|title|yesterday|tomorrow|week|month|year|monday|sunday)\b[^{}]*\}\}"
    r"|<%[-_*]?\s*(?:tp\.date|tp\.file\.title|moment|window\.moment)\b.*?%>",
    re.IGNORECASE,
)
_VALUE = (
    r"(?:[\d\s,./:'年月日-]|th|st|nd|rd|[ap]m|week|[WQ]|(?:星期|周|週)[一二三四五六日天]|"
    + "|".join(f"{name}|{name[:3]}" for name in (*MONTHS, *WEEKDAYS))
    + "){1,40}?"
)
"""What a date, a time, or the title of a diary note can look like."""


class Form:
    """The lines of one vault's daily template."""

    def __init__(self, template_lines: Iterable[str]) -> None:
        self._exact = {line for line in template_lines if line}
        self._patterns = [_pattern(line) for line in sorted(self._exact) if _FILLED.search(line)]

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


def _pattern(line: str) -> re.Pattern[str]:
    parts, at = [], 0
    for match in _FILLED.finditer(line):
        parts += [re.escape(line[at : match.start()]), _VALUE]
        at = match.end()
    return re.compile("".join(parts) + re.escape(line[at:]), re.IGNORECASE)


def _leads_to_days(line: str) -> bool:
    """True for a bar such as ``<< [[2024-03-04]] | [[2024-03-06]] >>``: two or more days and no word beside them."""
    if len(line) > 300:
        return False
    targets = [match[2] for match in WIKILINK.finditer(line)]
    if len(targets) < 2 or any(character.isalnum() for character in WIKILINK.sub("", line)):
        return False
    return all(find_date(target) for target in targets)
