"""Appending to the diary: which note, which shape, one entry more and nothing else.

The day's note is made from the owner's template, and only together with an
entry. An entry has the wall time of the vault's zone; before ``day_starts_at``
it belongs to the night of the day before.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Protocol

from diurnal.engine.write_rules import ReadBytes, WriteRules
from diurnal.errors import BadTime, NoteUnreadable, UsageError, WriteFailed, WriteRefused
from diurnal.model.layout import Layout
from diurnal.model.random_id import random_id
from diurnal.model.record import Place
from diurnal.model.results import Written
from diurnal.ports import CatalogueReader, Patcher, Vault
from diurnal.text.change import Patch
from diurnal.text.entry_shape import Page, shape_for
from diurnal.text.fields import HALLS
from diurnal.text.form import Form
from diurnal.text.insert import Edit, Insertion, Sheet, applied
from diurnal.text.insert_entry import NewEntry, place_entry
from diurnal.text.names import Names
from diurnal.text.template import filled

# Entries looked through for how this diary is written: a week of a busy one.
_RECENT_ENTRIES = 60
_RECENT_NOTES = 7


class Wrote(Protocol):
    """Told after a write which notes it touched, and which of them it removed."""

    def __call__(self, paths: Iterable[str], gone: Collection[str] = ()) -> None: ...


@dataclass(frozen=True, slots=True)
class DiaryWriter:
    """Adds entries to the diary of one vault.

    Args:
        vault: for its layout, as it is at the time of the write.
        patcher: writes the notes.
        catalogue: knows the diary notes there are.
        rules: who may write, and the owner's wishes.
        wrote: told the paths after a write, so that the next question finds it.
        read: the reader on bytes, private notes whole.
    """

    vault: Vault
    patcher: Patcher
    catalogue: CatalogueReader
    rules: WriteRules
    wrote: Wrote
    read: ReadBytes

    def append(
        self,
        text: str,
        *,
        now: datetime,
        at: datetime | None = None,
        by: str = "",
        hall: str = "",
        under: str | None = None,
        dry_run: bool = False,
    ) -> Written:
        """Add an entry to the day of *at*.

        Args:
            text: the entry; whatever stands in it is written so that it is read back as text.
            now: the moment, with the vault's zone.
            at: when it happened; without a zone it is wall time of the vault's.
            by: who writes; empty or the owner's name is the owner.
            hall: facts, events, discoveries, preferences or advice; empty writes none.
            under: heading to add below; None takes the configured one.
            dry_run: only show the diff.

        Raises:
            UsageError: there is no text, or no such hall.
            WriteRefused: an agent may not write, or the note ends in something that is never closed.
            NoteUnreadable, NoteChanged, WriteFailed, OutsideVault: nothing was written.
        """
        author = self.rules.author(by)
        if not text.strip():
            raise UsageError("There is no text to write.")
        if under is not None and (len(under.splitlines()) > 1 or (under.strip() and not under.strip("# "))):
            raise UsageError(f"under is {under!r}; expected a heading, one line.")
        if hall and hall not in HALLS:
            raise UsageError(f"There is no hall {hall!r}.", hint=f"The halls are {', '.join(HALLS)}.")
        layout = self.vault.layout
        moment = wall_time(at or now, now)
        day = day_of(moment, layout)
        if moment.date() > day:
            # Only below an evening entry is 01:30 read as of the night after; elsewhere its note is the calendar's.
            with suppress(WriteRefused):
                return self._write(text, moment, day, now, author, hall, under, dry_run)
        return self._write(text, moment, moment.date(), now, author, hall, under, dry_run)

    def _write(
        self,
        text: str,
        moment: datetime,
        day: date,
        now: datetime,
        author: str,
        hall: str,
        under: str | None,
        dry_run: bool,
    ) -> Written:
        """Add an entry to the note of *day*."""
        layout = self.vault.layout
        path = self._path_of(day, layout)
        block = random_id("e")
        entry = NewEntry(text, moment, day, block, author, hall, guarded_tags(layout))
        line = 0

        def plan(source: bytes | None) -> Sequence[Edit]:
            nonlocal line
            form = _form_of(layout.template_lines, layout.daily[0].language)
            title = path.rsplit("/", 1)[-1].removesuffix(".md")
            if source is None:
                self._check_folder(path)
            base = self._new_note(layout, title, moment, day) if source is None else source
            self.rules.check_note(path, base, author, self.read)
            page = Page.of(base, form)
            shape = shape_for(self._pages(page, path, form), wanted=self.rules.shape)
            heading = self.rules.heading if under is None else under
            try:
                placed = place_entry(page, entry, shape, title=title, heading=heading)
            except WriteRefused as fault:
                if (
                    source is None and base and not author
                ):  # there is no note yet that its line could be one of
                    made_of = f"A new day is made from {layout.daily[0].template}."
                    raise WriteRefused(f"{made_of} {fault.message}", hint=fault.hint) from fault
                raise
            line = placed.line
            return [Insertion(0, applied(base, placed.edits))] if source is None else placed.edits

        identity = f"{path}#^{block}"
        done = self.patcher.write(
            [Patch(path, plan)], what="append", at=now, by=author, ids=(identity,), dry_run=dry_run
        )
        if done.op:
            self.wrote([path])
        return Written(done.op, identity, path, line, done.diff if dry_run else "")

    def _check_folder(self, path: str) -> None:
        """Refuse a new note in a folder that is gone although notes are known in it: a drive or a sync is away.

        Raises:
            WriteFailed: it vanished; made anew, it would stand in the way of what comes back.
        """
        folder = path.rpartition("/")[0]
        if not folder or self.vault.holds(folder):
            return
        if any(known.startswith(f"{folder}/") for known in self.catalogue.names.paths()):
            raise WriteFailed(
                f"The folder {folder} is not there, though notes are known in it; nothing was written.",
                hint="Bring it back, or if it is meant to be gone wait until `diurnal status` shows nothing pending.",
            )

    def _new_note(self, layout: Layout, title: str, moment: datetime, day: date) -> bytes:
        """The bytes of a new day's note before its first entry: the owner's template, filled in."""
        daily = layout.daily[0]
        template = daily.template
        source = self.patcher.current(template) if template else None
        if not source:
            return b""
        encoding = Sheet.of(source).encoding
        named = moment.replace(year=day.year, month=day.month, day=day.day)
        text = filled(source.decode(encoding), title=title, moment=named, language=daily.language)
        return text.encode(encoding)

    def _pages(self, first: Page, path: str, form: Form) -> Iterator[Page]:
        """The note itself, then the diary's latest other notes, each read only if it is asked for."""
        yield first
        for other in self._recent_notes():
            if other != path and (source := self.patcher.current(other)) is not None:
                with suppress(NoteUnreadable):  # it teaches nothing
                    yield Page.of(source, form)

    def _recent_notes(self) -> list[str]:
        rows = self.catalogue.find.tail(_RECENT_ENTRIES)
        records = reversed(self.catalogue.records([int(row) for row in rows]))
        paths = (record.path for record in records if record.place is Place.DIARY and not record.conflict_of)
        return list(dict.fromkeys(paths))[:_RECENT_NOTES]

    def _path_of(self, day: date, layout: Layout) -> str:
        """The diary note of *day*: where it lies, else where the owner's settings or habits put a new one."""
        names = Names(layout)
        path = names.path_of(day)
        is_set = layout.daily_found or layout.daily != Layout().daily
        if self.patcher.current(path) is not None:
            return path
        # The same name in another spelling: accents as other systems write them, a weekday without its capital.
        wanted = _spelled(path)
        for known in self.catalogue.names.paths():
            if _spelled(known) == wanted and self.patcher.current(known) is not None:
                return known
        for row in self.catalogue.find.of_day(day):
            (record,) = self.catalogue.records([int(row)]) or (None,)
            if record is None or record.place is not Place.DIARY or record.conflict_of:
                continue
            if self.patcher.current(record.path) is not None:
                return record.path
        if is_set:
            return path
        habits = self._recent_notes()
        folder = habits[0].rpartition("/")[0] if habits else self.rules.new_folder
        return f"{folder}/{path}" if folder else path


def _spelled(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def wall_time(at: datetime, now: datetime) -> datetime:
    """*at* in the zone of *now*; without a zone of its own it is that zone's wall time."""
    zone = now.tzinfo or now.astimezone().tzinfo
    try:
        return at.replace(tzinfo=zone) if at.tzinfo is None else at.astimezone(zone)
    except OverflowError as fault:
        raise _no_time(at) from fault


def day_of(moment: datetime, layout: Layout) -> date:
    """The day *moment* belongs to: before ``day_starts_at`` the day before."""
    try:
        return (moment.replace(tzinfo=None) - timedelta(hours=layout.day_starts_at)).date()
    except OverflowError as fault:
        raise _no_time(moment) from fault


def _no_time(at: datetime) -> BadTime:
    return BadTime(f"{at.isoformat()} lies outside the calendar.", hint="The years 1 to 9999 have notes.")


def guarded_tags(layout: Layout) -> tuple[str, ...]:
    """Tags that decide who may see a note; only the owner sets them."""
    return (*layout.private_tags, *layout.owner_only_tags)


@lru_cache(maxsize=4)
def _form_of(template_lines: frozenset[str], language: str) -> Form:
    return Form(template_lines, language)
