"""What jobs retold of notes that something is erased from: it is erased too.

A day in brief and a digest quote entries and conversations. Erasing one of
those takes out the brief of its day and the digest of its week, whole, for no
rule can tell which of their words came from where. They are not written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from diurnal.jobs.days import Days, Survey
from diurnal.jobs.digest import digest_path
from diurnal.jobs.write_diary import brief_lines
from diurnal.ports import Gone, Patcher
from diurnal.text.change import Patch
from diurnal.text.insert import Edit, Removal, Sheet
from diurnal.text.names import Names


@dataclass(frozen=True, slots=True)
class Retellings:
    """The briefs and digests of one vault.

    Args:
        days: the vault's days.
        patcher: writes its notes.
        digests: the folder of the digests.
    """

    days: Days
    patcher: Patcher
    digests: str = "digests"

    def erase(self, paths: Iterable[str], *, now: datetime, dry_run: bool = False) -> Gone:
        """Erase what was retold of the notes *paths*, and its undo data.

        Call it before those notes are erased from: the journal then owes both to every store.
        """
        survey = self.days.look()
        patches = list(self._patches(self._days_of(paths), survey))
        return self.patcher.write_for_good(patches, at=now, dry_run=dry_run)

    def _days_of(self, paths: Iterable[str]) -> set[date]:
        names = Names(self.days.vault.layout)
        found = {day for path in paths if (day := names.read(path).day)}
        # A conversation may have gone on over midnight.
        return found | {day + timedelta(days=1) for day in found}

    def _patches(self, days: Iterable[date], survey: Survey) -> Iterable[Patch]:
        wanted = sorted(days)
        for path in dict.fromkeys(path for day in wanted for path in survey.diary.get(day, ())):
            yield Patch(path, _without_briefs)
        for path in dict.fromkeys(digest_path(self.digests, day) for day in wanted):
            if path in survey.found and self._is_own(path):
                yield Patch(path, lambda source: [Removal(0, source)] if source else [], drop_if_blank=True)

    def _is_own(self, path: str) -> bool:
        note = self.days.read(path, self.days.vault.read(path).data)
        return any(record.is_machine for record in note.records)


def _without_briefs(source: bytes | None) -> Sequence[Edit]:
    if source is None:
        return ()
    sheet = Sheet.of(source)
    removals = []
    for first, last in brief_lines(source):
        is_apart = first > 0 and not sheet.lines[first - 1].text.strip()
        removals.append(sheet.without_lines(first - is_apart, last))
    return removals
