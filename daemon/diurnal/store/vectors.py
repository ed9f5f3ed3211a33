"""The vector cache: one row for each text ever embedded, shared by all machines of a vault.

Keyed by text hash, so moves, renames and edits elsewhere embed nothing. Every
machine reads every file and appends to its own. Files of another model, width
or recipe are not used and not touched; what to run is said (rule 6). Searching
is ``vector_index``'s.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import DimensionMismatch, EmbedderFailed, StoreDamaged
from diurnal.ports import Added
from diurnal.store.folder_lock import FolderLock
from diurnal.store.state import make_derived
from diurnal.store.vector_file import (
    Hashes,
    Header,
    Part,
    Vectors,
    append_rows,
    begin_part,
    hashes_of,
    hex_of,
    is_among,
    keys_path,
    name_of,
    read_header,
    read_part,
    stat_of,
)

_log = logging.getLogger(__name__)

# 67 MB at 512 numbers: large enough to be few, small enough to rewrite and to sync.
PART_ROWS = 32_768


@dataclass(frozen=True, eq=False)
class Table:
    """Every usable row of every part, as of one moment. A row's number is its place in the parts joined."""

    parts: tuple[Part, ...]

    def __len__(self) -> int:
        """Number of usable rows."""
        return sum(part.usable for part in self.parts)

    def rows_for(self, hashes: Hashes) -> NDArray[np.int32]:
        """Row of each of *hashes* (n, 2), -1 where there is none."""
        rows = np.full(len(hashes), -1, np.int32)
        first = 0
        for part in self.parts:
            open_ones = np.flatnonzero(rows < 0)
            found = part.rows_for(hashes[open_ones])
            rows[open_ones[found >= 0]] = found[found >= 0] + first
            first += len(part)
        return rows

    def extends(self, other: Table) -> bool:
        """True if every row of *other* has the same number here: parts only grew at the end."""
        if len(self.parts) < len(other.parts):
            return False
        for mine, theirs in zip(self.parts, other.parts, strict=False):
            if mine is not theirs and (theirs is not other.parts[-1] or not mine.continues(theirs)):
                return False
        return True


