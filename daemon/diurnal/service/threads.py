"""The threads that answer questions: so many at once, and a question that is given up stands in nobody's way.

A thread cannot be ended from outside: what hangs in it (a disk that does not answer, an
endpoint that says nothing) hangs on after its question was given up. Such a thread no
longer counts among those at work, so others are answered; only so many may be lost like this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

# Threads that may hang in questions nobody waits for; from then on they take the place of others.
MOST_LOST = 16


class QuestionThreads:
    """Runs calls on up to *workers* threads; belongs to the event loop that ``call`` is awaited in."""

    def __init__(self, workers: int) -> None:
        self._room = asyncio.Semaphore(workers)
        self._pool = ThreadPoolExecutor(workers + MOST_LOST, thread_name_prefix="question")
        self._lost: set[asyncio.Future[Any]] = set()

    @property
    def lost(self) -> int:
        """How many threads still work at what was given up."""
        return len(self._lost)

    async def call(self, function: Callable[..., Any], *arguments: Any, within_s: float | None = None) -> Any:
        """What *function* returns or raises.

        Raises:
            TimeoutError: it took longer than *within_s*, waiting for a thread included; it goes on by itself.
        """
        work: asyncio.Future[Any] | None = None
        try:
            async with asyncio.timeout(within_s):
                await self._room.acquire()
                work = asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
                work.add_done_callback(self._ended)
                return await asyncio.shield(work)
        except TimeoutError:
            if work is not None and not work.done() and len(self._lost) < MOST_LOST:
                self._lost.add(work)
                self._room.release()
            raise

    def close(self) -> None:
        """Begin nothing any more; what is under way goes on."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _ended(self, work: asyncio.Future[Any]) -> None:
        if work in self._lost:
            self._lost.discard(work)
        else:
            self._room.release()
        if not work.cancelled():
            work.exception()  # seen: whoever waited has it, or nobody wants it any more
