"""Whole dates as people write them in names, headings and fields.

Only dates that name year, month and day, and are real, count: nothing is
resolved against today (that is ``when``'s business) and nothing is guessed.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

from diurnal.model.calendar import MONTHS, WEEKDAYS
from diurnal.model.regex import regex
from diurnal.model.time import TimeWindow

_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS) + "|Sept"
_FULL = regex(
    r"(?<![\w.])(?P<y1>(?:19|20)\d\d)(?P<sep>[-_./])(?P<m1>\d{1,2})(?P=sep)(?P<d1>\d{1,2})(?!\d|(?P=sep)\d)"
    r"|(?<![\w.\-])(?P<y2>(?:19|20)\d\d)(?P<m2>[01]\d)(?P<d2>[0-3]\d)(?![\d.])"
    r"|(?P<y3>(?:19|20)\d\d)\s*年\s*(?P<m3>\d{1,2})\s*月\s*(?P<d3>\d{1,2})\s*[日号號]"
    rf"|(?<!\w)(?P<n4>{_MONTH})\.?\s+(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y4>(?:19|20)\d\d)(?!\d)"
    rf"|(?<!\w)(?P<d5>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<n5>{_MONTH})\.?,?\s+(?P<y5>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_PARTIAL = regex(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?=$|[T\s\]|#)])")
_NUMBERS = {name[:3].casefold(): number for number, name in enumerate(MONTHS, 1)}
_WEEKDAY = regex(
    "(?i)(?:" + "|".join(f"{n}|{n[:3]}" for n in WEEKDAYS) + "|(?:星期|周|週|礼拜|禮拜)[一二三四五六日天])"
)


@dataclass(frozen=True, slots=True)
class Found:
    """A date and where in the text it stands."""

    day: date
    start: int
    end: int


def find_date(text: str) -> Found | None:
    """The first whole, real date in *text*."""
    for match in _FULL.finditer(text):
        groups = match.groupdict()
        for form in "12345":
            if groups[f"y{form}"] is None:
                continue
            name = groups.get(f"n{form}")
            month = _NUMBERS[name[:3].casefold()] if name else int(groups[f"m{form}"])
            try:
                day = date(int(groups[f"y{form}"]), month, int(groups[f"d{form}"]))
            except ValueError:
                break
            return Found(day, *match.span())
    return None


def only_a_date(text: str) -> date | None:
    """The date if *text* is one and nothing else but a weekday and punctuation."""
    found = find_date(text)
    if found is None:
        return None
    rest = _WEEKDAY.sub("", text[: found.start] + text[found.end :])
    return None if any(character.isalnum() for character in rest) else found.day


def field_date(value: str, *, last: bool = False) -> date | None:
    """The date a field's value begins with; of a month or a year alone its first day, or its *last*.

    ``[[2026-03-02]]``, ``2026-03-02T10:00`` and ``2026-03`` are dates; what is none gives None.
    """
    text = value.strip().strip('"').removeprefix("[[")
    match = _PARTIAL.match(text)
    if match is None:
        found = find_date(text)
        return found.day if found else None
    year, month, day = int(match[1]), int(match[2] or (12 if last else 1)), match[3]
    try:
        if day is None:
            return date(year, month, calendar.monthrange(year, month)[1] if last else 1)
        return date(year, month, int(day))
    except (ValueError, calendar.IllegalMonthError):
        return None


@lru_cache(maxsize=256)
def day_window(day: date, day_starts_at: int = 0) -> TimeWindow:
    """The whole of *day*, for an owner whose days begin at *day_starts_at* o'clock."""
    if not day_starts_at:
        return TimeWindow.of_day(day)
    start = datetime(day.year, day.month, day.day, day_starts_at)
    return TimeWindow(start, start + timedelta(days=1) if day < date.max else None)


def span_of_days(start: date, end: date, day_starts_at: int = 0) -> TimeWindow:
    """The days ``start <= day < end`` as one window."""
    first = day_window(start, day_starts_at)
    return TimeWindow(first.start, day_window(end, day_starts_at).start)