class VectorStore:
    """Vectors of one embedder for one vault; one process at a time writes, any may read and ``refresh``."""

    def __init__(self, folder: Path, machine: str, header: Header) -> None:
        self.folder = folder
        self.machine = machine
        self.header = header
        self.faults: tuple[str, ...] = ()
        """What could not be used, one sentence each, with the command that mends it."""
        self.needs_reembed = False
        """True if there are vectors of another embedder to replace: nothing is embedded until the owner says so."""
        self._foreign: list[Path] = []
        self._broken: list[Path] = []
        self._refused: set[str] = set()
        self._lock = FolderLock(folder)
        self.table = Table(())

    @classmethod
    def open(cls, folder: Path, machine: str, *, model: str, dim: int, recipe: str) -> VectorStore:
        """The vectors in *folder* that were made by *model* with *dim* numbers a row after *recipe*."""
        make_derived(folder)
        store = cls(folder, machine, Header(model, dim, recipe))
        store.refresh()
        return store

    def __len__(self) -> int:
        """Number of usable rows."""
        return len(self.table)

    def refresh(self) -> bool:
        """Look at the files again, of all machines; true if any usable row came or went."""
        before = {part.path: part for part in self.table.parts}
        parts: list[Part] = []
        faults: list[str] = []
        self._foreign, self._broken = [], []
        for path in self._files():
            try:
                header = read_header(path)
                if header != self.header:
                    self._foreign.append(path)
                    faults.append(self._mismatch(path, header))
                    continue
                known = before.get(path)
                part = (
                    known
                    if known is not None and known.stat == stat_of(path)
                    else read_part(path, self.header.dim, before=known)
                )
            except (StoreDamaged, FileNotFoundError) as fault:
                # A file may vanish between listing and reading: another machine's sync at work.
                faults.append(f"vectors/{path.name} is not used: {fault}")
                self._broken.append(path)
                continue
            if unsound := int(np.count_nonzero(~part.is_sound)):
                faults.append(
                    f"vectors/{path.name} has {unsound} rows that are no vectors; they count as absent."
                )
            parts.append(part)
        self.needs_reembed = bool(self._own(self._foreign)) or (bool(self._foreign) and not parts)
        self.faults = tuple(faults)
        if parts == list(self.table.parts):
            return False
        self.table = Table(tuple(parts))
        return True

    def alone(self) -> AbstractContextManager[None]:
        """While it is held, no other process writes vectors in this folder."""
        return self._lock.held()

    def missing(self, hashes: Iterable[str]) -> list[str]:
        """Those of *hashes* that have no vector, each once, in order; refused ones are not asked for again."""
        asked = [text_hash for text_hash in dict.fromkeys(hashes) if text_hash not in self._refused]
        if not asked:
            return []
        rows = self.table.rows_for(hashes_of(asked))
        return [text_hash for text_hash, row in zip(asked, rows.tolist(), strict=True) if row < 0]

    def get(self, text_hash: str) -> Vectors | None:
        """The vector of a text, or None."""
        row = int(self.table.rows_for(hashes_of([text_hash]))[0])
        for part in self.table.parts:
            if 0 <= row < len(part):
                return np.array(part.vectors[row])
            row -= len(part)
        return None

    def add(self, hashes: Sequence[str], vectors: NDArray[np.floating]) -> Added:
        """Keep *vectors*, brought to length 1; zero and non-finite rows are refused and logged.

        Args:
            hashes: text hash of each row; those that are known are passed over.
            vectors: shape (len(hashes), dim).

        Raises:
            DimensionMismatch: the rows have another width than the header says.
            EmbedderFailed: there are more or fewer rows than hashes.
        """
        rows = np.asarray(vectors, np.float64)
        if rows.ndim != 2 or len(rows) != len(hashes):
            raise EmbedderFailed(
                f"{self.header.model} gave an array of shape {rows.shape} for {len(hashes)} texts."
            )
        if rows.shape[1] != self.header.dim:
            raise DimensionMismatch(
                f"{self.header.model} gave {rows.shape[1]} numbers a text, {self.header.dim} were expected.",
                hint="Run `diurnal reembed`.",
            )
        # An infinite row has an infinite length and is refused by the same test.
        lengths = np.linalg.norm(rows, axis=1)
        usable = np.isfinite(lengths) & (lengths > 1e-12)
        refused = tuple(text_hash for text_hash, good in zip(hashes, usable, strict=True) if not good)
        if refused:
            _log.warning(
                "%s gave %d zero or non-finite vectors; they are not kept", self.header.model, len(refused)
            )
            self._refused.update(refused)
        with self.alone():
            self.refresh()
            wanted = set(self.missing(hashes))
            chosen: dict[str, int] = {}
            for at, (text_hash, good) in enumerate(zip(hashes, usable.tolist(), strict=True)):
                if good and text_hash in wanted:
                    chosen.setdefault(text_hash, at)
            if chosen:
                places = list(chosen.values())
                self._append(list(chosen), (rows[places] / lengths[places, None]).astype(np.float32))
        return Added(len(chosen), refused)

    def collect(self, live: Iterable[str]) -> int:
        """Remove this machine's rows whose text no longer lives; returns how many went.

        Afterwards no file of this machine holds them. Other machines collect their own.
        """
        with self.alone():
            self.refresh()
            return self._collect(live)

    def _collect(self, live: Iterable[str]) -> int:
        self._drop_broken()
        living = hashes_of(list(dict.fromkeys(live)))
        gone = 0
        for part in [part for part in self.table.parts if part.machine == self.machine]:
            kept = part.is_sound & is_among(part.hashes, living)
            if kept.all():
                continue
            # Under a new number: a crash midway leaves equal rows twice, never rows under wrong keys.
            at = np.flatnonzero(kept)
            if len(at):
                path = self._next_path()
                begin_part(path, self.header)
                append_rows(path, self.header.dim, hex_of(part.hashes[at]), np.asarray(part.vectors[at]))
            self._remove(part.path)
            gone += len(part) - len(at)
        self.refresh()
        return gone

    def drop_foreign(self) -> int:
        """Remove this machine's files of other embedders (the end of a re-embedding); returns how many."""
        with self.alone():
            self.refresh()
            own = self._own(self._foreign)
            for path in own:
                self._remove(path)
            self.refresh()
        return len(own)

    def _append(self, hashes: Sequence[str], vectors: Vectors) -> None:
        self._drop_broken()
        done = 0
        while done < len(hashes):
            part = self._open_part()
            if part is None:
                path, room = self._next_path(), PART_ROWS
                begin_part(path, self.header)
            else:
                path, room = part.path, PART_ROWS - len(part)
            stop = done + room
            append_rows(path, self.header.dim, hashes[done:stop], vectors[done:stop])
            done = min(stop, len(hashes))
            self.refresh()

    def _drop_broken(self) -> None:
        """Remove this machine's unreadable files: their rows are absent and will be made again."""
        for path in self._own(self._broken):
            self._remove(path)
        self._broken = []

    def _own(self, paths: Iterable[Path]) -> list[Path]:
        return [path for path in paths if (found := name_of(path)) and found[0] == self.machine]

    def _open_part(self) -> Part | None:
        """This machine's part that still has room."""
        own = [part for part in self.table.parts if part.machine == self.machine and len(part) < PART_ROWS]
        return own[-1] if own else None

    def _files(self) -> list[Path]:
        """The ``.npy`` of every part, this machine's last: what it adds then changes no other row's number."""
        found = [(name, path) for path in self.folder.glob("*.npy") if (name := name_of(path))]
        found.sort(key=lambda item: (item[0][0] == self.machine, item[0]))
        return [path for _, path in found]

    def _next_path(self) -> Path:
        """A path no part of this machine has, also none that only its keys are left of."""
        taken = [
            name[1]
            for path in self.folder.iterdir()
            if (name := name_of(path.with_name(path.name.replace(".keys.jsonl", ".npy"))))
            and name[0] == self.machine
        ]
        return self.folder / f"{self.machine}-{max(taken, default=0) + 1}.npy"

    def _mismatch(self, path: Path, header: Header) -> str:
        made_by = f"{header.model} ({header.dim})" if header.model else f"an unnamed model ({header.dim})"
        if (header.model, header.dim) == (self.header.model, self.header.dim):
            made_by += f" after recipe {header.recipe!r}"
        return (
            f"vectors/{path.name} was made by {made_by}, not by {self.header.model} ({self.header.dim}); it is not"
            " used. Run `diurnal reembed`."
        )

    @staticmethod
    def _remove(path: Path) -> None:
        """Keys first: rows without keys are absent, keys without rows would be damage."""
        keys_path(path).unlink(missing_ok=True)
        path.unlink(missing_ok=True)
