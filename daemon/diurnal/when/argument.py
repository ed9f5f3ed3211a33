"""The ``time_range`` argument: windows a caller names directly, instead of in words.

One window, a pair, or a list of either; dates, datetimes and ISO strings, with
or without an offset; ``None`` leaves a side open. A date as an end includes that
day. A side of a pair may be words: "last month" begins with its first day and ends
with its last. What cannot be read raises ``BadTime`` with one sentence that says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from diurnal.errors import BadTime
from diurnal.model.regex import regex
from diurnal.model.time import TimeWindow
from diurnal.when.parsing import LANGUAGES, parse

_ISO: Final = regex(r"\s*\d{4}-?\d")
_DATE: Final = regex(r"\d{4}-\d{2}-\d{2}")
# What leaves a side open.
OPEN: Final = ("", "..", "*")
HINT: Final = 'Use dates or datetimes such as "2026-07-21" or "2026-07-21T18:00", in pairs (start, end).'


def time_range(
    value: Any, *, now: datetime, day_starts_at: int = 0, languages: Sequence[str] = LANGUAGES
) -> tuple[TimeWindow, ...]:
    """The windows *value* names, in order of start.

    Args:
        value: a ``TimeWindow``; a date, datetime or ISO string (that day, or from that moment
            for one second); a pair ``(start, end)`` of those or ``None``; a mapping with "start"
            and "end"; or a list of any of these. ``None`` means no windows.
        now: decides the zone: windows come back naive if it is naive, in its zone if it is aware.
        day_starts_at: hour at which days begin.
        languages: of "en" and "zh", which to read words in.

    Raises:
        BadTime: malformed, inverted, empty or out of range.
    """
    if value is None:
        return ()
    days = _Days(now, day_starts_at, languages)
    if _is_one(value):
        return (_window(value, days),)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        if not value:
            raise BadTime("time_range is an empty list; leave it out to search all time.")
        windows = [_window(part, days) for part in value]
        return tuple(sorted(windows, key=_order))
    raise BadTime(f"time_range is {_shown(value)}; expected a window, a pair or a list of pairs.", hint=HINT)


@dataclass(frozen=True, slots=True)
class _Days:
    """How days and words are read: seen from when, from which hour on, in which languages."""

    now: datetime
    starts_at: int
    languages: Sequence[str]


def _is_side(value: Any) -> bool:
    return value is None or isinstance(value, str | date)


def _is_one(value: Any) -> bool:
    if isinstance(value, TimeWindow | str | date | Mapping):
        return True
    return isinstance(value, Sequence) and len(value) == 2 and all(_is_side(side) for side in value)


def _window(value: Any, days: _Days) -> TimeWindow:
    now = days.now
    if isinstance(value, TimeWindow):
        start, end = value.start, value.end
        return _checked(_zoned(start, now), _zoned(end, now), value)
    if isinstance(value, Mapping):
        unknown = sorted(str(key) for key in value if key not in ("start", "end"))
        if unknown:
            raise BadTime(f"time_range has no field '{unknown[0]}'; its fields are 'start' and 'end'.")
        value = (value.get("start"), value.get("end"))
    if isinstance(value, str) and "/" in value:
        first, _, second = value.partition("/")
        value = (first.strip() or None, second.strip() or None)
    if isinstance(value, str | date):
        value = (value, value)
    if not (isinstance(value, Sequence) and len(value) == 2 and all(_is_side(side) for side in value)):
        raise BadTime(f"time_range holds {_shown(value)}; expected a pair (start, end).", hint=HINT)
    start = _side(value[0], days, is_end=False)
    end = _side(value[1], days, is_end=True)
    return _checked(start, end, value)


def _side(value: str | date | None, days: _Days, *, is_end: bool) -> datetime | None:
    """One side as a moment in the zone of *now*; a date as an end is the end of that day."""
    now = days.now
    if isinstance(value, str):
        if not is_iso(value) and value.strip() not in OPEN:
            return _in_words(value, days, is_end=is_end)
        value = _read(value)
    if value is None:
        return None
    if isinstance(value, datetime):
        return _zoned(value, now)
    try:
        day = value + timedelta(days=1) if is_end else value
        moment = datetime.combine(day, time(hour=days.starts_at))
    except OverflowError as error:
        raise BadTime(f"{value} is the last day there is, so it cannot end a range.") from error
    return moment.replace(tzinfo=now.tzinfo)


def is_iso(text: str) -> bool:
    """True if *text* is written as a date or time of ISO 8601, right or wrong, and not as words."""
    return _ISO.match(text) is not None


def _in_words(said: str, days: _Days, *, is_end: bool) -> datetime:
    """The side that words name: "last week" begins on its Monday and, as an end, ends with its Sunday."""
    reading = parse(said, days.now, languages=days.languages, day_starts_at=days.starts_at)
    window = reading.windows[0] if len(reading.windows) == 1 and not reading.leftover else None
    side = (window.end if is_end else window.start) if window else None
    if side is None:
        raise BadTime(
            f"'{said[:40]}' is not a date or time.",
            hint='Write one such as "2026-07-21", or words such as "last Friday" or 前天.',
        )
    return side


def _read(text: str) -> date | None:
    text = text.strip()
    if text in OPEN:
        return None
    try:
        return date.fromisoformat(text) if _DATE.fullmatch(text) else datetime.fromisoformat(text)
    except ValueError as error:
        raise BadTime(f"'{text[:40]}' is not a date or time: {error}.", hint=HINT) from error


def _zoned(moment: datetime | None, now: datetime) -> datetime | None:
    """*moment* as wall time where *now* is: converted if both have a zone, taken as written otherwise."""
    if moment is None or moment.tzinfo is None or now.tzinfo is None:
        return moment.replace(tzinfo=now.tzinfo) if moment else None
    try:
        return moment.astimezone(now.tzinfo)
    except OverflowError as error:
        raise BadTime(f"{moment.isoformat()} lies outside the years 1 to 9999.") from error


def _checked(start: datetime | None, end: datetime | None, value: Any) -> TimeWindow:
    if start is not None and end is not None:
        if start > end:
            raise BadTime(f"time_range ends before it starts: {_shown(value)}.")
        if start == end:
            end = (
                end + timedelta(seconds=1)
                if end.replace(tzinfo=None) < datetime.max - timedelta(days=1)
                else None
            )
    return TimeWindow(start, end)


def _order(window: TimeWindow) -> datetime:
    return window.start.replace(tzinfo=None) if window.start else datetime.min


def _shown(value: Any) -> str:
    if isinstance(value, TimeWindow):
        value = (value.start, value.end)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return "(" + ", ".join(str(part) for part in value)[:80] + ")"
    return repr(value)[:60]
