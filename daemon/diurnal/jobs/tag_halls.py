"""tag-halls writes the hall of each entry of the last days beside it; remove-tags takes its marks out again.

Rules decide the hall, never a model; without this job the hall is in the index
alone. An entry keeps the mark it has, whoever wrote it. What the job wrote is
known by a register of text hashes, so that remove-tags leaves the owner's own
marks where they are. Where a mark may stand is decided in ``marks``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from diurnal.errors import DiurnalError, NoteChanged, NoteMissing
from diurnal.jobs.base import AUTHOR, Step
from diurnal.jobs.days import Days, Survey
from diurnal.jobs.marks import marked, unmarked
from diurnal.model.spelling import counted
from diurnal.model.stamp import Source
from diurnal.ports import Patcher, TagRegister
from diurnal.text.change import Patch, Patched
from diurnal.text.decoding import decode
from diurnal.text.insert import Edit


class TagHalls:
    """The job that writes halls.

    Args:
        days: the vault's days.
        patcher: writes its notes.
        register: remembers what was written.
        form: "bracket" for ``[hall_facts]``, "tag" for ``#hall/facts``.
        most_days: how many days before today are covered.
    """

    name = "tag-halls"
    edits_notes = True

    def __init__(
        self,
        days: Days,
        patcher: Patcher,
        register: TagRegister,
        *,
        form: str = "bracket",
        most_days: int = 7,
    ) -> None:
        self._days = days
        self._patcher = patcher
        self._register = register
        self._form = form
        self._most_days = most_days

    def told(self, changed: int, steps: int) -> str:
        return f"{counted(changed, 'hall mark')} in {counted(steps, 'note')}"

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        survey = self._days.look()
        today = self._days.today(now)
        first = today - timedelta(days=self._most_days)
        paths = [path for day in sorted(survey.diary) if first <= day < today for path in survey.diary[day]]
        for path in paths:
            yield _stepped(path, len(paths), partial(self._mark, path, survey, now, dry_run))

    def _mark(self, path: str, survey: Survey, now: datetime, dry_run: bool) -> Step:
        source = self._days.vault.read(path)
        edits, records = marked(source.data, lambda data: self._days.read(path, data), self._form)
        if not edits:
            return Step(path)
        if refusal := _refusal(path, survey, source, self._days, now):
            return refusal
        if not dry_run:
            self._register.add(records)
        ids = tuple(record.id for record in records)
        return _done(path, len(edits), _write(self._patcher, source, edits, self.name, now, ids, dry_run))


class RemoveTags:
    """The job that takes out the marks tag-halls wrote, on all past days; it runs only when asked."""

    name = "remove-tags"
    edits_notes = True

    def __init__(self, days: Days, patcher: Patcher, register: TagRegister) -> None:
        self._days = days
        self._patcher = patcher
        self._register = register

    def told(self, changed: int, steps: int) -> str:
        return f"{counted(changed, 'hall mark')} taken out of {counted(steps, 'note')}"

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        survey = self._days.look()
        paths = [path for day in sorted(survey.diary) for path in survey.diary[day]]
        for path in paths:
            yield _stepped(path, len(paths), partial(self._unmark, path, survey, now, dry_run))

    def _unmark(self, path: str, survey: Survey, now: datetime, dry_run: bool) -> Step:
        source = self._days.vault.read(path)
        if "hall" not in decode(source.data).text:  # most notes, without reading them whole
            return Step(path)
        edits, others = unmarked(source.data, lambda data: self._days.read(path, data), self._register.holds)
        warning = (
            f"{path}: {counted(others, 'mark')} that tag-halls is not known to have written stayed."
            if others
            else ""
        )
        if not edits:
            return Step(path, warning=warning)
        if refusal := _refusal(path, survey, source, self._days, now):
            return refusal
        return _done(
            path, len(edits), _write(self._patcher, source, edits, self.name, now, (), dry_run), warning
        )


def _stepped(path: str, total: int, work: Callable[[], Step]) -> Step:
    """The step of one note: what keeps it from being edited never keeps the others."""
    try:
        step = work()
    except NoteChanged:
        step = Step(path, is_left=True)
    except NoteMissing:  # since the look a moment ago
        step = Step(path)
    except DiurnalError as fault:
        step = Step(path, warning=str(fault) if path in fault.message else f"{path}: {fault}")
    return replace(step, total=total)


def _refusal(path: str, survey: Survey, source: Source, days: Days, now: datetime) -> Step | None:
    if why := days.hindrance(path, survey):
        return Step(path, warning=why)
    return None if days.is_quiet(source.stamp, now) else Step(path, is_left=True)


def _write(
    patcher: Patcher,
    source: Source,
    edits: Sequence[Edit],
    what: str,
    now: datetime,
    ids: tuple[str, ...],
    dry_run: bool,
) -> Patched:
    patch = Patch(source.path, lambda _: edits, if_match=source.digest)
    return patcher.write([patch], what=what, at=now, by=AUTHOR, ids=ids, dry_run=dry_run)


def _done(path: str, changed: int, patched: Patched, warning: str = "") -> Step:
    return Step(path, changed, patched.op, patched.diff, warning)
