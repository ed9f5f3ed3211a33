"""The work behind the answers: the second reading, word order, vectors, upkeep of the postings, purging what became private.

Questions never wait for it. In the daemon the long parts are jobs of the child
process and ``step`` only hands them over; a memory without a daemon does the
same work here, inside ``catch_up``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diurnal.engine.loop import Loop, Step
from diurnal.engine.second_reading import SecondReading
from diurnal.engine.select import MOST_READ
from diurnal.engine.vector_keeper import VectorKeeper
from diurnal.errors import DeadlineExceeded, EmbedderFailed
from diurnal.ports import Catalogue, Child, Index, OrderKeeper

# An erase waits so long for every derived file to be rewritten.
PURGE_WITHIN_S = 60.0


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a step of the background changed, and in how many seconds the next one is due."""

    did: str = ""
    wait_s: float = float("inf")


class Background:
    """One vault's work behind the answers; belongs to the thread of the loop.

    Args:
        catalogue: what is followed.
        index: shows what was done to the next question.
        second_reading: completes what a bulk reading left out.
        keeper: the index of word order.
        vectors: the vectors; None without an embedder.
        child: the process that does the long parts; None to do them only in ``catch_up``.
        wake: has the loop step soon.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        index: Index,
        second_reading: SecondReading,
        keeper: OrderKeeper,
        vectors: VectorKeeper | None,
        child: Child | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self.keeper = keeper
        self.second_reading = second_reading
        self.vectors = vectors
        self._catalogue = catalogue
        self._index = index
        self._child = child
        self._wake = wake
        self._purged_at = -1
        self._idle = threading.Condition()
        self._idle_at = -1
        self._is_closing = False

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences about what keeps failing."""
        vectors = self.vectors.trouble if self.vectors else ""
        child = self._child.trouble if self._child else ""
        found = (vectors, child, self.second_reading.trouble, self.keeper.trouble)
        return tuple(sentence for sentence in found if sentence)

    def wanted(self) -> int:
        """How many texts have no vector yet."""
        return self.vectors.wanted() if self.vectors else 0

    # --- in the daemon --------------------------------------------------------------------------

    def step(self, now: float) -> Outcomes:
        """Take over what the process finished, ask for what is due, do one piece of upkeep."""
        outcomes = self._child.step(now) if self._child else []
        self.second_reading.step(now, outcomes)
        newest = int(self._index.snapshot.columns.rows.max(initial=0))
        # What a gate may miss comes before what a phrase or a meaning may miss.
        is_read = self.second_reading.is_over()
        self.keeper.step(now, newest, outcomes=outcomes, may_ask=is_read)
        if self.vectors:
            self.vectors.step(now, self._catalogue.clock.tick, outcomes, may_ask=is_read)
        self._purge()
        did = self._index.step()
        self._note_idle(now)
        if self.vectors and self._child:
            self.vectors.warm_up(now)
        due = [
            at
            for at in (
                self.second_reading.due_at(),
                self.keeper.due_at() if is_read else None,
                self._child.due_at() if self._child else None,
            )
            if at is not None
        ]
        wait_s = 0.0 if did else min((max(0.0, at - now) for at in due), default=float("inf"))
        return Outcomes(did, wait_s)

    def reembed(self) -> None:
        """Make every vector that is missing or comes from another embedder, and drop the others; waits for the end.

        Raises:
            EmbedderFailed: there is no embedder, or it fails; what was made so far is kept and not made again.
        """
        vectors = self.vectors
        if vectors is None:
            raise EmbedderFailed("Search by meaning is off.", hint="Set meaning.embedder and restart.")
        embedding = vectors.queue.embedding
        embedding.forgive()
        if self._child is None:
            vectors.embed(None, replacing=True)
        else:
            vectors.begin_replacing()
            self._wake()
            with self._idle:
                self._idle_at = -1
                self._wait(lambda: self._idle_at >= 0 and (not vectors.is_replacing or bool(vectors.trouble)))
        trouble = vectors.trouble or embedding.trouble
        if trouble and vectors.wanted():
            raise EmbedderFailed(trouble, hint="Run `diurnal reembed` again to go on.")
        if vectors.is_replacing or self._child is None:
            vectors.end_replacing()

    def wait_until_done(self, timeout_s: float | None) -> None:
        """Wait, on another thread than the loop's, until nothing is left to do or what is left keeps failing.

        Raises:
            DeadlineExceeded: *timeout_s* passed first, or the memory is being closed; the work goes on, or is
                done after the next start.
        """
        self.keeper.hurry()
        with self._idle:
            if not self._wait(lambda: self._idle_at == self._catalogue.clock.tick, timeout_s):
                raise DeadlineExceeded(
                    f"Not everything was searchable within {timeout_s:g} s.",
                    hint="It goes on in the background; `diurnal status` shows how far it is.",
                )

    def release_waiting(self) -> None:
        """The memory is being closed: whoever waits for the end of the work is told so, as nobody would wake them later."""
        with self._idle:
            self._is_closing = True
            self._idle.notify_all()

    def _wait(self, is_done: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """Wait for *is_done* with ``_idle`` held; False if *timeout_s* passed first. Raises DeadlineExceeded when closing."""
        found = self._idle.wait_for(lambda: self._is_closing or is_done(), timeout_s)
        if self._is_closing and not is_done():
            raise DeadlineExceeded(
                "The memory is being closed before everything was done.",
                hint="What is left is done after the next start.",
            )
        return found

    def _note_idle(self, now: float) -> None:
        tick = self._catalogue.clock.tick
        is_ordered = self.keeper.is_complete() or bool(self.keeper.trouble)
        is_embedded = self.vectors is None or self._child is None or self.vectors.is_settled(now, tick)
        with self._idle:
            is_read = self.second_reading.is_over()
            is_done = is_read and is_ordered and is_embedded and not self._catalogue.owes_purge
            self._idle_at = tick if is_done else -1
            self._idle.notify_all()

    def stop(self, deadline_s: float) -> None:
        """End the process; what it had not finished is begun anew at the next start."""
        self.release_waiting()
        if self._child:
            self._child.stop(deadline_s)
        self.keeper.close()

    def _purge(self) -> None:
        """Once something became private: leave no byte of it in any store."""
        if not self._catalogue.owes_purge:
            return
        if not self.keeper.owes_purge and self._purged_at != self._catalogue.clock.tick:
            self._purged_at = self._catalogue.clock.tick
            self._purge_here()
            self.keeper.purge()
        elif not self.keeper.owes_purge:
            self._catalogue.settle_purge()

    def _purge_here(self) -> None:
        self._index.purge()
        if self.vectors:
            self.vectors.purge()

    # --- asked for ------------------------------------------------------------------------------

    def purge_now(self) -> None:
        """Leave no byte of what was purged from the catalogue in any store, before this returns.

        Raises:
            DeadlineExceeded: the process that writes word order did not get to it; it goes on.
        """
        if self._child is None:
            self.catch_up(0)
            return
        self._purged_at = -1
        self._wake()
        with self._idle:
            self._idle_at = -1
            if not self._wait(lambda: not self._catalogue.owes_purge, PURGE_WITHIN_S):
                raise DeadlineExceeded(
                    f"Derived files still hold words of what was erased after {PURGE_WITHIN_S:g} s.",
                    hint="The purge goes on in the background; run `diurnal reindex` if it does not end.",
                )

    def merge_segments(self) -> int:
        """Do the upkeep of the postings that is due; how many steps that took."""
        steps = 0
        while self._index.step():
            steps += 1
        return steps

    def collect_vectors(self) -> int:
        """Remove vectors of texts that are gone; how many."""
        return self.vectors.collect() if self.vectors else 0

    # --- without a daemon -----------------------------------------------------------------------

    def embed(self, timeout_s: float | None) -> int:
        """Embed every text that has no vector, here and now; returns how many."""
        return self.vectors.embed(timeout_s) if self.vectors else 0

    def order_words(self) -> None:
        """Bring the index of word order near, unless there is a process for that.

        A search reads up to ``MOST_READ`` records that are not in it one by one, which is quicker than
        writing it anew after each save.
        """
        if self._child is not None or self.keeper.is_complete():
            return
        written = self.keeper.current.last_row if self.keeper.current else -1
        if int(np.count_nonzero(self._index.snapshot.columns.rows > written)) > MOST_READ:
            self.keeper.catch_up()

    def catch_up(self, timeout_s: float | None = None) -> None:
        """Do all of it here and now: the second reading, vectors, word order, upkeep, purging."""
        self.second_reading.finish()
        self.embed(timeout_s)
        if self._catalogue.owes_purge:
            self._purge_here()
            self.keeper.purge()
        if not self.keeper.is_complete() or self.keeper.owes_purge:
            self.keeper.catch_up()
        if self._catalogue.owes_purge:
            self._catalogue.settle_purge()
        while self._index.step():
            pass


class Works:
    """The loop with the background behind it, as one thing to drive."""

    def __init__(self, loop: Loop, background: Background, stop_within_s: float) -> None:
        self.beside: Callable[[float], float] = lambda now: float("inf")
        """Called after each step of the loop, on its thread; says in how many seconds it wants to be called at the latest."""
        self._loop = loop
        self._background = background
        self._stop_within_s = stop_within_s

    def step(self, now: float) -> Step:
        """One step of each; what the loop has in hand comes first."""
        step = self._loop.step(now)
        beside_s = self.beside(now)
        if step.wait_s <= 0:
            return step
        behind = self._background.step(now)
        return Step(step.taken, min(step.wait_s, beside_s, behind.wait_s))

    def close(self) -> None:
        """Stop watching and end the process."""
        self._loop.close()
        self._background.stop(self._stop_within_s)
