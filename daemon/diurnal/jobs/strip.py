"""Taking our own marks out of the notes again: hall marks, timestamp comments, days in brief. For who leaves us.

Out goes only what is certainly ours, as we wrote it: a mark or a brief that the
register knows by its hash, a comment that is the very line we write. All else
stays byte for byte, and what a note says stays as it was: that is read back.
One operation over all notes, which can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import groupby

from diurnal.errors import DiurnalError
from diurnal.jobs.days import Days, Survey
from diurnal.jobs.marks import unmarked
from diurnal.jobs.write_diary import brief_lines
from diurnal.model.record import Note
from diurnal.model.regex import regex
from diurnal.model.results import Stripped
from diurnal.model.spelling import counted
from diurnal.ports import Patcher, TagRegister
from diurnal.text.change import Patch
from diurnal.text.decoding import decode
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.insert import Edit, Removal, Sheet, applied
from diurnal.text.scan import scan

WHAT = "strip"
_STAMP = regex(r"<!-- diurnal: ts=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:\d\d(?::\d\d)?|Z)? -->")
_OURS = ("hall", "diurnal")


@dataclass(slots=True)
class _Found:
    """What of ours stands in one note: the removals, and how many of each kind they are."""

    edits: list[Removal] = field(default_factory=list)
    marks: int = 0
    comments: int = 0
    briefs: int = 0
    stays: int = 0
    """Marks and briefs that look like ours and are not known to be."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Strips one vault.

    Args:
        days: the vault's notes as jobs see them.
        patcher: writes them.
        register: knows which marks and briefs are ours.
    """

    days: Days
    patcher: Patcher
    register: TagRegister

    def strip(self, *, now: datetime, dry_run: bool = False) -> Stripped:
        """Take out of every note what is ours; nothing in a *dry_run*, which gives the diff.

        A note that has a conflict copy beside it, or cannot be read, is left alone with a warning.

        Raises:
            NoteMissing: the vault is not there.
            NoteChanged, WriteFailed: no note was changed.
        """
        survey = self.days.look()
        found: dict[str, _Found] = {}
        warnings: list[str] = []
        patches = []
        for path in sorted(survey.found):
            try:
                one = self._in_note(path, survey, warnings)
            except DiurnalError as fault:
                warnings.append(str(fault) if path in fault.message else f"{path}: {fault}")
                continue
            if one.edits:
                found[path] = one
                patches.append(Patch(path, partial(self._plan, path)))
        done = self.patcher.write(patches, what=WHAT, at=now, dry_run=dry_run)
        return Stripped(
            done.op,
            tuple(found),
            marks=sum(one.marks for one in found.values()),
            comments=sum(one.comments for one in found.values()),
            briefs=sum(one.briefs for one in found.values()),
            diff=done.diff if dry_run else "",
            warnings=tuple(warnings),
        )

    def _in_note(self, path: str, survey: Survey, warnings: list[str]) -> _Found:
        data = self.days.vault.read(path).data
        text = decode(data).text
        if not any(word in text for word in _OURS):  # most notes, without reading them whole
            return _Found()
        found = self._look(path, data)
        if found.stays:
            warnings.append(f"{path}: {counted(found.stays, 'mark')} not known to be as we wrote it stayed.")
        if found.edits and (why := self.days.hindrance(path, survey)):
            warnings.append(why)
            return _Found()
        return found

    def _plan(self, path: str, source: bytes | None) -> Sequence[Edit]:
        return self._look(path, source).edits if source is not None else ()

    def _look(self, path: str, data: bytes) -> _Found:
        sheet = Sheet.of(data)
        marks, stays = unmarked(data, lambda text: self.days.read(path, text), self.register.holds)
        found = _Found(marks=len(marks), stays=stays)
        lines: set[int] = set()
        for at in _stamps(sheet):
            found.comments += 1
            # The blank line that we write above it goes along.
            lines |= {at, at - 1} if at > 1 and not sheet.texts[at - 1] else {at}
        for first, last in brief_lines(data):
            rows = sheet.texts[first : last + 1]
            if first and not sheet.texts[first - 1] and self.register.holds_block(["", *rows]):
                found.briefs += 1
                lines |= set(range(first - 1, last + 1))
            elif self.register.holds_block(rows):
                found.briefs += 1
                lines |= set(range(first, last + 1))
            else:
                found.stays += 1
        removals = [*marks, *_without(sheet, lines)]
        found.edits = sorted(removals, key=lambda edit: edit.offset)
        if found.edits and not _says_the_same(
            self.days.read(path, data), self.days.read(path, applied(data, found.edits))
        ):
            return _Found(stays=found.stays + found.marks + found.comments + found.briefs)
        return found


def _stamps(sheet: Sheet) -> list[int]:
    """The lines (indices) that are a timestamp comment of ours and, to a reader, a comment at all."""
    texts = sheet.texts
    if not any("diurnal: ts=" in text for text in texts):
        return []
    comments = {line for line, _ in scan(texts, read_frontmatter("\n".join(texts)).lines).comments}
    return [n for n, text in enumerate(texts) if n + 1 in comments and _STAMP.fullmatch(text)]


def _without(sheet: Sheet, lines: Iterable[int]) -> list[Removal]:
    """A removal for each run of *lines*."""
    runs = groupby(enumerate(sorted(lines)), key=lambda pair: pair[1] - pair[0])
    spans = [[line for _, line in run] for _, run in runs]
    return [sheet.without_lines(span[0], span[-1]) for span in spans]


def _says_the_same(before: Note, after: Note) -> bool:
    """True if every record but a machine's stands in both with its words, its time and its name."""
    return _said(before) == _said(after)


def _said(note: Note) -> list[tuple[object, ...]]:
    return [
        (r.kind, r.text, r.day, r.at and r.at.replace(tzinfo=None), r.heading, r.by, r.block, r.task)
        for r in note.records
        if not r.is_machine
    ]
