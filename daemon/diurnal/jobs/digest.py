"""digest: when a week is over, its days in a note of its own, told by rules and never by a model.

The note says that Diurnal made it, so that it ranks below what it was made of
and proves nothing. It is written once a week: what the owner deletes stays
deleted, and a note of that name that somebody else wrote stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from diurnal.errors import DiurnalError
from diurnal.jobs.base import AUTHOR, Step
from diurnal.jobs.brief import day_lines, told
from diurnal.jobs.days import Days, Survey
from diurnal.model.calendar import MONTHS, WEEKDAYS
from diurnal.model.record import Kind
from diurnal.model.spelling import counted
from diurnal.ports import Ledger, Patcher
from diurnal.text.change import Patch
from diurnal.text.insert import Edit, Insertion

MOST_LINES = 5


class Digest:
    """The job that writes the digest of the last whole week.

    Args:
        days: the vault's days.
        patcher: writes its notes.
        ledger: remembers which weeks are written.
        folder: where digests lie; it is made with the first one.
    """

    name = "digest"
    edits_notes = True

    def __init__(self, days: Days, patcher: Patcher, ledger: Ledger, *, folder: str = "digests") -> None:
        self._days = days
        self._patcher = patcher
        self._ledger = ledger
        self._folder = folder

    def told(self, changed: int, steps: int) -> str:
        return f"{counted(changed, 'week')} in brief"

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        today = self._days.today(now)
        monday = today - timedelta(days=today.weekday() + 7)
        week, path = f"{monday:%G-W%V}", digest_path(self._folder, monday)
        if self._ledger.has_done(self.name, week):
            return
        survey = self._days.look()
        if path in survey.found:
            yield Step(
                path, warning="" if self._is_own(path) else f"{path} was there before, so it was left alone."
            )
            return
        days = [monday + timedelta(days=n) for n in range(7)]
        notes = [note for day in days for note in survey.diary.get(day, ())]
        if any(not self._days.is_quiet(survey.found[note], now) for note in notes):
            yield Step(path, is_left=True)
            return
        warnings: list[str] = []
        rows = self._rows(monday, days, survey, warnings)
        if not rows:
            return
        data = "".join(f"{row}\n" for row in rows).encode()

        def plan(source: bytes | None) -> Sequence[Edit]:
            return [Insertion(0, data)] if source is None else ()

        patched = self._patcher.write([Patch(path, plan)], what=self.name, at=now, by=AUTHOR, dry_run=dry_run)
        if patched.op:
            self._ledger.note_done(self.name, week)
        yield Step(path, len(patched.changes), patched.op, patched.diff, " ".join(warnings))

    def _is_own(self, path: str) -> bool:
        return any(
            record.is_machine for record in self._days.read(path, self._days.vault.read(path).data).records
        )

    def _rows(self, monday: date, days: Sequence[date], survey: Survey, warnings: list[str]) -> list[str]:
        """The note's lines, none if nothing was written that week; days that cannot be read become *warnings*."""
        rows: list[str] = []
        entries = written = 0
        for day in days:
            try:
                things = [told(record, line) for record, line in self._days.records_of(day, survey)]
            except DiurnalError as fault:
                warnings.append(f"{day} was left out: {fault}")
                continue
            if lines := day_lines(things, MOST_LINES):
                entries += sum(thing.record.kind is Kind.ENTRY for thing in things)
                written += 1
                rows += ["", f"## {_shown(day)}", "", *lines]
        if not rows:
            return []
        title = f"Week {monday:%V} of {monday:%G}"
        count = f"{counted(entries, 'entry', 'entries')} on {counted(written, 'day')}."
        return ["---", f"generated_by: {AUTHOR}", "---", f"# {title}", "", count, *rows]


def digest_path(folder: str, day: date) -> str:
    """Where the digest of the week of *day* lies."""
    return f"{folder}/{day:%G-W%V}.md" if folder else f"{day:%G-W%V}.md"


def _shown(day: date) -> str:
    """A day for people, in words that are no date to a reader: the notes it was made of are the dated ones."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"
