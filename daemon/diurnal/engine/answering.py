"""Questions from start to end: look if asked to, read the time, find, dress, check against the disk.

One question reads one snapshot. The notes behind the hits are compared with
the disk before the answer leaves; if one of them changed, it is taken in and
the question is run once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from diurnal.engine.anchors import Anchors
from diurnal.engine.dress import Wardrobe
from diurnal.engine.freshness import Freshness
from diurnal.engine.gates import Asked, read_time
from diurnal.engine.loop import Loop
from diurnal.engine.question import Question
from diurnal.engine.retrieve import Found, find
from diurnal.engine.scoring import Scorer
from diurnal.model.answer import Answer
from diurnal.ports import Index, Mask, Snapshot


@dataclass(frozen=True, slots=True)
class TimeRules:
    """How times in questions are read here."""

    languages: Sequence[str] = ("en", "zh")
    day_starts_at: int = 0
    zone: str = ""
    reads_time: bool = True


class Answering:
    """Answers questions over one vault; safe from any thread.

    Args:
        index: publishes the snapshots.
        loop: knows the disk.
        ranker: turns words into a ranking.
        wardrobe: turns positions into hits.
        rules: how times are read.
        anchors: find the day of the event that a question hangs its time on.
        ticks: seconds of a clock that only moves forward.
        degraded: sentences for what is missing just now, each with the command that mends it.
        pause: waits so many seconds; used only while a note behind a hit is in the gap of a save.
    """

    def __init__(
        self,
        index: Index,
        loop: Loop,
        ranker: Scorer,
        wardrobe: Wardrobe,
        rules: TimeRules,
        anchors: Anchors,
        ticks: Callable[[], float],
        degraded: Callable[[], tuple[str, ...]],
        pause: Callable[[float], None],
    ) -> None:
        self.index = index
        self.loop = loop
        self.ranker = ranker
        self.wardrobe = wardrobe
        self.rules = rules
        self._anchors = anchors
        self._ticks = ticks
        self._degraded = degraded
        self._pause = pause

    def retrieve(self, question: Question, *, fresh: bool = False) -> Answer:
        """The answer to *question*.

        Raises:
            BadTime: its ``time_range`` cannot be used.
        """
        if fresh:
            self.look_afresh()
        return self.checked(lambda snapshot, fresh: self._answer(question, snapshot, fresh))

    def look_afresh(self) -> None:
        """Compare everything with the disk and take in what differs."""
        self.loop.look_afresh(self._ticks())

    def checked(self, answer: Callable[[Snapshot, Freshness], Answer]) -> Answer:
        """*answer* over the present snapshot; run once more if a note behind its hits turns out changed."""
        first = self._over_present(answer)
        paths = {hit.record.path for hit in (*first.hits, *first.nearby)}
        check = self.loop.check_hits(sorted(paths), self._ticks(), pause=self._pause)
        if check.must_ask_again:
            first = self._over_present(answer)
        if check.missing:
            # In the gap of a save a note is not there; it is still what was last written.
            said = "Some notes behind this answer are not on the disk just now; if that lasts, they are forgotten."
            first = replace(first, warnings=(*first.warnings, said))
        return first

    def _over_present(self, answer: Callable[[Snapshot, Freshness], Answer]) -> Answer:
        # What is said of the index must be from before it is read: a batch that came in between would
        # let an older snapshot pass as up to date.
        fresh = self.loop.freshness
        return answer(self.index.snapshot, fresh)

    def read(self, question: Question, snapshot: Snapshot | None = None) -> Asked:
        """The time *question* names, and what is left of it; events are looked for in *snapshot*, else the present one."""
        seen = snapshot or self.index.snapshot
        if not self.rules.reads_time and question.time_range is None:
            question = replace(question, reads_time=False)
        return read_time(
            question,
            languages=self.rules.languages,
            day_starts_at=self.rules.day_starts_at,
            zone=self.rules.zone,
            find_anchor=lambda anchor: self._anchors.place(
                anchor, seen, question, self.expired(seen, question.now)
            ),
        )

    def find(self, question: Question, snapshot: Snapshot) -> tuple[Asked, Found]:
        """What *question* finds in *snapshot*, as positions."""
        asked = self.read(question, snapshot)
        return asked, self.find_words(question, snapshot, asked)

    def find_words(self, question: Question, snapshot: Snapshot, asked: Asked) -> Found:
        """What *question* finds in *snapshot* by the time and the words of *asked*."""
        return find(snapshot, question, asked, self.ranker, lambda seen: self.expired(seen, question.now))

    def expired(self, snapshot: Snapshot, now: datetime) -> Mask:
        """Which records are past the day their card expires on."""
        positions, days = snapshot.expiring
        mask = np.zeros(len(snapshot.columns), bool)
        mask[positions[days <= now.date().toordinal()]] = True
        return mask

    def _answer(self, question: Question, snapshot: Snapshot, fresh: Freshness) -> Answer:
        asked, found = self.find(question, snapshot)
        made = self.dressed(question, snapshot, asked, found, fresh)
        expired = self.expired(snapshot, question.now)
        return replace(made, always=self.wardrobe.always(snapshot, expired, for_agent=question.for_agent))

    def dressed(
        self, question: Question, snapshot: Snapshot, asked: Asked, found: Found, fresh: Freshness
    ) -> Answer:
        """*found* as an answer, with what must be said about how current it is."""
        made = self.wardrobe.answer(snapshot, question, asked, found, fresh)
        return replace(made, degraded=self._degraded())
