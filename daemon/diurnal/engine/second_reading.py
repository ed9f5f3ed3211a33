"""The second reading: has found, behind the answers, what a bulk reading left out.

A first reading of many notes takes in their words and leaves halls, events and
plans for later: finding these takes three quarters of the time. The rows that
still lack them are marked in the catalogue, so nothing is forgotten when the
daemon is killed. Here they are handed out in small jobs, the notes written last
first, and what comes back is stored and shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

import numpy as np

from diurnal.model.flag import Flag
from diurnal.ports import Applied, Catalogue, Child, Completion, Index, Job, Outcome

# One job is half a second of the low-priority process, and its result some 20 ms of the daemon's.
ROWS_A_JOB = 500
# After a job that failed, so long until the next try.
RETRY_S = 30.0


class SecondReading:
    """One vault's second reading; belongs to the thread of the loop.

    Args:
        catalogue: where rows are marked and filled in.
        index: what of it the next question reads.
        publish: shows what was filled in.
        find: what the rows given lack, found here and now.
        job: the job that has the process do the same.
        between_batches: held while something is filled in, so that no batch comes in between.
        child: the process; None to complete only in ``finish``.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        index: Index,
        publish: Callable[[Applied], None],
        find: Callable[[list[int]], Iterable[Completion]],
        job: Callable[[list[int]], Job],
        between_batches: Callable[[], AbstractContextManager[object]],
        child: Child | None,
    ) -> None:
        self.trouble = ""
        self._catalogue = catalogue
        self._index = index
        self._publish = publish
        self._find = find
        self._job = job
        self._function = job([]).function
        self._between_batches = between_batches
        self._child = child
        self._not_before = float("-inf")

    def is_complete(self) -> bool:
        """True if no record that can be found lacks anything."""
        return not self._index.snapshot.columns.skimmed

    def is_over(self) -> bool:
        """True if it is complete, or keeps failing: what else is to be done need not wait for it."""
        return self.is_complete() or bool(self.trouble)

    def due_at(self) -> float | None:
        """When ``step`` has something to ask for though nothing is heard; None if never."""
        if self._child is None or self._child.is_busy(self._function) or self.is_complete():
            return None
        return self._not_before

    def step(self, now: float, outcomes: Iterable[Outcome]) -> None:
        """Store what came back, and hand the next rows out; never waits.

        Args:
            now: seconds of a clock that only moves forward.
            outcomes: what ``Child.step`` returned; those of other jobs are left alone.
        """
        for outcome in outcomes:
            if outcome.job.function == self._function:
                self._take(outcome, now)
        if self._child is None or now < self._not_before or self._child.is_busy(self._function):
            return
        if rows := self._next():
            self._child.ask(self._job(rows))

    def finish(self) -> None:
        """Do all that is left here and now."""
        while rows := self._next():
            self._store(self._find(rows))

    def _next(self) -> list[int]:
        """The rows to complete next: notes are taken in by their age, so the lowest are of those written last."""
        columns = self._index.snapshot.columns
        if not columns.skimmed:
            return []
        rows: list[int] = np.sort(columns.rows[columns.has(Flag.SKIMMED)])[:ROWS_A_JOB].tolist()
        return rows

    def _take(self, outcome: Outcome, now: float) -> None:
        if outcome.fault:
            self.trouble = f"Finding halls and dates in the notes failed ({outcome.message})."
            self._not_before = now + RETRY_S
            return
        self.trouble = ""
        self._store(Completion(*item) for item in outcome.result)

    def _store(self, completions: Iterable[Completion]) -> None:
        found = list(completions)
        with self._between_batches():
            self._publish(self._catalogue.complete(found))
