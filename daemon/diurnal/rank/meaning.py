"""Meaning: how near a record, its neighbours and the question it answers are to what is asked.

A cosine says little by itself: each embedder has its own cosine of unrelated
texts and of equal ones. ``ceiling`` brings them to one scale; ``floor`` is where
meaning alone begins to tie a record to a question.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diurnal.rank.corpus import LENT, Bools, Corpus, Floats, from_step


@dataclass(frozen=True, slots=True)
class Scale:
    """Two constants of an embedder: the cosine below which meaning alone is no match, and that of a full match."""

    floor: float
    ceiling: float


@dataclass(frozen=True, slots=True)
class MeaningSignals:
    """float32 (M,) each, 0 to 1: the record's own meaning, that of its window, that of the question it answers.

    ``ties`` are the records that meaning alone ties to the question; ``hints`` those it nearly does.
    """

    own: Floats
    near: Floats
    reply: Floats
    ties: Bools
    hints: Bools


# Of the way to the floor: nearer than this a record may be shown after the matches.
HINT = 0.7


def meaning_signals(corpus: Corpus, similarity: Floats, scale: Scale, span: slice) -> MeaningSignals:
    """What meaning says about the records of *span*.

    The similarity of the mean of some vectors is the mean of their similarities, so a window needs no
    vector of its own. Records without a vector take no part in the windows of others.

    Args:
        similarity: float32 (M,), cosine of the question with each record of *span*; NaN without a vector.
    """
    known = ~np.isnan(similarity)
    cosine = np.where(known, similarity, np.float32(0))
    total, weight = cosine.copy(), known.astype(np.float32)
    for step, share in LENT.items():
        lent = corpus.nearness[step][span] * np.float32(share)
        total += lent * from_step(cosine, step)
        weight += lent * from_step(known.astype(np.float32), step)
    window = np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)
    before = np.zeros_like(cosine)
    sure = corpus.is_answered_to[span]
    at = np.flatnonzero(sure)
    # Whole runs hold both the question and what answers it.
    before[at] = sure[at] * cosine[corpus.replies_to[span][at] - span.start]
    return MeaningSignals(
        _scaled(cosine, scale),
        _scaled(window, scale),
        _scaled(before, scale),
        cosine >= scale.floor,
        cosine >= HINT * scale.floor,
    )


def _scaled(cosine: Floats, scale: Scale) -> Floats:
    scaled: Floats = np.clip(cosine / np.float32(scale.ceiling), 0, 1)
    return scaled
