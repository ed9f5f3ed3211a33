"""Words: BM25 over a record's fields, over its neighbours, and over its sitting.

A short entry rarely holds every word of a question; the turns around it and the
sitting it belongs to hold the rest. So the same formula is used at three
widths, with counts summed by nearness. What a question of these words could
reach at most is told along, so that words of one question can be compared with
those of another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diurnal.model.regex import regex
from diurnal.rank.corpus import LENT, Bools, Corpus, Floats, Positions, from_step
from diurnal.rank.question import Sought

# Flat between 0.8 and 1.8, and between 0.4 and 0.8, on every data set.
K1 = 1.0
B = 0.6
# A word in a heading or in a name counts half as often as one in the text, once.
IN_HEADING = 0.5
IN_NAMES = 0.5
# As telling as one whole date among a few thousand days.
FULL_DAY = 8.0

_SMALL_NUMBER = regex(r"^\d{1,2}$")


@dataclass(frozen=True, slots=True)
class WordSignals:
    """What words say about the records of a span of positions; float32 (M,) each, 0 to 1.

    ``near``, ``sitting`` and ``reply`` are shares of ``reach``, the BM25 that a record holding every word
    over and over would reach: of the record with its neighbours, of its sitting, and of the question
    it answers. ``day`` says how well its day fits the words for days, at most ``full_day``. ``names`` is the share of the
    question's words that are names of the record. ``own`` tells who holds a word itself, ``tying`` who holds one
    that ties it to the question. ``rarity`` is how telling the rarest word is, against one that a single record
    holds, divided by the number of words.
    """

    near: Floats
    sitting: Floats
    reply: Floats
    day: Floats
    names: Floats
    own: Bools
    tying: Bools
    reach: float
    rarity: float
    full_day: float
    has_names: bool

    @property
    def has_day(self) -> bool:
        """True if the question holds words for days."""
        return self.full_day > 0


def inverse_frequency(count: int, df: int) -> float:
    """How telling a word is that *df* of *count* records hold; always positive."""
    return float(np.log1p((count - df + 0.5) / (df + 0.5)))


def _rarity(idf: list[float], count: int) -> float:
    return max(idf) / len(idf) / inverse_frequency(count, 1) if idf else 0.0


@dataclass(slots=True)
class _Counts:
    """Counts of every known word in a span (one row a word), whether it ties, and what it weighs."""

    text: Floats
    ties: list[bool]
    idf: list[float]
    names: Floats
    names_idf: float
    day: Floats
    day_idf: float


def word_signals(corpus: Corpus, sought: Sought, span: slice) -> WordSignals:
    """What the words of *sought* say about the records of *span*, whole runs of the corpus."""
    counts = _count(corpus, sought, span)
    size = span.stop - span.start
    reach = sum(counts.idf) * (K1 + 1)
    if not counts.idf or not size:
        nothing = np.zeros(size, np.float32)
        near = sitting = reply = nothing
    else:
        near = _near(corpus, counts, span) / np.float32(reach)
        sitting = _sitting(corpus, counts, span) / np.float32(reach)
        reply = _reply(corpus, counts, span) / np.float32(reach)
    own = np.asarray(counts.text.any(axis=0), bool)
    return WordSignals(
        near,
        sitting,
        reply,
        counts.day,
        counts.names / np.float32(counts.names_idf or 1),
        own,
        own if all(counts.ties) else np.asarray(counts.text[counts.ties].any(axis=0), bool),
        reach,
        _rarity(counts.idf, len(corpus)),
        min(1.0, counts.day_idf / FULL_DAY),
        counts.names_idf > 0,
    )


def _count(corpus: Corpus, sought: Sought, span: slice) -> _Counts:
    size, total = span.stop - span.start, len(corpus)
    rows: list[Floats] = []
    ties: list[bool] = []
    idf: list[float] = []
    names, day = np.zeros(size, np.float32), np.zeros(size, np.float32)
    names_idf = day_idf = 0.0
    dated = _day_terms(corpus, sought)
    for term, weight in zip(sought.terms, sought.weights, strict=True):
        row = np.zeros(size, np.float32)
        df = 0
        for field, worth in (("text", 1.0), ("heading", IN_HEADING), ("names", IN_NAMES)):
            positions, often = corpus.words.lookup(term, field)
            if not len(positions):
                continue
            df = max(df, len(positions))
            at, often = _inside(positions, often, span)
            row[at] += often if field == "text" else np.float32(worth)
            if field == "names":
                telling = weight * inverse_frequency(total, len(positions))
                names[at] += np.float32(telling)
                names_idf += telling
        if df:
            rows.append(row)
            ties.append(sought.tying is None or term in sought.tying)
            idf.append(weight * inverse_frequency(total, df))
        if (found := dated.get(term)) is not None:
            telling = weight * inverse_frequency(total, len(found[0]))
            day[_inside(*found, span)[0]] += np.float32(telling / FULL_DAY)
            day_idf += telling
    text = np.stack(rows) if rows else np.zeros((0, size), np.float32)
    return _Counts(text, ties, idf, names, names_idf, np.minimum(day, np.float32(1)), day_idf)


def _day_terms(corpus: Corpus, sought: Sought) -> dict[str, tuple[Positions, Floats]]:
    """Terms that are words for days; a bare 7 is one only beside another, as in "7 July"."""
    found = {term: corpus.words.lookup(term, "day") for term in sought.terms if term not in sought.dateless}
    days = {term: hits for term, hits in found.items() if len(hits[0])}
    return days if any(not _SMALL_NUMBER.match(term) for term in days) else {}


def _inside(positions: Positions, often: Floats, span: slice) -> tuple[Positions, Floats]:
    if span.start == 0 and len(positions) and span.stop > int(positions.max()):
        return positions, often
    inside = (positions >= span.start) & (positions < span.stop)
    return positions[inside] - span.start, often[inside]


def _saturated(counts: Floats, idf: list[float], length: Floats, average: float) -> Floats:
    """BM25 of each column of *counts*. Words are added one after another, so that the sum does not
    depend on how many records are looked at together."""
    damping = np.float32(K1 * (1 - B)) + np.float32(K1 * B / max(average, 1e-6)) * length
    total = np.zeros(counts.shape[1], np.float32)
    for row, telling in zip(counts, idf, strict=True):
        total += np.float32(telling * (K1 + 1)) * row / (row + damping)
    return total


def _near(corpus: Corpus, counts: _Counts, span: slice) -> Floats:
    widened = counts.text.copy()
    for step, share in LENT.items():
        lent = corpus.nearness[step][span] * np.float32(share)
        if lent.any():
            widened += from_step(counts.text, step) * lent
    return _saturated(widened, counts.idf, corpus.near_length[span], corpus.mean_near_length)


def _sitting(corpus: Corpus, counts: _Counts, span: slice) -> Floats:
    sitting = corpus.sitting[span]
    if not len(sitting):
        return np.zeros(0, np.float32)
    first, beyond = int(sitting[0]), int(sitting[-1]) + 1
    # Whole runs hold whole sittings.
    starts = corpus.sitting_starts[first:beyond] - span.start
    together = np.add.reduceat(counts.text, starts, axis=1)
    length = corpus.sitting_length[first:beyond]
    whole = _saturated(together, counts.idf, length, corpus.mean_sitting_length)[sitting - first]
    return whole * corpus.coherence[span]


def _reply(corpus: Corpus, counts: _Counts, span: slice) -> Floats:
    """What the question that a record answers says about the words; only those are computed."""
    answers = corpus.is_answered_to[span]
    reply = np.zeros(len(answers), np.float32)
    at = np.flatnonzero(answers)
    if len(at):
        # Whole runs hold both the question and what answers it.
        asked = corpus.replies_to[span][at] - span.start
        before = _saturated(counts.text[:, asked], counts.idf, corpus.length[span][asked], corpus.mean_length)
        reply[at] = answers[at] * before
    return reply
