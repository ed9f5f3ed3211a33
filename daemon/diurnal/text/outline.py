"""The headings above a record, and what they say for everything beneath them: a day, tags.

A heading that only repeats the note's own name or day is its title and no part
of the path.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from diurnal.text.dates import Found, find_date, only_a_date
from diurnal.text.fields import Fields, take_hall
from diurnal.text.inline import read_inline


@dataclass(slots=True)
class _Level:
    depth: int
    text: str
    day: date | None
    tags: tuple[str, ...]


class Outline:
    """The path of open headings while a note is walked from top to bottom.

    Args:
        title: the note's name.
        day: the day the note stands for, if it stands for one.
        is_diary: true if the note is the diary of *day*: then no heading can be of another day.
    """

    def __init__(self, title: str, day: date | None, *, is_diary: bool = False) -> None:
        self._title = title.casefold()
        self._day = day
        self._is_diary = is_diary
        self._levels: list[_Level] = []
        self.path: tuple[str, ...] = ()
        """Headings above, outermost first."""
        self.day: date | None = None
        """The day named by the innermost dated heading, unless the note is a diary note."""
        self.tags: tuple[str, ...] = ()
        """Tags written in the headings above."""

    def close(self, depth: int) -> None:
        """Leave every heading that a heading of *depth* ends."""
        levels = self._levels
        if levels and levels[-1].depth >= depth:
            while levels and levels[-1].depth >= depth:
                levels.pop()
            self._tell()

    def enter(self, depth: int, markup: str, line: int) -> None:
        """Enter a heading."""
        self.close(depth)
        read = read_inline(take_hall(markup, Fields()), line)
        text = read.text.strip()
        day = only_a_date(text)
        if text.casefold() == self._title or (day is not None and day == self._day):
            text = ""
        if day is None and not self._is_diary and (found := find_date(text)) and _is_of(text, found):
            day = found.day
        self._levels.append(_Level(depth, text, day, tuple(read.tags)))
        self._tell()

    def _tell(self) -> None:
        """Say what the headings that are open now say; every record beneath them asks."""
        levels = self._levels
        self.path = tuple([level.text for level in levels if level.text])
        self.tags = tuple([tag for level in levels for tag in level.tags])
        if not self._is_diary:
            self.day = next((level.day for level in reversed(levels) if level.day), None)


def _is_of(text: str, found: Found) -> bool:
    """True for "2026-03-05 Standup", "Standup (2026-03-05)", "Standup, 2026-03-05"; not for "Deadline 2026-03-05"."""
    before, after = text[: found.start].rstrip(), text[found.end :].strip(" )]）】")
    return not before.strip("[(（【") or (not after and before[-1] in "([（【,，、|–—-·")
