"""The stores that rank as one index (``ports.Index``), and what one answer reads of it.

The catalogue commits first; then postings and columns take over what the batch
did, and a new ``Snapshot`` takes the place of the last by one assignment. A
question keeps the one it began with, so it never sees half a batch.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diurnal.model.answer import Clock
from diurnal.ports import Applied, Rows
from diurnal.store.aligned_words import AlignedWords
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.columns_file import leave, take
from diurnal.store.postings import Postings
from diurnal.store.postings_view import PostingsView
from diurnal.store.vector_index import VectorIndex
from diurnal.store.vectors import VectorStore

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Snapshot:
    """The state of the index at one clock: columns and postings of exactly the same living rows."""

    clock: Clock
    columns: Columns
    words: PostingsView
    meaning: VectorIndex | None
    expiring: tuple[NDArray[np.int32], NDArray[np.int64]]
    """Positions of cards that end of themselves, and the ordinal of the first day each no longer holds."""

    @cached_property
    def words_at(self) -> AlignedWords:
        """The words by position; made when the first question asks for them."""
        return AlignedWords(self.words, self.columns)


class Index:
    """The stores that rank, kept in step with the catalogue; one thread publishes, any thread reads.

    Args:
        catalogue: what was read.
        open_postings: opens the postings of these live rows (True: after throwing away what lies there), and
            says why any had to be made again.
        vectors: the vector cache; None without an embedder.
        left: where the columns lie between a clean stop and the next start.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        open_postings: Callable[[Rows, bool], tuple[Postings, str]],
        vectors: VectorStore | None,
        left: Path,
    ) -> None:
        self._catalogue = catalogue
        self._vectors = vectors
        self._open_postings = open_postings
        self._publishing = threading.Lock()
        self._left = left
        columns = take(left, catalogue.clock)
        self.was_left = columns is not None
        """True if the process before ended of itself, at this very clock: nothing was cut short."""
        columns = columns or Columns.build(catalogue)
        self._postings, self.rebuilt = open_postings(np.sort(columns.rows), False)
        self.snapshot = self._snapshot(catalogue.clock, columns, None)

    def publish(self, applied: Applied) -> None:
        """Make what *applied* did visible to the next question."""
        with self._publishing:
            if not applied.touched:
                return
            if applied.clock.tick != self.snapshot.clock.tick + 1:
                # The batch before could not be shown (a full disk): what is missing is read from the catalogue.
                self._reopen(anew=False)
                return
            self._postings.apply(applied)
            columns = self.snapshot.columns.after(applied, self._catalogue)
            self.snapshot = self._snapshot(applied.clock, columns, self.snapshot.meaning)

    def step(self) -> str:
        """One piece of upkeep (a segment written or merged); says what it did, "" if nothing was due."""
        with self._publishing:
            done = self._postings.step()
            if done:
                self.snapshot = replace(self.snapshot, words=self._postings.view())
            return done

    def rebuild(self) -> None:
        """Make postings and columns anew from the catalogue; questions go on with the old ones until then."""
        with self._publishing:
            self._reopen(anew=True)

    def renew_meaning(self) -> None:
        """Show the next question the vectors that came or went since."""
        with self._publishing:
            meaning = self._meaning(self.snapshot.columns, self.snapshot.meaning)
            self.snapshot = replace(self.snapshot, meaning=meaning)

    def purge(self) -> None:
        """Rewrite what still holds words of removed records."""
        with self._publishing:
            self._postings.purge()
            self.snapshot = replace(self.snapshot, words=self._postings.view())

    def close(self) -> None:
        """Write what is only in memory, and what the next start is quicker with.

        A full disk or a vault that is away costs only time: the next start makes it again from the catalogue.
        """
        with self._publishing:
            try:
                self._postings.close()
                leave(self._left, self.snapshot.columns, self.snapshot.clock)
            except OSError as fault:
                _log.warning(
                    "The next start takes longer: %s could not be written (%s).",
                    fault.filename or self._left,
                    fault.strerror,
                )

    def _reopen(self, *, anew: bool) -> None:
        clock, columns = self._catalogue.clock, Columns.build(self._catalogue)
        self._postings, _ = self._open_postings(np.sort(columns.rows), anew)
        self.snapshot = self._snapshot(clock, columns, None)

    def _snapshot(self, clock: Clock, columns: Columns, before: VectorIndex | None) -> Snapshot:
        rows, days = self._catalogue.find.expiring()
        positions = columns.positions(rows)
        live = positions >= 0
        expiring = (positions[live], days[live])
        return Snapshot(clock, columns, self._postings.view(), self._meaning(columns, before), expiring)

    def _meaning(self, columns: Columns, before: VectorIndex | None) -> VectorIndex | None:
        if self._vectors is None or not len(self._vectors):
            return None
        return VectorIndex(self._vectors.table, self._vectors.header.dim, columns, before)
