"""A vault of real files with the parts a job needs, at a moment the test chooses."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from diurnal.assemble.prompts import load_prompt
from diurnal.jobs.base import Job, run_through
from diurnal.jobs.days import Days
from diurnal.jobs.digest import Digest
from diurnal.jobs.strip import Strip
from diurnal.jobs.tag_halls import RemoveTags, TagHalls
from diurnal.jobs.write_diary import WriteDiary
from diurnal.model.layout import Layout, NotePattern
from diurnal.model.record import Note
from diurnal.model.results import JobRun, Stripped
from diurnal.ports import Writer
from diurnal.rank.halls import classify
from diurnal.store.ledger import JobLedger
from diurnal.store.tag_register import TagRegister
from diurnal.text import Reader
from diurnal.vault.disk import DiskVault
from diurnal.vault.patch import Patcher
from diurnal.vault.takeback import Takeback
from notefolder import NoteFolder

BERLIN = ZoneInfo("Europe/Berlin")
# Years after any file of a test was made, so that every note lies at rest unless a test says otherwise.
NOW = datetime(2041, 7, 24, 9, 0, tzinfo=BERLIN)
DIARY = Layout(daily=(NotePattern("diary", "YYYY-MM-DD", "day"),), daily_found=True)


class Room(NoteFolder):
    """The vault in *root* and the jobs that work on it."""

    def __init__(self, root: Path, layout: Layout = DIARY) -> None:
        super().__init__(root / "vault")
        self.state = root / "state"
        self.vault = DiskVault(self.root, layout)
        self.reader = Reader(layout, classify=classify, events=lambda text, day: ())
        self.days = Days(self.vault, self.note, quiet=timedelta(hours=3))
        self.ledger = JobLedger(self.state)
        self.patcher = Patcher.of(self.root, self.state)
        self.takeback = Takeback(self.patcher)

    def note(self, path: str, data: bytes | None = None) -> Note:
        """The note at *path* as it is read, of its bytes on the disk unless *data* is given."""
        return self.reader.read(path, self.path(path).read_bytes() if data is None else data)

    def diary(self, day: str, text: str | bytes) -> str:
        """Write the diary note of *day*; its path in the vault."""
        self.write(f"diary/{day}.md", text)
        return f"diary/{day}.md"

    def text(self, path: str) -> str:
        return self.path(path).read_bytes().decode()

    def touched(self, path: str, when: datetime) -> None:
        """Let the file of *path* look as if it was saved at *when*."""
        os.utime(self.path(path), (when.timestamp(), when.timestamp()))

    def bytes_of_all(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }

    # --- jobs -------------------------------------------------------------------------------------

    def tag_halls(self, form: str = "bracket", most_days: int = 7) -> TagHalls:
        return TagHalls(self.days, self.patcher, TagRegister(self.state), form=form, most_days=most_days)

    def remove_tags(self) -> RemoveTags:
        return RemoveTags(self.days, self.patcher, TagRegister(self.state))

    def write_diary(
        self,
        writer: Writer | None = None,
        *,
        prompts: Path | None = None,
        most_days: int = 7,
    ) -> WriteDiary:
        return WriteDiary(
            self.days,
            self.patcher,
            self.ledger,
            TagRegister(self.state),
            writer=writer,
            prompt=lambda: load_prompt("write-diary", prompts),
            most_days=most_days,
        )

    def strip(self, *, dry_run: bool = False) -> Stripped:
        return Strip(self.days, self.patcher, TagRegister(self.state)).strip(now=NOW, dry_run=dry_run)

    def digest(self) -> Digest:
        return Digest(self.days, self.patcher, self.ledger)

    def run(self, job: Job, now: datetime = NOW, *, dry_run: bool = False) -> JobRun:
        return run_through(job, now, dry_run=dry_run)

    def undo(self, run: JobRun, now: datetime = NOW) -> None:
        for op in reversed(run.ops):
            self.takeback.undo(op, at=now)
