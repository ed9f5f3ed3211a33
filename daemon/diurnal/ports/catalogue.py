"""The port of the catalogue: notes as they were read, and what a batch of them changed.

A *row* is a catalogue number of a record; it is never used twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from diurnal.model.answer import Clock
from diurnal.model.record import Link, Note, Record
from diurnal.model.results import Change
from diurnal.model.stamp import Stamp

Rows = NDArray[np.int64]


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


class Named(NamedTuple):
    """A name of the note *path*: its "title" or an "alias"."""

    name: str
    role: str
    path: str


class LinkRow(NamedTuple):
    """A link as it stands: in a record, or in the note's own fields (row None).

    ``role`` is "text", or "src" or "next" for the fields of a card.
    """

    source: str
    row: int | None
    role: str
    link: Link


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
