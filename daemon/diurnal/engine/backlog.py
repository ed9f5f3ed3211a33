"""What is known to differ from the disk and not taken in yet, in the order it will be.

Notes that are gone go with the next batch; then what someone is waiting for
(a save, a question), then the rest, then conflict copies, whose reading needs
their originals to have been read.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from enum import IntEnum


class Turn(IntEnum):
    """When a queued note is read, the lowest first."""

    SOON = 0
    LATER = 1
    LAST = 2


class Backlog:
    """Paths to read, each once and with its turn, and paths to forget."""

    def __init__(self) -> None:
        # Ordered ones: from the front of a plain dict each path costs a walk over all that were taken before it.
        self._turns: tuple[OrderedDict[str, bool], ...] = (OrderedDict(), OrderedDict(), OrderedDict())
        self._gone: dict[str, None] = {}

    def __len__(self) -> int:
        return sum(len(turn) for turn in self._turns) + len(self._gone)

    def __iter__(self) -> Iterator[str]:
        yield from self._gone
        for turn in self._turns:
            yield from turn

    def awaits_reading(self, turn: Turn = Turn.LAST) -> bool:
        """True if some note is to be read by *turn*."""
        return any(self._turns[: turn + 1])

    def awaits(self, turn: Turn) -> bool:
        """True if some note is to be read by *turn*, or to be forgotten."""
        return bool(self._gone) or self.awaits_reading(turn)

    def hasten(self, path: str) -> None:
        """Move *path* up to those that someone is waiting for, if it is queued to be read."""
        if any(path in queued for queued in self._turns):
            self.put(path, Turn.SOON)

    def put(self, path: str, turn: Turn, *, force: bool = False) -> None:
        """Queue *path*; one that is queued already moves up if *turn* is sooner, and stays forced if it was."""
        self._gone.pop(path, None)
        for number, queued in enumerate(self._turns):
            if path in queued:
                force = queued.pop(path) or force
                turn = min(turn, Turn(number))
        self._turns[turn][path] = force

    def forget(self, path: str) -> None:
        """Queue *path* as gone; there is nothing left to read."""
        for queued in self._turns:
            queued.pop(path, None)
        self._gone[path] = None

    @property
    def gone(self) -> int:
        """How many paths are to be forgotten."""
        return len(self._gone)

    def is_gone(self, path: str) -> bool:
        return path in self._gone

    def pop(self) -> tuple[str, Turn, bool]:
        """The next path to read, its turn, and whether it is to be read even if its bytes are as before."""
        for number, queued in enumerate(self._turns):
            if queued:
                path, force = queued.popitem(last=False)
                return path, Turn(number), force
        raise IndexError("nothing is queued")

    def take_gone(self) -> tuple[str, ...]:
        gone = tuple(self._gone)
        self._gone.clear()
        return gone

    def put_back(self, popped: Iterable[tuple[str, Turn, bool]], gone: Iterable[str]) -> None:
        """A batch could not be committed: everything in it is to be done again."""
        for path, turn, force in popped:
            self.put(path, turn, force=force)
        for path in gone:
            if not any(path in queued for queued in self._turns):
                self._gone[path] = None
