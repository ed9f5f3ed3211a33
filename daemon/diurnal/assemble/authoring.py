"""Everything that writes notes, put together: entries and cards, memorizing, erasing, the scheduled jobs.

The counterpart of ``parts`` for the write path. What is made here is given
what it needs from the parts that read; nothing that reads knows of it.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from diurnal.assemble.given import Given
from diurnal.assemble.own_writing import rules_of, writer_of
from diurnal.assemble.parts import Parts
from diurnal.assemble.prompts import load_prompt
from diurnal.assemble.reading import read_bytes
from diurnal.engine.memorize import Memorizer
from diurnal.engine.question import Question
from diurnal.engine.writing import Writing
from diurnal.errors import StoreDamaged, WriteFailed
from diurnal.jobs.days import Days
from diurnal.jobs.extract import Extract
from diurnal.jobs.retold import Retellings
from diurnal.jobs.strip import Strip
from diurnal.model.answer import State
from diurnal.model.record import Privacy, Record
from diurnal.model.results import Erased, Memorized, Stripped
from diurnal.store.tag_register import TagRegister
from diurnal.vault.patch import Patcher
from diurnal.vault.takeback import Takeback

if TYPE_CHECKING:
    from diurnal.jobs.schedule import Schedule

log = logging.getLogger(__name__)


class Authoring:
    """The write path of one vault.

    Args:
        parts: what reads.
        prompts: the folder of the owner's own prompts.
        now: the present moment in the vault's zone.
        given: what was told with answers; it outlives what is made here.
        in_daemon: run the jobs when they are due.
    """

    def __init__(
        self, parts: Parts, prompts: Path, now: Callable[[], datetime], given: Given, *, in_daemon: bool
    ) -> None:
        self._parts = parts
        self._prompts = prompts
        self._given = given
        self._now = now
        self._learning = threading.Lock()
        self._lesson_trouble = ""
        self._retry_at: datetime | None = None
        self._scheduling = threading.RLock()
        self._schedule: Schedule | None = None
        self._has_begun = False
        self._in_daemon = in_daemon
        self.writer, self.writer_fault = writer_of(parts)
        patcher = Patcher.of(parts.folders.vault, parts.folders.state)
        self.writing = Writing(
            vault=parts.vault,
            patcher=patcher,
            takeback=Takeback(patcher),
            catalogue=parts.catalogue,
            names=parts.names,
            read=lambda path, data: read_bytes(parts.vault.layout, parts.plugins, path, data, True),
            rules=rules_of(parts),
            wrote=self._wrote,
            purge=self._purge,
        )
        parts.when_hidden.append(self._hidden)
        # Taken in before we heard of it: in a run that was killed, or earlier in this one.
        if parts.catalogue.owes_purge:
            self._hidden(self._private_notes())
        self._told = tuple(self.writing.start(now(), self._forget))

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences for ``status``: writes that were cut short before the start, and what editors overwrote since."""
        return (*self._told, *self._given.overwrites.lately)

    @property
    def writer_troubles(self) -> tuple[str, ...]:
        """Sentences about what is not written for want of a model, or because it fails."""
        return tuple(sentence for sentence in (self.writer_fault, self._lesson_trouble) if sentence)

    # --- memorizing -----------------------------------------------------------------------------

    @cached_property
    def memorizer(self) -> Memorizer:
        parts = self._parts
        return Memorizer(
            self.writing,
            self.writer,
            parts.embedding.embedder if parts.embedding else None,
            self._similar,
            self._given.recalled,
            load_prompt("memorize", self._prompts),
        )

    def learn_pending(self) -> list[Memorized]:
        """Learn from every kept conversation that is due; each is asked about once, whoever else is at it."""
        learned = []
        with self._learning:
            while (one := self.memorizer.step(self._now())) is not None:
                learned.append(one)
                if one.pending:
                    break
            self._note_lessons()
        return learned

    def learn(self, path: str, now: datetime) -> Memorized:
        """Learn from one kept conversation, unless that is done already. Raises WriterFailed."""
        with self._learning:
            learned = self.memorizer.learn(path, now)
            self._note_lessons()
        return learned

    def _note_lessons(self) -> None:
        self._lesson_trouble = self.memorizer.trouble
        self._retry_at = self.memorizer.retry_at

    def _similar(self, text: str, limit: int, now: datetime) -> list[Record]:
        question = Question(text, now, limit, scope="all", reads_time=False)
        return [hit.record for hit in self._parts.answering.retrieve(question).hits]

    # --- erasing --------------------------------------------------------------------------------

    def erase(self, id: str, *, owner: str, now: datetime, dry_run: bool) -> Erased:
        """Erase a record or all of an owner's, first from what was retold of their notes; the remark names that."""
        erased = self.writing.eraser.erase(id, owner=owner, now=now, dry_run=True)
        retold = self.retellings.erase(erased.notes, now=now, dry_run=dry_run)
        if dry_run:
            erased = replace(erased, diff=retold.diff + erased.diff)
        else:
            erased = self.writing.eraser.erase(id, owner=owner, now=now)
        if not retold.changes:
            return erased
        paths = ", ".join(change.path for change in retold.changes)
        goes = f"What was told of it in brief {'goes' if dry_run else 'went'} too, in {paths}."
        return replace(erased, remark=f"{goes} {erased.remark}".rstrip())

    def _wrote(self, paths: Iterable[str], gone: Collection[str] = ()) -> None:
        if gone:
            self._parts.loop.take_in_erased(list(gone), time.monotonic())
        written = list(paths)
        try:
            self._parts.loop.check_hits(written, time.monotonic())
        except (WriteFailed, StoreDamaged) as fault:
            # The notes hold it, whatever becomes of what is derived from them: a caller told that the write
            # failed would write it twice. The loop takes it in later, and says until then why it cannot.
            log.warning("What was just written is not taken in yet: %s", fault)
            self._parts.loop.hint(written, time.monotonic())

    def _purge(self, paths: Collection[str], ids: Collection[str]) -> None:
        """Make everything derived forget, on disk too, before this returns."""
        self._forget(paths, ids)
        self._parts.background.purge_now()

    def _forget(self, paths: Collection[str], ids: Collection[str]) -> None:
        """Make the catalogue forget; from then on it owes it to the other stores, over restarts too."""
        self._given.forget(paths)
        self._parts.loop.take_in_erased(list(paths), time.monotonic())
        self._parts.catalogue.purge(list(paths), list(ids))

    def _hidden(self, paths: Collection[str]) -> None:
        """Keep no undo data, and nothing in memory, of what became private."""
        self._given.forget(paths)
        self.writing.patcher.journal.purge(paths)

    def _private_notes(self) -> list[str]:
        """The private notes among those that were written lately."""
        operations = self.writing.ops(sys.maxsize)
        notes = {path: self._parts.catalogue.note(path) for one in operations for path in one.paths}
        return [path for path, note in notes.items() if note and note.privacy is Privacy.PRIVATE]

    # --- jobs -----------------------------------------------------------------------------------

    @property
    def schedule(self) -> Schedule:
        """The jobs; made when first asked for, once, whichever thread asks."""
        # APScheduler takes 0.15 s to load, and most memories opened in a program never ask for a job.
        from diurnal.assemble.scheduling import schedule_of

        with self._scheduling:
            if self._schedule is None:
                extract = Extract(self.memorizer.pending, self.learn)
                self._schedule = schedule_of(
                    self._parts,
                    self._days,
                    self.writing.patcher,
                    self._register,
                    extract,
                    self.writer,
                    self._prompts,
                )
            return self._schedule

    @cached_property
    def _register(self) -> TagRegister:
        return TagRegister(self._parts.folders.state)

    def strip(self, *, now: datetime, dry_run: bool) -> Stripped:
        """Take our own marks out of all notes."""
        found = Strip(self._days, self.writing.patcher, self._register).strip(now=now, dry_run=dry_run)
        if found.op:
            self._wrote(found.notes)
        return found

    @cached_property
    def retellings(self) -> Retellings:
        """Briefs and digests, which quote what may have to be erased."""
        return Retellings(self._days, self.writing.patcher, self._parts.settings.jobs.digest_folder)

    @cached_property
    def _days(self) -> Days:
        parts = self._parts
        return Days(
            parts.vault,
            lambda path, data: read_bytes(parts.vault.layout, parts.plugins, path, data, False),
            quiet=timedelta(hours=parts.settings.jobs.quiet_hours),
        )

    # --- beside the loop ------------------------------------------------------------------------

    def step(self) -> None:
        """After a step of the loop: put back what an editor overwrote, ask a model that failed again once that is due.

        The daemon calls it on the loop's own thread; the jobs begin once the first reading is finished.
        """
        changed = []
        while self._parts.changed:
            changed.append(self._parts.changed.popleft())
        if changed:
            for again in self.writing.look_again(list(dict.fromkeys(changed)), self._now()):
                note = self._parts.catalogue.note(again.path)
                self._given.overwrites.note(again, is_open=note is not None and note.privacy is Privacy.OPEN)
        is_ready = self._parts.loop.freshness.state is State.READY
        if is_ready and not self._has_begun:
            with self._scheduling:
                self._has_begun = self._in_daemon
            if self._has_begun:
                self.schedule.start()
        if self._in_daemon and self._retry_at is not None and self._retry_at <= self._now():
            self._retry_at = None
            self.learn_soon()

    def learn_soon(self) -> None:
        """Learn from what is pending on a thread of its own: a model takes seconds."""
        threading.Thread(target=self.learn_pending, name="diurnal-learn", daemon=True).start()

    def stop(self, timeout_s: float) -> None:
        """End the jobs after the step under way; none begins any more."""
        with self._scheduling:
            self._in_daemon = False
        if self._has_begun:
            self.schedule.stop(timeout_s)
