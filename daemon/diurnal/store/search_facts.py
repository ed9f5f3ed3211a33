"""What the filters of a search look up in the catalogue, beyond what the columns hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from diurnal.model.record import Record, Task
from diurnal.ports import Rows
from diurnal.store.reader import CatalogueReader
from diurnal.store.rows import TASK_SHIFT, TASKS
from diurnal.store.values import key_of


class SearchFacts:
    """Tags, properties, checkboxes and texts of the records of one catalogue."""

    def __init__(self, catalogue: CatalogueReader) -> None:
        self._catalogue = catalogue

    def with_tag(self, tag: str) -> Rows:
        """Records with *tag* or one beneath it, themselves or by their note."""
        return self._catalogue.find.with_tag(tag)

    def tags(self) -> Iterable[str]:
        """Every tag there is."""
        return self._catalogue.names.tags()

    def property_values(self, name: str) -> list[tuple[str, str]]:
        """Path and value of every note that has the property *name*; a property without a value gives ""."""
        (found,) = self._catalogue.raw(
            (
                "SELECT n.path, p.value FROM properties p JOIN notes n ON n.id = p.note WHERE p.key = ?",
                (key_of(name),),
            )
        )
        return [(path, value) for path, value in found]

    def in_task_states(self, states: Collection[Task]) -> Rows:
        """Records whose checkbox is in one of *states*."""
        wanted = ", ".join(str(TASKS.index(state)) for state in states)
        (found,) = self._catalogue.raw(
            (f"SELECT row FROM records WHERE (flags >> {TASK_SHIFT} & 3) IN ({wanted}) ORDER BY row", ())
        )
        return np.fromiter((row for (row,) in found), np.int64, len(found))

    def with_rows(self, rows: Iterable[int]) -> list[tuple[int, Record]]:
        """Each live row of *rows* with its record."""
        return self._catalogue.with_rows(rows)
