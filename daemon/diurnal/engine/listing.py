"""Which records of a long window to show first, and where to go on.

A question that is all time ("what happened in June") has no score to rank by.
What is shown is spread over the days of the window, so that a month is not
answered by its first evening; a cursor walks through all the rest, each record
once. The order depends on the records alone, never on the page size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import UsageError
from diurnal.model.answer import Clock


def spread_order(days: NDArray[np.integer], worth: NDArray[np.floating]) -> NDArray[np.int64]:
    """An order of N records in which every beginning is spread over the days.

    Args:
        days: shape (N,), ascending; any number that is the same within a day.
        worth: shape (N,); within a day the higher comes first, then the earlier.

    Returns:
        int64, shape (N,), a permutation: the best of every day, the days themselves in an order that
        halves the widest gap each time, then the second best of every day, and so on.
    """
    count = len(days)
    if not count:
        return np.zeros(0, dtype=np.int64)
    _, day_index = np.unique(days, return_inverse=True)
    within = np.lexsort((np.arange(count), -worth, day_index))
    first_of_day = np.searchsorted(day_index[within], np.arange(day_index.max() + 1))
    rank_in_day = np.empty(count, dtype=np.int64)
    rank_in_day[within] = np.arange(count) - first_of_day[day_index[within]]
    place_of_day = _halving(int(day_index.max()) + 1)
    return np.lexsort((place_of_day[day_index], rank_in_day))


def _halving(count: int) -> NDArray[np.int64]:
    """Place of each of *count* days in an order that always halves the widest gap (bit reversal)."""
    bits = max(1, (count - 1).bit_length())
    numbers = np.arange(count)
    reversed_bits = np.zeros(count, dtype=np.int64)
    for bit in range(bits):
        reversed_bits |= ((numbers >> bit) & 1) << (bits - 1 - bit)
    place = np.empty(count, dtype=np.int64)
    place[np.argsort(reversed_bits, kind="stable")] = numbers
    return place


def cursor_after(offset: int, total: int, clock: Clock) -> str:
    """Text that continues a listing at *offset*; empty at its end."""
    return f"{offset}@{clock}" if offset < total else ""


def read_cursor(cursor: str, clock: Clock) -> tuple[int, str]:
    """Where *cursor* continues, and a warning if the index has moved since it was given.

    Raises:
        UsageError: it is not a cursor of ours.
    """
    if not cursor:
        return 0, ""
    offset, _, given = cursor.partition("@")
    try:
        before = Clock.parse(given)
        at = int(offset)
    except ValueError:
        at, before = -1, clock
    if at < 0:
        raise UsageError(
            f"{cursor!r} is not a cursor.",
            hint="Pass the `cursor` of the answer before, or leave it out to start over.",
        )
    moved = before != clock
    return (
        at,
        "Notes changed since this listing began; a record may be shown twice or missed." if moved else "",
    )
