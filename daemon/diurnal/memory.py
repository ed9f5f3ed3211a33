"""The Python API: one vault's memory, in this process. Socket, commands and MCP are skins over it.

``Memory.open`` holds the vault's lock, brings the index to the disk and answers.
A memory that a daemon serves is opened by the daemon with ``background`` work;
``diurnal.connect`` gives a client of it where there is one.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, overload

from diurnal.assemble.given import Given
from diurnal.assemble.parts import Parts, assemble
from diurnal.assemble.prompts import prompts_folder
from diurnal.claim import DAEMON, Claim
from diurnal.config.settings import Settings
from diurnal.configure import configure, flattened
from diurnal.engine.drive import Driver
from diurnal.errors import NotAVault, StoreDamaged, WriteFailed
from diurnal.memory_care import MemoryCare
from diurnal.memory_reads import MemoryReads
from diurnal.memory_writes import MemoryWrites
from diurnal.model.answer import State
from diurnal.model.results import (
    Written,
)
from diurnal.places import Places
from diurnal.spare import give_back
from diurnal.store.state import holds_anything

if TYPE_CHECKING:
    from diurnal.assemble.authoring import Authoring

# After a start the write path is loaded once the first questions had their turn.
WRITES_AFTER_S = 1.0


class Memory(MemoryReads, MemoryWrites, MemoryCare):
    """What one vault remembers. Use ``Memory.open``; a context manager, safe from several threads."""

    def __init__(self, parts: Parts, claim: Claim, places: Places, driver: Driver | None = None) -> None:
        """Use ``open``; this takes parts that are put together."""
        self.parts = parts
        self.claim = claim
        self.given = Given()
        self.release_waiting = parts.background.release_waiting
        """For the daemon, not of the API: tells whoever waits for the work behind the answers that this closes."""
        self.when_moved = parts.when_moved
        """For the daemon too: called, on any thread, after each change that questions can see."""
        self._prompts = prompts_folder(
            parts.settings.writer.prompts_folder, places.config, parts.folders.vault
        )
        self._driver = driver
        self._author: Authoring | None = None
        self._making_author = threading.RLock()
        self._author_due_at = float("inf")
        self._is_open = True

    @classmethod
    def open(
        cls,
        vault: str | os.PathLike[str],
        *,
        config: Mapping[str, Any] | Settings | None = None,
        environment: Mapping[str, str] | None = None,
        serve: bool = False,
        words_only: bool = False,
    ) -> Memory:
        """The memory of *vault*, brought up to date with the disk.

        Args:
            vault: its folder.
            config: settings by dotted name ("search.limit") or nested, which win over every other source.
            environment: stands for ``os.environ``.
            serve: watch the vault and work in the background, as the daemon does; then this returns at once,
                and answers say "indexing" until the first reading is finished.
            words_only: read many new notes for their words alone; halls, dates in the text and vectors are left to
                whoever opens it next, and answers say so. For a look at how many there are.

        Raises:
            NotAVault: there is no such folder.
            VaultBusy: another process holds it; ask that one with ``connect``.
            BadConfig: with every problem of the settings.
            WriteFailed: what is derived cannot be written.
        """
        path = Path(vault).expanduser().absolute()
        if not path.is_dir():
            raise NotAVault(
                f"There is no folder {path}.", hint="If it is away, bring it back; else name another."
            )
        env = os.environ if environment is None else environment
        if isinstance(config, Settings):
            settings = config
        else:
            settings = configure(path, arguments=flattened(config or {}), environment=env).settings
        places = Places.of(env)
        claim = Claim.take(path, places, DAEMON if serve else "a program that opened it")
        try:
            driver = Driver(tidy=give_back) if serve else None
            parts = _assembled(path, settings, places, driver, skims=serve or words_only)
            memory = cls(parts, claim, places, driver)
            if driver:
                if not parts.index.was_left:
                    # The run before was killed: what it was writing or erasing is finished before anybody is answered.
                    memory._load_author()
                parts.works.beside = memory._write_beside
                driver.start(parts.works)
            else:
                memory._load_author()
                parts.loop.look_afresh(time.monotonic(), grace=False)
                if not words_only:
                    parts.background.second_reading.finish()
                if parts.catalogue.owes_purge:
                    parts.background.purge_now()
                if not words_only:
                    parts.background.embed(None)
                parts.background.merge_segments()
        except BaseException:
            claim.release()
            raise
        return memory

    @overload
    def close(self) -> None: ...
    @overload
    def close(
        self, id: str, *, until: date | str | None = None, by: str = "", dry_run: bool = False
    ) -> Written: ...
    def close(
        self, id: str | None = None, *, until: date | str | None = None, by: str = "", dry_run: bool = False
    ) -> Written | None:
        """With an *id*: say that this card is true no longer. Without: close every store and let go of the vault.

        Args:
            id: a card.
            until: since when, a day or words for one; None is today.
            by: who writes.
            dry_run: only return the diff.
        """
        if id is not None:
            return self._close_card(id, self._date(until) if until else None, by, dry_run)
        self._shut()
        return None

    def _shut(self) -> None:
        if not self._is_open:
            return
        self._is_open = False
        if self._author:
            self._author.stop(self.parts.settings.start.stop_within_s)
        if self._driver:
            self._driver.stop(self.parts.settings.start.stop_within_s)
        else:
            self.parts.works.close()
        self.parts.index.close()
        fresh = self.parts.loop.freshness
        if fresh.state is State.READY and not fresh.pending:
            self.parts.catalogue.adopt_recipe(self.parts.recipe())
        self.parts.catalogue.close()
        self.claim.release()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def lost(self) -> str:
        """For the daemon, not of the API: what was deleted beneath it, so that it must begin anew; "" if nothing.

        A vault that is away has lost nothing: it is waited for.
        """
        folders = self.parts.folders
        if not self.claim.stands:
            return f"The state folder {folders.state} was deleted"
        if self.parts.catalogue.is_damaged:
            return f"The catalogue in {folders.derived} was found damaged"
        if not self.parts.catalogue.stands and holds_anything(folders.vault):
            return f"What is derived in {folders.derived} was deleted or replaced"
        return ""

    # --- keeping up -----------------------------------------------------------------------------

    def catch_up(self, timeout: float | None = None) -> None:
        """Return when everything on the disk is searchable, vectors and word order included.

        Raises:
            DeadlineExceeded: that took longer than *timeout* seconds; it goes on.
        """
        self.parts.loop.look_afresh(time.monotonic(), grace=False)
        if self._driver is None:
            self.author.step()
            self.author.learn_pending()
            self.parts.background.catch_up(timeout)
        else:
            self._driver.wake()
            self.parts.background.wait_until_done(timeout)

    def _keep_up(self) -> None:
        """Without a daemon behind it a memory looks at the disk when it is asked and a look is due."""
        if self._driver is None:
            while self.parts.loop.step(time.monotonic()).taken.read:
                pass
            self.author.step()

    @property
    def author(self) -> Authoring:
        return self._author or self._load_author()

    def _load_author(self) -> Authoring:
        with self._making_author:
            if self._author is None:
                # A third of all there is to load, and no question needs it.
                from diurnal.assemble.authoring import Authoring

                in_daemon = self._driver is not None
                self._author = Authoring(
                    self.parts, self._prompts, self._now, self.given, in_daemon=in_daemon
                )
            return self._author

    def _write_beside(self, now: float) -> float:
        """What those who write have to do after a step of the daemon's loop; seconds until the next time at the latest."""
        if self._author is None:
            self._author_due_at = min(self._author_due_at, now + WRITES_AFTER_S)
            if now < self._author_due_at and not self.parts.changed and not self.parts.catalogue.owes_purge:
                return self._author_due_at - now
        self.author.step()
        return float("inf")

    def _learns_later(self) -> bool:
        return self._driver is not None

    def _now(self) -> datetime:
        return datetime.now(self.parts.zone) if self.parts.zone else datetime.now()


def _assembled(
    vault: Path, settings: Settings, places: Places, driver: Driver | None, *, skims: bool
) -> Parts:
    """The parts of the memory. Raises WriteFailed where what is derived of it cannot be written."""

    def parts() -> Parts:
        return assemble(
            vault,
            settings,
            places,
            wake=driver.wake if driver else None,
            fault=lambda: driver.fault if driver else "",
            skims=skims,
        )

    try:
        try:
            return parts()
        except StoreDamaged:
            # What was found damaged was marked as such: it is made anew now, and the owner told.
            return parts()
    except OSError as fault:
        raise WriteFailed(
            f"What is derived from the notes could not be written: {fault.strerror}: {fault.filename}.",
            hint="Check the rights and the free space of its folder, or set cache_dir.",
        ) from fault
