"""From signals to a ranking: one weighted mean, bounded multipliers, matches before hints.

Scores are fused, never ranks: the distance between two results survives, and
every part of it can be shown. Nothing here depends on how many results are
wanted, so a longer list begins with the shorter one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diurnal.rank.corpus import Bools, Corpus, Floats, Positions
from diurnal.rank.meaning import Scale
from diurnal.rank.profiles import Profile, Weights, default_weights
from diurnal.rank.question import Sought
from diurnal.rank.signals import Signals, gather

# Scores that differ by less are equal and tie by day, path and ordinal.
DECIMALS = 6

# Each further record of one sitting counts so much less, up to three times, and far less where the answer is spread
# over many days: "what books has she read" wants ten days, not ten turns of one. (LoCoMo, all evidence of such
# questions in the first ten: 21.8 % without, 27.5 so; recall@10 of all questions 83.1 and 83.3.)
CROWDED = 0.02
CROWDED_SEVERAL = 0.08
MOST_CROWDED = 3

_EPOCH = datetime(1970, 1, 1)
_DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Ranked:
    """Positions best first with their scores; from ``weak_from`` on only a hint of meaning ties them.

    ``factors`` multiply the content of ``signals``, which belong to the positions from ``offset`` on.
    """

    positions: Positions
    scores: Floats
    weak_from: int
    signals: Signals
    factors: dict[str, Floats]
    offset: int

    def parts_at(self, position: int) -> dict[str, float]:
        """What the score of the record at *position* is made of: what each signal adds, then the factors."""
        at = position - self.offset
        parts = {
            f"{signal.group}.{signal.name}": float(signal.values[at]) * signal.weight / self.signals.most
            for signal in self.signals.each
            if signal.values[at]
        }
        return parts | {name: float(values[at]) for name, values in self.factors.items()}

    def is_meant(self, position: int) -> bool:
        """True if meaning alone would tie the record at *position* to the question."""
        return bool(self.signals.meant[position - self.offset])


def rank(
    corpus: Corpus,
    sought: Sought,
    mask: Bools,
    *,
    similarity: Floats | None = None,
    scale: Scale | None = None,
    now: datetime | None = None,
    profile: Profile | None = None,
    weights: Weights | None = None,
) -> Ranked:
    """The records of *mask* that *sought* ties to the question, best first; equal scores keep their order.

    Args:
        mask: bool (N,), what may be answered.
        similarity: float32 (N,), cosine of the question with each record, NaN without a vector, of which
            those of ``span_of`` are read; None if there are no vectors, which gives exactly the ranking by words and names.
        scale: the constants of the embedder that made *similarity*.
        now: wall time to reckon age from; None switches decay off (a question that named its time).
    """
    profile = profile or Profile()
    span = span_of(corpus, mask)
    signals = gather(
        corpus,
        sought,
        span,
        weights=weights or default_weights(),
        profile=profile,
        similarity=None if similarity is None else similarity[span],
        scale=scale,
    )
    factors = _factors(corpus, span, profile, now)
    score = signals.content()
    for factor in factors.values():
        score = score * factor
    score = np.round(score, DECIMALS)
    inside = mask[span]
    matched = np.flatnonzero(signals.ties & inside)
    if len(matched):
        factors["spread"] = spread(corpus.sitting[span], _best_first(matched, score), crowded(sought))
        score = np.round(score * factors["spread"], DECIMALS)
    weak = np.flatnonzero(signals.hints & inside)
    best = np.concatenate([_best_first(matched, score), _best_first(weak, score)])
    positions = (best + span.start).astype(np.int32)
    return Ranked(positions, score[best], len(matched), signals, factors, span.start)


def _best_first(at: NDArray[np.intp], score: Floats) -> NDArray[np.intp]:
    """*at*, ascending, by falling score; equal scores keep their order.

    Score and place make one whole number each, which sorts in a fifth of the time of a stable argsort.
    """
    steps = np.rint(score[at].astype(np.float64) * 10**DECIMALS).astype(np.int64)
    keys = (-steps << 32) | at
    keys.sort()
    best: NDArray[np.intp] = (keys & 0xFFFF_FFFF).astype(np.intp)
    return best


def crowded(sought: Sought) -> float:
    """What each further record of one sitting loses in this question."""
    return CROWDED_SEVERAL if sought.several else CROWDED


def spread(sitting: Positions, best: NDArray[np.intp], loss: float) -> Floats:
    """What the score of each record is multiplied by: less for those of *best*, best first, that follow better ones of their sitting.

    Args:
        sitting: int32 (M,), the sitting of each record.
        best: places among the M, best first; the others keep all of their score.
        loss: what each better one of the same sitting takes, up to ``MOST_CROWDED`` of them.
    """
    places = np.arange(len(best))
    keys = (sitting[best].astype(np.int64) << 32) | places
    keys.sort()
    begins = np.diff(keys >> 32, prepend=-1) != 0
    follows = places - np.maximum.accumulate(np.where(begins, places, 0))
    factor = np.ones(len(sitting), np.float32)
    factor[best[keys & 0xFFFF_FFFF]] = 1 - loss * np.minimum(follows, MOST_CROWDED)
    return factor


def span_of(corpus: Corpus, mask: Bools) -> slice:
    """The smallest span of whole runs that holds all of *mask*: work follows the gate, not the vault."""
    inside = np.flatnonzero(mask)
    if not len(inside):
        return slice(0, 0)
    run = corpus.run
    first = int(np.searchsorted(run, run[inside[0]], "left"))
    last = int(np.searchsorted(run, run[inside[-1]], "right"))
    return slice(first, last)


def _factors(corpus: Corpus, span: slice, profile: Profile, now: datetime | None) -> dict[str, Floats]:
    """What multiplies the content; each bounded, so that it reorders near-ties only."""
    halls = np.array([profile.halls.get(hall, 1.0) for hall in corpus.halls] or [1.0], np.float32)
    # Importance 1 to 10, 5.5 in the middle; 0 says nothing.
    importance = corpus.importance[span].astype(np.float32)
    worth = np.where(importance > 0, (importance - np.float32(5.5)) / np.float32(4.5), np.float32(0))
    factors = {
        "hall": halls[corpus.hall[span]],
        "importance": np.float32(1) + np.float32(profile.importance) * worth,
    }
    if corpus.is_machine[span].any():
        factors["machine"] = np.where(corpus.is_machine[span], np.float32(profile.machine), np.float32(1))
    if now is not None and profile.recency > 0:
        factors["recency"] = _recency(corpus, span, profile, now)
    return factors


def _recency(corpus: Corpus, span: slice, profile: Profile, now: datetime) -> Floats:
    """1 + recency at an age of nothing, falling to 1; 1 for what has no date or never ages."""
    seconds = (now.replace(tzinfo=None) - _EPOCH).total_seconds()
    fades = corpus.is_dated[span] & ~corpus.is_evergreen[span]
    # Undated records may carry any number as their start.
    start = np.where(fades, corpus.start[span], np.int64(seconds))
    age_days = np.maximum(0, seconds - start) / _DAY_SECONDS
    gained = profile.recency * np.exp(-age_days / profile.tau_days)
    return np.where(fades, 1 + gained, 1).astype(np.float32)
