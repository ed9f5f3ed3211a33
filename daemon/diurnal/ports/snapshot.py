"""The port of the stores that rank: what one answer reads, and the index that publishes it.

A ``Snapshot`` and all its parts are of one moment, never change, and hold
exactly the same living records. A *position* is a record's place in the columns;
N is the number of records; a mask is bool (N,).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diurnal.model.answer import Clock
from diurnal.model.flag import Flag
from diurnal.model.record import Kind, Place, Task
from diurnal.model.time import TimeWindow
from diurnal.ports.catalogue import Rows
from diurnal.rank.corpus import Words

Mask = NDArray[np.bool_]
Positions = NDArray[np.int32]
Floats = NDArray[np.float32]

# Later than every day, so that undated records stand at the end.
NO_DAY = int(np.iinfo(np.int32).max)


class Columns(Protocol):
    """The living records as columns of numbers, in the order of day, path and place in the note."""

    @property
    def rows(self) -> Rows:
        """Row of each record."""

    @property
    def note(self) -> NDArray[np.int32]:
        """Number of each record's note, named by ``paths``."""

    @property
    def paths(self) -> Mapping[int, str]: ...
    @property
    def ordinal(self) -> NDArray[np.int32]:
        """Place of each record in its note."""

    @property
    def day(self) -> NDArray[np.int32]:
        """Proleptic ordinal of each record's day, ``NO_DAY`` for an undated one."""

    @property
    def start(self) -> NDArray[np.int64]:
        """Wall seconds since 1970 at which each record begins."""

    @property
    def hall(self) -> NDArray[np.int32]:
        """Number of each record's hall, named by ``words``."""

    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def importance(self) -> NDArray[np.uint8]: ...
    @property
    def event_counts(self) -> NDArray[np.int32]: ...
    @property
    def names_day(self) -> Mask:
        """Which records name a time of a day or finer."""

    @property
    def note_group(self) -> Positions:
        """Number of the run of records of one note on one day: where neighbours are looked for."""

    @property
    def heading_group(self) -> Positions:
        """Number of the run of records under one heading of one note."""

    @property
    def skimmed(self) -> int:
        """How many records still lack their hall and the events they name."""

    def __len__(self) -> int: ...
    def text_hashes(self, only: Mask | None = None) -> list[str]:
        """Text hash of each record, or of those of *only*, as in ``Record.text_hash``."""

    def has(self, flag: Flag) -> Mask:
        """Which records have *flag*."""

    def of_kind(self, *kinds: Kind) -> Mask: ...
    def of_place(self, *places: Place) -> Mask: ...
    def of_hall(self, hall: str) -> Mask: ...
    def of_task(self, state: Task) -> Mask:
        """Which records have a checkbox in *state*."""

    def by_author(self, by: str) -> Mask:
        """Which records *by* wrote; "" is the owner."""

    def owned_by(self, owner: str) -> Mask: ...
    def path_of(self, position: int) -> str: ...
    def positions(self, rows: NDArray[np.integer[Any]] | Sequence[int]) -> Positions:
        """Positions of *rows*, -1 where one is not alive."""

    def gate_mask(self, windows: Iterable[TimeWindow]) -> Mask:
        """Which records the gate of *windows* admits; all of them if there are no windows."""


class KeywordView(Protocol):
    """The words of the living records, by row."""

    @property
    def rows(self) -> Rows:
        """Living rows, ascending."""

    def __len__(self) -> int: ...
    def lookup(self, term: str, field: str) -> tuple[Rows, Floats]:
        """Rows that hold *term* in *field* and how often, in no promised order."""

    def df(self, term: str, field: str) -> int:
        """How many records hold *term* in *field*."""

    def lengths_of(self, rows: Rows, field: str) -> Floats:
        """Length of *field* in each of *rows*."""

    def terms(self, prefix: str, field: str) -> Iterable[str]:
        """Terms of *field* that begin with *prefix*, each once, ascending."""


class VectorView(Protocol):
    """How near the records are to a question, by position."""

    def __len__(self) -> int:
        """Number of records that have a vector."""

    @property
    def has_vector(self) -> Mask: ...
    def similarity(self, query: Floats, span: slice | None = None) -> Floats:
        """Cosine of each record with *query* (dim,), 0 where it has no vector. Raises DimensionMismatch.

        Only those of *span* are asked about if there is one; any number may stand for the others.
        """


class Snapshot(Protocol):
    """The state of the index at one clock."""

    @property
    def clock(self) -> Clock: ...
    @property
    def columns(self) -> Columns: ...
    @property
    def words(self) -> KeywordView: ...
    @property
    def words_at(self) -> Words:
        """The same words by position, as the ranker adds them up."""

    @property
    def meaning(self) -> VectorView | None:
        """None without an embedder, or without any vector of it."""

    @property
    def expiring(self) -> tuple[Positions, NDArray[np.int64]]:
        """Positions of cards that end of themselves, and the ordinal of the first day each no longer holds."""


class Index(Protocol):
    """The stores that rank, kept in step with the catalogue; one thread publishes, any thread reads."""

    @property
    def snapshot(self) -> Snapshot:
        """What a question that begins now reads."""

    def step(self) -> str:
        """One piece of upkeep; says what it did, "" if nothing was due."""

    def renew_meaning(self) -> None:
        """Show the next question the vectors that came or went since."""

    def purge(self) -> None:
        """Rewrite what still holds words of removed records."""
