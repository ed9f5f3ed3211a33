"""A catalogue in memory for tests of the Whoosh index: records by row, and a clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from diurnal.model.answer import Clock
from diurnal.model.record import Kind, Place, Record
from diurnal.ports import Rows

PLAIN = Record(id="", kind=Kind.ENTRY, place=Place.DIARY, path="Note.md", lines=(1, 1), ordinal=0, text="")


class RecordsByRow:
    """Keeps what ``write_generation`` reads of a catalogue."""

    def __init__(self, *texts: str, instance: str = "one") -> None:
        self.clock = Clock(instance, 0)
        self.records: dict[int, Record] = {}
        self._next = 1
        self.add(*texts)

    def add(self, *texts: str | Record) -> list[int]:
        """Take records in, in one batch; their rows."""
        self._tick()
        rows = list(range(self._next, self._next + len(texts)))
        self._next += len(texts)
        for row, text in zip(rows, texts, strict=True):
            record = text if isinstance(text, Record) else replace(PLAIN, text=text)
            self.records[row] = replace(record, id=str(row), ordinal=row)
        return rows

    def drop(self, *rows: int) -> None:
        """Forget *rows*, in one batch."""
        self._tick()
        for row in rows:
            del self.records[row]

    def _tick(self) -> None:
        self.clock = Clock(self.clock.instance, self.clock.tick + 1)

    def live_rows(self) -> Rows:
        return np.array(sorted(self.records), np.int64)

    def with_rows(self, rows: Iterable[int]) -> list[tuple[int, Record]]:
        return [(row, self.records[row]) for row in rows if row in self.records]
