"""Several segments into one, without the rows that died and the words only they held.

Works on whole arrays: no word list of a record is read again. The result looks
up exactly as a segment built anew from the rows that live.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diurnal.store.segment import FIELDS, Alive, FieldPostings, Ints, Segment, starts_of


def merge(parts: Sequence[tuple[Segment, Alive]]) -> Segment:
    """One segment of the rows of *parts* that are alive; no row may live in two of them."""
    rows = np.concatenate([segment.rows[alive] for segment, alive in parts])
    lengths = np.concatenate([segment.lengths[:, alive] for segment, alive in parts], axis=1)
    order = np.argsort(rows, kind="stable")
    new_docs = _new_documents(parts, order)
    terms, new_terms = _new_terms(parts)
    return Segment(
        rows=rows[order],
        lengths=lengths[:, order],
        blob=b"".join(terms),
        term_starts=starts_of(terms),
        fields=tuple(
            _merge_field(parts, number, new_docs, new_terms, len(terms)) for number in range(len(FIELDS))
        ),
    )


def _new_documents(parts: Sequence[tuple[Segment, Alive]], order: NDArray[np.intp]) -> list[Ints]:
    """For each part, the new number of each of its documents; meaningless where it is dead."""
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    found, at = [], 0
    for segment, alive in parts:
        numbers = np.zeros(len(segment), np.int32)
        number = int(np.count_nonzero(alive))
        numbers[alive] = place[at : at + number]
        at += number
        found.append(numbers)
    return found


def _new_terms(parts: Sequence[tuple[Segment, Alive]]) -> tuple[list[bytes], list[Ints]]:
    """The terms some living row holds, and for each part the new number of each of its terms."""
    kept: list[list[bytes]] = []
    is_kept: list[Alive] = []
    for segment, alive in parts:
        used = np.zeros(segment.vocabulary, bool)
        for postings in segment.fields:
            used |= _living(postings, alive, segment.vocabulary) > 0
        is_kept.append(used)
        names = segment.terms()
        kept.append([names[at] for at in np.flatnonzero(used).tolist()])
    terms = sorted(set().union(*kept))
    number_of = {term: number for number, term in enumerate(terms)}
    mapped = []
    for names, used in zip(kept, is_kept, strict=True):
        numbers = np.zeros(len(used), np.int32)
        numbers[used] = np.fromiter(map(number_of.__getitem__, names), np.int32, len(names))
        mapped.append(numbers)
    return terms, mapped


def _living(postings: FieldPostings, alive: Alive, vocabulary: int) -> NDArray[np.int64]:
    """How many living documents each term has."""
    running = np.zeros(len(postings.docs) + 1, np.int64)
    np.cumsum(alive[postings.docs], out=running[1:])
    return np.diff(running[postings.starts]) if vocabulary else np.zeros(0, np.int64)


def _merge_field(
    parts: Sequence[tuple[Segment, Alive]],
    number: int,
    new_docs: Sequence[Ints],
    new_terms: Sequence[Ints],
    vocabulary: int,
) -> FieldPostings:
    """Both term orders are ascending, so each part's postings of a term fall into one run."""
    pieces = []
    total = np.zeros(vocabulary, np.int64)
    for (segment, alive), docs_map, terms_map in zip(parts, new_docs, new_terms, strict=True):
        postings = segment.fields[number]
        living = alive[postings.docs]
        terms = np.repeat(terms_map, np.diff(postings.starts))[living]
        per_term = np.bincount(terms, minlength=vocabulary)
        pieces.append((terms, docs_map[postings.docs[living]], postings.counts[living], per_term))
        total += per_term
    starts = np.zeros(vocabulary + 1, np.int32)
    np.cumsum(total, out=starts[1:])
    docs = np.empty(int(starts[-1]), np.int32)
    counts = np.empty(int(starts[-1]), np.uint16)
    filled = starts[:-1].astype(np.int64)
    for terms, piece_docs, piece_counts, per_term in pieces:
        own_starts = np.cumsum(per_term) - per_term
        goal = (filled - own_starts)[terms] + np.arange(len(terms))
        docs[goal] = piece_docs
        counts[goal] = piece_counts
        filled += per_term
    return FieldPostings(starts, docs, counts)
