"""Spans of wall time as windows in a zone, where days may begin later than midnight.

The grammar knows midnights only; a day, a week and the end of an evening are moved
here to the hour at which the owner's days begin. Clock times stay what they are.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from diurnal.model.time import TimeWindow
from diurnal.when.calendar import Span

_TIMED: Final = frozenset({"part", "hour", "minute", "second", "now"})


def window_of(span: Span, now: datetime, day_starts_at: int) -> TimeWindow:
    """*span* in the zone of *now*, its days beginning at the hour *day_starts_at*."""
    return TimeWindow(
        _moment(span.start, span, now, day_starts_at, False),
        _moment(span.end, span, now, day_starts_at, True),
    )


def _moment(
    moment: datetime | None, span: Span, now: datetime, day_starts_at: int, is_end: bool
) -> datetime | None:
    if moment is None:
        return None
    # Midnights are where days begin and end; 00:00 as a clock time stays what it is.
    midnight = moment.hour == moment.minute == moment.second == 0
    if day_starts_at and midnight and (span.grain not in _TIMED or (is_end and span.grain == "part")):
        moment += timedelta(hours=day_starts_at)
    return moment.replace(tzinfo=now.tzinfo, microsecond=0) if moment != now.replace(tzinfo=None) else now
