"""The client: the calls of ``Memory`` over a daemon's socket, with the same results.

Needs only the standard library and reads only `daemon.json`. One connection,
one question at a time (make one client a thread). An error that the daemon
raised is raised here again as the same class.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar, overload

from diurnal.client_wire import Line
from diurnal.errors import NotRunning
from diurnal.model.answer import Answer, Clock
from diurnal.model.record import Record
from diurnal.model.results import (
    Changes,
    Day,
    DayCount,
    Erased,
    Explanation,
    Finding,
    JobRun,
    JobState,
    Links,
    Memorized,
    NoteView,
    Operation,
    SelfBench,
    Status,
    Stripped,
    Written,
)
from diurnal.model.wire import from_wire
from diurnal.places import Places
from diurnal.registry import find_vault
from diurnal.service.params import write_params
from diurnal.service.protocol import METHODS, Hello
from diurnal.subscription import Subscription

T = TypeVar("T")


class Client:
    """Talks to the daemon that serves a vault.

    Args:
        vault: its folder; None finds it as commands do (`DIURNAL_VAULT`, the nearest parent, the only one).
        timeout: seconds to wait for an answer; methods that work through the whole vault are waited for.
        start: start the daemon if none answers, where the configuration allows it.

    Raises:
        NotAVault: no such vault.
    """

    def __init__(
        self, vault: str | os.PathLike[str] | None = None, *, timeout: float = 30.0, start: bool = False
    ) -> None:
        self.vault: Path = find_vault(vault)
        self._timeout_s = timeout
        self._line = Line(self.vault, Places.of(), timeout)
        self._start = start

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def call(self, method: str, /, **arguments: Any) -> Any:
        """The result of *method* as JSON values; the typed methods below are made of this.

        Raises:
            NotRunning: no daemon serves the vault.
            DeadlineExceeded: the answer did not come in time.
            OutcomeUnknown: the daemon ended during a write.
            VersionMismatch: the daemon is another version and does not know the method.
            DiurnalError: what the daemon raised.
        """
        return self._ask_on(self._line, method, arguments)

    def _ask_on(self, line: Line, method: str, arguments: Mapping[str, Any]) -> Any:
        params = write_params(method, arguments)
        slow = method in METHODS and METHODS[method].slow
        try:
            return line.ask(method, params, slow=slow)
        except NotRunning:
            if not self._start:
                raise
        line.start_daemon()
        return line.ask(method, params, slow=slow)

    def _get(self, kind: type[T], method: str, /, **arguments: Any) -> T:
        return from_wire(kind, self.call(method, **arguments))

    # --- questions ------------------------------------------------------------------------------

    def hello(self) -> Hello:
        """Who answers: version, capabilities, vault."""
        return self._get(Hello, "hello")

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
        """Records for a question, ranked; a time it names confines them."""
        return self._get(Answer, "retrieve", **_given(locals()))

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
        """The same, answered as a person would: when, how often, the latest."""
        return self._get(Answer, "ask", **_given(locals()))

    def when(self, query: str, *, now: datetime | None = None) -> Answer:
        """The days a question is about, with proof."""
        return self._get(Answer, "when", query=query, now=now)

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
        """Records for a search in the query language."""
        return self._get(Answer, "search", **_given(locals()))

    def explain(self, query: str, why_not: str | None = None, *, now: datetime | None = None) -> Explanation:
        """Why a question gets what it gets and, for a note, what keeps it out."""
        return self._get(Explanation, "explain", query=query, why_not=why_not, now=now)

    # --- reading --------------------------------------------------------------------------------

    def day(
        self,
        date: date | str,
        *,
        parsed: bool = False,
        for_agent: bool = False,
        now: datetime | None = None,
    ) -> Day:
        """One day's records and the notes they stand in; *date* may be words ("yesterday")."""
        return self._get(Day, "day", date=date, parsed=parsed, for_agent=for_agent, now=now)

    def dates(self) -> list[DayCount]:
        """Every day that has entries, and how many."""
        return self._get(list[DayCount], "dates")

    def tail(self, n: int = 10, *, for_agent: bool = False) -> list[Record]:
        """The newest entries, oldest of them first."""
        return self._get(list[Record], "tail", n=n, for_agent=for_agent)

    def note(self, name: str, *, for_agent: bool = False) -> NoteView:
        """A note by name, path or alias."""
        return self._get(NoteView, "note", name=name, for_agent=for_agent)

    def links(self, name: str, *, for_agent: bool = False) -> Links:
        """Links out of a note and into it."""
        return self._get(Links, "links", name=name, for_agent=for_agent)

    def since(self, clock: Clock | str) -> Changes:
        """What changed after *clock*."""
        return self._get(Changes, "since", clock=clock)

    def subscribe(self, clock: Clock | str | None = None) -> Subscription:
        """What changes after *clock* (None: now), as it changes, on a connection of its own."""
        line = Line(self.vault, Places.of(), self._timeout_s)
        try:
            begun = self._ask_on(line, "subscribe", {"clock": clock})
            return Subscription(line, from_wire(Changes, begun))
        except BaseException:
            line.close()
            raise

    # --- health ---------------------------------------------------------------------------------

    def status(self) -> Status:
        """How the memory is doing."""
        return self._get(Status, "status")

    def catch_up(self, timeout: float | None = None) -> None:
        """Returns when everything on disk is searchable."""
        self.call("catch_up", timeout=timeout)

    def doctor(self) -> list[Finding]:
        """What is odd about the vault and what is derived from it."""
        return self._get(list[Finding], "doctor")

    def bench_self(
        self, sample: int = 200, seed: int = 7, *, settings: Sequence[str] = (), now: datetime | None = None
    ) -> SelfBench:
        """How well questions made of the vault's own notes find what they were made of."""
        return self._get(SelfBench, "bench_self", sample=sample, seed=seed, settings=list(settings), now=now)

    def reindex(self) -> None:
        """Reads every note again and builds all that is derived anew."""
        self.call("reindex")

    def reembed(self) -> None:
        """Makes the vectors that are missing or come from another model."""
        self.call("reembed")

    def accept_missing(self) -> None:
        """Forgets the notes that vanished at once."""
        self.call("accept_missing")

    def stop(self) -> None:
        """Stops the daemon once what it is doing is done."""
        self.call("stop")

    # --- writing --------------------------------------------------------------------------------

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
        """Adds an entry to a day of the diary."""
        return self._get(Written, "append", **_given(locals()))

    def remember(self, text: str, *, page: str = "", **fields: Any) -> Written:
        """Adds a card to a wiki page; *fields* as `remember` in docs/protocol.md."""
        return self._get(Written, "remember", text=text, page=page, **fields)

    def replace(self, id: str, text: str, **fields: Any) -> Written:
        """Closes a card and adds the one that is true now."""
        return self._get(Written, "replace", id=id, text=text, **fields)

    @overload
    def close(self) -> None: ...

    @overload
    def close(
        self, id: str, *, until: date | str | None = None, by: str = "", dry_run: bool = False
    ) -> Written: ...

    def close(
        self, id: str | None = None, *, until: date | str | None = None, by: str = "", dry_run: bool = False
    ) -> Written | None:
        """Says that the card *id* is true no longer. Without one: hangs up; the daemon goes on."""
        if id is None:
            self._line.close()
            return None
        return self._get(Written, "close", id=id, until=until, by=by, dry_run=dry_run)

    def erase(self, id: str = "", *, owner: str = "", dry_run: bool = False) -> Erased:
        """Takes a record, or all of one owner, out of notes and everything derived. Cannot be undone."""
        return self._get(Erased, "erase", id=id, owner=owner, dry_run=dry_run)

    def strip(self, *, dry_run: bool = False) -> Stripped:
        """Takes Diurnal's own marks out of every note."""
        return self._get(Stripped, "strip", dry_run=dry_run)

    def history(self, id: str) -> list[Record]:
        """A card with all it replaced and all that replaced it, oldest first."""
        return self._get(list[Record], "history", id=id)

    def memorize(
        self,
        turns: Iterable[Mapping[str, Any]],
        *,
        owner: str = "",
        by: str = "",
        now: datetime | None = None,
    ) -> Memorized:
        """Keeps a conversation and learns from it."""
        return self._get(
            Memorized,
            "memorize",
            turns=list(turns) if isinstance(turns, Iterable) else turns,
            owner=owner,
            by=by,
            now=now,
        )

    def undo(self, op: str = "", *, dry_run: bool = False) -> Written:
        """Takes an operation back."""
        return self._get(Written, "undo", op=op, dry_run=dry_run)

    def ops(self, limit: int = 20) -> list[Operation]:
        """The last operations."""
        return self._get(list[Operation], "ops", limit=limit)

    # --- jobs -----------------------------------------------------------------------------------

    def jobs(self) -> list[JobState]:
        """The scheduled jobs."""
        return self._get(list[JobState], "jobs")

    def run_job(self, name: str, dry_run: bool = False) -> JobRun:
        """Runs a job now."""
        return self._get(JobRun, "run_job", name=name, dry_run=dry_run)


def _given(own: Mapping[str, Any]) -> dict[str, Any]:
    """What a method was called with, from its ``locals()``: its parameters are the request's."""
    return {name: value for name, value in own.items() if name != "self"}
