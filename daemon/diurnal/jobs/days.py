"""The notes a job may work on: which days are over, which notes lie at rest, which stand beside a conflict copy.

A job looks at the disk itself, once a run: what it writes about must not depend
on how far an index is. A note that somebody may still be working on (its file
changed within the last hours, here or through a sync client) is left for later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from diurnal.errors import NoteMissing
from diurnal.model.record import Kind, Note, Place, Privacy, Record, Task
from diurnal.model.stamp import Stamp
from diurnal.ports import Vault
from diurnal.text.decoding import decode
from diurnal.text.names import Names

ReadBytes = Callable[[str, bytes], Note]
"""A note's path and bytes to the note; a private note comes without records."""


@dataclass(slots=True)
class Survey:
    """One look at the vault: its diary notes and episodes by day, and the notes that have a conflict copy."""

    found: Mapping[str, Stamp]
    home: Callable[[date], str]
    diary: dict[date, list[str]] = field(default_factory=dict)
    episodes: dict[date, list[str]] = field(default_factory=dict)
    beside_copies: set[str] = field(default_factory=set)

    def note_of(self, day: date) -> str:
        """The path of the diary note of *day*: where the owner's setting puts it, else the first that is one."""
        notes = self.diary.get(day, [])
        home = self.home(day)
        return home if home in notes else min(notes, default="")


@dataclass(frozen=True, slots=True)
class Days:
    """The days of one vault.

    Args:
        vault: its notes.
        read: how bytes become a note, by the layout in force.
        quiet: how long a note must have been at rest.
    """

    vault: Vault
    read: ReadBytes
    quiet: timedelta

    def today(self, now: datetime) -> date:
        """The day *now* belongs to; before ``day_starts_at`` that is the day before."""
        return (now.replace(tzinfo=None) - timedelta(hours=self.vault.layout.day_starts_at)).date()

    def look(self) -> Survey:
        """What there is now.

        Raises:
            NoteMissing: the vault is not there.
        """
        sweep = self.vault.sweep()
        if sweep.root_missing:
            raise NoteMissing(
                f"The vault {self.vault.root} is not there.", hint="The job is tried again later."
            )
        names = Names(self.vault.layout)
        survey = Survey(sweep.found, names.path_of)
        for path in sorted(sweep.found):
            named = names.read(path)
            if named.conflict_of:
                survey.beside_copies.add(named.conflict_of)
            elif named.day and named.is_diary:
                survey.diary.setdefault(named.day, []).append(path)
            elif named.day and named.place is Place.EPISODE:
                survey.episodes.setdefault(named.day, []).append(path)
        return survey

    def is_quiet(self, stamp: Stamp, now: datetime) -> bool:
        """True if the file was not changed, renamed or brought by a sync client for so long.

        A time in the future (a camera's clock, another machine's) says nothing; the other one then decides.
        """
        now_ns = int(now.timestamp() * 1e9)
        known = [time for time in (stamp.mtime_ns, stamp.ctime_ns) if time <= now_ns]
        return bool(known) and now_ns - max(known) >= self.quiet.total_seconds() * 1e9

    def hindrance(self, path: str, survey: Survey) -> str:
        """Why the note *path* must not be edited at all, as a sentence; "" if it may be."""
        if path in survey.beside_copies:
            return f"{path} has a conflict copy beside it, so it was left alone."
        return ""

    def records_of(self, day: date, survey: Survey) -> Iterator[tuple[Record, str]]:
        """What the diary and the kept conversations say happened on *day*, with the line each record begins on.

        Without what is private or the owner's alone, plans, what was cancelled, and what a machine wrote.
        """
        paths = list(survey.diary.get(day, ()))
        # A conversation over midnight is named by the day it began on.
        paths += [path for one in (day - timedelta(days=1), day) for path in survey.episodes.get(one, ())]
        for path in paths:
            data = self.vault.read(path).data
            note = self.read(path, data)
            if note.privacy is not Privacy.OPEN:
                continue
            lines = decode(data).text.split("\n")
            for record in note.records:
                if record.day == day and happened(record):
                    first = record.lines[0] - 1
                    yield record, lines[first] if first < len(lines) else ""


def happened(record: Record) -> bool:
    """True for what the owner or a speaker says was so: no plan, nothing cancelled, no machine's text, no code."""
    said = record.kind is Kind.ENTRY or record.place is Place.EPISODE
    return (
        said
        and record.privacy is Privacy.OPEN
        and not (record.is_plan or record.is_machine or record.task in (Task.OPEN, Task.CANCELLED))
    )
