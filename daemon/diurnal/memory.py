"""The Python API: one vault's memory, in this process. Socket, commands and MCP are skins over it.

``Memory.open`` holds the vault's lock, brings the index to the disk and answers.
A memory that a daemon serves is opened by the daemon with ``background`` work;
``connect`` gives a client of it where there is one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from diurnal.assemble import Parts, assemble
from diurnal.claim import Claim
from diurnal.configure import configure
from diurnal.engine.question import Question, kinds_of
from diurnal.errors import NotAVault
from diurnal.model.answer import Answer, Clock
from diurnal.model.record import Record
from diurnal.model.results import Changes, Day, DayCount, Links, NoteView
from diurnal.places import Places

if TYPE_CHECKING:
    from diurnal.client import Client


class Memory:
    """What one vault remembers. Use ``Memory.open``; a context manager, safe from several threads."""

    def __init__(self, parts: Parts, claim: Claim) -> None:
        self.parts = parts
        self.claim = claim

    @classmethod
    def open(
        cls,
        vault: str | os.PathLike[str],
        *,
        config: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Memory:
        """The memory of *vault*, brought up to date with the disk.

        Args:
            vault: its folder.
            config: settings by dotted name ("search.limit") or nested, which win over every other source.
            environment: stands for ``os.environ``.

        Raises:
            NotAVault: there is no such folder.
            VaultBusy: another process holds it; ask that one with ``connect``.
            BadConfig: with every problem of the settings.
        """
        path = Path(vault).expanduser().absolute()
        if not path.is_dir():
            raise NotAVault(f"There is no folder {path}.", hint="Name a folder of notes.")
        env = os.environ if environment is None else environment
        configured = configure(path, arguments=flattened(config or {}), environment=env)
        claim = Claim.take(path, Places.of(env), "a program that opened it")
        try:
            parts = assemble(path, configured.settings, env, wake=None)
            memory = cls(parts, claim)
            memory.catch_up()
        except BaseException:
            claim.release()
            raise
        return memory

    def close(self) -> None:
        """Close every store and let go of the vault; closing twice does nothing."""
        self.parts.loop.close()
        self.parts.postings.close()
        self.parts.catalogue.close()
        self.claim.release()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

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
        """Records for a question, ranked; a time it names confines them (DESIGN §6, §7).

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
        question = Question(
            query,
            now or self._now(),
            self.parts.settings.search.limit if limit is None else limit,
            time_range,
            scope,
            kinds_of(kinds),
            owner,
            by,
            reads_time,
            explain,
            for_agent,
            cursor,
        )
        self._keep_up()
        return self.parts.answering.retrieve(question, fresh=fresh)

    # --- reading --------------------------------------------------------------------------------

    def day(self, date: date) -> Day:
        """One day's records in time order, and the notes they stand in."""
        self._keep_up()
        return self.parts.browser.day(date)

    def dates(self) -> list[DayCount]:
        """Every day that has entries, and how many."""
        self._keep_up()
        return self.parts.browser.dates()

    def tail(self, n: int = 10) -> list[Record]:
        """The newest *n* entries, oldest of them first."""
        self._keep_up()
        return self.parts.browser.tail(n)

    def note(self, name: str) -> NoteView:
        """The note of that name, path or alias, as it stands on the disk. Raises NoteMissing, NameAmbiguous."""
        self._keep_up()
        return self.parts.browser.note(name)

    def links(self, name: str) -> Links:
        """Links out of the note of that name, and into it."""
        self._keep_up()
        return self.parts.browser.links(name)

    def since(self, clock: Clock | str) -> Changes:
        """What changed after a clock that an answer carried."""
        self._keep_up()
        return self.parts.browser.since(Clock.parse(clock) if isinstance(clock, str) else clock)

    # --- keeping up -----------------------------------------------------------------------------

    def catch_up(self, timeout: float | None = None) -> None:
        """Return when everything on the disk is searchable, vectors and word order included."""
        self.parts.loop.look_afresh(time.monotonic(), grace=False)
        while self.parts.index.step():
            pass

    def _keep_up(self) -> None:
        """Without a daemon behind it a memory looks at the disk when it is asked and a look is due."""
        while self.parts.loop.step(time.monotonic()).taken.read:
            pass

    def _now(self) -> datetime:
        return datetime.now(self.parts.zone) if self.parts.zone else datetime.now()


def flattened(config: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested settings as dotted names: ``{"search": {"limit": 5}}`` is ``{"search.limit": 5}``."""
    found: dict[str, Any] = {}
    for key, value in config.items():
        if isinstance(value, Mapping):
            found |= flattened(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def connect(vault: str | os.PathLike[str] | None = None) -> Memory | Client:
    """A client of the daemon that serves *vault*, or the memory itself where none does."""
    from diurnal.client import Client
    from diurnal.errors import NotRunning

    client = Client(vault)
    try:
        client.hello()
    except NotRunning:
        return Memory.open(client.vault)
    return client
