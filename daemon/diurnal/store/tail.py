"""The newest records, in memory, until they are enough for a segment.

Lists only grow, and a view remembers how many documents it saw: a save costs a
few list appends, and what was published before it does not change.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from diurnal.store.segment import FIELDS, Counts, Doc, Ints

_MOST = 65_535


class Tail:
    """Documents in the order they came; a document is a position in ``rows``."""

    def __init__(self, is_counted: Callable[[str], bool]) -> None:
        self.rows: list[int] = []
        self.lengths: list[tuple[float, ...]] = []
        self.docs: list[Doc] = []
        self._is_counted = is_counted
        self._document: dict[int, int] = {}
        self._postings: tuple[dict[str, tuple[list[int], list[int]]], ...] = tuple({} for _ in FIELDS)

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, doc: Doc) -> None:
        """Take *doc* in; its row is new."""
        row, fields = doc
        number = len(self.rows)
        for postings, tokens in zip(self._postings, fields, strict=True):
            for term, count in Counter(tokens).items():
                docs, counts = postings.setdefault(term, ([], []))
                counts.append(min(count, _MOST))
                docs.append(number)
        self._document[row] = number
        self.docs.append(doc)
        self.lengths.append(tuple(float(sum(map(self._is_counted, tokens))) for tokens in fields))
        self.rows.append(row)

    def lookup(self, term: str, number: int, size: int) -> tuple[Ints, Counts]:
        """Documents among the first *size* that hold *term* in field *number*, and how often; dead ones too."""
        docs, counts = self._postings[number].get(term, ((), ()))
        seen = bisect_left(docs, size)
        return np.array(docs[:seen], np.int32), np.array(counts[:seen], np.uint16)

    def terms_from(self, prefix: str) -> Iterator[str]:
        """Terms that begin with *prefix*, in no order; a term may come once for each field."""
        for postings in self._postings:
            yield from (term for term in list(postings) if term.startswith(prefix))

    def document_of(self, row: int) -> int:
        """Position of *row*, or -1 if it is not here."""
        return self._document.get(row, -1)
