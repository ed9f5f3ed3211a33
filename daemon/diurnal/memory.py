"""The Python API: one vault's memory, in this process. Socket, commands and MCP are skins over it.

``Memory.open`` holds the vault's lock, brings the index to the disk and answers.
A memory that a daemon serves is opened by the daemon with ``background`` work;
``diurnal.connect`` gives a client of it where there is one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, overload

from diurnal.arguments import checks_arguments
from diurnal.assemble.opened import Opened
from diurnal.assemble.parts import Parts, assemble
from diurnal.assemble.prompts import prompts_folder
from diurnal.assemble.settings_files import SettingsFiles
from diurnal.claim import DAEMON, Claim
from diurnal.config.settings import Settings
from diurnal.configure import configure, flattened, readable_settings
from diurnal.engine.drive import Driver
from diurnal.errors import NotAVault, StoreDamaged, WriteFailed
from diurnal.memory_care import MemoryCare
from diurnal.memory_reads import MemoryReads
from diurnal.memory_writes import MemoryWrites
from diurnal.model.answer import State
from diurnal.model.results import Written
from diurnal.places import VAULT_FILE, Places
from diurnal.spare import give_back
from diurnal.store.state import holds_anything

if TYPE_CHECKING:
    from diurnal.assemble.authoring import Authoring


class Memory(MemoryReads, MemoryWrites, MemoryCare):
    """What one vault remembers. Use ``Memory.open``; a context manager, safe from several threads."""

    def __init__(self, opened: Opened, claim: Claim) -> None:
        """Use ``open``; this takes what is put together already, and lets go of *claim* when it is closed."""
        self._opened = opened
        self.claim = claim
        self.release_waiting = opened.parts.background.release_waiting
        """For the daemon, not of the API: tells whoever waits for the work behind the answers that this closes."""
        self.when_moved = opened.parts.when_moved
        """For the daemon too: called, on any thread, after each change that questions can see."""
        self._is_open = True

    @classmethod
    def open(
        cls,
        vault: str | os.PathLike[str],
        *,
        config: Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        environment: Mapping[str, str] | None = None,
        serve: bool = False,
        words_only: bool = False,
        claim: Claim | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Memory:
        """The memory of *vault*, brought up to date with the disk.

        Args:
            vault: its folder.
            config: settings by dotted name ("search.limit") or nested, which win over every other source.
            settings: what *config* and every other source say, where the caller has read them already.
            environment: stands for ``os.environ``.
            serve: watch the vault and work in the background, as the daemon does; then this returns at once,
                and answers say "indexing" until the first reading is finished.
            words_only: read many new notes for their words alone; halls, dates in the text and vectors are left to
                whoever opens it next, and answers say so. For a look at how many there are.
            claim: the vault's, where the caller holds it already; it is let go of when the memory is closed.
            progress: called while notes are read before this returns, with how many were and how many there are.

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
        places = Places.of(env)
        arguments = flattened(config or {})

        def configured() -> Settings:
            return configure(path, arguments=arguments, environment=env).settings

        def readable() -> dict[str, Any]:
            return readable_settings(path, arguments=arguments, environment=env)

        settings = settings or configured()
        files = SettingsFiles((path / VAULT_FILE, places.config_file), settings, configured, readable)
        prompts = prompts_folder(settings.writer.prompts_folder, places.config, path)
        claim = claim or Claim.take(path, places, DAEMON if serve else "a program that opened it")
        try:
            driver = Driver(tidy=give_back) if serve else None
            parts = _assembled(path, settings, places, driver, files, claim, skims=serve or words_only)
            opened = Opened(parts, prompts, driver)
            opened.begin(words_only=words_only, progress=progress)
        except BaseException:
            claim.release()
            raise
        return cls(opened, claim)

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
            return self._close_card(id, self._opened.day(until) if until else None, by, dry_run)
        self._shut()
        return None

    def _shut(self) -> None:
        if self._is_open:
            self._is_open = False
            self._opened.end()
            self.claim.release()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @checks_arguments
    def catch_up(self, timeout: float | None = None) -> None:
        """Return when everything on the disk is searchable, vectors and word order included.

        Raises:
            DeadlineExceeded: that took longer than *timeout* seconds; it goes on.
        """
        self._opened.catch_up(timeout)

    # --- not of the API: for the daemon ---------------------------------------------------------

    @property
    def parts(self) -> Parts:
        """What reads, part by part."""
        return self._opened.parts

    @property
    def author(self) -> Authoring:
        """What writes, part by part."""
        return self._opened.author

    @property
    def state(self) -> State:
        """What an answer would say of itself now. Costs nothing, while ``status`` counts and loads what writes."""
        return self.parts.loop.freshness.state

    @property
    def lost(self) -> str:
        """What was deleted beneath the memory, so that it must begin anew; "" if nothing.

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


def _assembled(
    vault: Path,
    settings: Settings,
    places: Places,
    driver: Driver | None,
    files: SettingsFiles,
    claim: Claim,
    *,
    skims: bool,
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
            files=files,
            claim=claim,
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
