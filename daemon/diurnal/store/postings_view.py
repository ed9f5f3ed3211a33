"""What a question reads of the postings: one immutable state of segments, tail and alive bits.

Everything it answers is about living rows only, and depends on nothing but
which rows live: the same whether they came one by one or all at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diurnal.ports import Rows
from diurnal.store.segment import FIELDS, Alive, Counts, Ints, Segment
from diurnal.store.tail import Tail

Floats = NDArray[np.float32]
_FIELD = {name: number for number, name in enumerate(FIELDS)}

# Terms whose places a view remembers; questions between two saves ask for far fewer.
_MOST_REMEMBERED = 20_000


class Part(NamedTuple):
    """A segment, or the first ``size`` documents of the tail; ``alive`` is None while none has died."""

    of: Segment | Tail
    size: int
    alive: Alive | None

    def find(self, term: str) -> int:
        """Where *term* is, for ``lookup``; -1 if it is not here."""
        return 0 if isinstance(self.of, Tail) else self.of.number_of(term)

    def lookup(self, term: str, found: int, number: int) -> tuple[Ints, Counts]:
        """Living documents that hold *term*, *found* here, in field *number*, and how often."""
        docs, counts = (
            self.of.lookup(term, number, self.size)
            if isinstance(self.of, Tail)
            else self.of.postings_of(found, number)
        )
        if self.alive is not None and len(docs):
            living = self.alive[docs]
            return docs[living], counts[living]
        return docs, counts

    @property
    def all_rows(self) -> Rows:
        """Rows by document, dead ones too."""
        return np.array(self.of.rows[: self.size], np.int64) if isinstance(self.of, Tail) else self.of.rows

    def all_lengths(self, number: int) -> Floats:
        """Lengths by document, dead ones too."""
        if isinstance(self.of, Tail):
            return np.array([lengths[number] for lengths in self.of.lengths[: self.size]], np.float32)
        found: Floats = self.of.lengths[number]
        return found

    @property
    def living(self) -> int:
        return self.size if self.alive is None else int(np.count_nonzero(self.alive))


class PostingsView:
    """The postings as of one moment; safe to read from any thread, never changes."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.rows_by_part = [part.all_rows for part in parts]
        """Rows by document of each part, dead ones too."""
        self._rows: Rows | None = None
        self._found: dict[str, list[tuple[int, int]]] = {}
        self._df: dict[tuple[str, str], int] = {}
        self._dense: dict[str, Floats] = {}

    def __len__(self) -> int:
        """Number of living rows."""
        return sum(part.living for part in self.parts)

    @property
    def rows(self) -> Rows:
        """Living rows, int64, ascending."""
        if self._rows is None:
            living = [
                rows if part.alive is None else rows[part.alive]
                for part, rows in zip(self.parts, self.rows_by_part, strict=True)
            ]
            self._rows = np.sort(np.concatenate(living)) if living else np.zeros(0, np.int64)
        return self._rows

    def lookup(self, term: str, field: str) -> tuple[Rows, Floats]:
        """Living rows that hold *term* in *field* and how often (float32), in no promised order."""
        found: list[Rows] = []
        often: list[Counts] = []
        for part, docs, counts in self.postings_of(term, field):
            found.append(self.rows_by_part[part][docs])
            often.append(counts)
        if not found:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        if len(found) == 1:
            return found[0], often[0].astype(np.float32)
        return np.concatenate(found), np.concatenate(often).astype(np.float32)

    def postings_of(self, term: str, field: str) -> Iterator[tuple[int, Ints, Counts]]:
        """For each part that has any: its number, the living documents that hold *term*, and how often."""
        number = _FIELD[field]
        for part, place in self._places(term):
            docs, counts = self.parts[part].lookup(term, place, number)
            if len(docs):
                yield part, docs, counts

    def df(self, term: str, field: str) -> int:
        """How many living rows hold *term* in *field*."""
        if (known := self._df.get((term, field))) is not None:
            return known
        count = sum(len(docs) for _, docs, _ in self.postings_of(term, field))
        self._df[term, field] = count
        return count

    def _places(self, term: str) -> list[tuple[int, int]]:
        """The parts that may hold *term*, with its place in each; looked for once for all fields."""
        places = self._found.get(term)
        if places is None:
            if len(self._found) >= _MOST_REMEMBERED:
                self._found.clear()
                self._df.clear()
            places = [(at, place) for at, part in enumerate(self.parts) if (place := part.find(term)) >= 0]
            self._found[term] = places
        return places

    def lengths(self, field: str) -> Floats:
        """Length of *field* in each living row, aligned with ``rows``."""
        return self.lengths_of(self.rows, field)

    def lengths_of(self, rows: Rows, field: str) -> Floats:
        """Length of *field* in each of *rows*, which must be known to some part."""
        dense = self._dense.get(field)
        if dense is None:
            top = max((int(rows.max()) for rows in self.rows_by_part if len(rows)), default=0)
            dense = np.zeros(top + 1, np.float32)
            for part, part_rows in zip(self.parts, self.rows_by_part, strict=True):
                dense[part_rows] = part.all_lengths(_FIELD[field])
            self._dense[field] = dense
        return dense[rows]

    def terms(self, prefix: str, field: str) -> Iterator[str]:
        """Terms of *field* in living rows that begin with *prefix*, each once, ascending."""
        found = {term for part in self.parts for term in part.of.terms_from(prefix)}
        return (term for term in sorted(found) if self.df(term, field))
