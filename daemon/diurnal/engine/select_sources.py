"""What a search reads: the columns, the words, the facts and the order of words of one snapshot.

Protocols only; the stores have their shape. *Position* is a place in the columns,
*row* the catalogue number of a record. A mask is bool, one value a position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diurnal.model.record import Kind, Place, Record, Task
from diurnal.model.time import TimeWindow
from diurnal.ports import Rows, WordOrder

Mask = NDArray[np.bool_]


class Columns(Protocol):
    """The live records in the order of day, path and place in the note; undated ones at the end."""

    @property
    def rows(self) -> Rows: ...
    @property
    def note(self) -> NDArray[np.int32]: ...
    @property
    def paths(self) -> Mapping[int, str]: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def heading_group(self) -> NDArray[np.int32]: ...
    def __len__(self) -> int: ...
    def positions(self, rows: Any) -> NDArray[np.int32]: ...
    def of_kind(self, *kinds: Kind) -> Mask: ...
    def of_place(self, *places: Place) -> Mask: ...
    def of_hall(self, hall: str) -> Mask: ...
    def by_author(self, by: str) -> Mask: ...
    def owned_by(self, owner: str) -> Mask: ...
    def gate_mask(self, windows: Iterable[TimeWindow]) -> Mask: ...


class Words(Protocol):
    """The packed postings: which records hold a token."""

    def lookup(self, term: str, field: str) -> tuple[Rows, Any]: ...
    def terms(self, prefix: str, field: str) -> Iterable[str]: ...


class Facts(Protocol):
    """What the catalogue knows beyond the columns."""

    def with_tag(self, tag: str) -> Rows: ...
    def tags(self) -> Iterable[str]: ...
    def property_values(self, name: str) -> Iterable[tuple[str, str]]: ...
    def in_task_states(self, states: Collection[Task]) -> Rows: ...
    def with_rows(self, rows: Iterable[int]) -> list[tuple[int, Record]]: ...


@dataclass(frozen=True, slots=True)
class Sources:
    """One snapshot as a search reads it. ``fields`` are the fields of the postings a word may stand in.

    ``order`` is None while there is no index of word order: phrases and shapes are then read from the
    records themselves as far as that is quick, and said to be incomplete beyond.
    """

    columns: Columns
    words: Words
    facts: Facts
    order: WordOrder | None = None
    fields: tuple[str, ...] = ("text", "heading", "names", "day")
