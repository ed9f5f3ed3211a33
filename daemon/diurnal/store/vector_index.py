"""Meaning, aligned with the columns: how near each record is to a question.

Exact similarity reads every row; above ``SCAN_ROWS`` the sign bits are compared
first and only the best are computed exactly. The vector of a window of
neighbours is the mean of stored rows, so its similarity needs no vector of its
own: only the lengths of sums, which are kept with the index.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import DimensionMismatch
from diurnal.store.columns import Columns, Positions
from diurnal.store.vector_file import Vectors, sign_bits
from diurnal.store.vectors import Table

Floats = NDArray[np.float32]

# 3.6 ms at 20,000 rows of 512 numbers; beyond this the prefilter is cheaper than what it costs in care.
SCAN_ROWS = 40_000
_CHUNK = 4_096
_REACH = 2


class VectorIndex:
    """A table of vectors seen through one state of the columns; never changes."""

    def __init__(self, table: Table, dim: int, columns: Columns, before: VectorIndex | None = None) -> None:
        """
        Args:
            before: the index of the state before; what it knows of unchanged neighbours is taken over.
        """
        self.dim = dim
        self.columns = columns
        self.table = table
        self.rows = self._rows(before)
        """Row of the table for each position, int32, -1 where a record has no vector."""
        self._before_dots = None if before is None else before._known_dots()

    def __len__(self) -> int:
        """Number of records that have a vector."""
        return int(np.count_nonzero(self.rows >= 0))

    @property
    def has_vector(self) -> NDArray[np.bool_]:
        return self.rows >= 0

    def similarity(self, query: Vectors, *, exact: int | None = None) -> Floats:
        """Cosine of each record with *query*, 0 where it has no vector; float32 (N,).

        Args:
            query: float32 (dim,), length 1.
            exact: compute exactly only the so many best by sign bits; the others get an estimate that is
                always below these. None computes all exactly up to ``SCAN_ROWS`` records and the best
                2,000 beyond.

        Raises:
            DimensionMismatch: *query* has another width.
        """
        if query.shape != (self.dim,):
            raise DimensionMismatch(f"A question of {query.shape} numbers met vectors of {self.dim}.")
        if exact is None:
            exact = len(self.columns) if len(self.columns) <= SCAN_ROWS else 2_000
        return self._scan(query) if exact >= len(self.columns) else self._prefiltered(query, exact)

    def similarity_at(self, query: Vectors, positions: NDArray[np.integer]) -> Floats:
        """Exact cosine at *positions* only, 0 where there is no vector."""
        rows = self.rows[positions]
        found = np.zeros(len(positions), np.float32)
        has = rows >= 0
        found[has] = _dot(self._take(rows[has]), query)
        return found

    def window_similarity(self, similar: Floats, group: Positions) -> Floats:
        """Cosine of the question with the mean of each record's window: itself and two either way in its *group*.

        Args:
            similar: what ``similarity`` gave for all records, exactly.
            group: run number of each position, such as ``columns.note_group``.
        """
        size = len(similar)
        total = similar.copy()
        for step in range(1, _REACH + 1):
            same = group[step:] == group[:-step]
            total[:-step] += np.where(same, similar[step:], 0)
            total[step:] += np.where(same, similar[:-step], 0)
        lengths = self._window_lengths(group)
        return np.divide(total, lengths, out=np.zeros(size, np.float32), where=lengths > 1e-6)

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

    # --- Lengths of sums ------------------------------------------------------------------------

    def _window_lengths(self, group: Positions) -> Floats:
        """Length of the sum of each window's vectors."""
        size = len(self.rows)
        squares = np.zeros(size, np.float32)
        alone = (self.rows >= 0).astype(np.float32)
        for shift in range(-_REACH, _REACH + 1):
            _add_shifted(squares, alone, shift, group)
        for lag, dots in enumerate(self._dots, start=1):
            within = np.zeros(size, np.float32)
            within[:-lag] = np.where(group[lag:] == group[:-lag], dots, 0)
            for shift in range(-_REACH, _REACH + 1 - lag):
                _add_shifted(squares, 2 * within, shift, group)
        return np.sqrt(np.maximum(squares, 0))

    @cached_property
    def _dots(self) -> list[Floats]:
        """For each lag 1..4 the dot products of the vectors at i and i + lag, 0 where one has none."""
        known, self._before_dots = self._before_dots, None
        result = []
        for lag in range(1, 2 * _REACH + 1):
            dots = np.zeros(max(len(self.rows) - lag, 0), np.float32)
            todo = (self.rows[:-lag] >= 0) & (self.rows[lag:] >= 0) if len(dots) else np.zeros(0, bool)
            if known is not None and len(dots):
                todo &= ~_take_over(dots, lag, self.columns, *known)
            at = np.flatnonzero(todo)
            for start in range(0, len(at), _CHUNK):
                some = at[start : start + _CHUNK]
                dots[some] = np.einsum(
                    "ij,ij->i", self._take(self.rows[some]), self._take(self.rows[some + lag])
                )
            result.append(dots)
        return result

    def _known_dots(self) -> tuple[Columns, NDArray[np.int32], list[Floats]] | None:
        """What the next index may take over, if this one ever computed it."""
        dots = self.__dict__.get("_dots")
        return None if dots is None else (self.columns, self.rows, dots)


def _dot(vectors: Vectors, query: Vectors) -> Floats:
    """Products of rows with *query*, on this thread alone.

    The threads of a BLAS wait for each other: on busy cores a product of 20,000 rows took it 20 ms, and
    this 6; on quiet ones 7 and 2.
    """
    products: Floats = np.einsum("ij,j->i", vectors, query)
    return products


def _take_over(
    dots: Floats, lag: int, now: Columns, columns: Columns, rows: NDArray[np.int32], known: list[Floats]
) -> NDArray[np.bool_]:
    """Copy the products of pairs that stood as far apart before; says which those are."""
    old = known[lag - 1]
    at = columns.positions(now.rows[:-lag])
    other = columns.positions(now.rows[lag:])
    same: NDArray[np.bool_] = (at >= 0) & (other == at + lag)
    same[same] = (rows[at[same]] >= 0) & (rows[other[same]] >= 0)
    dots[same] = old[at[same]]
    return same


def _add_shifted(total: Floats, values: Floats, shift: int, group: Positions) -> None:
    """Add to each position the value *shift* further on, if that is in its group."""
    if shift == 0:
        total += values
    elif shift > 0:
        total[:-shift] += np.where(group[shift:] == group[:-shift], values[shift:], 0)
    else:
        total[-shift:] += np.where(group[:shift] == group[-shift:], values[:shift], 0)
