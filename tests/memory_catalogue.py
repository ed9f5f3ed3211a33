"""The smallest catalogue that keeps the port's promises: for tests of what feeds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from diurnal.model.answer import Clock
from diurnal.model.record import Note, Record
from diurnal.model.results import Change
from diurnal.ports import Applied, Batch, Known


class MemoryCatalogue:
    """Notes in a dict; every batch it was given is kept in ``batches``."""

    def __init__(self) -> None:
        self.notes: dict[str, Note] = {}
        self.batches: list[Batch] = []
        self._known: dict[str, Known] = {}
        self._tick = 0

    @property
    def clock(self) -> Clock:
        return Clock("memory", self._tick)

    def known(self) -> Mapping[str, Known]:
        return dict(self._known)

    def apply(self, batch: Batch) -> Applied:
        self.batches.append(batch)
        touched = []
        for path in batch.gone:
            del self.notes[path], self._known[path]
            touched.append(path)
        for read in batch.read:
            path = read.note.path
            if self.notes.get(path) != read.note:
                touched.append(path)
            self.notes[path] = read.note
            self._known[path] = Known(read.stamp, read.read_at_ns, read.digest)
        for path, stamp, read_at_ns in batch.restamped:
            self._known[path] = Known(stamp, read_at_ns, self._known[path].digest)
        for path, reason in batch.troubled.items():
            if path in self._known:
                self._known[path] = replace(self._known[path], trouble=reason)
        self._tick += bool(touched)
        return Applied(self.clock, (), (), tuple(touched))

    def records(self, rows: Sequence[int]) -> list[Record]:
        return []

    def note(self, path: str) -> Note | None:
        return self.notes.get(path)

    def since(self, clock: Clock) -> list[Change] | None:
        return []
