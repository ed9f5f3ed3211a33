"""A day or a moment said in words: "today", 前天, "last Friday", "yesterday 21:30". For who names one rather than asks.

What is no single day is refused rather than guessed at: a wrong day would be
read, or written into a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from diurnal.errors import BadTime
from diurnal.when.parsing import LANGUAGES, parse

HINT = "Write 2026-07-21T14:30, or words such as yesterday 21:30 or 昨天晚上9点."


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


def one_moment(
    said: str, now: datetime, *, languages: Sequence[str] = LANGUAGES, day_starts_at: int = 0
) -> datetime:
    """The moment *said* names, seen from *now*: an ISO time, words with a time of day, or a day at the hour it is now.

    Args:
        said: "2026-07-21T14:30", "yesterday 21:30", 昨天晚上9点, "2 hours ago", "yesterday".
        now: the moment it is said at, in the zone whose days are meant.
        languages: of "en" and "zh", which to read.
        day_starts_at: hour at which a day begins.

    Raises:
        BadTime: it names no moment, or more of a day than an hour ("last night").
    """
    text = said.strip()
    if not _is_date(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass
    reading = parse(text, now, languages=languages, day_starts_at=day_starts_at)
    if len(reading.windows) == 1 and not reading.leftover and reading.grain in ("minute", "hour"):
        start = reading.windows[0].start
        if start is not None:
            return start
    if reading.grain == "part":
        raise BadTime(f"{said!r} names no time of day.", hint="Write one such as yesterday 21:30.")
    try:
        day = one_day(text, now, languages=languages, day_starts_at=day_starts_at)
    except BadTime as fault:
        raise BadTime(f"{said!r} names no moment.", hint=HINT) from fault
    # After midnight, before the day begins, the same hour of that day lies on the date after it.
    date_of_hour = day + timedelta(days=now.time() < time(day_starts_at))
    return datetime.combine(date_of_hour, now.time(), now.tzinfo)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
