"""Meaning, aligned with the columns: how near each record is to a question.

Exact similarity reads every row; above ``SCAN_ROWS`` the sign bits are compared
first and only the best are computed exactly. A question with a gate reads the
rows inside it alone. Each way gives a record the same cosine, to the last bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import DimensionMismatch
from diurnal.store.columns import Columns
from diurnal.store.vector_file import Vectors, sign_bits
from diurnal.store.vectors import Table

Floats = NDArray[np.float32]

# 3.6 ms at 20,000 rows of 512 numbers; beyond this the prefilter is cheaper than what it costs in care.
SCAN_ROWS = 40_000
# Where no more records are asked about, their rows are picked out: one of them costs twice what it does in a scan of all.
PICKED_ROWS = 4_000
# Rows picked out at a time: a megabyte of 512 numbers each, which stays in the cache until it is multiplied.
_AT_A_TIME = 512


class VectorIndex:
    """A table of vectors seen through one state of the columns; never changes."""

    def __init__(self, table: Table, dim: int, columns: Columns, before: VectorIndex | None = None) -> None:
        """
        Args:
            before: the index of the state before; what it found is not looked up again.
        """
        self.dim = dim
        self.columns = columns
        self.table = table
        self.rows = self._rows(before)
        """Row of the table for each position, int32, -1 where a record has no vector."""

    def __len__(self) -> int:
        """Number of records that have a vector."""
        return int(np.count_nonzero(self.rows >= 0))

    @property
    def has_vector(self) -> NDArray[np.bool_]:
        return self.rows >= 0

    def similarity(self, query: Vectors, span: slice | None = None, *, exact: int | None = None) -> Floats:
        """Cosine of each record with *query*, 0 where it has no vector; float32 (N,).

        Args:
            query: float32 (dim,), length 1.
            span: the positions that are asked about; of a short one only these are compared, and the others are 0.
            exact: compute exactly only the so many best by sign bits; the others get an estimate that is
                always below these. None computes all exactly up to ``SCAN_ROWS`` records and the best
                2,000 beyond.

        Raises:
            DimensionMismatch: *query* has another width.
        """
        if query.shape != (self.dim,):
            raise DimensionMismatch(f"A question of {query.shape} numbers met vectors of {self.dim}.")
        if span is not None and span.stop - span.start <= min(PICKED_ROWS, len(self.columns) // 2):
            found = np.zeros(len(self.columns), np.float32)
            found[span] = self.similarity_at(query, np.arange(span.start, span.stop))
            return found
        if exact is None:
            exact = len(self.columns) if len(self.columns) <= SCAN_ROWS else 2_000
        return self._scan(query) if exact >= len(self.columns) else self._prefiltered(query, exact)

    def similarity_at(self, query: Vectors, positions: NDArray[np.integer]) -> Floats:
        """Exact cosine at *positions* only, 0 where there is no vector."""
        rows = self.rows[positions]
        found = np.zeros(len(positions), np.float32)
        has = np.flatnonzero(rows >= 0)
        for start in range(0, len(has), _AT_A_TIME):
            at = has[start : start + _AT_A_TIME]
            found[at] = _dot(self._take(rows[at]), query)
        return found

    # --- Reading rows ---------------------------------------------------------------------------

    def _rows(self, before: VectorIndex | None) -> NDArray[np.int32]:
        if before is None or not self.table.extends(before.table):
            return self.table.rows_for(self.columns.text_hash)
        # Only what is new, or had no vector before, is looked up.
        at = before.columns.positions(self.columns.rows)
        # Position -1 reads the -1 at the end; the index before may well be one of no records.
        rows = np.append(before.rows, np.int32(-1))[at].astype(np.int32)
        todo = np.flatnonzero(rows < 0 if self.table is not before.table else at < 0)
        rows[todo] = self.table.rows_for(self.columns.text_hash[todo])
        return rows

    def _by_row(self, values: list[NDArray[np.float32]]) -> Floats:
        """One value a table row, laid out by position; 0 where there is no row."""
        joined = np.concatenate([*values, np.zeros(1, np.float32)])
        return joined[self.rows]

    def _scan(self, query: Vectors) -> Floats:
        return self._by_row([_dot(part.vectors, query) for part in self.table.parts])

    def _prefiltered(self, query: Vectors, exact: int) -> Floats:
        asked = sign_bits(query[None, :])
        cosine = np.cos(np.arange(self.dim + 1) * (np.pi / self.dim)).astype(np.float32)
        estimate = self._by_row(
            [
                cosine[np.bitwise_count(part.bits ^ asked).sum(axis=0, dtype=np.int32)]
                for part in self.table.parts
            ]
        )
        if exact <= 0:
            return estimate
        best = np.argpartition(-np.where(self.rows >= 0, estimate, -2), exact)[:exact]
        found = self.similarity_at(query, best)
        below = np.nextafter(found.min(initial=1), np.float32(-2))
        np.minimum(estimate, below, out=estimate, where=self.rows >= 0)
        estimate[best] = found
        return estimate

    def _take(self, rows: NDArray[np.int32]) -> Vectors:
        """The vectors of table rows, (len(rows), dim)."""
        taken = np.empty((len(rows), self.dim), np.float32)
        first = 0
        for part in self.table.parts:
            here = np.flatnonzero((rows >= first) & (rows < first + len(part)))
            taken[here] = part.vectors[rows[here] - first]
            first += len(part)
        return taken


def _dot(vectors: Vectors, query: Vectors) -> Floats:
    """Products of rows with *query*, on this thread alone.

    The threads of a BLAS wait for each other: on busy cores a product of 20,000 rows took it 20 ms, and
    this 6; on quiet ones 7 and 2.
    """
    products: Floats = np.einsum("ij,j->i", vectors, query)
    return products
