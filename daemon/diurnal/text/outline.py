"""The headings above a record, and what they say for everything beneath them: a day, tags.

A heading that only repeats the note's own name or day is its title and no part
of the path.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from diurnal.text.dates import find_date, only_a_date
from diurnal.text.fields import Fields, take_hall
from diurnal.text.inline import read_inline


@dataclass(slots=True)
class _Level:
    depth: int
    text: str
    day: date | None
    tags: tuple[str, ...]


class Outline:
    """The path of open headings while a note is walked from top to bottom."""

    def __init__(self, title: str, day: date | None) -> None:
        self._title = title.casefold()
        self._day = day
        self._levels: list[_Level] = []

    def close(self, depth: int) -> None:
        """Leave every heading that a heading of *depth* ends."""
        while self._levels and self._levels[-1].depth >= depth:
            self._levels.pop()

    def enter(self, depth: int, markup: str, line: int) -> None:
        """Enter a heading."""
        self.close(depth)
        read = read_inline(take_hall(markup, Fields()), line)
        text = read.text.strip()
        day = only_a_date(text)
        if text.casefold() == self._title or (day is not None and day == self._day):
            text = ""
        if day is None and self._day is None and (found := find_date(text)):
            # "2026-03-05 Standup" is of that day; "Plans since 2026-03-05 or so" is not.
            day = (
                found.day
                if not text[: found.start].strip(" ([") or not text[found.end :].strip(" )]")
                else None
            )
        self._levels.append(_Level(depth, text, day, tuple(read.tags)))

    @property
    def path(self) -> tuple[str, ...]:
        """Headings above, outermost first."""
        return tuple(level.text for level in self._levels if level.text)

    @property
    def day(self) -> date | None:
        """The day named by the innermost dated heading, unless the note has a day of its own."""
        if self._day is not None:
            return None
        return next((level.day for level in reversed(self._levels) if level.day), None)

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags written in the headings above."""
        return tuple(tag for level in self._levels for tag in level.tags)
