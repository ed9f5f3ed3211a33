"""Looking through the vault without a question: a day, the dates, the newest entries, a note, its links."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from diurnal.errors import NameAmbiguous, NoteMissing, NotForAgents
from diurnal.model.answer import Clock
from diurnal.model.flag import Flag
from diurnal.model.layout import Layout
from diurnal.model.record import Link, Note, Privacy, Record
from diurnal.model.results import Changes, Day, DayCount, Links, NoteView, ReadLine, Reference
from diurnal.model.time import TimeWindow
from diurnal.ports import CatalogueReader, Vault
from diurnal.render.links import obsidian_link
from diurnal.render.parsed import parsed_lines
from diurnal.text.resolve import Found, NoteNames

# (path, bytes, show private text) -> the note.
ReadBytes = Callable[[str, bytes, bool], Note]

NOT_SHOWN = "This note is for its owner alone and is not shown to agents."


@dataclass(frozen=True, slots=True)
class Browser:
    """Answers that need no ranking.

    ``read`` reads a note from bytes; explicit requests (``note``, ``day``) go through it to the disk, because
    only they may show a private note, of which the catalogue holds nothing. *for_agent* shows neither those
    nor what is for the owner alone.
    """

    vault: Vault
    catalogue: CatalogueReader
    names: NoteNames
    read: ReadBytes
    vault_name: str
    day_notes: Callable[[date, Layout], tuple[str, ...]]

    def day(self, day: date, *, parsed: bool = False, for_agent: bool = False) -> Day:
        """The records of *day* in time order, untimed ones last, private notes of that day included.

        With *parsed*, every line of its notes and how it was read.
        """
        found = self.catalogue.records(self.catalogue.find.of_day(day).tolist())
        records = [record for record in found if _may_see(record.privacy, for_agent)]
        paths = dict.fromkeys(record.path for record in records)
        hidden = {record.path for record in found} - paths.keys()
        warnings: list[str] = []
        for path in self.day_notes(day, self.vault.layout):
            known = self.catalogue.note(path)
            if known is None:
                continue
            if not _may_see(known.privacy, for_agent):
                hidden.add(path)
                continue
            paths[path] = None
            warnings += [f"{path}: {sentence}" for sentence in known.warnings]
            if known.privacy is Privacy.PRIVATE:
                records += self._read(path).records
        if hidden:
            are = "note of this day is" if len(hidden) == 1 else "notes of this day are"
            warnings.append(f"{len(hidden)} {are} for the owner alone and not shown.")
        ordered = sorted(records, key=_time_order)
        lines = tuple(line for path in paths for line in self._parsed(path, for_agent)) if parsed else ()
        return Day(day, tuple(ordered), tuple(paths), tuple(warnings), lines)

    def dates(self) -> list[DayCount]:
        """Every day that has entries, and how many."""
        return [DayCount(day, number) for day, number in self.catalogue.find.dates().items()]

    def tail(self, number: int, *, for_agent: bool = False) -> list[Record]:
        """The newest *number* entries, oldest of them first."""
        without = Flag.OWNER_ONLY if for_agent else None
        return self.catalogue.records(self.catalogue.find.tail(number, without=without).tolist())

    def note(self, name: str, *, for_agent: bool = False) -> NoteView:
        """The note called *name*, read from the disk as it is now.

        Raises:
            NoteMissing, NameAmbiguous, OutsideVault, NoteUnreadable: as they say.
            NotForAgents: an agent asked for a note that is private or for the owner alone.
        """
        found = self._find_for_agent(name) if for_agent else self.find(name)
        source = self.vault.read(found.path)
        note = self.read(found.path, source.data, True)
        if not _may_see(note.privacy, for_agent):
            raise NotForAgents(NOT_SHOWN)
        text = source.data.decode("utf-8", "replace")
        return NoteView(
            note, text, name if found.by_alias else "", obsidian_link(self.vault_name, found.path)
        )

    def links(self, name: str, *, for_agent: bool = False) -> Links:
        """Links out of the note called *name* and into it.

        To an agent a link into a note that it may not see leads nowhere, and none comes from such a note.

        Raises:
            NoteMissing, NameAmbiguous, OutsideVault: as they say.
            NotForAgents: an agent asked for a note that is private or for the owner alone.
        """
        path = (self._find_for_agent(name) if for_agent else self.find(name)).path
        if for_agent and not self._is_open(path):
            raise NotForAgents(NOT_SHOWN)
        out: list[Reference] = []
        lost: list[Reference] = []
        for link in self._links_of(path):
            target = self.names.link(link.target, path)
            if for_agent and target and not self._is_open(target):
                target = None
            (out if target else lost).append(Reference(path, target or "", link))
        sources = {item.source: None for item in self.catalogue.names.links_back(path, self.names.link)}
        back = [
            Reference(source, path, link)
            for source in sources
            if not for_agent or self._is_open(source)
            for link in self._links_of(source)
            if self.names.link(link.target, source) == path
        ]
        return Links(path, tuple(out), tuple(back), tuple(lost))

    def _links_of(self, path: str) -> list[Link]:
        """The links written in the note at *path*, each with the line it stands on first."""
        note = self.catalogue.note(path)
        return _once(note.links) if note else []

    def since(self, clock: Clock) -> Changes:
        """What changed after *clock*; ``restart`` if it belongs to another instance."""
        changes = self.catalogue.since(clock)
        if changes is None:
            return Changes(self.catalogue.clock, (), restart=True)
        return Changes(self.catalogue.clock, tuple(changes))

    def span_of(self, name: str, *, for_agent: bool) -> TimeWindow | None:
        """The span a page or entry called *name* has, for "the week after [[name]]"; None if it has no date.

        To an agent the owner's own pages have none.
        """
        try:
            path = self.find(name, self._is_open if for_agent else None).path
        except NoteMissing:
            return None
        note = self.catalogue.note(path)
        if note is None or not _may_see(note.privacy, for_agent):
            return None
        if note.period is not None:
            return note.period
        spans = [event.window for record in note.records for event in record.events] + [
            record.recorded for record in note.records if record.recorded is not None
        ]
        dated = [span for span in spans if span.start is not None]
        return min(dated, key=lambda span: span.start or datetime.max) if dated else None

    def find(self, name: str, sees: Callable[[str], bool] | None = None) -> Found:
        """The one note called *name*, with or without brackets; for *sees* see ``NoteNames.find``.

        Raises:
            NoteMissing, NameAmbiguous, OutsideVault.
        """
        if self.names.has(name):  # a path may hold a bar, a hash, a blank at its end
            return Found(name)
        bare = name.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].partition("#")[0]
        return self.names.find(bare or name, sees)

    def _is_open(self, path: str) -> bool:
        known = self.catalogue.note(path)
        return known is not None and known.privacy is Privacy.OPEN

    def _find_for_agent(self, name: str) -> Found:
        """The same among open notes, and no error names a note: it could be one that agents must not know of."""
        try:
            return self.find(name, self._is_open)
        except NoteMissing as fault:
            raise NoteMissing(fault.message, hint="A search names the notes it finds.") from fault
        except NameAmbiguous as fault:
            raise NameAmbiguous(fault.message, hint="Give the path of one, as a search shows it.") from fault

    def _parsed(self, path: str, for_agent: bool) -> tuple[ReadLine, ...]:
        data = self.vault.read(path).data
        note = self.read(path, data, True)
        if not _may_see(note.privacy, for_agent):
            return ()
        return parsed_lines(path, data, note.records, self.vault.layout.template_lines)

    def _read(self, path: str) -> Note:
        return self.read(path, self.vault.read(path).data, True)


def _may_see(privacy: Privacy, for_agent: bool) -> bool:
    return privacy is Privacy.OPEN or not for_agent


def _once(links: Iterable[Link]) -> list[Link]:
    """Each link once, where it stands first."""
    first: dict[Link, Link] = {}
    for link in links:
        first.setdefault(replace(link, line=0), link)
    return list(first.values())


def _time_order(record: Record) -> tuple[bool, bool, time, str, int]:
    """Timed ones by their time, then those of the day's night, then untimed ones, as written."""
    at = record.at.time() if record.at else time.min
    return (record.at is None, record.is_night, at, record.path, record.ordinal)
