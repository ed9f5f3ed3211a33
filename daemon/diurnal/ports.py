"""The ports: what the engine asks of the world, in batches and gates, never record by record.

Adapters in ``vault/``, ``store/`` and the plugins implement them; the engine and
the jobs see only these. One contract suite a port runs against every adapter.
A *row* is a catalogue number of a record; it is never used twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from diurnal.model.answer import Clock
from diurnal.model.layout import Layout
from diurnal.model.record import Note, Record
from diurnal.model.results import Change as Change
from diurnal.model.stamp import Source, Stamp

Rows = NDArray[np.int64]

# --- Vault: the notes on disk -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sweep:
    """What one look at the vault found.

    ``found`` maps each note to its stamp. ``troubled`` maps a note, or a folder with everything
    beneath it, to why it could not be looked at: what is known of it is kept. ``root_missing`` is
    true if the vault itself could not be listed; then nothing may be concluded from absence.
    ``root_empty`` is true if it holds nothing at all, as the mount point of a drive that is not there does.
    """

    found: Mapping[str, Stamp]
    troubled: Mapping[str, str] = field(default_factory=dict)
    root_missing: bool = False
    root_empty: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """What to watch: absolute folders, with all beneath them or each for itself."""

    folders: tuple[str, ...]
    recursive: bool = True


class Vault(Protocol):
    """A folder of notes; paths are vault-relative with ``/``, exactly as the disk spells them."""

    root: Path
    layout: Layout

    def sweep(self, under: Iterable[str] = ("",)) -> Sweep:
        """Stamps of every note that is or lies beneath one of *under* (files or folders)."""

    def is_note(self, path: str) -> bool:
        """True if a file of that path would be indexed (extension, hidden parts, ignore filters)."""

    def stamp(self, path: str) -> Stamp | None:
        """The note's stamp; None if there is no such file. Raises NoteUnreadable, OutsideVault."""

    def read(self, path: str) -> Source:
        """Its bytes, read between two equal stamps. Raises NoteMissing, NoteUnreadable, NoteChanged, OutsideVault."""

    def watched(self) -> Watched:
        """The folders whose changes matter, as of the last sweep."""

    def hint(self, absolute: str) -> str | None:
        """Where in the vault something happened, from an event's absolute path; None if nowhere."""

    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the vault's folder, None if it is not there: tells a swapped folder."""


# --- Catalogue: what was read -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Known:
    """What the catalogue holds of one note's file."""

    stamp: Stamp
    read_at_ns: int
    digest: str
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """A note with the source it was read from."""

    note: Note
    stamp: Stamp
    read_at_ns: int
    digest: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes to take in together: notes read, stamps renewed (same bytes), notes gone, notes in trouble.

    A private note comes as a ``Read`` without records; taking it in purges what was known.
    """

    read: Sequence[Read] = ()
    restamped: Sequence[tuple[str, Stamp, int]] = ()
    gone: Sequence[str] = ()
    troubled: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Applied:
    """What a batch did: the new clock, the rows that came with their records, the rows that died.

    ``touched`` are the paths of notes whose records or own fields came, changed, moved within the note or went.
    """

    clock: Clock
    born: tuple[tuple[int, Record], ...]
    dead: tuple[int, ...]
    touched: tuple[str, ...] = ()


class Catalogue(Protocol):
    """The first store to commit; every other store names the tick it covers and replays from there."""

    @property
    def clock(self) -> Clock: ...

    def known(self) -> Mapping[str, Known]:
        """Every note the catalogue holds, by path."""

    def apply(self, batch: Batch) -> Applied:
        """Take *batch* in, in one transaction; the tick grows by one if any record changed."""

    def records(self, rows: Sequence[int]) -> list[Record]:
        """The records of *rows*, in that order. Dead rows are left out."""

    def note(self, path: str) -> Note | None:
        """The note with its records, or None."""

    def since(self, clock: Clock) -> list[Change] | None:
        """What changed after *clock*; None if it belongs to another instance: start over."""


# --- Embedder, Writer ---------------------------------------------------------------------------


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of length 1. ``model`` names weights and version; ``floor`` and ``ceiling``
    map a cosine to a meaning of 0 and 1: below the floor, meaning alone is no match. One that loads its model
    at the first text, and may do so unasked, has ``loads_late = True``: the daemon then does it before a question."""

    model: str
    dim: int
    floor: float
    ceiling: float

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Texts to be found: float32, shape (len(texts), dim). Raises EmbedderFailed."""

    def embed_question(self, text: str) -> NDArray[np.float32]:
        """A question to find them with: float32, shape (dim,). Raises EmbedderFailed."""


@runtime_checkable
class Writer(Protocol):
    """A configured language model; one call, text in, text out."""

    model: str

    def write(self, prompt: str, *, max_tokens: int, as_json: bool = False) -> str:
        """The model's answer. Raises WriterFailed."""


# --- Ledger: operations and job runs ------------------------------------------------------------


class Ledger(Protocol):
    """Small durable facts of the owner's state folder: last runs of jobs, undoable operations."""

    def last_run(self, job: str) -> datetime | None: ...

    def note_run(self, job: str, at: datetime, outcome: Mapping[str, Any]) -> None: ...
