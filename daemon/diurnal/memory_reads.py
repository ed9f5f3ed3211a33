"""The calls of ``Memory`` that read: questions, searches, days, notes, links, and what changed.

Part of ``Memory``, in a file of its own. None of them writes a byte of any note.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from diurnal.arguments import checks_arguments
from diurnal.assemble.given import Given
from diurnal.assemble.parts import Parts
from diurnal.engine.question import Question, kinds_of
from diurnal.errors import UsageError
from diurnal.model.answer import Answer, Clock
from diurnal.model.record import Record
from diurnal.model.results import Changes, Day, DayCount, Explanation, Links, NoteView
from diurnal.when import one_day, one_moment


class MemoryReads(ABC):
    """The reading half of ``Memory``; see there for how it is opened."""

    parts: Parts
    given: Given

    @abstractmethod
    def _keep_up(self) -> None:
        """Bring the index up to what is due."""

    @abstractmethod
    def _now(self) -> datetime:
        """The present moment in the vault's zone."""

    def _date(self, said: date | str, now: datetime | None = None) -> date:
        """A day, or the one that words name where the vault is. Raises BadTime."""
        if not isinstance(said, str):
            return said
        rules = self.parts.answering.rules
        return one_day(said, now or self._now(), languages=rules.languages, day_starts_at=rules.day_starts_at)

    def _moment(self, said: datetime | str, now: datetime) -> datetime:
        """A time, or the one that words name where the vault is. Raises BadTime."""
        if not isinstance(said, str):
            return said
        rules = self.parts.answering.rules
        return one_moment(said, now, languages=rules.languages, day_starts_at=rules.day_starts_at)

    def _most(self, limit: int | None) -> int:
        """How many hits are wanted."""
        return self.parts.settings.search.limit if limit is None else limit

    # --- questions ------------------------------------------------------------------------------

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
        self._keep_up()
        asked = (query, now or self._now(), self._most(limit), time_range, scope, kinds_of(kinds))
        question = Question(*asked, owner, by, reads_time, explain, for_agent, cursor)
        answer = self.parts.answering.retrieve(question, fresh=fresh)
        return self.given.told(answer, for_agent=for_agent)

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
        self._keep_up()
        asked = (query, now or self._now(), self._most(limit), time_range, scope, kinds_of(kinds))
        question = Question(*asked, owner, by, reads_time, explain, for_agent, cursor)
        answer = self.parts.dating.ask(question, fresh=fresh)
        return self.given.told(answer, for_agent=for_agent)

    def when(self, query: str, *, now: datetime | None = None) -> Answer:
        """The days a question is about, newest first, with the records that prove them."""
        self._keep_up()
        question = Question(query, now or self._now(), self._most(None))
        return self.parts.dating.ask(question, as_when=True)

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
        self._keep_up()
        if fresh:
            self.parts.loop.look_afresh(time.monotonic())
        question = Question(query, now or self._now(), limit, for_agent=for_agent, cursor=cursor)
        answer = self.parts.searching.search(question)
        return self.given.overwrites.told_with(answer, for_agent=for_agent)

    @checks_arguments
    def explain(self, query: str, why_not: str | None = None, *, now: datetime | None = None) -> Explanation:
        """Why a question gets what it gets and, for a note or record, which stage keeps it out."""
        self._keep_up()
        question = Question(query, now or self._now(), self._most(None))
        return self.parts.explainer.explain(question, why_not)

    # --- reading --------------------------------------------------------------------------------

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
        self._keep_up()
        return self.parts.browser.day(self._date(date, now), parsed=parsed, for_agent=for_agent)

    def dates(self) -> list[DayCount]:
        """Every day that has entries, and how many."""
        self._keep_up()
        return self.parts.browser.dates()

    @checks_arguments
    def tail(self, n: int = 10, *, for_agent: bool = False) -> list[Record]:
        """The newest *n* entries, oldest of them first."""
        self._keep_up()
        return self.parts.browser.tail(n, for_agent=for_agent)

    def note(self, name: str, *, for_agent: bool = False) -> NoteView:
        """The note of that name, path or alias, as it stands on the disk.

        Raises:
            NoteMissing, NameAmbiguous: no note is called so, or several are.
            NotForAgents: *for_agent*, and the note is private or for the owner alone.
        """
        self._keep_up()
        return self.parts.browser.note(name, for_agent=for_agent)

    def links(self, name: str, *, for_agent: bool = False) -> Links:
        """Links out of the note of that name, and into it; with *for_agent* only between notes that agents may see.

        Raises:
            NoteMissing, NameAmbiguous, NotForAgents: as ``note``.
        """
        self._keep_up()
        return self.parts.browser.links(name, for_agent=for_agent)

    def since(self, clock: Clock | str) -> Changes:
        """What changed after a clock that an answer carried. Raises UsageError if *clock* is none."""
        self._keep_up()
        try:
            after = Clock.parse(clock) if isinstance(clock, str) else clock
        except ValueError as fault:
            raise UsageError(
                f"{fault}.", hint="Take it from an answer, a status or the changes before."
            ) from None
        return self.parts.browser.since(after)
