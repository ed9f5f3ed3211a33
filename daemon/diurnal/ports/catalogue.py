"""The port of the catalogue: notes as they were read, and what a batch of them changed.

A *row* is a catalogue number of a record; it is never used twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from diurnal.model.answer import Clock
from diurnal.model.flag import Flag
from diurnal.model.record import Link, Note, Record, Task
from diurnal.model.results import Change
from diurnal.model.stamp import Stamp

Rows = NDArray[np.int64]

# (target as written, path of the note it stands in) -> path of the note it leads to, or None.
Resolver = Callable[[str, str], str | None]


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

    ``touched`` are the paths of notes whose records or own fields came, changed, moved within the note or went;
    ``hidden`` those of which something that was known became private.
    """

    clock: Clock
    born: tuple[tuple[int, Record], ...]
    dead: tuple[int, ...]
    touched: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


class Completion(NamedTuple):
    """What a skimmed record lacked, as the catalogue keeps it, of types that JSON carries.

    ``events`` are begin and end in wall seconds since 1970, and whether the grain is a day or finer.
    """

    row: int
    hall: str
    flags: int
    fields: str
    events: Sequence[Sequence[int | None]]


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


class Finder(Protocol):
    """Rows by filter and numbers of all there is; living records only."""

    def in_note(self, path: str) -> Rows:
        """Records of the note *path*, in its order."""

    def of_day(self, day: date) -> Rows:
        """Records of *day*, in the order of their notes."""

    def tail(self, number: int, *, without: Flag | None = None) -> Rows:
        """The latest *number* entries by recorded time, oldest of them first; none that has the flag *without*."""

    def dates(self) -> Mapping[date, int]:
        """Each day that has entries, with their number, oldest first."""

    def counts(self) -> Mapping[str, int]:
        """Numbers of ``notes``, of ``private`` ones, ``conflict_copies``, and ``warnings`` about notes."""

    def warnings(self) -> Mapping[str, list[str]]:
        """Warnings of the reader, by path of the note."""


class NameBook(Protocol):
    """What notes are called, and links as they are written; where one leads a resolver says."""

    def paths(self) -> list[str]:
        """Paths of every note, private ones too, sorted."""

    def titles(self) -> list[Named]:
        """Every title and alias of every note."""

    def aliases_of(self, paths: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """Aliases of each of *paths* that is a note."""

    def for_owner(self) -> frozenset[str]:
        """Paths of the notes that no agent may hear of."""

    def links_out(self, path: str) -> list[LinkRow]:
        """Links that stand in the note *path*."""

    def links_back(self, path: str, resolve: Resolver) -> list[LinkRow]:
        """Links of other notes that *resolve* leads to *path*."""

    def links_at_block(self, block: str) -> list[LinkRow]:
        """Links of any note to a block called ``^block``; whose block that is, a resolver must say."""


class SearchFacts(Protocol):
    """What the filters of a search look up beyond the columns."""

    def with_tag(self, tag: str) -> Rows:
        """Records with *tag* or one beneath it, themselves or by their note."""

    def tags(self) -> Iterable[str]:
        """Every tag there is."""

    def property_values(self, name: str) -> Iterable[tuple[str, str]]:
        """Path and value of every note that has the property *name*; one without a value gives ""."""

    def in_task_states(self, states: Collection[Task]) -> Rows:
        """Records whose checkbox is in one of *states*."""

    def with_rows(self, rows: Iterable[int]) -> list[tuple[int, Record]]:
        """Each living row of *rows* with its record, by row."""


class CatalogueReader(Protocol):
    """What the catalogue holds, to be read from any thread."""

    @property
    def clock(self) -> Clock:
        """The position last committed."""

    @property
    def find(self) -> Finder: ...
    @property
    def names(self) -> NameBook: ...
    def known(self) -> Mapping[str, Known]:
        """Every note the catalogue holds, by path."""

    def live_rows(self) -> Rows:
        """Every living row, ascending."""

    def records(self, rows: Sequence[int]) -> list[Record]:
        """The records of *rows*, in that order. Dead rows are left out."""

    def with_rows(self, rows: Iterable[int]) -> list[tuple[int, Record]]:
        """Each living row of *rows* with its record, by row."""

    def texts(self, rows: Iterable[int]) -> Mapping[int, str]:
        """The text of each living row of *rows*; a fifth of what reading whole records takes."""

    def by_ids(self, ids: Iterable[str]) -> Mapping[str, tuple[int, Record]]:
        """Row and record of each id that lives now."""

    def same_words(self, identity: str) -> str:
        """The live id of the only record that has the words the stale *identity* stood for, "" if there is none."""

    def successor(self, identity: str) -> str:
        """The living id that replaced the stale *identity*: itself if it lives, "" if nothing is known."""

    def open_items(self, path: str, most: int) -> list[Record]:
        """The first *most* items of the wiki page *path* that are not closed; none of any other note."""

    def note(self, path: str) -> Note | None:
        """The note with its records, or None."""

    def since(self, clock: Clock) -> list[Change] | None:
        """What changed after *clock*; None if it belongs to another instance: start over."""


class Catalogue(CatalogueReader, Protocol):
    """The first store to commit; every other store names the tick it covers and replays from there."""

    def apply(self, batch: Batch) -> Applied:
        """Take *batch* in, in one transaction; the tick grows by one if any record changed."""

    def complete(self, completions: Sequence[Completion]) -> Applied:
        """Fill in what skimmed records lack; the tick grows by one if any of them still lacked it."""

    @property
    def owes_purge(self) -> bool:
        """True from the moment something had to be purged until ``settle_purge``, over restarts too."""

    def settle_purge(self) -> bool:
        """Every other store has purged: nothing is owed any more. False if it must be tried again later."""
