"""Which jobs there are, which of them are on, and when each is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from diurnal.config.settings import JobSettings
from diurnal.errors import BadConfig
from diurnal.jobs.base import Job
from diurnal.jobs.timing import Timing


@dataclass(frozen=True, slots=True)
class Planned:
    """A job and when it runs. Without ``cron`` it runs only when asked; ``off_because`` says why it is off."""

    job: Job
    cron: str = ""
    is_on: bool = False
    jitter_s: int = 0
    off_because: str = ""

    @classmethod
    def of(
        cls,
        job: Job,
        settings: JobSettings,
        *,
        jobs_on: str | None,
        machine: Iterable[str],
        missing: str = "",
    ) -> Planned:
        """*job* as configured.

        Args:
            jobs_on: the machine on which jobs that edit notes run; None: on every one.
            machine: the names this machine goes by.
            missing: why the job cannot run at all, if it cannot ("No model is configured.").
        """
        off_because = missing if settings.on else ""
        is_here = jobs_on is None or jobs_on.casefold() in {name.casefold() for name in machine}
        # Upkeep looks after what this machine derived, so no other machine can do it.
        if settings.on and job.edits_notes and not is_here:
            off_because = f"It runs on {jobs_on} (jobs_on)."
        return cls(job, settings.cron, settings.on and not off_because, settings.jitter_s, off_because)


def timings_of(planned: Sequence[Planned], zone: tzinfo) -> dict[str, Timing]:
    """When each job that has a schedule is due, by its name.

    Raises:
        BadConfig: with every schedule that cannot be read.
    """
    timings, problems, hint = {}, [], ""
    for one in planned:
        try:
            if one.cron:
                timings[one.job.name] = Timing.of(one.cron, zone)
        except BadConfig as fault:
            problems.append(f"jobs.{one.job.name.replace('-', '_')}.cron: {fault.message}")
            hint = fault.hint
    if problems:
        raise BadConfig("\n".join(problems), hint=hint)
    return timings
