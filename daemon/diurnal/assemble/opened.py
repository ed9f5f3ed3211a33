"""What one opened memory works with: its parts, what writes, its clock, and what keeps it level with the disk.

The calls of ``Memory`` are made on this. It begins and ends the work behind them,
in a daemon on the loop's thread, else within the calls; which process may open a
vault at all is the ``claim``'s.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from diurnal.assemble.given import Given
from diurnal.assemble.parts import Parts
from diurnal.engine.drive import Driver
from diurnal.model.answer import State
from diurnal.when import one_day, one_moment

if TYPE_CHECKING:
    from diurnal.assemble.authoring import Authoring

# Told how many notes were read, and how many there are.
Progress = Callable[[int, int], object]

# After a start the write path is loaded once the first questions had their turn.
WRITES_AFTER_S = 1.0


class Opened:
    """One memory between ``begin`` and ``end``; safe from several threads.

    Args:
        parts: what reads.
        prompts: the folder of the owner's own prompts.
        driver: what steps the loop in a daemon; None looks at the disk within the calls.
    """

    def __init__(self, parts: Parts, prompts: Path, driver: Driver | None = None) -> None:
        self.parts = parts
        self.given = Given()
        self._prompts = prompts
        self._driver = driver
        self._author: Authoring | None = None
        self._making_author = threading.RLock()
        self._author_due_at = float("inf")

    # --- beginning and ending -------------------------------------------------------------------

    def begin(self, *, words_only: bool, progress: Progress | None = None) -> None:
        """Bring the index to the disk before this returns; with a driver at once, and the loop goes on from there.

        *words_only* leaves what else is derived of many new notes to whoever opens the memory next; *progress*
        is called after each batch of notes, but for a driver.
        """
        parts = self.parts
        if self._driver:
            if not parts.index.was_left:
                # The run before was killed: what it was writing or erasing is finished before anybody is answered.
                self._load_author()
            parts.works.beside = self.write_beside
            self._driver.start(parts.works)
            return
        self._load_author()
        with self._telling(progress):
            parts.loop.look_afresh(time.monotonic(), grace=False)
        if not words_only:
            parts.background.second_reading.finish()
        if parts.catalogue.owes_purge:
            parts.background.purge_now()
        if not words_only:
            parts.background.embed(None)
        parts.background.merge_segments()

    def end(self) -> None:
        """End the work after the step under way, and close every store."""
        parts = self.parts
        if self._author:
            self._author.stop(parts.settings.start.stop_within_s)
        if self._driver:
            self._driver.stop(parts.settings.start.stop_within_s)
        else:
            parts.works.close()
        parts.index.close()
        fresh = parts.loop.freshness
        if fresh.state is State.READY and not fresh.pending:
            parts.catalogue.adopt_recipe(parts.recipe())
        parts.catalogue.close()

    @contextmanager
    def _telling(self, progress: Progress | None) -> Iterator[None]:
        def tell() -> None:
            fresh = self.parts.loop.freshness
            if progress is not None and fresh.queued:
                progress(fresh.all_notes - fresh.queued, fresh.all_notes)

        self.parts.when_moved.append(tell)
        try:
            yield
        finally:
            self.parts.when_moved.remove(tell)

    # --- keeping up -----------------------------------------------------------------------------

    def keep_up(self) -> None:
        """No question is answered by settings that were changed since.

        Without a daemon behind it a memory looks at the disk when it is asked and a look is due.
        """
        self.parts.loop.heed_settings(time.monotonic())
        if self._driver is None:
            while self.parts.loop.step(time.monotonic()).taken.read:
                pass
            self.author.step()

    def catch_up(self, timeout: float | None) -> None:
        """Return when everything on the disk is searchable. Raises DeadlineExceeded after *timeout* seconds."""
        self.parts.loop.look_afresh(time.monotonic(), grace=False)
        if self._driver is None:
            self.author.step()
            self.author.learn_pending()
            self.parts.background.catch_up(timeout)
        else:
            self._driver.wake()
            self.parts.background.wait_until_done(timeout)

    # --- what writes ----------------------------------------------------------------------------

    @property
    def author(self) -> Authoring:
        """What writes; made when it is first asked for."""
        return self._author or self._load_author()

    @property
    def learns_later(self) -> bool:
        """True if conversations are learned from in the background."""
        return self._driver is not None

    def write_beside(self, now: float) -> float:
        """What those who write have to do after a step of the daemon's loop.

        Args:
            now: seconds of the loop's clock.

        Returns:
            The seconds until the next time at the latest.
        """
        if self._author is None:
            self._author_due_at = min(self._author_due_at, now + WRITES_AFTER_S)
            if now < self._author_due_at and not self.parts.changed and not self.parts.catalogue.owes_purge:
                return self._author_due_at - now
        self.author.step()
        return float("inf")

    def _load_author(self) -> Authoring:
        with self._making_author:
            if self._author is None:
                # A third of all there is to load, and no question needs it.
                from diurnal.assemble.authoring import Authoring

                self._author = Authoring(
                    self.parts, self._prompts, self.now, self.given, in_daemon=self._driver is not None
                )
            return self._author

    # --- time -----------------------------------------------------------------------------------

    def now(self) -> datetime:
        """The present moment in the vault's zone, naive where it has none."""
        return datetime.now(self.parts.zone) if self.parts.zone else datetime.now()

    def day(self, said: date | str, now: datetime | None = None) -> date:
        """A day, or the one that words name where the vault is. Raises BadTime."""
        if not isinstance(said, str):
            return said
        rules = self.parts.answering.rules
        return one_day(said, now or self.now(), languages=rules.languages, day_starts_at=rules.day_starts_at)

    def moment(self, said: datetime | str, now: datetime) -> datetime:
        """A time, or the one that words name where the vault is. Raises BadTime."""
        if not isinstance(said, str):
            return said
        rules = self.parts.answering.rules
        return one_moment(said, now, languages=rules.languages, day_starts_at=rules.day_starts_at)
