"""Comments and Templater code, taken out of a note's lines before anything else is read from them.

``%%``, ``<!--`` and ``<%`` may begin and end anywhere but in code. One opened
at the start of a line and never closed hides the rest of the note, as it does
in Obsidian; opened in mid-line and never closed, it is text.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from diurnal.model.regex import regex
from diurnal.text.blocks import Row
from diurnal.text.inline import CODE_SPAN

_OPENER = regex(r"%%|<!--|<%")
_CLOSER = {"%%": "%%", "<!--": "-->", "<%": "%>"}


class Comments:
    """Takes comments out of *lines*, which it changes in place.

    ``found`` are the comments by the line (1-based, *offset* added) they begin on, ``templated`` the numbers
    of lines that held template syntax.
    """

    def __init__(self, lines: list[str], offset: int) -> None:
        self.lines = lines
        self.offset = offset
        self.found: list[Row] = []
        self.templated: set[int] = set()
        self._absent: set[str] = set()
        """Closers known not to occur any more."""

    def strip(self, at: int) -> str | None:
        """Line *at* without comments; None if nothing else is on it.

        What a comment of several lines leaves of its last line is put back, to be read in its turn.
        """
        line = self.lines[at]
        kept: list[str] = []
        position = 0
        touched = False
        spans = [span.span() for span in CODE_SPAN.finditer(line)] if "`" in line else []
        while match := _opener(line, position, spans):
            opener = match[0]
            close = line.find(_CLOSER[opener], match.end())
            if close >= 0:
                self._note(at, opener, line[match.end() : close])
                kept.append(line[position : match.start()])
                position = close + len(_CLOSER[opener])
                touched = True
                continue
            last = self.line_with(_CLOSER[opener], at + 1)
            if last < 0 and line[: match.start()].strip():
                break
            kept.append(line[position : match.start()])
            self._swallow(at, last, opener, line[match.end() :])
            position, touched = len(line), True
        if not touched:
            return line
        kept.append(line[position:])
        text = "".join(kept).rstrip()
        return text or None

    def line_with(self, closer: str, at: int) -> int:
        """Index of the first line from *at* on that holds *closer*, or -1."""
        if closer in self._absent:
            return -1
        for index in range(at, len(self.lines)):
            if closer in self.lines[index]:
                return index
        self._absent.add(closer)
        return -1

    def _swallow(self, at: int, last: int, opener: str, head: str) -> None:
        """Take lines up to *last* (-1: the note's end) as one comment that began on line *at* with *head*."""
        lines = self.lines
        end = len(lines) if last < 0 else last
        body = [head, *lines[at + 1 : end]]
        for index in range(at + 1, end):
            lines[index] = ""
        if last >= 0:
            before, _, after = lines[last].partition(_CLOSER[opener])
            body.append(before)
            lines[last] = after
        self._note(at, opener, "\n".join(body))
        if opener == "<%":
            self.templated.update(range(at + self.offset, end + self.offset + 1))

    def _note(self, at: int, opener: str, body: str) -> None:
        if opener == "<%":
            self.templated.add(at + self.offset)
        else:
            self.found.append((at + self.offset, body.strip()))


def _opener(line: str, position: int, spans: list[tuple[int, int]]) -> re.Match[str] | None:
    """The first opener from *position* on that stands in none of the code *spans*."""
    match = _OPENER.search(line, position)
    while match and spans:
        inside = bisect_left(spans, (match.start(),)) - 1
        if inside < 0 or spans[inside][1] <= match.start():
            break
        match = _OPENER.search(line, spans[inside][1])
    return match
