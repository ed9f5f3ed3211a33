"""The calls of ``Memory`` that write: entries, cards, conversations, undo, jobs.

Part of ``Memory``, in a file of its own. Every call is planned on the notes as
they lie, journalled, and (but for ``erase``) undone by ``undo``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from diurnal.arguments import checks_arguments
from diurnal.assemble.opened import Opened
from diurnal.engine.card_fields import CardFields
from diurnal.model.record import Record
from diurnal.model.results import Erased, JobRun, JobState, Memorized, Operation, Stripped, Written


class MemoryWrites:
    """The writing half of ``Memory``; see there for how it is opened."""

    _opened: Opened

    # --- diary ----------------------------------------------------------------------------------

    @checks_arguments
    def append(
        self,
        text: str,
        *,
        at: datetime | str | None = None,
        hall: str = "",
        by: str = "",
        under: str | None = None,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> Written:
        """Add an entry to a day of the diary, in the note's own shape; the next question finds it.

        Args:
            text: the entry.
            at: when it happened, a time or words for one ("yesterday 21:30"); None is now.
            hall: facts, events, discoveries, preferences or advice; empty writes none.
            by: who writes; empty is the owner.
            under: heading to add below; None takes the configured one.
            dry_run: only return the diff.
            now: stands for the present moment.

        Raises:
            UsageError: there is no text, or no such hall. BadTime: *at* is none. WriteRefused: agents may not write here.
            NoteUnreadable, NoteChanged, WriteFailed, OutsideVault: nothing was written.
        """
        self._opened.keep_up()
        present = now or self._opened.now()
        moment = self._opened.moment(at, present) if at else None
        return self._opened.author.writing.diary.append(
            text, now=present, at=moment, by=by, hall=hall, under=under, dry_run=dry_run
        )

    # --- cards ----------------------------------------------------------------------------------

    @checks_arguments
    def remember(
        self,
        text: str,
        *,
        page: str = "",
        since: date | str | None = None,
        event: date | str | None = None,
        importance: int = 0,
        category: str = "",
        owner: str = "",
        src: Sequence[str] = (),
        always: bool = False,
        expires: date | str | None = None,
        by: str = "",
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> Written:
        """Add a card to a wiki page (docs/note-format.md); a page that is not there is made.

        *since*, *event* and *expires* are days, or words for one: "yesterday".

        Raises:
            NameAmbiguous: several notes are called *page*. UsageError: a field cannot be used.
            WriteRefused: agents may not write here. WriteFailed, NoteChanged: nothing was written.
        """
        self._opened.keep_up()
        days = self._days(now, since=since, event=event, expires=expires)
        fields = CardFields(
            importance=importance, category=category, owner=owner, src=tuple(src), always=always, **days
        )
        return self._opened.author.writing.wiki.remember(
            text, now=now or self._opened.now(), page=page, fields=fields, by=by, dry_run=dry_run
        )

    @checks_arguments
    def replace(
        self,
        id: str,
        text: str,
        *,
        since: date | str | None = None,
        event: date | str | None = None,
        importance: int = 0,
        category: str = "",
        owner: str = "",
        src: Sequence[str] = (),
        always: bool = False,
        expires: date | str | None = None,
        by: str = "",
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> Written:
        """Close a card and add what is true now beside it, each linked to the other.

        Raises:
            NoteMissing: there is no such card. Otherwise as ``remember``.
        """
        self._opened.keep_up()
        days = self._days(now, since=since, event=event, expires=expires)
        fields = CardFields(
            importance=importance, category=category, owner=owner, src=tuple(src), always=always, **days
        )
        return self._opened.author.writing.wiki.replace(
            id, text, now=now or self._opened.now(), fields=fields, by=by, dry_run=dry_run
        )

    def _days(self, now: datetime | None, **said: date | str | None) -> dict[str, date | None]:
        """The days that a caller *said*, by the names they have; words for one are read as of *now*."""
        return {name: self._opened.day(day, now) if day else None for name, day in said.items()}

    @checks_arguments
    def _close_card(self, id: str, until: date | None = None, by: str = "", dry_run: bool = False) -> Written:
        self._opened.keep_up()
        return self._opened.author.writing.wiki.close(
            id, now=self._opened.now(), until=until, by=by, dry_run=dry_run
        )

    @checks_arguments
    def history(self, id: str) -> list[Record]:
        """A card with all it replaced and all that replaced it, oldest first."""
        self._opened.keep_up()
        return self._opened.author.writing.history(id)

    @checks_arguments
    def erase(self, id: str = "", *, owner: str = "", dry_run: bool = False) -> Erased:
        """Take a record, or all of one owner, out of notes, undo and everything derived. It cannot be undone.

        Raises:
            UsageError: both or neither was named. NoteMissing: there is nothing to erase.
        """
        self._opened.keep_up()
        return self._opened.author.erase(id, owner=owner, now=self._opened.now(), dry_run=dry_run)

    @checks_arguments
    def strip(self, *, dry_run: bool = False) -> Stripped:
        """Take Diurnal's own marks out of every note: hall marks of tag-halls, timestamp comments, days in brief.

        Only what is, to the letter, as it was written; one operation, which ``undo`` takes back.

        Raises:
            NoteChanged, WriteFailed: no note was changed.
        """
        self._opened.keep_up()
        return self._opened.author.strip(now=self._opened.now(), dry_run=dry_run)

    # --- conversations --------------------------------------------------------------------------

    @checks_arguments
    def memorize(
        self,
        turns: Sequence[Mapping[str, Any]],
        *,
        owner: str = "",
        by: str = "",
        now: datetime | None = None,
    ) -> Memorized:
        """Keep a conversation as an episode, and learn from it with at most one call of the configured model.

        In a daemon the model is asked in the background and this returns at once, ``pending``; without one
        ``catch_up`` asks it. Without a model the turns are kept and wait.

        Args:
            turns: mappings with ``speaker`` and ``text``, and ``at`` if known.
            owner: whose cards may be made of it.
            by: who writes.
        """
        self._opened.keep_up()
        kept = self._opened.author.memorizer.memorize(
            turns, now=now or self._opened.now(), owner=owner, by=by
        )
        if self._opened.author.writer is None:
            said = (
                self._opened.author.writer_fault
                or "No model is configured: the turns are kept and wait (writer.name)."
            )
            return replace(kept, warnings=(*kept.warnings, said))
        if self._opened.learns_later:
            self._opened.author.learn_soon()
        return kept

    # --- looking back ---------------------------------------------------------------------------

    @checks_arguments
    def undo(self, op: str = "", *, dry_run: bool = False) -> Written:
        """Take an operation back, the last one if *op* is empty.

        Raises:
            CannotUndo: it is unknown, undone or too old, or its note changed since.
        """
        self._opened.keep_up()
        return self._opened.author.writing.undo(op, now=self._opened.now(), dry_run=dry_run)

    @checks_arguments
    def ops(self, limit: int = 20) -> list[Operation]:
        """The last *limit* operations, newest first."""
        return self._opened.author.writing.ops(limit)

    # --- jobs -----------------------------------------------------------------------------------

    def jobs(self) -> list[JobState]:
        """The scheduled jobs: which are on, when each runs next, how it went last."""
        return list(self._opened.author.schedule.states())

    @checks_arguments
    def run_job(self, name: str, dry_run: bool = False) -> JobRun:
        """Run a job now, on or off; *dry_run* only shows what it would change. ``jobs`` shows how far it is.

        Raises:
            UsageError: there is no such job.
        """
        self._opened.keep_up()
        return self._opened.author.schedule.run(name, dry_run=dry_run)
