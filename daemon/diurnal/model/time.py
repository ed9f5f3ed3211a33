"""Spans of time, as values.

Records carry *wall time*: naive datetimes as a person would read them off a
clock at the place where the note was written. Gates are brought to wall time
before they meet records, so a day on which the clocks change keeps every
moment a person can name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """Half-open span of time: ``start <= moment < end``; ``None`` leaves a side open.

    Neighbouring days never share a moment, and with a zone a day on which the
    clocks change keeps its real length (23 or 25 hours).
    """

    start: datetime | None
    end: datetime | None

    @classmethod
    def of_day(cls, day: date) -> TimeWindow:
        """The whole of *day* in wall time."""
        start = datetime(day.year, day.month, day.day)
        return cls(start, start + timedelta(days=1) if day < date.max else None)

    def overlaps(self, other: TimeWindow) -> bool:
        """True if some moment lies in both; both must be naive or both aware."""
        starts_before = self.start is None or other.end is None or self.start < other.end
        ends_after = self.end is None or other.start is None or other.start < self.end
        return starts_before and ends_after

    def to_wall(self) -> TimeWindow:
        """The same window without zones, as clocks on the wall showed it."""
        return TimeWindow(
            self.start.replace(tzinfo=None) if self.start else None,
            self.end.replace(tzinfo=None) if self.end else None,
        )


@dataclass(frozen=True, slots=True)
class Gate:
    """The windows a question is confined to; no windows means everything is admitted.

    ``phrase`` is the text that named the time, ``source`` who did ("question",
    "argument", "anchor"), ``widened`` a sentence if the asked windows were
    empty and larger ones were used, ``asked`` the windows as first read.
    """

    windows: tuple[TimeWindow, ...] = ()
    phrase: str = ""
    zone: str = ""
    source: str = ""
    widened: str = ""
    asked: tuple[TimeWindow, ...] = field(default=())

    def __bool__(self) -> bool:
        return bool(self.windows)
