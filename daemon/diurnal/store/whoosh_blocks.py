"""Postings of the Whoosh index as numpy arrays, a block of them at a time.

Whoosh's matchers go posting by posting in Python, which took a phrase of two
common words to half a second at 20,000 records; whole blocks take a tenth. This
reads what the pinned Whoosh 2.7.4 keeps in its matchers, private names included;
only ``whoosh_gathering``, which writes them, does the like.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whoosh.reading import TermNotFound

from diurnal.ports import Rows
from diurnal.store.whoosh_schema import PLACE_TYPE, WORDS

# A document and a place in one number, so that meeting places is meeting numbers.
_PLACE_BITS = 32
_NONE: Rows = np.empty(0, np.int64)


def frequency(reader: Any, word: str) -> int:
    """Documents of the segment that hold *word*, deleted ones counted."""
    return int(reader.doc_frequency(WORDS, word.encode("utf-8", "surrogatepass")))


def documents(reader: Any, word: str) -> Rows:
    """Numbers of the documents that hold *word*, ascending, deleted ones among them."""
    found = [np.array(ids, np.int64) for ids, _ in _blocks(reader, word, with_values=False)]
    return np.concatenate(found) if found else _NONE


def placed(reader: Any, word: str) -> Rows:
    """Every place of *word* as document and place in one number, ascending."""
    found: list[NDArray[np.int64]] = []
    for ids, values in _blocks(reader, word, with_values=True):
        places = np.frombuffer(b"".join(values), PLACE_TYPE).astype(np.int64)
        counts = [len(value) // PLACE_TYPE.itemsize for value in values]
        found.append((np.repeat(np.array(ids, np.int64), counts) << _PLACE_BITS) | places)
    return np.concatenate(found) if found else _NONE


def placed_in(reader: Any, word: str, among: Rows) -> Rows:
    """The same for the documents *among* only (ascending), passing over blocks without one."""
    matcher = _matcher(reader, word)
    if matcher is None:
        return _NONE
    found: list[NDArray[np.int64]] = []
    for document in among.tolist():
        if not matcher.is_active():
            break
        if matcher.id() < document:
            matcher.skip_to(document)
        if matcher.is_active() and matcher.id() == document:
            places = np.frombuffer(matcher.value(), PLACE_TYPE).astype(np.int64)
            found.append((document << _PLACE_BITS) | places)
    return np.concatenate(found) if found else _NONE


def documents_of(places: Rows) -> Rows:
    """The documents of such numbers, ascending, each once."""
    return np.unique(places >> _PLACE_BITS)


def _matcher(reader: Any, word: str) -> Any | None:
    # Through the reader's own method every look-up would copy the set of deleted documents.
    field = reader.schema[WORDS]
    try:
        return reader._terms.matcher(WORDS, word.encode("utf-8", "surrogatepass"), field.format)
    except TermNotFound:
        return None


def _blocks(reader: Any, word: str, *, with_values: bool) -> Iterator[tuple[Any, Any]]:
    matcher = _matcher(reader, word)
    if matcher is None:
        return
    if not hasattr(matcher, "_next_block"):  # the postings of a rare word stand in the list of words
        yield matcher._ids, matcher._values
        return
    while matcher.is_active():
        matcher._read_ids()
        if with_values:
            matcher._read_values()
        yield matcher._ids, matcher._values
        matcher._next_block()
