"""A memory small enough to hold in the head, for tests of the socket alone.

It answers like the real one in form; what it answers is scripted here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

from diurnal.claim import Claim
from diurnal.errors import NoteMissing
from diurnal.model.answer import Answer, Clock, State
from diurnal.model.hit import Hit, Snippet
from diurnal.model.record import Kind, Place, Record
from diurnal.model.results import Change, Changes, DayCount, Status
from diurnal.model.time import Gate
from diurnal.places import Places

CLOCK = Clock("3f2a", 7)


def record(text: str, day: date = date(2026, 7, 21)) -> Record:
    return Record(
        id=f"id-{len(text)}",
        kind=Kind.ENTRY,
        place=Place.DIARY,
        path=f"diary/{day}.md",
        lines=(3, 4),
        ordinal=0,
        text=text,
        day=day,
        at=datetime(day.year, day.month, day.day, 14, 30),
    )


class FakeMemory:
    """Answers every question with the question; ``hold`` makes ``when`` wait until it is set."""

    def __init__(self, vault: Path, places: Places) -> None:
        self.vault = vault
        self.claim = Claim.take(vault, places, "a test")
        self.asked: list[dict[str, Any]] = []
        self.hold = threading.Event()
        self.waiting = threading.Event()
        self.when_moved: list[Callable[[], object]] = []
        self.clock = CLOCK

    @property
    def state(self) -> State:
        return State.READY

    @property
    def lost(self) -> str:
        return "" if self.claim.stands else "The state folder was deleted"

    def __enter__(self) -> FakeMemory:
        return self

    def __exit__(self, *_: object) -> None:
        self.hold.set()
        self.claim.release()

    def retrieve(self, query: str, **options: Any) -> Answer:
        self.asked.append(options)
        return self.answer(query)

    ask = retrieve

    def search(self, query: str, **options: Any) -> Answer:
        return self.answer(query)

    def when(self, query: str, *, now: datetime | None = None) -> Answer:
        self.waiting.set()
        self.hold.wait(30)
        return self.answer(query)

    def answer(self, query: str) -> Answer:
        hit = Hit(record(query), 0.5, snippet=Snippet(query, ((0, 1),)))
        return Answer(query, (hit,), Gate(), CLOCK, State.READY, total=1)

    def dates(self) -> list[DayCount]:
        return [DayCount(date(2026, 7, 20), 2), DayCount(date(2026, 7, 21), 1)]

    def tail(self, n: int = 10, *, for_agent: bool = False) -> list[Record]:
        return [record("older", date(2026, 7, 20)), record("newest")][-n:]

    def note(self, name: str) -> Any:
        raise NoteMissing(f"No note is called {name}.", hint="Did you mean 'Maya'?")

    def since(self, clock: Clock) -> Changes:
        now = self.clock  # one look: it moves on another thread
        ticks = range(clock.tick + 1, now.tick + 1)
        changes = tuple(Change("added", f"id-{tick}", "diary/2026-07-21.md", tick) for tick in ticks)
        if clock.instance != now.instance:
            return Changes(now, restart=True)
        return Changes(now, changes)

    def move(self, ticks: int = 1) -> None:
        """Take in so many batches, one after another."""
        for _ in range(ticks):
            self.clock = Clock(self.clock.instance, self.clock.tick + 1)
            for tell in self.when_moved:
                tell()

    def status(self) -> Status:
        return Status(str(self.vault), State.READY, self.clock, notes=2, entries=3)

    def links(self, name: str) -> Any:
        raise RuntimeError("this message quotes a note: the secret canary")

    def doctor(self) -> Sequence[Any]:
        return []
