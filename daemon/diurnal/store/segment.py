"""One immutable piece of the postings: which records hold which word, how often, field by field.

A segment is packed numpy arrays (CSR): the terms sorted in one run of bytes, and
for each field the documents of every term behind one another. It is written
once, whole, with a checksum, and read back into memory; nothing in it changes.
Which of its rows still live is kept beside it, by ``postings``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diurnal.store.packed import pack, unpack

FIELDS = ("text", "heading", "names", "day")

Ints = NDArray[np.int32]
Counts = NDArray[np.uint16]
Alive = NDArray[np.bool_]
# A row and its tokens, one list for each of FIELDS.
Doc = tuple[int, Sequence[Sequence[str]]]

_MAGIC = b"DIURNAL-POSTINGS-1\n"
_MOST = 65_535


@dataclass(frozen=True, slots=True)
class FieldPostings:
    """CSR of one field: documents and counts of term t stand at ``starts[t]:starts[t + 1]``."""

    starts: Ints
    docs: Ints
    counts: Counts


@dataclass(frozen=True, slots=True)
class Segment:
    """``rows`` ascending int64 (n,); ``lengths`` float32 (fields, n); a document is a position in ``rows``."""

    rows: NDArray[np.int64]
    lengths: NDArray[np.float32]
    blob: bytes
    term_starts: Ints
    fields: tuple[FieldPostings, ...]
    _starts: memoryview = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Reading single integers from a memoryview is three times faster than from an array.
        object.__setattr__(self, "_starts", self.term_starts.data)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def vocabulary(self) -> int:
        """Number of distinct terms."""
        return len(self.term_starts) - 1

    def term(self, number: int) -> str:
        return self.blob[self._starts[number] : self._starts[number + 1]].decode("utf-8", "surrogatepass")

    def terms(self) -> list[bytes]:
        """Every term, ascending, as UTF-8."""
        starts = self.term_starts.tolist()
        return [self.blob[a:b] for a, b in pairwise(starts)]

    def first_not_below(self, term: bytes) -> int:
        """Number of the first term that is not less than *term*."""
        starts, blob = self._starts, self.blob
        low, high = 0, self.vocabulary
        while low < high:
            middle = (low + high) >> 1
            if blob[starts[middle] : starts[middle + 1]] < term:
                low = middle + 1
            else:
                high = middle
        return low

    def number_of(self, term: str) -> int:
        """Number of *term*, or -1 if no field holds it."""
        wanted = term.encode("utf-8", "surrogatepass")
        at = self.first_not_below(wanted)
        if at == self.vocabulary or self.blob[self._starts[at] : self._starts[at + 1]] != wanted:
            return -1
        return at

    def postings_of(self, number: int, field: int) -> tuple[Ints, Counts]:
        """Documents that hold term *number* in *field*, ascending or not, and how often; dead ones too."""
        postings = self.fields[field]
        first, last = postings.starts[number], postings.starts[number + 1]
        return postings.docs[first:last], postings.counts[first:last]

    def terms_from(self, prefix: str) -> Iterator[str]:
        """Terms that begin with *prefix*, ascending."""
        wanted = prefix.encode("utf-8", "surrogatepass")
        for number in range(self.first_not_below(wanted), self.vocabulary):
            found = self.blob[self._starts[number] : self._starts[number + 1]]
            if not found.startswith(wanted):
                return
            yield found.decode("utf-8", "surrogatepass")

    def document_of(self, row: int) -> int:
        """Position of *row*, or -1 if it is not here."""
        at = int(np.searchsorted(self.rows, row))
        return at if at < len(self.rows) and self.rows[at] == row else -1


def build(docs: Sequence[Doc], is_counted: Callable[[str], bool]) -> Segment:
    """The segment of *docs*.

    Args:
        docs: rows with their tokens, in any order, each row once.
        is_counted: whether a term counts in a text's length; asked once a term.
    """
    docs = sorted(docs, key=lambda doc: doc[0])
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    number_of = numbers.__getitem__
    found: list[tuple[Ints, Ints]] = []
    for which in range(len(FIELDS)):
        words = [fields[which] for _, fields in docs]
        sizes = np.fromiter(map(len, words), np.int32, len(docs))
        ids = np.fromiter(map(number_of, chain.from_iterable(words)), np.int32, int(sizes.sum()))
        found.append((ids, np.repeat(np.arange(len(docs), dtype=np.int32), sizes)))
    terms = sorted(numbers)
    rank = np.empty(len(terms), np.int32)
    rank[np.fromiter(map(number_of, terms), np.int64, len(terms))] = np.arange(len(terms))
    counted = np.fromiter(map(is_counted, terms), np.float32, len(terms))
    packed, lengths = [], np.zeros((len(FIELDS), len(docs)), np.float32)
    for which, (ids_of, docs_of) in enumerate(found):
        ranks = rank[ids_of]
        packed.append(_pack(ranks, docs_of, len(terms)))
        lengths[which] = np.bincount(docs_of, counted[ranks], len(docs))
    encoded = [term.encode("utf-8", "surrogatepass") for term in terms]
    return Segment(
        rows=np.fromiter((row for row, _ in docs), np.int64, len(docs)),
        lengths=lengths,
        blob=b"".join(encoded),
        term_starts=starts_of(encoded),
        fields=tuple(packed),
    )


def starts_of(terms: Sequence[bytes]) -> Ints:
    """Where each of *terms* begins when they are joined, and where the last ends."""
    starts = np.zeros(len(terms) + 1, np.int32)
    np.cumsum(np.fromiter(map(len, terms), np.int32, len(terms)), out=starts[1:])
    return starts


def _pack(terms: Ints, docs: Ints, vocabulary: int) -> FieldPostings:
    """Postings of tokens given as pairs of term and document, documents ascending."""
    # Terms of 16 bits are sorted by counting, in a third of the time of comparing them.
    order = np.argsort(terms.astype(np.uint16) if vocabulary <= _MOST else terms, kind="stable")
    terms, docs = terms[order], docs[order]
    is_first = np.ones(len(terms), bool)
    is_first[1:] = (terms[1:] != terms[:-1]) | (docs[1:] != docs[:-1])
    first = np.flatnonzero(is_first)
    counts = np.diff(first, append=len(terms))
    starts = np.zeros(vocabulary + 1, np.int32)
    np.cumsum(np.bincount(terms[first], minlength=vocabulary), out=starts[1:])
    return FieldPostings(starts, docs[first], np.minimum(counts, _MOST).astype(np.uint16))


def to_bytes(segment: Segment, identity: dict[str, Any]) -> bytes:
    """*segment* as the bytes of a file, with *identity* (recipe, instance, tick) in its header."""
    arrays: list[tuple[str, NDArray[Any]]] = [
        ("rows", segment.rows),
        ("lengths", segment.lengths),
        ("blob", np.frombuffer(segment.blob, np.uint8)),
        ("term_starts", segment.term_starts),
    ]
    for name, postings in zip(FIELDS, segment.fields, strict=True):
        arrays += [
            (f"{name}.starts", postings.starts),
            (f"{name}.docs", postings.docs),
            (f"{name}.counts", postings.counts),
        ]
    return pack(_MAGIC, identity, arrays)


def from_bytes(data: bytes) -> tuple[Segment, dict[str, Any]]:
    """The segment in *data* and its identity.

    Raises:
        StoreDamaged: *data* is torn, changed, or no segment.
    """
    arrays, identity = unpack(_MAGIC, data, "A segment of the postings")
    fields = tuple(
        FieldPostings(arrays[f"{name}.starts"], arrays[f"{name}.docs"], arrays[f"{name}.counts"])
        for name in FIELDS
    )
    segment = Segment(
        arrays["rows"], arrays["lengths"], arrays["blob"].tobytes(), arrays["term_starts"], fields
    )
    return segment, identity
