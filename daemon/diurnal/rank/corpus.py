"""The records as the scorer sees them: columns of numbers, and the words that find them.

Position i of every column is the same record, in the order of day, path and
place in the note. What follows from the columns alone (who speaks, which
neighbours belong together) is worked out once a state of the index and kept
with it; a question only reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from diurnal.rank.fields import SPEAKER_PREFIX, shape_mark
from diurnal.rank.shapes import ASKS

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Positions = NDArray[np.int32]

# What was written an hour later is another matter. Notes to oneself are closer than that, and in a chat people answer
# when they look at it. (LoCoMo sent sentence by sentence with the gaps of a messenger, recall@5: 64.9 at 600, 66.6 so.)
NOTE_SECONDS = 600.0
TURN_SECONDS = 1_800.0
# A pause this long ends a sitting.
PAUSE_SECONDS = 1_800
# An answer may be spread over several messages, and more may follow the question: each that lies between takes so much
# of the tie, as many as three on either side. (The same chat without gaps, recall@5: 65.6 without, 68.6 so.)
FURTHER = 0.8
MOST_BETWEEN = 3
# Neighbours without a time (bullets, paragraphs) stand next to each other for a reason, but a weaker one.
UNTIMED_NEARNESS = 0.3
# Where nobody else speaks, one entry is seldom continued by the next: of their nearness so much is left.
# (Chinese daily statements, recall@10: 80.4 in full, 81.9 at a third, 82.5 without; conversations keep theirs.)
ALONE = 0.2
REACH = 2
# What a neighbour one or two steps away lends of its counts and its likeness, before nearness.
LENT = {-2: 0.3, -1: 0.5, 1: 0.5, 2: 0.3}


class Words(Protocol):
    """The postings, in positions of the columns."""

    def lookup(self, term: str, field: str) -> tuple[Positions, Floats]:
        """Positions of living records that hold *term* in *field*, in any order, and how often each does."""

    def terms(self, prefix: str, field: str) -> Iterable[str]:
        """Terms of *field* that begin with *prefix*, each once."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """One value a record; N records in the order of day, path and ordinal.

    ``day`` int32, any ordinal that grows with days; ``is_dated`` bool, False leaves a record without age.
    ``start`` int64, wall seconds; ``is_timed`` bool, False if only its day is known.
    ``run`` int32, ascending: equal for the records of one note on one day, which can be neighbours.
    ``length`` float32, counted tokens of the text. ``hall`` int32 numbers ``halls``.
    ``importance`` uint8, 1–10 or 0 for none. ``is_evergreen``, ``is_machine`` bool.
    """

    day: NDArray[np.int32]
    is_dated: Bools
    start: NDArray[np.int64]
    is_timed: Bools
    run: Positions
    length: Floats
    hall: NDArray[np.int32]
    halls: Sequence[str]
    importance: NDArray[np.uint8]
    is_evergreen: Bools
    is_machine: Bools
    words: Words = field(repr=False)

    def __len__(self) -> int:
        return len(self.day)

    @cached_property
    def speakers(self) -> tuple[str, ...]:
        """Names of all who speak or write here besides the owner, folded."""
        return tuple(term[len(SPEAKER_PREFIX) :] for term in self.words.terms(SPEAKER_PREFIX, "names"))

    @cached_property
    def speaker(self) -> NDArray[np.int32]:
        """Number into ``speakers`` of who says each record, -1 for the owner."""
        column = np.full(len(self), -1, np.int32)
        for number, name in enumerate(self.speakers):
            column[self.words.lookup(SPEAKER_PREFIX + name, "names")[0]] = number
        return column

    @cached_property
    def asks(self) -> Bools:
        """Which records end with a question."""
        column = np.zeros(len(self), bool)
        column[self.words.lookup(shape_mark(ASKS), "text")[0]] = True
        return column

    @cached_property
    def nearness(self) -> dict[int, Floats]:
        """For each step -2, -1, 1, 2: how closely the record that far away belongs with each; 0 to 1.

        Only records of one note and one day are neighbours. Timed ones belong together the more, the
        shorter the time between them; turns of a conversation more than notes to oneself.
        """
        return {
            sign * step: nearness * self.coherence
            for step in range(1, REACH + 1)
            for sign, nearness in ((1, self._near_after(step)), (-1, self._near_before(step)))
        }

    @cached_property
    def sitting(self) -> Positions:
        """Number of the sitting of each record: a run of neighbours without a long pause, ascending from 0."""
        begins = np.ones(len(self), bool)
        if len(self) > 1:
            both_timed = self.is_timed[1:] & self.is_timed[:-1]
            paused = both_timed & (np.abs(np.diff(self.start)) > PAUSE_SECONDS)
            begins[1:] = (self.run[1:] != self.run[:-1]) | paused
        return np.cumsum(begins, dtype=np.int32) - np.int32(1) if len(self) else np.zeros(0, np.int32)

    @cached_property
    def sitting_starts(self) -> NDArray[np.int64]:
        """Position of the first record of each sitting."""
        return np.flatnonzero(np.diff(self.sitting, prepend=-1))

    @cached_property
    def coherence(self) -> Floats:
        """How far the sitting of each record is one matter: 1 where several people speak, less where one does."""
        if not len(self):
            return np.zeros(0, np.float32)
        starts = self.sitting_starts
        several = np.minimum.reduceat(self.speaker, starts) != np.maximum.reduceat(self.speaker, starts)
        return np.where(several, np.float32(1), np.float32(ALONE))[self.sitting]

    @cached_property
    def turn_starts(self) -> NDArray[np.int64]:
        """For each record the position where its turn begins: what one person says in a run, one message after another."""
        begins = np.ones(len(self), bool)
        begins[1:] = (self.speaker[1:] != self.speaker[:-1]) | (self.run[1:] != self.run[:-1])
        return np.maximum.accumulate(np.where(begins, np.arange(len(self)), 0))

    @cached_property
    def replies_to(self) -> NDArray[np.int64]:
        """Position of the question each record may answer: the last one of the turn before its own, else itself."""
        places = np.arange(len(self))
        if not len(self):
            return places
        starts = self.turn_starts
        before = np.maximum(starts - 1, 0)
        asked = np.maximum.accumulate(np.where(self.asks, places, -1))[before]
        answers = (
            (before < starts)
            & (self.run[before] == self.run)
            & (asked >= starts[before])
            & (before - asked <= MOST_BETWEEN)
            & (places - starts <= MOST_BETWEEN)
        )
        return np.where(answers, asked, places)

    @cached_property
    def is_answered_to(self) -> Floats:
        """How surely each record answers what it ``replies_to``: another speaker's question of a while ago; 0 for none."""
        places = np.arange(len(self))
        asked = self.replies_to
        timed = self.is_timed & self.is_timed[asked]
        sure = _closeness(self.start - self.start[asked], timed, self.coherence) * self.coherence
        sure *= np.float32(FURTHER) ** np.maximum(places - asked - 1, 0)
        return np.where(asked < places, sure, 0).astype(np.float32)

    @cached_property
    def near_length(self) -> Floats:
        """Length of each record with what its neighbours lend it."""
        total = self.length.copy()
        for step, share in LENT.items():
            total += np.float32(share) * self.nearness[step] * from_step(self.length, step)
        return total

    @cached_property
    def sitting_length(self) -> Floats:
        """Length of each sitting."""
        if not len(self):
            return np.zeros(0, np.float32)
        return np.add.reduceat(self.length, self.sitting_starts)

    @cached_property
    def mean_length(self) -> float:
        return float(self.length.mean()) if len(self) else 1.0

    @cached_property
    def mean_near_length(self) -> float:
        return float(self.near_length.mean()) if len(self) else 1.0

    @cached_property
    def mean_sitting_length(self) -> float:
        return float(self.sitting_length.mean()) if len(self) else 1.0

    def _near_after(self, step: int) -> Floats:
        near = np.zeros(len(self), np.float32)
        if len(self) > step:
            timed = self.is_timed[step:] & self.is_timed[:-step]
            closeness = _closeness(
                self.start[step:] - self.start[:-step],
                timed,
                np.minimum(self.coherence[step:], self.coherence[:-step]),
            )
            near[:-step] = closeness * (self.run[step:] == self.run[:-step])
        return near

    def _near_before(self, step: int) -> Floats:
        near = np.zeros(len(self), np.float32)
        near[step:] = self._near_after(step)[: max(0, len(self) - step)]
        return near


def _closeness(apart: NDArray[np.int64], timed: Bools, coherence: Floats) -> Floats:
    """How closely two records belong together that are so many seconds apart, 0 to 1."""
    seconds = np.where(coherence < 1, np.float32(NOTE_SECONDS), np.float32(TURN_SECONDS))
    closeness: Floats = np.where(
        timed, np.exp(-np.abs(apart).astype(np.float32) / seconds), np.float32(UNTIMED_NEARNESS)
    )
    return closeness


def from_step(values: NDArray[np.float32], step: int) -> Floats:
    """For each position (last axis) the value *step* positions further on, 0 beyond the ends."""
    moved = np.zeros_like(values)
    size = values.shape[-1]
    if abs(step) < size:
        if step > 0:
            moved[..., :-step] = values[..., step:]
        else:
            moved[..., -step:] = values[..., :step]
    return moved
