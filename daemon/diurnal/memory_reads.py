"""The calls of ``Memory`` that read: questions, searches, days, notes, links, and what changed.

Part of ``Memory``, in a file of its own. None of them writes a byte of any note.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from diurnal.arguments import checks_arguments
from diurnal.assemble.opened import Opened
from diurnal.engine.question import Question, kinds_of
from diurnal.errors import UsageError
from diurnal.model.answer import Answer, Clock
from diurnal.model.record import Record
from diurnal.model.results import Changes, Day, DayCount, Explanation, Links, NoteView


class MemoryReads:
    """The reading half of ``Memory``; see there for how it is opened."""

    _opened: Opened

    def _question(
        self,
        query: str,
        now: datetime | None,
        limit: int | None = None,
        kinds: Sequence[str] | None = None,
        **said: Any,
    ) -> Question:
        """What is asked, with what is not *said* as the settings and the clock have it. Raises UsageError."""
        most = self._opened.parts.settings.search.limit if limit is None else limit
        return Question(query, now or self._opened.now(), most, kinds=kinds_of(kinds), **said)

    # --- questions ------------------------------------------------------------------------------

    @checks_arguments
    def retrieve(
        self,
        query: str,
        *,
        limit: int | None = None,
        time_range: Any = None,
        now: datetime | None = None,
        scope: str = "auto",
        kinds: Sequence[str] | None = None,
        owner: str | None = None,
        by: str | None = None,
        fresh: bool = False,
        explain: bool = False,
        reads_time: bool = True,
        for_agent: bool = False,
        cursor: str = "",
    ) -> Answer:
        """Records for a question, ranked; a time it names confines them.

        Args:
            query: the question, English, Chinese or both.
            limit: most hits wanted; None takes ``search.limit``.
            time_range: windows that replace the question's own time: a pair, a list of pairs, or words.
            now: the moment it is asked at; None is now, in the vault's zone.
            scope: "auto", "entries", "wiki", "episodes" or "all".
            kinds: only these of "entry", "item", "passage".
            owner: only cards of this owner.
            by: only what this author wrote; "" is the owner of the vault.
            fresh: look at the whole disk first.
            explain: fill ``Hit.parts``.
            reads_time: false switches the time parser off for this question.
            for_agent: leave out what is for the owner alone.
            cursor: of the answer before, to go on with a long listing.

        Raises:
            BadTime: *time_range* cannot be used. UsageError: another argument cannot.
        """
        self._opened.keep_up()
        question = self._question(
            query, now, limit, kinds, time_range=time_range, scope=scope, owner=owner, by=by,
            reads_time=reads_time, explain=explain, for_agent=for_agent, cursor=cursor,
        )  # fmt: skip
        answer = self._opened.parts.answering.retrieve(question, fresh=fresh)
        return self._opened.given.told(answer, for_agent=for_agent)

    @checks_arguments
    def ask(
        self,
        query: str,
        *,
        limit: int | None = None,
        time_range: Any = None,
        now: datetime | None = None,
        scope: str = "auto",
        kinds: Sequence[str] | None = None,
        owner: str | None = None,
        by: str | None = None,
        fresh: bool = False,
        explain: bool = False,
        reads_time: bool = True,
        for_agent: bool = False,
        cursor: str = "",
    ) -> Answer:
        """The same as ``retrieve``, answered as a person would: "when", "how often" and "the latest" with proof."""
        self._opened.keep_up()
        question = self._question(
            query, now, limit, kinds, time_range=time_range, scope=scope, owner=owner, by=by,
            reads_time=reads_time, explain=explain, for_agent=for_agent, cursor=cursor,
        )  # fmt: skip
        answer = self._opened.parts.dating.ask(question, fresh=fresh)
        return self._opened.given.told(answer, for_agent=for_agent)

    @checks_arguments
    def when(self, query: str, *, now: datetime | None = None) -> Answer:
        """The days a question is about, newest first, with the records that prove them."""
        self._opened.keep_up()
        question = self._question(query, now)
        return self._opened.given.told(self._opened.parts.dating.ask(question, as_when=True), for_agent=False)

    @checks_arguments
    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        cursor: str = "",
        now: datetime | None = None,
        fresh: bool = False,
        for_agent: bool = False,
    ) -> Answer:
        """Records for a search in the query language: ``tag:``, ``path:``, ``"phrase"``, ``-not``, ``OR``, ``prefix*``.

        Filters apply before anything is cut off; a search that is all filter lists by time, newest first.

        Raises:
            BadQuery: an operator has a value that can mean nothing.
        """
        self._opened.keep_up()
        if fresh:
            self._opened.parts.loop.look_afresh(time.monotonic())
        question = Question(query, now or self._opened.now(), limit, for_agent=for_agent, cursor=cursor)
        answer = self._opened.parts.searching.search(question)
        return self._opened.given.told(answer, for_agent=for_agent)

    @checks_arguments
    def explain(self, query: str, why_not: str | None = None, *, now: datetime | None = None) -> Explanation:
        """Why a question gets what it gets and, for a note or record, which stage keeps it out."""
        self._opened.keep_up()
        question = self._question(query, now)
        return self._opened.parts.explainer.explain(question, why_not)

    # --- reading --------------------------------------------------------------------------------

    @checks_arguments
    def day(
        self,
        date: date | str,
        *,
        parsed: bool = False,
        for_agent: bool = False,
        now: datetime | None = None,
    ) -> Day:
        """One day's records in time order, and the notes they stand in; *parsed* shows how each line was read.

        *date* may be words for one day ("yesterday", 前天), seen from *now*. With *for_agent*, private notes and
        those for the owner alone are left out, and their number is a warning. Raises BadTime if it names no day.
        """
        self._opened.keep_up()
        return self._opened.parts.browser.day(self._opened.day(date, now), parsed=parsed, for_agent=for_agent)

    def dates(self) -> list[DayCount]:
        """Every day that has entries, and how many."""
        self._opened.keep_up()
        return self._opened.parts.browser.dates()

    @checks_arguments
    def tail(self, n: int = 10, *, for_agent: bool = False) -> list[Record]:
        """The newest *n* entries, oldest of them first."""
        self._opened.keep_up()
        return self._opened.parts.browser.tail(n, for_agent=for_agent)

    @checks_arguments
    def note(self, name: str, *, for_agent: bool = False) -> NoteView:
        """The note of that name, path or alias, as it stands on the disk.

        Raises:
            NoteMissing, NameAmbiguous: no note is called so, or several are.
            NotForAgents: *for_agent*, and the note is private or for the owner alone.
        """
        self._opened.keep_up()
        return self._opened.parts.browser.note(name, for_agent=for_agent)

    @checks_arguments
    def links(self, name: str, *, for_agent: bool = False) -> Links:
        """Links out of the note of that name, and into it; with *for_agent* only between notes that agents may see.

        Raises:
            NoteMissing, NameAmbiguous, NotForAgents: as ``note``.
        """
        self._opened.keep_up()
        return self._opened.parts.browser.links(name, for_agent=for_agent)

    def since(self, clock: Clock | str) -> Changes:
        """What changed after a clock that an answer carried. Raises UsageError if *clock* is none."""
        self._opened.keep_up()
        try:
            after = Clock.parse(clock) if isinstance(clock, str) else clock
        except ValueError as fault:
            raise UsageError(
                f"{fault}.", hint="Take it from an answer, a status or the changes before."
            ) from None
        return self._opened.parts.browser.since(after)
