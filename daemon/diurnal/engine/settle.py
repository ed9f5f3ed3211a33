"""Waiting for a path to come to rest before it is looked at.

Editors save in several steps and sync clients in bursts, so a path is due once
it has been quiet for a short time, or at the latest after a longer one: a file
that is saved every 50 ms is indexed all the same. Pure: seconds come in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SettleTimes:
    """``quiet_s`` without a new hint make a path due, ``longest_s`` after its first hint at the latest."""

    quiet_s: float = 0.05
    longest_s: float = 1.0


@dataclass(slots=True)
class Settling:
    """Paths with hints that nobody has looked at yet."""

    times: SettleTimes = field(default_factory=SettleTimes)
    _first: dict[str, float] = field(default_factory=dict)
    _last: dict[str, float] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._last)

    def __iter__(self) -> Iterator[str]:
        return iter(self._last)

    def hint(self, path: str, now: float) -> None:
        """Something happened at *path*."""
        self._first.setdefault(path, now)
        self._last[path] = now

    def due(self, now: float) -> list[str]:
        """Paths to look at now; they are no longer waited for."""
        ready = [path for path in self._last if self._due_at(path) <= now]
        for path in ready:
            del self._first[path], self._last[path]
        return ready

    def next_due(self) -> float | None:
        """When the next path is due if nothing more happens; None if none waits."""
        return min(map(self._due_at, self._last), default=None)

    def clear(self) -> None:
        """Everything is being looked at anyway."""
        self._first.clear()
        self._last.clear()

    def _due_at(self, path: str) -> float:
        return min(self._last[path] + self.times.quiet_s, self._first[path] + self.times.longest_s)
