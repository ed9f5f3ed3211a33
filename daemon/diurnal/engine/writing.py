"""All that writes one vault, put together: ``diary``, ``wiki`` and ``eraser``, with undo and what was written.

Each write goes through the patcher, so it is planned on the note as it lies,
journalled, and can be undone (but for ``erase``). After a write the notes are
handed to ``wrote``, so that the next question finds it. Nothing here knows the
socket, the settings file or the clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from diurnal.engine.chain import Chains
from diurnal.engine.write_cards import WikiWriter
from diurnal.engine.write_entry import DiaryWriter, Wrote
from diurnal.engine.write_erase import Eraser, Purge
from diurnal.engine.write_pages import Pages
from diurnal.engine.write_rules import ReadBytes, WriteRules
from diurnal.model.record import Record
from diurnal.model.results import Operation, Written
from diurnal.ports import Again, CatalogueReader, Patcher, Takeback, Vault
from diurnal.text.resolve import NoteNames


@dataclass(slots=True)
class Writing:
    """Writes one vault's notes.

    Args:
        vault: the notes; its layout is asked at each write.
        patcher: changes them.
        takeback: takes back what it did, and puts back what an editor overwrote of it.
        catalogue: what is known of them.
        names: which note a name means; kept up to date by its owner.
        read: the reader on bytes, private notes whole.
        rules: who may write what.
        wrote: told the paths after each write, before the call returns.
        purge: makes everything derived forget paths and ids.
    """

    vault: Vault
    patcher: Patcher
    takeback: Takeback
    catalogue: CatalogueReader
    names: NoteNames
    read: ReadBytes
    rules: WriteRules
    wrote: Wrote
    purge: Purge
    pages: Pages = field(init=False)
    diary: DiaryWriter = field(init=False)
    wiki: WikiWriter = field(init=False)
    eraser: Eraser = field(init=False)

    def __post_init__(self) -> None:
        self.pages = Pages(self.vault, self.patcher, self.catalogue, self.names, self.read)
        self.diary = DiaryWriter(self.vault, self.patcher, self.catalogue, self.rules, self.wrote, self.read)
        self.wiki = WikiWriter(self.vault, self.patcher, self.pages, self.read, self.rules, self.wrote)
        self.eraser = Eraser(self.vault, self.patcher, self.pages, self.read, self.purge)

    def start(self, now: datetime, forget: Purge) -> list[str]:
        """Finish what a killed process left, and keep at hand what was written in the last minutes; sentences.

        *forget* is as ``purge``, but need not have rewritten every file when it returns.
        """
        told = self.takeback.recover()
        self.eraser.forget_owed(forget)
        self.takeback.watch_recent(now)
        return told

    # --- looking back ---------------------------------------------------------------------------------

    def undo(self, op: str = "", *, now: datetime, dry_run: bool = False) -> Written:
        """Take an operation back, the last one if *op* is empty. Raises CannotUndo."""
        operation, done = self.takeback.undo(op, at=now, dry_run=dry_run)
        if done.op:
            self.wrote(
                [change.path for change in done.changes],
                [change.path for change in done.changes if change.after is None],
            )
        path = operation.paths[0] if operation.paths else ""
        remark = (
            f"{operation.what} of {operation.at:%Y-%m-%d %H:%M} "
            + ("would be" if dry_run else "was")
            + " undone"
        )
        return Written(done.op, path=path, diff=done.diff if dry_run else "", remark=remark)

    def ops(self, limit: int = 20) -> list[Operation]:
        """The last *limit* operations, newest first."""
        return self.patcher.journal.operations(limit)

    def history(self, id: str) -> list[Record]:
        """A card with all it replaced and all that replaced it, oldest first."""
        return Chains(self.catalogue, self.names.link).history(id)

    # --- keeping watch --------------------------------------------------------------------------------

    def look_again(self, paths: Iterable[str], now: datetime) -> list[Again]:
        """Put back what an editor overwrote in *paths*, which were just read anew; what was done about each."""
        again = self.takeback.look_again(paths, now)
        put_back = [item.path for item in again if item.new_op]
        if put_back:
            self.wrote(put_back)
        return again
