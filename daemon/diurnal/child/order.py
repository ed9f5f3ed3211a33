"""Keeps the index of word order near the catalogue: decides when a generation is due and takes finished ones over.

Questions read ``current`` by reference and never wait for anything here. In the
daemon a low-priority process writes; a memory without one writes in ``catch_up``.
A generation that cannot be trusted or read is dropped and made anew.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from diurnal.child.jobs import WRITE_ORDER
from diurnal.errors import StoreDamaged, WriteFailed
from diurnal.ports import Child, Job, Outcome
from diurnal.store.reader import CatalogueReader
from diurnal.store.seal import Seal

if TYPE_CHECKING:
    from diurnal.store.whoosh_index import WhooshIndex

# So many records newer than the index are read for a phrase within a few milliseconds; more are written at once.
MANY_NEWER = 200
# Fewer wait until nothing has changed for a while: a generation costs 0.2 s of the other processor.
QUIET_S = 20.0
# What an earlier run left is looked into so long after a start, once the first questions had their turn.
OPEN_AFTER_S = 2.0
# Faults that say nothing about the generation that was built upon.
_NOT_OF_THE_INDEX = ("system", StoreDamaged.code, WriteFailed.code)
# After a generation that failed (a full disk), so long until the next try.
RETRY_S = 60.0


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """Where the index lies: the folder of generations, the seal in the owner's state, and the recipe of its words."""

    parent: Path
    seal: Path
    recipe: str


