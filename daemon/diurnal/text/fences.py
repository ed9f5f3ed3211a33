"""Fences of code and of queries: where one that opens ends, and the lines it holds.

A fence is closed by its own sign, at least as long, whatever its indentation. One
that is never closed runs to the end of the note, or of the list item it lies in.
What a fence is beneath, and what becomes of its lines, is left to ``scan``.
"""

from __future__ import annotations

from typing import NamedTuple

from diurnal.model.regex import regex
from diurnal.text.blocks import Row

# What another program fills in when the note is shown.
QUERY_LANGUAGES = frozenset(
    [
        "ad-query",
        "base",
        "button",
        "calendar-nav",
        "datacore",
        "datacorejs",
        "datacorejsx",
        "datacorets",
        "datacoretsx",
        "dataview",
        "dataviewjs",
        "heatmap-calendar",
        "js-engine",
        "meta-bind",
        "meta-bind-button",
        "meta-bind-js-view",
        "periodic-para",
        "query",
        "smart-connections",
        "tasks",
        "timekeep",
        "todoist",
        "tracker",
    ]
)

_FENCE = regex(r"(`{3,})([^`]*)$|(~{3,})(.*)$")


class Fence(NamedTuple):
    """A fence: its language (folded, "" for none), its rows by line index, and the index after its last line."""

    language: str
    rows: list[Row]
    past: int


class Fences:
    """Finds the fences of *lines*, which it reads as they are when it is asked."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self._unclosed: dict[str, int] = {}
        """Signs known not to be closed any more, and the shortest run looked for."""

    def opened_by(self, at: int, indent: int, bare: str, inside: int) -> Fence | None:
        """The fence that line *at* opens, or None if it opens none.

        Args:
            at: the line's index.
            indent: the column it begins in.
            bare: the line without its indentation.
            inside: the column that what lies in the same list item begins in; 0 outside of lists.
        """
        match = _FENCE.match(bare)
        if not match:
            return None
        words = (match[2] or match[4] or "").split(None, 1)
        language = words[0].strip("{}").casefold() if words else ""
        end = self._closed_by(at + 1, match[1] or match[3])
        past = end + 1
        if end < 0:
            past = end = self._end_of_item(at + 1, inside) if inside else len(self.lines)
        return Fence(language, [(n, self._dedented(n, indent)) for n in range(at + 1, end)], past)

    def _closed_by(self, at: int, run: str) -> int:
        """Index of the line that closes *run*, whatever its indentation, or -1."""
        sign, length = run[0], len(run)
        if length >= self._unclosed.get(sign, length + 1):
            return -1
        for index in range(at, len(self.lines)):
            line = self.lines[index]
            if sign in line:
                bare = line.strip()
                if len(bare) >= length and not bare.strip(sign):
                    return index
        self._unclosed[sign] = length
        return -1

    def _end_of_item(self, at: int, inside: int) -> int:
        """Index of the first line from *at* on that is not indented to column *inside*."""
        for index in range(at, len(self.lines)):
            text = self.lines[index].expandtabs(4)
            if text.strip() and len(text) - len(text.lstrip()) < inside:
                return index
        return len(self.lines)

    def _dedented(self, at: int, columns: int) -> str:
        line = self.lines[at]
        lead = len(line) - len(line.lstrip(" \t"))
        return line[lead:] if lead <= columns else line[:lead].expandtabs(4)[columns:] + line[lead:]
