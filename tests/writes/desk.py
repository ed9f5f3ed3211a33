"""A vault on the real disk with everything a write needs: reader, catalogue, reconciler, journal, a clock that a test moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from diurnal.engine.card_fields import CardFields
from diurnal.engine.reconcile import Reconciler
from diurnal.engine.write_rules import WriteRules
from diurnal.engine.writing import Writing
from diurnal.model.layout import Layout, NotePattern
from diurnal.model.record import Note, Record
from diurnal.model.stamp import Source
from diurnal.ports import Applied
from diurnal.rank.halls import classify
from diurnal.store.catalogue import Catalogue
from diurnal.text import READER_RECIPE, Reader
from diurnal.text.resolve import NoteNames
from diurnal.vault.disk import DiskVault
from diurnal.vault.patch import Patcher
from diurnal.vault.takeback import Takeback
from notefolder import NoteFolder

ZONE = ZoneInfo("Asia/Shanghai")
NOON = datetime(2026, 7, 21, 12, 0, 0, tzinfo=ZONE)
DIARY = Layout(daily=(NotePattern("diary", "YYYY-MM-DD", "day"),), daily_found=True)
TODAY = "diary/2026-07-21.md"


class Desk:
    """``folder`` holds the notes, ``state`` the journal; ``wrote`` lists what writes reported."""

    def __init__(self, root: Path, layout: Layout = DIARY, **rules: Any) -> None:
        self.root = root
        self.folder = NoteFolder(root / "vault")
        self.state = root / "state"
        self.now = NOON
        self.vault = DiskVault(self.folder.root, layout)
        self.names = NoteNames()
        self.catalogue, _ = Catalogue.open(root / "derived" / "catalog.db", recipe=READER_RECIPE)
        self.patcher = Patcher.of(self.folder.root, self.state)
        self.purged: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.wrote: list[str] = []
        self._clock = 0.0
        self.reconciler = Reconciler(self.vault, self.catalogue, self._read_source, self._publish)
        self.writing = self.writing_with(**rules)
        self.take_in()

    def writing_with(self, **rules: Any) -> Writing:
        """The same desk under other rules."""
        return Writing(
            self.vault,
            self.patcher,
            Takeback(self.patcher),
            self.catalogue,
            self.names,
            self.read,
            WriteRules(**rules),
            self._wrote,
            self._purge,
        )

    # --- what the parts need of each other ------------------------------------------------------------

    def read(self, path: str, data: bytes) -> Note:
        reader = Reader(self.vault.layout, classify=classify, events=lambda text, day: ())
        return reader.read(path, data, show_private=True)

    def _read_source(self, source: Source) -> Note:
        return self.read(source.path, source.data)

    def _publish(self, applied: Applied) -> None:
        for path in applied.touched:
            note = self.catalogue.note(path)
            if note is None:
                self.names.drop(path)
            else:
                self.names.put(path, note.aliases)

    def _wrote(self, paths: Iterable[str], gone: Collection[str] = ()) -> None:
        self.wrote.extend(paths)
        self.reconciler.absent.meant(gone)
        self.take_in()
        self.reconciler.absent.meant(())

    def _purge(self, paths: Collection[str], ids: Collection[str]) -> None:
        self.purged.append((tuple(paths), tuple(ids)))
        self.take_in()
        # As the daemon does with every note it reads anew.
        self.writing.look_again(paths, self.now)
        self.forget(paths, ids)

    def forget(self, paths: Collection[str], ids: Collection[str]) -> None:
        """What a start is given to forget by."""
        self.catalogue.purge(tuple(paths), tuple(ids))
        self.catalogue.settle_purge()

    # --- what a test does -----------------------------------------------------------------------------

    def take_in(self) -> None:
        """Bring the catalogue to what is on the disk."""
        self._clock += 10
        self.reconciler.reconcile(now=self._clock, grace=False)

    def write(self, path: str, text: str | bytes) -> None:
        """As an editor saves."""
        self.folder.write(path, text)
        self.take_in()

    def text(self, path: str) -> str:
        return self.data(path).decode()

    def data(self, path: str) -> bytes:
        return self.folder.path(path).read_bytes()

    def all_bytes(self) -> dict[str, bytes]:
        """Every file of the vault."""
        root = self.folder.root
        return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}

    def folders(self) -> list[str]:
        return sorted(str(p.relative_to(self.folder.root)) for p in self.folder.root.rglob("*") if p.is_dir())

    def record(self, id: str) -> Record:
        ((_, record),) = self.catalogue.by_ids([id]).values()
        return record

    def later(self, **delta: float) -> None:
        self.now += timedelta(**delta)

    def append(self, text: str, **options: Any) -> Any:
        return self.writing.diary.append(text, now=self.now, **options)

    def remember(
        self, text: str, *, page: str = "", by: str = "", dry_run: bool = False, **fields: Any
    ) -> Any:
        return self.writing.wiki.remember(
            text, now=self.now, page=page, fields=CardFields(**fields), by=by, dry_run=dry_run
        )

    def replace(self, id: str, text: str, *, by: str = "", dry_run: bool = False, **fields: Any) -> Any:
        return self.writing.wiki.replace(
            id, text, now=self.now, fields=CardFields(**fields), by=by, dry_run=dry_run
        )

    def close(self) -> None:
        self.catalogue.close()
