"""The postings in positions of the columns: what a ranker adds its scores up in.

Made once a snapshot from the two halves of one state; a lookup is then one
gather from packed arrays, without a detour over rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diurnal.store.columns import Columns, Positions
from diurnal.store.postings_view import Floats, PostingsView


class AlignedWords:
    """A view of the postings seen through the columns of the same state; never changes."""

    def __init__(self, view: PostingsView, columns: Columns) -> None:
        self._view = view
        self._columns = columns
        table = columns.position_of
        # Dead documents have no position; the view never gives them.
        self._positions = [table[np.minimum(rows, len(table) - 1)] for rows in view.rows_by_part]

    def lookup(self, term: str, field: str) -> tuple[Positions, Floats]:
        """Positions of living records that hold *term* in *field*, in no promised order, and how often (float32)."""
        found: list[Positions] = []
        often: list[Floats] = []
        for part, docs, counts in self._view.postings_of(term, field):
            found.append(self._positions[part][docs])
            often.append(counts.astype(np.float32))
        if not found:
            return np.zeros(0, np.int32), np.zeros(0, np.float32)
        if len(found) == 1:
            return found[0], often[0]
        return np.concatenate(found), np.concatenate(often)

    def df(self, term: str, field: str) -> int:
        """How many living records hold *term* in *field*."""
        return self._view.df(term, field)

    def terms(self, prefix: str, field: str) -> Iterator[str]:
        """Terms of *field* in living records that begin with *prefix*, each once, ascending."""
        return self._view.terms(prefix, field)
