"""From words and a mask to a ranking: the one place where the stores' signals meet the scorer.

The scorer (``rank.fuse``) sees positions and numbers only; here the columns and
postings of a snapshot become its corpus, once a snapshot, and the question's
vector its similarities, once a question.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from diurnal.engine.meaning import Questions
from diurnal.engine.other_names import OtherNames
from diurnal.model.flag import Flag
from diurnal.ports import NO_DAY, Floats, Mask, Positions, Snapshot
from diurnal.rank.corpus import Corpus
from diurnal.rank.fuse import Ranked, rank, span_of
from diurnal.rank.meaning import Scale
from diurnal.rank.profiles import Profile
from diurnal.rank.question import Sought, seek_each
from diurnal.rank.several import Together
from diurnal.rank.tokens import query_tokens


class ScoreParts(Protocol):
    """What scores are made of."""

    def parts_at(self, position: int) -> dict[str, float]:
        """The parts of the score of the record at *position*, by name."""

    def is_meant(self, position: int) -> bool:
        """True if meaning alone would tie the record at *position* to the question."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Positions best first with their scores; from ``weak_from`` on they are tied to the question by meaning alone.

    ``ranked`` explains them; what ``followed_by`` adds has no parts.
    """

    positions: Positions
    scores: Floats
    weak_from: int
    ranked: ScoreParts | None = None

    @property
    def matches(self) -> int:
        return self.weak_from

    def parts(self, place: int) -> dict[str, float]:
        """The parts of the score of the record at *place* of this ranking."""
        if self.ranked is None or not self.scores[place]:
            return {}
        return self.ranked.parts_at(int(self.positions[place]))

    def is_meant(self, place: int) -> bool:
        """True if meaning alone would tie the record at *place* of this ranking to the question."""
        return self.ranked is not None and self.ranked.is_meant(int(self.positions[place]))

    def first(self, count: int) -> Ranking:
        """The best *count* of them."""
        return Ranking(self.positions[:count], self.scores[:count], min(count, self.weak_from), self.ranked)

    def beyond(self, count: int) -> Ranking:
        """What follows the first *count* of them."""
        return Ranking(
            self.positions[count:], self.scores[count:], max(0, self.weak_from - count), self.ranked
        )

    def at(self, places: NDArray[np.int64]) -> Ranking:
        """The same, in the order of *places*; all of them count as matches."""
        return Ranking(self.positions[places], self.scores[places], len(places), self.ranked)

    def followed_by(self, positions: Positions) -> Ranking:
        """The same with *positions* behind them, scored 0; all count as matches."""
        joined = np.concatenate([self.positions, positions])
        scores = np.concatenate([self.scores, np.zeros(len(positions), np.float32)])
        return Ranking(joined, scores, len(joined), self.ranked)

    def ordered_by(self, later: Mask) -> Ranking:
        """The same, those marked *later* (one flag a place) after the others of their part."""
        places = np.arange(len(self.positions))
        order = np.lexsort((places, later, places >= self.weak_from))
        return Ranking(self.positions[order], self.scores[order], self.weak_from, self.ranked)


class Scorer(Protocol):
    """What turns words and a mask into a ranking: one of the profiles of ``search.profile``."""

    def rank(
        self,
        snapshot: Snapshot,
        words: str,
        mask: Mask,
        *,
        now: datetime | None,
        for_agent: bool,
        topic: str | None = None,
    ) -> Ranking:
        """The records of *mask* that *words* ties to the question, best first; *now* None switches decay off.

        *for_agent* keeps what the owner's own pages are called out of it. *topic* is what *words* say besides a
        time that is a gate already: scores and order are those of all *words*, but only *topic* ties a record.
        """


def corpus_of(snapshot: Snapshot) -> Corpus:
    """The records of *snapshot* as the scorer sees them."""
    columns = snapshot.columns
    return Corpus(
        day=columns.day,
        is_dated=columns.day != NO_DAY,
        start=columns.start,
        is_timed=~columns.has(Flag.UNTIMED),
        run=columns.note_group,
        length=snapshot.words.lengths_of(columns.rows, "text"),
        hall=columns.hall,
        halls=columns.words,
        importance=columns.importance,
        is_evergreen=columns.has(Flag.EVERGREEN),
        is_machine=columns.has(Flag.MACHINE),
        words=snapshot.words_at,
    )


class Ranker:
    """Ranks records of a snapshot by the default profile.

    Args:
        questions: makes the vectors of questions.
        scale: the constants of the embedder that makes them; None without one.
        profile: what the owner has turned.
        other_names: what else the pages are called that a question names.
    """

    def __init__(
        self, questions: Questions, scale: Scale | None, profile: Profile, other_names: OtherNames
    ) -> None:
        self._questions = questions
        self._scale = scale
        self._profile = profile
        self._other_names = other_names
        self._lock = threading.Lock()
        self._last: tuple[Snapshot, Corpus] | None = None

    def rank(
        self,
        snapshot: Snapshot,
        words: str,
        mask: Mask,
        *,
        now: datetime | None,
        for_agent: bool,
        topic: str | None = None,
    ) -> Ranking:
        """The records of *mask* that *words* ties to the question, best first.

        Args:
            words: the question, or what is left of it without its time.
            mask: bool (N,), what may be answered.
            now: wall time to reckon age from; None switches decay off.
            for_agent: what the owner's own pages are called says nothing.
            topic: what *words* say besides a time that is a gate already; what only the rest would tie
                to the question is left out, and nothing else changes.
        """
        corpus = self._corpus(snapshot)
        each = [
            self._ranked(snapshot, corpus, self._by_any_name(sought, topic, for_agent), mask, now)
            for sought in seek_each(words, corpus.speakers)
        ]
        ranked = each[0] if len(each) == 1 else Together(each, len(corpus))
        return Ranking(ranked.positions, ranked.scores, ranked.weak_from, ranked)

    def _ranked(
        self, snapshot: Snapshot, corpus: Corpus, sought: Sought, mask: Mask, now: datetime | None
    ) -> Ranked:
        similarity = self._similarity(snapshot, sought, span_of(corpus, mask))
        return rank(
            corpus,
            sought,
            mask,
            similarity=similarity,
            scale=self._scale if similarity is not None else None,
            now=now,
            profile=self._profile,
        )

    def _by_any_name(self, sought: Sought, topic: str | None, for_agent: bool) -> Sought:
        """*sought* with the other names of what it names: whoever asks for PostgreSQL wants "pg" as well.

        A name is no date: who asks for Maya, also called May, does not ask for a month.
        """
        others = self._other_names.beside(sought.terms, for_agent=for_agent)
        return replace(
            sought,
            terms=(*sought.terms, *others),
            weights=(*sought.weights, *[1.0] * len(others)),
            dateless=self._other_names.naming(sought.terms, for_agent=for_agent).union(others),
            tying=None if topic is None else self._tying(sought, topic, for_agent),
        )

    def _tying(self, sought: Sought, topic: str, for_agent: bool) -> frozenset[str]:
        """The terms of *sought* that *topic* holds, with the other names of what these name."""
        own = [term for term in query_tokens(topic) if term in sought.terms]
        return frozenset(own).union(self._other_names.beside(own, for_agent=for_agent))

    def _corpus(self, snapshot: Snapshot) -> Corpus:
        with self._lock:
            if self._last is None or self._last[0].columns is not snapshot.columns:
                self._last = (snapshot, corpus_of(snapshot))
            return self._last[1]

    def _similarity(self, snapshot: Snapshot, sought: Sought, span: slice) -> Floats | None:
        """Cosine of the question with each record of *span*, NaN without a vector; None where meaning has no say."""
        if snapshot.meaning is None or self._scale is None:
            return None
        vector = self._questions.vector(sought.statement)
        if vector is None:
            return None
        similarity = snapshot.meaning.similarity(vector, span)
        return np.where(snapshot.meaning.has_vector, similarity, np.float32(np.nan))
