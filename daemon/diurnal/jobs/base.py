"""What a job is, and how one is run from its first step to its last.

A job works in steps; each does one batch and can be the last, so a daemon that
is told to stop waits for a batch, not for a job. A job gets the moment it runs
at, reads no clock, and what it writes goes through the patcher, so it can be
undone. When jobs run is for ``schedule`` to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from diurnal.model.results import JobRun

AUTHOR = "diurnal"
"""Who writes what a job writes; readers know this name for a machine's."""

Progress = Callable[[int, int, str], None]
"""Told after each step: how many are done, how many there are in all, what the step was about."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one batch did.

    ``what`` names it ("diary/2026-07-21.md"), ``changed`` counts what it made (in a dry run: would make),
    ``op`` undoes it, ``diff`` shows it. ``warning`` is a sentence; ``is_left`` says that it was put off
    because its note is still being worked on. ``total`` is how many steps the run has, as far as is known.
    """

    what: str = ""
    changed: int = 0
    op: str = ""
    diff: str = ""
    warning: str = ""
    is_left: bool = False
    total: int = 0


class Job(Protocol):
    """One kind of work that can be done again and again; done twice at once, the second time changes nothing."""

    @property
    def name(self) -> str:
        """What it is called on the command line: "tag-halls"."""

    @property
    def edits_notes(self) -> bool:
        """True if it writes into the vault: then it runs on the machine that was chosen for it."""

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        """Do the work, one batch for each step taken from here; *now* is aware, in the vault's zone.

        Raises:
            DiurnalError: it cannot go on; steps taken before are done. It is tried again later.
        """

    def told(self, changed: int, steps: int) -> str:
        """What a run did, in a few words: "14 hall marks in 5 notes"; *steps* counts those that changed something."""


def quiet(done: int, total: int, what: str) -> None:
    """A progress nobody follows."""


def run_through(
    job: Job,
    now: datetime,
    *,
    dry_run: bool = False,
    progress: Progress = quiet,
    is_stopping: Callable[[], bool] = lambda: False,
) -> JobRun:
    """Run *job* to its end, or to the end of the step under way once *is_stopping* says so.

    Raises:
        DiurnalError: what the job met.
    """
    taken: list[Step] = []
    steps = job.steps(now, dry_run=dry_run)
    was_stopped = False
    for step in steps:
        taken.append(step)
        progress(len(taken), max(step.total, len(taken)), step.what)
        if is_stopping():
            was_stopped = True
            break
    changes = [step for step in taken if step.changed]
    changed = sum(step.changed for step in changes)
    return JobRun(
        job.name,
        job.told(changed, len(changes)) if changed else "",
        ops=tuple(step.op for step in taken if step.op),
        diff="".join(step.diff for step in taken),
        dry_run=dry_run,
        warnings=tuple(dict.fromkeys(step.warning for step in taken if step.warning)),
        left=sum(step.is_left for step in taken) + was_stopped,
    )
