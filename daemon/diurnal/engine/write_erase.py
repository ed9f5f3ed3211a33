"""Erasing: the one write that takes something out for good, from the notes and from everything made of them.

What is to go is looked for in the notes on the disk, private ones too, because
the index may not know everything. Lines go whole; what stands around them stays
byte for byte; a note that holds nothing else goes too. Then every store, the
write journal and the undo data are told to leave no byte of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from diurnal.engine.write_pages import Pages
from diurnal.engine.write_rules import ReadBytes
from diurnal.errors import NoteMissing, NoteUnreadable, UsageError
from diurnal.model.record import Kind, Note, Place, Record
from diurnal.model.results import Erased
from diurnal.ports import Patcher, Vault
from diurnal.text.change import Change, Patch
from diurnal.text.clocks import read_clock
from diurnal.text.decoding import decode
from diurnal.text.insert import Edit, Removal, Sheet

Purge = Callable[[Collection[str], Collection[str]], None]
"""Called with paths and ids: everything derived must forget them, on disk too."""

# A line so short may stand anywhere; it does not tell whose undo data must go.
_TELLING = 8


@dataclass(slots=True)
class _Target:
    """What goes from one note: whole, or certain lines of it (1-based, both ends included)."""

    whole: bool = False
    records: list[Record] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Eraser:
    """Erases from one vault.

    Args:
        vault: where the notes lie.
        patcher: changes them.
        pages: finds a record by its id.
        read: the reader, for a note's bytes, private ones whole.
        purge: makes the catalogue, the postings, Whoosh, the vectors and the logs forget.
    """

    vault: Vault
    patcher: Patcher
    pages: Pages
    read: ReadBytes
    purge: Purge

    def erase(self, id: str = "", *, owner: str = "", now: datetime, dry_run: bool = False) -> Erased:
        """Take out the record *id*, or all cards, episodes and entries of *owner*.

        Raises:
            UsageError: both or neither was named.
            NoteMissing: there is no such record, or nothing of that owner.
            WriteFailed, NoteChanged: a note could not be written; repeat the erase.
        """
        if bool(id) == bool(owner.strip()):
            raise UsageError("Name a record or an owner, not both.")
        targets = self._of_record(id) if id else self._of_owner(owner.strip())
        if not targets:
            raise NoteMissing(f"There is nothing of the owner {owner!r}.")
        records = tuple(dict.fromkeys(r.id for target in targets.values() for r in target.records))
        patches = [self._patch(path, target) for path, target in targets.items()]
        if dry_run:
            would = self.patcher.write_for_good(patches, at=now, dry_run=True)
            return Erased(records, tuple(targets), would.diff)
        named = {f"^{r.block}" for target in targets.values() for r in target.records if r.block}
        named |= {owner.strip()} if owner else set()

        def words_of(changes: Sequence[Change]) -> set[str]:
            edits = (edit for change in changes for edit in change.edits)
            return named | {line for edit in edits for line in _telling_lines(edit)}

        try:
            with self.patcher.locked():
                self.patcher.forget_crossed(targets)
                done = self.patcher.write_for_good(patches, at=now, ids=records, words_of=words_of)
        finally:
            # Also of a write that failed half way, and without the lock: who purges may wait for a writer.
            self.forget_owed(self.purge)
        remark = (
            f"{done.forgotten} operations on these notes can no longer be undone." if done.forgotten else ""
        )
        return Erased(records, tuple(targets), remark=remark)

    def forget_owed(self, purge: Purge) -> None:
        """Make everything derived forget what was taken out for good until now, by this process or a killed one."""
        journal = self.patcher.journal
        for owed in journal.owed():
            purge(owed.paths, owed.ids)
            journal.settle(owed.op)

    # --- what goes ------------------------------------------------------------------------------------

    def _of_record(self, id: str) -> dict[str, _Target]:
        path, identity = self.pages.record_place(id)
        for record in self._note(path).records:
            if record.id == identity:
                return {path: _Target(records=[record])}
        raise NoteMissing(f"{path} has no record {id!r} any more.", hint="Ask again for its id.")

    def _of_owner(self, owner: str) -> dict[str, _Target]:
        found: dict[str, _Target] = {}
        for path in sorted(self.vault.sweep().found):
            data = self.patcher.current(path)
            if data is None or owner.casefold() not in decode(data).text.casefold():
                continue
            note = self.read(path, data)
            target = _Target(note.place is Place.EPISODE and _is_owned(note, owner))
            target.records = [record for record in note.records if target.whole or _belongs_to(record, owner)]
            if target.whole or target.records:
                found[path] = target
        return found

    def _note(self, path: str) -> Note:
        data = self.patcher.current(path)
        if data is None:
            raise NoteMissing(f"{path} is not there.", hint="It was moved or deleted meanwhile; ask again.")
        return self.read(path, data)

    # --- taking it out --------------------------------------------------------------------------------

    def _patch(self, path: str, target: _Target) -> Patch:
        ids = {record.id for record in target.records}

        def plan(source: bytes | None) -> Sequence[Edit]:
            if source is None:
                return ()
            if target.whole:
                return (Removal(0, source),) if source else ()
            records = [record for record in self.read(path, source).records if record.id in ids]
            if len(records) != len(ids):
                raise NoteUnreadable(f"{path} was edited meanwhile.", hint="Erase again.")
            sheet = Sheet.of(source)
            return [sheet.without_lines(*span) for span in _spans(sheet, records)]

        return Patch(path, plan, drop_if_blank=True)


def _is_owned(note: Note, owner: str) -> bool:
    return any(value.casefold() == owner.casefold() for value in note.properties.get("owner", ()))


def _belongs_to(record: Record, owner: str) -> bool:
    if record.card is not None and record.card.owner.casefold() == owner.casefold():
        return True
    return record.kind is Kind.ENTRY and record.by.casefold() == owner.casefold()


def _spans(sheet: Sheet, records: Iterable[Record]) -> Iterator[tuple[int, int]]:
    """The line spans (indices) of *records*, joined where they touch, ascending."""
    spans = sorted(_widened(sheet, record) for record in records)
    current: tuple[int, int] | None = None
    for first, last in spans:
        if current is not None and first <= current[1] + 1:
            current = (current[0], max(current[1], last))
            continue
        if current is not None:
            yield current
        current = (first, last)
    if current is not None:
        yield current


def _widened(sheet: Sheet, record: Record) -> tuple[int, int]:
    """The lines of *record*, with the time above a part of a long entry and one of two blank lines that would meet."""
    texts = sheet.texts
    first, last = record.lines[0] - 1, record.lines[1] - 1
    above = first - 1
    while above >= 0 and not texts[above].strip():
        above -= 1
    heading = texts[above].lstrip("#").strip() if above >= 0 and texts[above].startswith("#") else ""
    if record.kind is Kind.ENTRY and heading and read_clock(heading):
        first = above
    is_apart = first == 0 or not texts[first - 1].strip()
    if is_apart and last + 1 < len(texts) - 1 and not texts[last + 1].strip():
        last += 1
    return first, last


def _telling_lines(edit: Edit) -> list[str]:
    """Lines that tell whose they are; times and timestamps are everybody's."""
    lines = (line.strip() for line in decode(edit.data).text.split("\n"))
    return [line for line in lines if len(line) >= _TELLING and not line.startswith(("#", "<!--", "---"))]
