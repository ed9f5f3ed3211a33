"""Several questions of one message, each ranked by itself, as one ranking.

"Where is the kettle? And who has the piano?" wants the best of both: what answers
one question need not say a word about the other. Scores are brought to one
measure, each question's best being as good as the best of all, so that neither
crowds the other out; nothing depends on how many results are wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diurnal.rank.corpus import Floats, Positions
from diurnal.rank.fuse import DECIMALS, Ranked


class Together:
    """The rankings of several questions over the same corpus as one, best first.

    Args:
        each: rankings with at least one question among them.
        size: records of the corpus.
    """

    def __init__(self, each: Sequence[Ranked], size: int) -> None:
        best = [float(ranked.scores[: ranked.weak_from].max(initial=0.0)) for ranked in each]
        most = max(best)
        self._each = each
        self._raised = [most / top if top else 1.0 for top in best]
        score = np.full((len(each), size), -1, np.float32)
        matched = np.zeros(size, bool)
        for row, ranked, factor in zip(score, each, self._raised, strict=True):
            row[ranked.positions] = np.round(ranked.scores * np.float32(factor), DECIMALS)
            matched[ranked.positions[: ranked.weak_from]] = True
        for row, ranked in zip(score, each, strict=True):
            # What answers one question is never ranked by what it only hints at in another.
            hinted = ranked.positions[ranked.weak_from :]
            row[hinted[matched[hinted]]] = -1
        self._answers: Positions = score.argmax(axis=0).astype(np.int32)
        top = score.max(axis=0)
        found = np.flatnonzero(top >= 0)
        order = found[np.lexsort((found, -top[found], ~matched[found]))]
        self.positions: Positions = order.astype(np.int32)
        self.scores: Floats = top[order]
        self.weak_from = int(np.count_nonzero(matched))

    def parts_at(self, position: int) -> dict[str, float]:
        """The parts of the score in the question that the record at *position* answers best."""
        answers = int(self._answers[position])
        return self._each[answers].parts_at(position) | {"question": self._raised[answers]}

    def is_meant(self, position: int) -> bool:
        """True if meaning alone would tie the record at *position* to one of the questions."""
        return any(ranked.is_meant(position) for ranked in self._each)
