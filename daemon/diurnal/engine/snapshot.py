"""What one answer reads, and the index that publishes it.

The catalogue commits first; then postings and columns take over what the batch
did, and a new ``Snapshot`` takes the place of the last by one assignment. A
question keeps the one it began with, so it never sees half a batch.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from diurnal.model.answer import Clock
from diurnal.ports import Applied
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.postings import Postings
from diurnal.store.postings_view import PostingsView


@dataclass(frozen=True)
class Snapshot:
    """The state of the index at one clock: columns and postings of exactly the same living rows."""

    clock: Clock
    columns: Columns
    words: PostingsView
    expiring: tuple[NDArray[np.int32], NDArray[np.int64]]
    """Positions of cards that end of themselves, and the ordinal of the first day each no longer holds."""


class Index:
    """The stores that rank, kept in step with the catalogue; one thread publishes, any thread reads."""

    def __init__(self, catalogue: Catalogue, postings: Postings) -> None:
        self._catalogue = catalogue
        self._postings = postings
        self._publishing = threading.Lock()
        self.snapshot = self._snapshot(catalogue.clock, Columns.build(catalogue))

    def publish(self, applied: Applied) -> None:
        """Make what *applied* did visible to the next question."""
        with self._publishing:
            if not applied.touched:
                return
            self._postings.apply(applied)
            columns = self.snapshot.columns.after(applied, self._catalogue)
            self.snapshot = self._snapshot(applied.clock, columns)

    def _snapshot(self, clock: Clock, columns: Columns) -> Snapshot:
        rows, days = self._catalogue.find.expiring()
        positions = columns.positions(rows)
        live = positions >= 0
        return Snapshot(clock, columns, self._postings.view(), (positions[live], days[live]))

    def step(self) -> str:
        """One piece of upkeep (a segment written or merged); says what it did, "" if nothing was due."""
        with self._publishing:
            done = self._postings.step()
            if done:
                self.snapshot = replace(self.snapshot, words=self._postings.view())
            return done

    def purge(self) -> None:
        """Rewrite what still holds words of removed records."""
        with self._publishing:
            self._postings.purge()
            self.snapshot = replace(self.snapshot, words=self._postings.view())
