"""Vectors kept in step with the notes: what is to be embedded, where, and what to say if that fails.

In the daemon embedding is a job of the child process; ``step`` asks for it and
shows what it made to the next question. A memory without a daemon embeds here,
in ``embed``. Vectors of another embedder are replaced only when the owner says
so (rule 6). How a text becomes a vector is for ``meaning``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from diurnal.engine.meaning import EmbeddingQueue
from diurnal.errors import EmbedderFailed
from diurnal.ports import Child, Index, Job, Outcome

# After an embedding job that failed, so long until the next try; doubled each time up to the longest.
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 600.0


class VectorKeeper:
    """Keeps one vault's vectors; belongs to the thread of the loop.

    Args:
        queue: embeds, and holds the store.
        index: shows vectors to the next question.
        child: the process that embeds for the daemon; None to embed only when ``embed`` is called.
        job: the job that embeds some texts there (True: also where vectors of another embedder lie).
    """

    def __init__(
        self, queue: EmbeddingQueue, index: Index, child: Child | None, job: Callable[[bool], Job]
    ) -> None:
        self.queue = queue
        self.trouble = ""
        """The sentence for what keeps failing, else empty."""
        self.is_replacing = False
        self._index = index
        self._child = child
        self._job = job
        self._pause_s = 0.0
        self._not_before = float("-inf")
        self._counted_at = -1
        self._wanted = 0
        self._is_warm = False

    def wanted(self) -> int:
        """How many texts have no vector yet."""
        return len(self._wanted_hashes())

    def step(self, now: float, tick: int, outcomes: Iterable[Outcome], *, may_ask: bool = True) -> None:
        """Take over what the process made and ask it for more; the list of texts is its own to find.

        Args:
            now: seconds of a clock that only moves forward.
            tick: of the catalogue.
            outcomes: what ``Child.step`` returned; those of other jobs are left alone.
            may_ask: false while something else comes first.
        """
        function = self._job(False).function
        for outcome in outcomes:
            if outcome.job.function == function:
                self._take_over(outcome, now)
        if (
            self._child is None
            or not may_ask
            or now < self._not_before
            or self._child.is_busy(function)
            or (self.queue.store.needs_reembed and not self.is_replacing)
        ):
            return
        if tick != self._counted_at:
            self._counted_at, self._wanted = tick, self.wanted()
        if self._wanted:
            self._child.ask(self._job(self.is_replacing))
        elif self.is_replacing:
            self.end_replacing()

    def is_settled(self, now: float, tick: int) -> bool:
        """True if at *tick* of the catalogue nothing is left to embed, or what is left keeps failing."""
        may_embed = self.is_replacing or not self.queue.store.needs_reembed
        is_done = self._counted_at == tick and not self._wanted
        return not may_embed or now < self._not_before or is_done

    def warm_up(self, now: float) -> None:
        """Load what the first question would wait for, once there are vectors to compare it with, on a thread of its own.

        Until then the process that makes them is the one to unpack a model.
        """
        if not self._is_warm and self._index.snapshot.meaning is not None:
            self._is_warm = True
            load = self.queue.embedding.warm_up
            threading.Thread(target=load, args=(now,), name="diurnal-warm", daemon=True).start()

    def begin_replacing(self) -> None:
        """The owner wants the vectors of another embedder replaced: embed at once, whatever failed before."""
        self.is_replacing, self._counted_at, self._not_before = True, -1, float("-inf")

    def end_replacing(self) -> None:
        """Every text has its vector: those of other embedders go."""
        self.is_replacing = False
        self.queue.store.drop_foreign()
        self._index.renew_meaning()

    def embed(self, timeout_s: float | None, *, replacing: bool = False) -> int:
        """Embed every text that has no vector, here and now; returns how many got one."""
        until = float("inf") if timeout_s is None else time.monotonic() + timeout_s
        done = self.queue.embed_all(self._wanted_hashes(), time.monotonic, until=until, replacing=replacing)
        if done:
            self._index.renew_meaning()
        return done

    def collect(self) -> int:
        """Remove vectors of texts that are gone; returns how many. Waits for another time while the process writes some."""
        if self._child is not None and self._child.is_busy(self._job(False).function):
            return 0
        return self.purge()

    def purge(self) -> int:
        """Leave no vector of a text that is gone, whoever else writes; returns how many went."""
        gone = self.queue.store.collect(self._index.snapshot.columns.text_hashes())
        if gone:
            self._index.renew_meaning()
        return gone

    def _wanted_hashes(self) -> list[str]:
        snapshot = self._index.snapshot
        # The index knows most of the answer already; only the others are written out as text.
        without = None if snapshot.meaning is None else ~snapshot.meaning.has_vector
        return self.queue.store.missing(snapshot.columns.text_hashes(without))

    def _take_over(self, outcome: Outcome, now: float) -> None:
        if outcome.fault:
            self._pause_s = min(LONGEST_PAUSE_S, self._pause_s * 2 or FIRST_PAUSE_S)
            self._not_before = now + self._pause_s
            is_said = outcome.fault == EmbedderFailed.code
            self.trouble = outcome.message if is_said else f"Embedding failed ({outcome.message})."
            return
        self.trouble, self._pause_s = "", 0.0
        if self.queue.store.refresh():
            self._index.renew_meaning()
        # What the embedder refused (an empty vector) stays without one; asking again would go on for ever.
        self._wanted = self.wanted() if outcome.result else 0
        if not self._wanted and self.is_replacing:
            self.end_replacing()