class OrderKeeper:
    """One vault's index of word order.

    ``step`` and ``catch_up`` belong to the thread of the loop; ``current`` and ``report_broken`` to any.

    Args:
        place: where it lies.
        catalogue: what it follows.
        child: the process that writes; None to write only in ``catch_up``.
    """

    def __init__(self, place: OrderPlace, catalogue: CatalogueReader, child: Child | None = None) -> None:
        self._current: WhooshIndex | None = None
        self._opening = threading.Lock()
        self._is_open = False
        self.trouble = ""
        self._place = place
        self._seal = Seal(place.seal)
        self._catalogue = catalogue
        self._child = child
        self._broken = threading.Event()
        self._purges_wanted = 0
        self._purges_asked = 0
        self._purges_done = 0
        self._seen_tick = -1
        self._quiet_since = 0.0
        self._not_before = float("-inf")
        self._opens_at = float("-inf")
        self._is_hurried = False

    @property
    def current(self) -> WhooshIndex | None:
        """The index in use, None if there is none; opened when it is first asked for, which ordinary questions never do."""
        if not self._is_open:
            with self._opening:
                if not self._is_open:
                    self._open()
        return self._current

    def _open(self) -> None:
        """Take the newest sealed generation of this catalogue into use, if there is one."""
        # Whoosh is loaded here and not with this module: a start answers before it needs it.
        from diurnal.store.whoosh_index import WhooshIndex
        from diurnal.store.whoosh_writing import forget_other_generations

        try:
            found = WhooshIndex.open(
                self._place.parent, self._place.recipe, self._seal, self._catalogue.clock.instance
            )
        except StoreDamaged as damage:
            self.trouble = str(damage)
            self._seal.file.unlink(missing_ok=True)
            found = None
        self._current, self._is_open = found, True
        self._broken.clear()
        if self._place.parent.is_dir():
            forget_other_generations(self._place.parent, found.folder if found else None)

    def _reopen(self) -> None:
        with self._opening:
            self._open()

    def report_broken(self) -> None:
        """A question could not read ``current``: it is dropped and made anew at the next step."""
        self._broken.set()

    def is_complete(self) -> bool:
        """True if every record of the catalogue is in the index; false while nobody looked."""
        return (
            not self._may_stay_closed()
            and self.current is not None
            and self.current.covers == self._catalogue.clock
        )

    def step(self, now: float, newest_row: int, *, outcomes: list[Outcome], may_ask: bool = True) -> bool:
        """Take finished generations over and ask for the next one when it is due; never waits for the process.

        Args:
            now: seconds of a clock that only moves forward.
            newest_row: highest row of a live record.
            outcomes: what ``Child.step`` returned; those of other jobs are left alone.
            may_ask: false while something else comes first; what must be purged is asked for even then.

        Returns:
            True if ``current`` changed.
        """
        changed = self._drop_broken()
        for outcome in outcomes:
            if outcome.job.function == WRITE_ORDER:
                changed = self._take_over(outcome, now) or changed
        may_ask = may_ask or self.owes_purge
        is_free = self._child is not None and not self._child.is_busy(WRITE_ORDER)
        if self._child is not None and is_free and may_ask and self._is_due(now, newest_row):
            self._purges_asked = self._purges_wanted
            self._child.ask(Job(WRITE_ORDER, self._arguments()))
        return changed

    def hurry(self) -> None:
        """Somebody waits for the index to be complete: ask for the next generation without waiting for quiet."""
        self._is_hurried = True

    def due_at(self) -> float | None:
        """When ``step`` may have something to ask for though nothing is heard; None if never."""
        if self._child is None or self._child.is_busy(WRITE_ORDER):
            return None
        if self._may_stay_closed():
            return self._opens_at
        if self.is_complete():
            return None
        quiet_at = float("-inf") if self._is_hurried else self._quiet_since + QUIET_S
        return max(quiet_at, self._not_before)

    def purge(self) -> None:
        """The next generation is written anew if anything died, so that no word of it is left."""
        self._purges_wanted += 1

    @property
    def owes_purge(self) -> bool:
        """True from ``purge`` until a generation without the dead is in use and all others are gone."""
        return self._purges_done < self._purges_wanted

    def catch_up(self) -> None:
        """Write here and now what is missing, and take it into use. Raises WriteFailed, StoreDamaged.

        A process that is writing is stopped first: what it had done is lost, and nothing else.
        """
        from diurnal.store.whoosh_writing import write_generation

        self._drop_broken()
        if self._child is not None and self._child.is_busy(WRITE_ORDER):
            self._child.stop(0.0)
        wanted = self._purges_wanted
        try:
            write_generation(
                self._place.parent, self._catalogue, self._place.recipe, self._seal, purge=self.owes_purge
            )
        except OSError as fault:
            raise WriteFailed(
                f"The index of word order could not be written: {fault.strerror}: {fault.filename2 or fault.filename}.",
                hint="Check the rights and the free space there, and move away what stands in place of a file.",
            ) from fault
        self._reopen()
        self._purges_done = wanted

    def close(self) -> None:
        """Let go of the index."""
        if self._current is not None:
            self._current.close()
        self._current, self._is_open = None, True

    def _arguments(self) -> dict[str, object]:
        return {
            "catalogue": str(self._catalogue.path),
            "parent": str(self._place.parent),
            "seal": str(self._place.seal),
            "recipe": self._place.recipe,
            "purge": self.owes_purge,
        }

    def _is_due(self, now: float, newest_row: int) -> bool:
        tick = self._catalogue.clock.tick
        if tick != self._seen_tick:
            if self._seen_tick < 0:
                self._opens_at = now + OPEN_AFTER_S
            self._seen_tick, self._quiet_since = tick, now
        if now < self._not_before or (now < self._opens_at and self._may_stay_closed()):
            return False
        if self.owes_purge or self.current is None:
            return True
        if self.is_complete():
            self._is_hurried = False
            return False
        newer = newest_row - self.current.last_row
        return self._is_hurried or newer >= MANY_NEWER or now - self._quiet_since >= QUIET_S

    def _may_stay_closed(self) -> bool:
        """True while nobody asked for the index that an earlier run left: whether it lacks anything can wait."""
        is_wanted = self._is_open or self._is_hurried or self.owes_purge or self._child is None
        return not is_wanted and self._seal.file.exists()

    def _take_over(self, outcome: Outcome, now: float) -> bool:
        if outcome.fault:
            self.trouble = f"Writing the index of word order failed ({outcome.message})."
            self._not_before = now + RETRY_S
            if outcome.fault not in _NOT_OF_THE_INDEX:
                # Something in the generation before cannot be read; without its seal nothing is built upon it.
                self._seal.file.unlink(missing_ok=True)
            return False
        self.trouble = ""
        if outcome.result is not None or self._purges_asked > self._purges_done:
            # A question that still reads the old one keeps it open; its files are gone from the disk.
            self._reopen()
        self._purges_done = self._purges_asked
        return outcome.result is not None

    def _drop_broken(self) -> bool:
        if not self._broken.is_set():
            return False
        self._broken.clear()
        self._current, self._is_open = None, True
        # Without its seal nothing is built upon it.
        self._seal.file.unlink(missing_ok=True)
        return True
