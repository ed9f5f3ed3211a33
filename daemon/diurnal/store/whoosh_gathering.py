"""The words of a new segment on their way into Whoosh: gathered as numbers, written a block at a time.

Left to itself Whoosh keeps a tuple for every word of every record, sorts them, takes them one by one, and
at each of them looks for a file of lengths that nobody writes here: five times the work, and half a gigabyte.
What it reads back is the same. What goes into which segment is decided in ``whoosh_writing``. Like
``whoosh_blocks`` this knows private names of the pinned Whoosh 2.7.4.
"""

from __future__ import annotations

import pickle
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, repeat
from operator import sub
from typing import Any, NamedTuple

import numpy as np
from whoosh.codec.whoosh3 import WHOOSH3_HEADER_MAGIC, W3Codec, W3FieldWriter, W3PostingsWriter, W3Segment

from diurnal.model.record import Record
from diurnal.query.steps import placed_terms, searched_texts
from diurnal.store.whoosh_schema import PLACE_TYPE, ROW, WORDS

# A segment ends here: 20 bytes each while they are gathered and sorted, 160 MB in all. Some 50,000 records.
MOST_OCCURRENCES = 8_000_000


class Postings(NamedTuple):
    """One word: the documents that hold it, ascending, and of each the places as bytes of PLACE_TYPE."""

    term: bytes
    documents: Sequence[int]
    values: Sequence[bytes]


class _Numbers(dict[str, int]):
    """Words by number, in the order they came."""

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self)
        return number


class Gathering:
    """Stands in the place of Whoosh's pool of postings; documents come in ascending order."""

    def __init__(self) -> None:
        self._numbers = _Numbers()
        # One element for each occurrence of a word: which word, in which document, at which place.
        self._words, self._documents, self._places = array("I"), array("I"), array("I")

    @property
    def is_full(self) -> bool:
        return len(self._words) >= MOST_OCCURRENCES

    def take(self, document: int, record: Record) -> None:
        """Take in every word of *record* with its places."""
        placed = placed_terms(searched_texts(record))
        self._words.extend([self._numbers[term] for term, _ in placed])
        self._places.extend([place for _, place in placed])
        self._documents.extend(repeat(document, len(placed)))

    def add(self, item: tuple[str, bytes, int, float, bytes]) -> None:
        """Take in a posting of an older segment that Whoosh merges into this one."""
        _, term, document, _, value = item
        places = np.frombuffer(value, PLACE_TYPE).tolist()
        self._words.extend(repeat(self._numbers[term.decode("utf-8", "surrogatepass")], len(places)))
        self._places.extend(places)
        self._documents.extend(repeat(document, len(places)))

    def iter_postings(self) -> Iterator[Postings]:
        """Each word with its postings, ascending; what was gathered is let go."""
        words = np.frombuffer(self._words, np.uint32)
        # Stable: within a word, documents and places stay in the order they came, which is ascending.
        order = np.argsort(words, kind="stable")
        ends = np.cumsum(np.bincount(words, minlength=len(self._numbers)))
        documents = np.frombuffer(self._documents, np.uint32)[order]
        data = np.frombuffer(self._places, np.uint32)[order].astype(PLACE_TYPE).tobytes()
        del words, order
        self.cleanup()
        is_first = np.ones(len(documents), bool)
        is_first[1:] = documents[1:] != documents[:-1]
        is_first[ends[:-1]] = True
        begins = np.flatnonzero(is_first)
        documents = documents[begins]
        last = np.searchsorted(begins, ends).tolist()
        bounds = np.append(begins, len(is_first)) * PLACE_TYPE.itemsize
        del begins, is_first
        named = sorted(
            (term.encode("utf-8", "surrogatepass"), number) for term, number in self._numbers.items()
        )
        for term, number in named:
            first, past = last[number - 1] if number else 0, last[number]
            values = [data[begin:end] for begin, end in pairwise(bounds[first : past + 1].tolist())]
            yield Postings(term, documents[first:past].tolist(), values)

    def cleanup(self) -> None:
        """Let go of the words; there are no files."""
        self._words, self._documents, self._places = array("I"), array("I"), array("I")


