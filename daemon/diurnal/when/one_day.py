"""A day said in words: "today", 前天, "last Friday". For who names a day rather than asks a question.

What is no single day is refused rather than guessed at: a wrong day would be
read, or written into a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from diurnal.errors import BadTime
from diurnal.when.parsing import LANGUAGES, parse


def one_day(
    said: str, now: datetime, *, languages: Sequence[str] = LANGUAGES, day_starts_at: int = 0
) -> date:
    """The one day *said* names, seen from *now*: an ISO date, or words that stand for one day or a part of it.

    Args:
        said: "2026-07-21", "yesterday", 大前天, "last night".
        now: the moment it is said at, in the zone whose days are meant.
        languages: of "en" and "zh", which to read.
        day_starts_at: hour at which a day begins; at 01:30 "today" may still be yesterday's date.

    Raises:
        BadTime: it names no day, several, or more than a day.
    """
    try:
        return date.fromisoformat(said.strip())
    except ValueError:
        reading = parse(said, now, languages=languages, day_starts_at=day_starts_at)
    begins = timedelta(hours=day_starts_at)
    days = {
        day
        for window in reading.windows
        for day in (
            (window.start - begins).date() if window.start else None,
            (window.end - begins - timedelta.resolution).date() if window.end else None,
        )
    }
    if reading.leftover or len(days) != 1 or None in days:
        raise BadTime(
            f"{said!r} names no single day.", hint="Write 2026-07-21, or words such as yesterday or 前天."
        )
    return next(day for day in days if day is not None)
