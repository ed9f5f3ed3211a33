"""The work behind the answers: word order, vectors, upkeep of the postings, purging what became private.

Questions never wait for it. In the daemon the long parts are jobs of the child
process and ``step`` only hands them over; a memory without a daemon does the
same work here, inside ``catch_up``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diurnal.engine.loop import Loop, Step
from diurnal.engine.meaning import EmbeddingQueue
from diurnal.engine.select import MOST_READ
from diurnal.engine.snapshot import Index
from diurnal.errors import DeadlineExceeded, EmbedderFailed
from diurnal.ports import Child, Job, OrderKeeper, Outcome
from diurnal.store.catalogue import Catalogue
from diurnal.store.vector_file import hex_of

# After an embedding job that failed, so long until the next try; doubled each time up to the longest.
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 600.0
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
        keeper: the index of word order.
        queue: embeds; None without an embedder.
        child: the process that does the long parts; None to do them only in ``catch_up``.
        embed_job: the job that embeds some texts there (True: also where vectors of another embedder lie).
        wake: has the loop step soon.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        index: Index,
        keeper: OrderKeeper,
        queue: EmbeddingQueue | None,
        child: Child | None = None,
        embed_job: Callable[[bool], Job] | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        self.keeper = keeper
        self.queue = queue
        self._catalogue = catalogue
        self._index = index
        self._child = child
        self._embed_job = embed_job
        self._wake = wake
        self._is_replacing = False
        self._trouble = ""
        self._pause_s = 0.0
        self._embed_not_before = float("-inf")
        self._wanted_at = -1
        self._wanted = 0
        self._purged_at = -1
        self._idle = threading.Condition()
        self._idle_at = -1
        self._is_warm = False

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences about what keeps failing."""
        child = self._child.trouble if self._child else ""
        return tuple(sentence for sentence in (self._trouble, child, self.keeper.trouble) if sentence)

    def wanted(self) -> int:
        """How many texts have no vector yet."""
        if self.queue is None:
            return 0
        return len(self.queue.store.missing(hex_of(self._index.snapshot.columns.text_hash)))

    # --- in the daemon --------------------------------------------------------------------------

    def step(self, now: float) -> Outcomes:
        """Take over what the process finished, ask for what is due, do one piece of upkeep."""
        outcomes = self._child.step(now) if self._child else []
        for outcome in outcomes:
            self._take_vectors(outcome, now)
        snapshot = self._index.snapshot
        newest = int(snapshot.columns.rows.max(initial=0))
        self.keeper.step(now, newest, outcomes=outcomes)
        self._ask_for_vectors(now)
        self._purge()
        did = self._index.step()
        self._note_idle(now)
        self._warm_up(now)
        due = [
            at
            for at in (self.keeper.due_at(), self._child.due_at() if self._child else None)
            if at is not None
        ]
        wait_s = 0.0 if did else min((max(0.0, at - now) for at in due), default=float("inf"))
        return Outcomes(did, wait_s)

    def reembed(self) -> None:
        """Make every vector that is missing or comes from another embedder, and drop the others; waits for the end.

        Raises:
            EmbedderFailed: there is no embedder, or it fails; what was made so far is kept and not made again.
        """
        if self.queue is None:
            raise EmbedderFailed("Search by meaning is off.", hint="Set meaning.embedder and restart.")
        self.queue.embedding.forgive()
        if self._child is None:
            self.embed(None, replacing=True)
        else:
            self._is_replacing, self._wanted_at, self._embed_not_before = True, -1, float("-inf")
            self._wake()
            with self._idle:
                self._idle_at = -1
                self._idle.wait_for(
                    lambda: self._idle_at >= 0 and (not self._is_replacing or bool(self._trouble))
                )
        trouble = self._trouble or self.queue.embedding.trouble
        if trouble and self.wanted():
            raise EmbedderFailed(trouble, hint="Run `diurnal reembed` again to go on.")
        if self._is_replacing or self._child is None:
            self._end_replacing()

    def wait_until_done(self, timeout_s: float | None) -> None:
        """Wait, on another thread than the loop's, until nothing is left to do or what is left keeps failing.

        Raises:
            DeadlineExceeded: *timeout_s* passed first; the work goes on.
        """
        self.keeper.hurry()
        with self._idle:
            if not self._idle.wait_for(lambda: self._idle_at == self._catalogue.clock.tick, timeout_s):
                raise DeadlineExceeded(
                    f"Not everything was searchable within {timeout_s:g} s.",
                    hint="It goes on in the background; `diurnal status` shows how far it is.",
                )

    def _note_idle(self, now: float) -> None:
        tick = self._catalogue.clock.tick
        is_ordered = self.keeper.is_complete() or bool(self.keeper.trouble)
        is_embedded = (
            self.queue is None
            or self._embed_job is None
            or not self._may_embed()
            or now < self._embed_not_before
            or (self._wanted_at == tick and not self._wanted)
        )
        with self._idle:
            self._idle_at = tick if is_ordered and is_embedded and not self._catalogue.owes_purge else -1
            self._idle.notify_all()

    def _warm_up(self, now: float) -> None:
        """Load what the first question would wait for, once the notes are read, on a thread of its own."""
        if self._is_warm or self._child is None or self.queue is None:
            return
        self._is_warm = True
        embedding = self.queue.embedding
        threading.Thread(target=embedding.warm_up, args=(now,), name="diurnal-warm", daemon=True).start()

    def stop(self, deadline_s: float) -> None:
        """End the process; what it had not finished is begun anew at the next start."""
        if self._child:
            self._child.stop(deadline_s)
        self.keeper.close()

    def _ask_for_vectors(self, now: float) -> None:
        """Have the process embed what has no vector; the list of texts is its own to find."""
        if self.queue is None or self._child is None or self._embed_job is None:
            return
        job = self._embed_job(self._is_replacing)
        tick = self._catalogue.clock.tick
        if (
            now < self._embed_not_before
            or self._child.is_busy(job.function)
            or self.queue.store.needs_reembed
        ):
            return
        if tick != self._wanted_at:
            self._wanted_at, self._wanted = tick, self.wanted()
        if self._wanted:
            self._child.ask(job)
        elif self._is_replacing:
            self._end_replacing()

    def _take_vectors(self, outcome: Outcome, now: float) -> None:
        if (
            self._embed_job is None
            or self.queue is None
            or outcome.job.function != self._embed_job(False).function
        ):
            return
        if outcome.fault:
            self._pause_s = min(LONGEST_PAUSE_S, self._pause_s * 2 or FIRST_PAUSE_S)
            self._embed_not_before = now + self._pause_s
            is_said = outcome.fault == EmbedderFailed.code
            self._trouble = outcome.message if is_said else f"Embedding failed ({outcome.message})."
            return
        self._trouble, self._pause_s = "", 0.0
        if self.queue.store.refresh():
            self._index.renew_meaning()
        # What the embedder refused (an empty vector) stays without one; asking again would go on for ever.
        self._wanted = self.wanted() if outcome.result else 0
        if not self._wanted and self._is_replacing:
            self._end_replacing()

    def _may_embed(self) -> bool:
        """Vectors of another embedder are replaced only when the owner says so (rule 6)."""
        return self.queue is not None and (self._is_replacing or not self.queue.store.needs_reembed)

    def _end_replacing(self) -> None:
        assert self.queue is not None
        self._is_replacing = False
        self.queue.store.drop_foreign()
        self._index.renew_meaning()

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
        if self.queue is not None:
            self.queue.store.collect(hex_of(self._index.snapshot.columns.text_hash))
            self._index.renew_meaning()

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
            if not self._idle.wait_for(lambda: not self._catalogue.owes_purge, PURGE_WITHIN_S):
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
        """Remove vectors of texts that are gone; how many. None while the process is writing vectors."""
        if self.queue is None:
            return 0
        if (
            self._child is not None
            and self._embed_job
            and self._child.is_busy(self._embed_job(False).function)
        ):
            return 0
        gone = self.queue.store.collect(hex_of(self._index.snapshot.columns.text_hash))
        if gone:
            self._index.renew_meaning()
        return gone

    # --- without a daemon -----------------------------------------------------------------------

    def embed(self, timeout_s: float | None, *, replacing: bool = False) -> int:
        """Embed every text that has no vector, here and now; returns how many."""
        if self.queue is None:
            return 0
        until = None if timeout_s is None else time.monotonic() + timeout_s
        wanted = hex_of(self._index.snapshot.columns.text_hash)
        done = 0
        while until is None or time.monotonic() < until:
            kept = self.queue.step(wanted, time.monotonic(), replacing=replacing)
            if not kept:
                break
            done += kept
        if done:
            self._index.renew_meaning()
        return done

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
        """Do all of it here and now: vectors, word order, upkeep, purging."""
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
        self.beside: Callable[[], None] = lambda: None
        """Called after each step of the loop, on its thread."""
        self._loop = loop
        self._background = background
        self._stop_within_s = stop_within_s

    def step(self, now: float) -> Step:
        """One step of each; what the loop has in hand comes first."""
        step = self._loop.step(now)
        self.beside()
        if step.wait_s <= 0:
            return step
        behind = self._background.step(now)
        return Step(step.taken, min(step.wait_s, behind.wait_s))

    def close(self) -> None:
        """Stop watching and end the process."""
        self._loop.close()
        self._background.stop(self._stop_within_s)