class _BlockWriter(W3PostingsWriter):  # type: ignore[misc]
    """Takes a word's postings all at once; each of them weighs 1."""

    def write(self, documents: Sequence[int], values: Sequence[bytes]) -> None:
        """Add postings to the word begun with ``start_postings``; its last block is left for ``finish_postings``."""
        for start in range(0, len(values), self._blocklimit):
            if start:
                self._write_block()
            self._ids = documents[start : start + self._blocklimit]
            self._values = values[start : start + self._blocklimit]
            self._weights = (1.0,) * len(self._ids)
            self._maxweight = 1.0

    def _write_block(self, last: bool = False) -> None:
        """As Whoosh does it, but that bytes are pickled as bytes: a third of the time, here and where they are read."""
        if not self._blockcount:
            self._postfile.write(WHOOSH3_HEADER_MAGIC)
        self._terminfo.add_block(self)
        ids = self._ids
        steps = (ids[0], *map(sub, ids[1:], ids))
        data = zlib.compress(pickle.dumps((steps, None, tuple(self._values)), 4), self._compression)
        about = pickle.dumps((len(ids), ids[-1], self._maxweight, self._compression, 0, 0), 2)
        length = len(about) + len(data)
        self._postfile.write_int(-length if last else length)
        self._postfile.write(about)
        self._postfile.write(data)
        self._blockcount += 1
        self._new_block()

    def _new_block(self) -> None:
        self._ids, self._values, self._weights = (), (), ()
        self._minlength, self._maxlength, self._maxweight = None, 0, 0.0


class _FieldWriter(W3FieldWriter):  # type: ignore[misc]
    def add_postings(self, schema: Any, lengths: None, items: Iterable[Postings]) -> None:
        """Write *items*, the words of the one field that has any."""
        self.start_field(WORDS, schema[WORDS])
        for term, documents, values in items:
            self.start_term(term)
            self._postwriter.write(documents, values)
            self.finish_term()
        self.finish_field()


class _Codec(W3Codec):  # type: ignore[misc]
    """Whoosh's own format, written by the two above."""

    length_stats = False

    def field_writer(self, storage: Any, segment: Any) -> _FieldWriter:
        return _FieldWriter(self, storage, segment)

    def postings_writer(self, dbfile: Any, byteids: bool = False) -> _BlockWriter:
        return _BlockWriter(dbfile, self._blocklimit, byteids, self._compression, self._inlinelimit)

    def new_segment(self, storage: Any, indexname: str) -> W3Segment:
        return W3Segment(W3Codec(), indexname)  # it is read as any other


class SegmentWriter:
    """Writes one more segment of an *index* of ``whoosh_schema``: ``take`` records, then ``commit`` or ``cancel``."""

    def __init__(self, index: Any) -> None:
        self._gathering = Gathering()
        self._writer = index.writer(codec=_Codec())
        self._writer.pool = self._gathering
        self._is_open = True

    @property
    def is_full(self) -> bool:
        """True once it holds so many words that the rest belongs into another."""
        return self._gathering.is_full

    def take(self, row: int, record: Record) -> None:
        """Take in *record*, which the catalogue keeps under *row*."""
        self._gathering.take(self._writer.docnum, record)
        self._writer.add_document(**{ROW: row})

    def delete(self, document: int) -> None:
        """Let go of a document of an older segment."""
        self._writer.delete_document(document)

    def commit(self) -> None:
        """Write the segment. One that fails is not taken back: the folder it is for is scrap then."""
        self._is_open = False
        self._writer.commit()

    def cancel(self) -> None:
        """Let go of what was taken in, if it is not committed."""
        if self._is_open:
            self._writer.cancel()
