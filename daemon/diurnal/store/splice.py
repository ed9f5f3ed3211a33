"""Taking runs out of a sorted array and setting others in, for many aligned arrays at once.

The plan is made once a batch; carrying it out copies each array once. That is
what makes a save at 200,000 records cost milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Piece(NamedTuple):
    """A run ``start <= i < stop`` of the old array, or of the new block."""

    is_new: bool
    start: int
    stop: int


def plan(size: int, gone: NDArray[np.intp], at: Sequence[int]) -> list[Piece]:
    """Runs that, joined, are the old array without *gone* and with a block set in.

    Args:
        size: length of the old array.
        gone: positions that go, ascending.
        at: for each element of the block, in its order, the old position it comes before; ascending.
    """
    edges = np.flatnonzero(np.diff(gone, prepend=-2) > 1)
    runs = [(int(run[0]), int(run[-1]) + 1) for run in np.split(gone, edges[1:]) if len(run)]
    inserts: list[tuple[int, int, int]] = []
    for element, position in enumerate(at):
        if inserts and inserts[-1][0] == position:
            inserts[-1] = (position, inserts[-1][1], element + 1)
        else:
            inserts.append((position, element, element + 1))
    pieces: list[Piece] = []
    cursor = 0
    steps = [(position, 0, first, last) for position, first, last in inserts]
    steps += [(start, 1, start, stop) for start, stop in runs]
    for position, is_cut, first, last in sorted(steps):
        if position > cursor:
            pieces.append(Piece(False, cursor, position))
            cursor = position
        if is_cut:
            cursor = last
        else:
            pieces.append(Piece(True, first, last))
    pieces.append(Piece(False, cursor, size))
    return pieces


def splice(old: NDArray[Any], block: NDArray[Any], pieces: Sequence[Piece]) -> NDArray[Any]:
    """The array that *pieces* describe."""
    return np.concatenate([(block if piece.is_new else old)[piece.start : piece.stop] for piece in pieces])


def through(pieces: Sequence[Piece], old_starts: NDArray[Any], block_starts: NDArray[Any]) -> list[Piece]:
    """The same plan for arrays of which each element owns a run; element i owns ``starts[i]:starts[i + 1]``."""
    result = []
    for is_new, start, stop in pieces:
        starts = block_starts if is_new else old_starts
        result.append(Piece(is_new, int(starts[start]), int(starts[stop])))
    return result
