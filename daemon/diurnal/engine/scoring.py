"""From words and a mask to a ranking: the one place where the stores' signals meet the scorer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diurnal.engine.meaning import Questions
from diurnal.engine.snapshot import Snapshot
from diurnal.rank.tokens import query_tokens

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Positions best first with their scores; from ``weak_from`` on they are tied to the question by meaning alone."""

    positions: NDArray[np.int32]
    scores: NDArray[np.float32]
    weak_from: int

    @property
    def matches(self) -> int:
        return self.weak_from

    def parts(self, at: int) -> dict[str, float]:
        """The parts of the score of the hit at place *at*."""
        return {"words": float(self.scores[at])}

    def within(self, mask: Bools) -> Ranking:
        """Only the positions *mask* admits, in the same order with the same scores."""
        kept = mask[self.positions]
        return Ranking(self.positions[kept], self.scores[kept], int(kept[: self.weak_from].sum()))

    def first(self, count: int) -> Ranking:
        """The best *count* of them."""
        return Ranking(self.positions[:count], self.scores[:count], min(count, self.weak_from))

    def at(self, places: NDArray[np.int64]) -> Ranking:
        """The same, in the order of *places*; all of them count as matches."""
        return Ranking(self.positions[places], self.scores[places], len(places))

    def beyond(self, count: int) -> Ranking:
        """What follows the first *count* of them."""
        return Ranking(self.positions[count:], self.scores[count:], max(0, self.weak_from - count))

    def followed_by(self, positions: NDArray[np.int32]) -> Ranking:
        """The same with *positions* behind them, scored 0; all count as matches."""
        joined = np.concatenate([self.positions, positions])
        scores = np.concatenate([self.scores, np.zeros(len(positions), np.float32)])
        return Ranking(joined, scores, len(joined))

    def ordered_by(self, later: Bools) -> Ranking:
        """The same, those marked *later* (one flag a place) after the others of their part."""
        places = np.arange(len(self.positions))
        order = np.lexsort((places, later, places >= self.weak_from))
        return Ranking(self.positions[order], self.scores[order], self.weak_from)


class Ranker:
    def __init__(self, questions: Questions) -> None:
        self._questions = questions

    def rank(self, snapshot: Snapshot, words: str, mask: Bools, *, now: datetime | None) -> Ranking:
        columns, postings = snapshot.columns, snapshot.words
        score = np.zeros(len(columns), np.float32)
        terms = query_tokens(words)
        n = max(1, len(columns))
        for term in terms:
            for field, weight in (("text", 1.0), ("heading", 0.5), ("names", 1.0), ("day", 0.5)):
                rows, tf = postings.lookup(term, field)
                if not len(rows):
                    continue
                lengths = postings.lengths_of(rows, field)
                average = max(1.0, float(postings.lengths(field).mean()))
                idf = np.log(1 + (n - len(rows) + 0.5) / (len(rows) + 0.5))
                score[columns.positions(rows)] += (
                    weight * idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * lengths / average))
                ).astype(np.float32)
        found = np.flatnonzero((score > 0) & mask).astype(np.int32)
        order = np.lexsort((found, -score[found]))
        return Ranking(found[order], score[found[order]], len(found))
