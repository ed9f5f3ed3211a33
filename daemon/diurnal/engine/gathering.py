"""A batch for the catalogue while it is being filled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from diurnal.model.record import Note
from diurnal.model.stamp import Source, Stamp
from diurnal.ports import Batch, Known, Read


class Gathering:
    """A batch being filled; ``size`` counts the bytes read for it."""

    def __init__(self, known: Mapping[str, Known]) -> None:
        self.size = 0
        self.restless: list[str] = []
        self._known = known
        self._reads: list[Read] = []
        self._restamped: list[tuple[str, Stamp, int]] = []
        self._troubled: dict[str, str] = {}

    def holds(self, source: Source) -> bool:
        """True if the catalogue has these very bytes, untroubled."""
        entry = self._known.get(source.path)
        return entry is not None and entry.digest == source.digest and not entry.trouble

    def take(self, source: Source, note: Note) -> None:
        self.size += len(source.data)
        self._reads.append(Read(note, source.stamp, source.read_at_ns, source.digest))

    def restamp(self, source: Source) -> None:
        self.size += len(source.data)
        self._restamped.append((source.path, source.stamp, source.read_at_ns))

    def trouble(self, path: str, why: str) -> None:
        """Mark a known note, once; one that was never read has nothing to mark."""
        if path in self._known and self._known[path].trouble != why:
            self._troubled[path] = why

    def batch(self, gone: Iterable[str]) -> Batch:
        known_and_gone = tuple(path for path in gone if path in self._known)
        return Batch(self._reads, self._restamped, known_and_gone, self._troubled)
