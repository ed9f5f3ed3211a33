"""Windows of a gate as plain spans of seconds, for comparison with whole columns."""

from __future__ import annotations

from collections.abc import Iterable

from diurnal.model.time import TimeWindow
from diurnal.store.column_source import BEGINNING, END
from diurnal.store.rows import seconds_of


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
