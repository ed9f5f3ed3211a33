"""Threads for questions: what hangs after its deadline keeps nobody else from an answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from diurnal.service import threads as module
from diurnal.service.threads import QuestionThreads


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """What a hanging question waits for."""
    event = threading.Event()
    yield event
    event.set()


async def gives_up(threads: QuestionThreads, held: threading.Event) -> None:
    with pytest.raises(TimeoutError):
        await threads.call(held.wait, within_s=0.01)


def test_more_questions_may_hang_than_there_are_threads(held: threading.Event) -> None:
    """
    Given up at their deadline they count no more, and the next one is answered at once.
    """

    async def ask() -> None:
        threads = QuestionThreads(2)
        for _ in range(5):
            await gives_up(threads, held)
        assert threads.lost == 5
        assert await threads.call(lambda: "an answer", within_s=60) == "an answer"
        threads.close()

    asyncio.run(ask())


def test_what_ends_after_all_is_lost_no_longer(held: threading.Event) -> None:
    """
    Even if it fails then: nobody is told of what nobody waits for.
    """

    def fails_late() -> None:
        held.wait()
        raise ValueError("too late")

    async def ask() -> None:
        threads = QuestionThreads(1)
        with pytest.raises(TimeoutError):
            await threads.call(fails_late, within_s=0.01)
        held.set()
        while threads.lost:
            await asyncio.sleep(0)
        assert [await threads.call(int) for _ in range(3)] == [0, 0, 0]
        threads.close()

    asyncio.run(ask())


def test_only_so_many_threads_are_lost(held: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Then others wait, as a daemon of ever more threads would end worse; each that ends makes room.
    """
    monkeypatch.setattr(module, "MOST_LOST", 1)

    async def ask() -> None:
        threads = QuestionThreads(1)
        for _ in range(3):
            await gives_up(threads, held)
        assert threads.lost == 1
        held.set()
        assert await threads.call(lambda: "an answer") == "an answer"
        threads.close()

    asyncio.run(ask())


def test_a_fault_is_the_callers() -> None:
    async def ask() -> None:
        threads = QuestionThreads(1)
        with pytest.raises(ValueError, match="tea"):
            await threads.call(int, "tea", within_s=60)
        assert threads.lost == 0
        threads.close()

    asyncio.run(ask())
