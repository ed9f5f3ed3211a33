"""upkeep: keeps what is derived small and sound; it edits no note.

Its chores are given to it, each with its name, so that this room needs to know
no store. One that fails does not keep the others from being done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from diurnal.errors import DiurnalError
from diurnal.jobs.base import Step
from diurnal.model.spelling import counted
from diurnal.ports import Journal


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to tidy: *do* gets the moment and says how many things it tidied; none, the second time."""

    name: str
    do: Callable[[datetime], int]


class Upkeep:
    """The job that does *chores*, in that order."""

    name = "upkeep"
    edits_notes = False

    def __init__(self, chores: Sequence[Chore]) -> None:
        self._chores = tuple(chores)

    def told(self, changed: int, steps: int) -> str:
        return f"{counted(changed, 'thing')} tidied"

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        """A dry run only names the chores: how much they find they know when they do it.

        Raises:
            DiurnalError: what the first chore that failed met, once all the others are done.
        """
        failed: DiurnalError | None = None
        for chore in self._chores:
            try:
                tidied = 0 if dry_run else chore.do(now)
            except DiurnalError as fault:
                failed, tidied = failed or fault, 0
            yield Step(chore.name, tidied, total=len(self._chores))
        if failed is not None:
            raise failed


def prune_undo(journal: Journal, keep: timedelta) -> Chore:
    """The chore that forgets operations older than *keep* (``undo_keep``)."""
    return Chore("undo", lambda now: journal.prune(now - keep))
