"""A folder of notes, a catalogue and the reconciler between them, with a clock that a test moves."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from diurnal.engine.reconcile import Reconciler, Taken
from diurnal.errors import NoteUnreadable
from diurnal.model.layout import Layout
from diurnal.model.record import Kind, Note, Place, Record
from diurnal.model.stamp import Source
from diurnal.ports import Applied
from diurnal.vault.disk import DiskVault
from memory_catalogue import MemoryCatalogue
from notefolder import NoteFolder

GRACE_S = 0.5


def original_of(path: str) -> str:
    """``x (conflict).md`` is a conflict copy of ``x.md``."""
    return path.replace(" (conflict)", "") if " (conflict)" in path else ""


def read_plainly(source: Source) -> Note:
    """One passage a line; bytes that are no text are refused."""
    try:
        text = source.data.decode()
    except UnicodeDecodeError as fault:
        raise NoteUnreadable(f"{source.path} is not text.") from fault
    records = tuple(
        Record(f"{source.path}#{at}", Kind.PASSAGE, Place.OTHER, source.path, (at + 1, at + 1), at, line)
        for at, line in enumerate(text.splitlines())
    )
    original = original_of(source.path)
    return Note(source.path, Place.OTHER, source.path, records=records, conflict_of=original)


@dataclass
class Room:
    """``clock`` is in seconds; ``read_paths`` lists each reading of a note; ``published`` each batch's outcome.

    Notes are read ``rested_s`` after they were written; below two seconds their stamps are not trusted.
    """

    root: Path
    layout: Layout = field(default_factory=Layout)
    clock: float = 1000.0
    rested_s: float = 10.0

    def __post_init__(self) -> None:
        self.folder = NoteFolder(self.root)
        self.catalogue = MemoryCatalogue()
        self.read_paths: list[str] = []
        self.published: list[Applied] = []
        self.vault = DiskVault(self.root, self.layout, now_ns=self._wall_ns)
        self.reconciler = self.fresh_reconciler()

    def fresh_reconciler(self) -> Reconciler:
        """As after a restart: the catalogue stays, what was in memory is lost."""
        return Reconciler(
            self.vault,
            self.catalogue,
            self._read,
            self.published.append,
            original_of=original_of,
            delete_grace_s=GRACE_S,
        )

    def _wall_ns(self) -> int:
        return time.time_ns() + int(self.rested_s * 1e9)

    def _read(self, source: Source) -> Note:
        self.read_paths.append(source.path)
        return read_plainly(source)

    def reconcile(self, *paths: str, grace: bool = True) -> list[Taken]:
        return self.reconciler.reconcile(paths or ("",), now=self.clock, grace=grace)

    def settle(self) -> None:
        """Reconcile, wait out the grace of deletes, reconcile."""
        self.reconcile()
        self.clock += GRACE_S
        self.reconcile()

    def texts(self) -> dict[str, str]:
        """What the catalogue says each note says."""
        return {
            path: "\n".join(record.text for record in note.records)
            for path, note in self.catalogue.notes.items()
        }

    def on_disk(self) -> dict[str, str]:
        """What a catalogue made anew would say."""
        return {path: self.vault.read(path).data.decode() for path in self.vault.sweep().found}
