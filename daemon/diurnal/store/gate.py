"""Windows of a gate as plain spans of seconds, for comparison with whole columns.

An entry written at 00:40 after one of 23:50 keeps its day: what is asked of that
day or its evening admits it, and so do the small hours it was written in; the
next day as a whole does not.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from diurnal.model.time import TimeWindow
from diurnal.store.column_source import BEGINNING, DAY_SECONDS, END
from diurnal.store.values import seconds_of


def spans_of(windows: Iterable[TimeWindow]) -> list[tuple[int, int]]:
    """*windows* as wall seconds, ascending, those that touch or overlap made one; empty ones left out."""
    bounds = []
    for window in windows:
        wall = window.to_wall()
        start, end = seconds_of(wall.start), seconds_of(wall.end)
        # A part of a second counts as the whole: spans of records are whole seconds.
        if end is not None and wall.end is not None and wall.end.microsecond:
            end += 1
        bounds.append((BEGINNING if start is None else start, END if end is None else end))
    merged: list[tuple[int, int]] = []
    for start, end in sorted(bound for bound in bounds if bound[0] < bound[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


#: A window that begins after midnight and ends by this hour asks for the small hours.
SMALL_HOURS = 6 * 3600


def admits_night(spans: Iterable[tuple[int, int]], written: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which entries of nights *spans* admit; *written*: the minutes after midnight that they begin at."""
    midnight = written - written % DAY_SECONDS
    mask = np.zeros(len(written), bool)
    for start, end in spans:
        mask |= (midnight - 60 < end) & (midnight > start)
        if start > BEGINNING and start % DAY_SECONDS + (end - start) <= SMALL_HOURS:
            mask |= (written < end) & (written + 60 > start)
    return mask
