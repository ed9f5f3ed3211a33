"""The port of the low-priority process: long work as jobs, done one after another outside the daemon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do there: a function as ``module:name``, and its arguments, which JSON can carry."""

    function: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: with ``result``, or with ``fault`` and a ``message``.

    ``fault`` is the code of one of Diurnal's errors, "system" for what the system refused (a full disk), or
    the kind of an error nobody foresaw.
    """

    job: Job
    result: Any = None
    fault: str = ""
    message: str = ""


class Child(Protocol):
    """A process of low priority that does jobs one after another; whoever steps it also asks."""

    @property
    def trouble(self) -> str:
        """A sentence while the process keeps dying, else empty."""

    def ask(self, job: Job) -> None:
        """Have *job* done; one of the same function that has not begun yet is replaced by it."""

    def is_busy(self, function: str) -> bool:
        """True while a job of that function waits or runs."""

    def step(self, now: float) -> list[Outcome]:
        """The jobs that ended since the last step; never waits. *now* in seconds that only move forward."""

    def due_at(self) -> float | None:
        """When ``step`` has something to do though nothing is heard; None if never."""

    def stop(self, deadline_s: float) -> None:
        """End the process within about *deadline_s* seconds; what it was doing is asked for again later."""
