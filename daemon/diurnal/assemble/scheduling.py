"""The scheduled jobs of one vault, from its settings. Loads APScheduler, so it is imported only when a job is asked for."""

from __future__ import annotations

import socket
from pathlib import Path

from diurnal.assemble.parts import Parts
from diurnal.assemble.prompts import load_prompt
from diurnal.assemble.zone import zone_of
from diurnal.config.settings import JobSettings
from diurnal.jobs.base import Job
from diurnal.jobs.days import Days
from diurnal.jobs.digest import Digest
from diurnal.jobs.extract import Extract
from diurnal.jobs.plan import Planned
from diurnal.jobs.schedule import Schedule
from diurnal.jobs.tag_halls import RemoveTags, TagHalls
from diurnal.jobs.upkeep import Chore, Upkeep, prune_undo
from diurnal.jobs.write_diary import PROMPT, WriteDiary
from diurnal.ports import Patcher, Writer
from diurnal.store.ledger import JobLedger
from diurnal.store.tag_register import TagRegister


def schedule_of(
    parts: Parts,
    days: Days,
    patcher: Patcher,
    register: TagRegister,
    extract: Extract,
    writer: Writer | None,
    prompts: Path,
) -> Schedule:
    """Every job, on or off.

    Args:
        parts: what reads.
        days: the days of the vault as jobs see them.
        patcher: what writes.
        register: knows what jobs wrote.
        extract: the job that learns from kept conversations.
        writer: the configured language model, or None.
        prompts: the folder of the owner's own prompts.

    Raises:
        BadConfig: with every schedule that cannot be read.
    """
    settings, jobs = parts.settings, parts.settings.jobs
    ledger = JobLedger(parts.folders.state)
    upkeep = Upkeep(
        [
            prune_undo(patcher.journal, settings.undo_keep),
            Chore("segments", lambda _: parts.background.merge_segments()),
            Chore("vectors", lambda _: parts.background.collect_vectors()),
        ]
    )
    diary = WriteDiary(
        days,
        patcher,
        ledger,
        register,
        writer=writer,
        prompt=lambda: load_prompt(PROMPT, prompts),
        most_days=jobs.write_days,
    )

    def planned(job: Job, section: JobSettings, missing: str = "") -> Planned:
        machine = (socket.gethostname(), parts.folders.machine)
        return Planned.of(job, section, jobs_on=settings.jobs_on, machine=machine, missing=missing)

    return Schedule(
        [
            planned(
                TagHalls(days, patcher, register, form=jobs.tag_form, most_days=jobs.tag_days), jobs.tag_halls
            ),
            planned(diary, jobs.write_diary),
            planned(Digest(days, patcher, ledger, folder=jobs.digest_folder), jobs.digest),
            planned(
                extract,
                jobs.extract,
                "" if writer else "No model is configured.",
            ),
            planned(upkeep, jobs.upkeep),
            Planned(RemoveTags(days, patcher, register)),
        ],
        ledger,
        zone=zone_of(settings.timezone),
    )
