"""The loop of the daemon: hear, let settle, look, take in; one step at a time.

``step(now)`` does at most one batch of work and returns, so a stop or a question
never waits long; it is the only place where time enters, and nothing in it
sleeps. Questions call ``check_hits`` and ``look_afresh`` from their own threads:
one lock lets either the loop or a question touch the catalogue. What an answer
must say about how current it is comes from ``freshness``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import islice

from diurnal.engine.backlog import Turn
from diurnal.engine.freshness import SHOWN_PATHS, Freshness, HitCheck
from diurnal.engine.new_rules import Closing
from diurnal.engine.reading import ReadNote
from diurnal.engine.reconcile import Looked, Reconciler, Taken
from diurnal.engine.settle import SettleTimes, Settling
from diurnal.engine.vigil import Vigil
from diurnal.errors import NoteUnreadable, OutsideVault
from diurnal.model.answer import State
from diurnal.model.layout import Layout
from diurnal.model.stamp import RACY_NS
from diurnal.ports import Watcher

# From here on one look at everything costs less than looking at each path.
MANY_PATHS = 500

# How often a question that waits for a missing note looks again.
PATIENCE_S = 0.025

# A watch can only be laid over folders that a look has found. What happened between the two is found by a second
# look so much later, when the first questions after a start had their turn.
LOOK_AGAIN_S = 1.0

# While many notes are read at a start, everything is looked at so often instead of being watched: a watcher is told of
# each file that we open ourselves, a tenth of the time of a first reading. A look at 10,000 notes takes 0.12 s.
UNWATCHED_LOOK_S = 10.0

# When a note read warm may be trusted: the racy span, and a little for the disk's own clock.
WARM_S = RACY_NS / 1e9 + 0.1


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often the loop looks at everything, in seconds: while events come, and while they do not."""

    settle: SettleTimes = field(default_factory=SettleTimes)
    full_s: float = 300.0
    poll_s: float = 4.0


@dataclass(frozen=True, slots=True)
class Step:
    """What a step did, and in how many seconds the next one is due if nothing is heard (0: at once)."""

    taken: Taken = field(default_factory=Taken)
    wait_s: float = 0.0


class Loop:
    """Keeps one vault's catalogue at what the disk says.

    Args:
        reconciler: brings the catalogue to the disk.
        watcher: hears that something happened.
        new_layout: the layout if the vault's settings changed since it was asked last, else None.
        is_stirred: whether a file of settings that no watcher tells of was saved since; costs next to nothing.
        reader_for: makes the reader of notes for a layout.
        skimmer_for: makes the quick reader for a layout, where there is one (see ``Reconciler``).
        rhythm: how often what is done.
    """

    def __init__(
        self,
        reconciler: Reconciler,
        watcher: Watcher,
        *,
        new_layout: Callable[[], Layout | None],
        is_stirred: Callable[[], bool] = lambda: False,
        reader_for: Callable[[Layout], ReadNote],
        skimmer_for: Callable[[Layout], ReadNote | None] = lambda _: None,
        rhythm: Rhythm | None = None,
    ) -> None:
        self._reconciler = reconciler
        self._vault = reconciler.vault
        self._vigil = Vigil(reconciler.vault, watcher)
        self._new_layout = new_layout
        self._is_stirred = is_stirred
        self._closing = Closing(reconciler)
        self._reader_for = reader_for
        self._skimmer_for = skimmer_for
        self._rhythm = rhythm or Rhythm()
        self._lock = threading.RLock()
        self._settling = Settling(self._rhythm.settle)
        self._warm: dict[str, float] = {}
        self._full_due_at = float("-inf")
        self._is_first_reading = True
        self._is_watch_new = False
        self._is_watch_awaited = False
        self._freshness = Freshness()

    # --- the loop's own thread --------------------------------------------------------------------

    def step(self, now: float) -> Step:
        """Hear, settle, look and take in one batch; *now* is in seconds of a clock that only moves forward."""
        with self._lock:
            heard = self._vigil.hear(now)
            if heard.is_lost:
                self._full_due_at = now
            if heard.settings_stirred or self._is_stirred():
                self._apply_new_layout(now)
            for path in heard.paths:
                self._settling.hint(path, now)
            if now >= self._full_due_at:
                self._look_at_everything(now)
            else:
                self._look_at_due(now)
            taken = self._take(now)
            if self._is_watch_awaited and not self._reconciler.queued:
                self._watch_at_last(now)
            self._note_freshness()
            return Step(taken, self._wait_s(now))

    def between_batches(self) -> AbstractContextManager[object]:
        """While this is held nothing is taken in: for who brings something else into the catalogue."""
        return self._lock

    def hint(self, paths: Iterable[str], now: float) -> None:
        """Something happened at these vault-relative paths; for those who just wrote a note."""
        with self._lock:
            for path in paths:
                self._settling.hint(path, now)

    def accept_missing(self, now: float) -> tuple[str, ...]:
        """Forget the notes held back because most vanished at once. Raises NoteMissing if the vault is not there."""
        with self._lock:
            gone = self._reconciler.accept_missing(now=now)
        self._take_all(now)
        return gone

    def reread(self, now: float) -> None:
        """Read every note again, whatever its stamp and hash say; returns when all of them are taken in.

        Raises:
            NoteMissing: the vault's folder itself is not there, or empty although there were notes.
        """
        with self._lock:
            self._reconciler.require_vault("nothing was built anew", may_be_empty=False)
            self._reconciler.look(now=now, reread=True)
            while self._reconciler.queued:
                self._take(now)
            self._note_freshness()

    def close(self) -> None:
        """Stop watching; what is queued is found again at the next start."""
        self._vigil.end()

    # --- questions, from any thread ---------------------------------------------------------------

    @property
    def freshness(self) -> Freshness:
        """How current the catalogue is, as of the last step; never waits."""
        return self._freshness

    def look_afresh(self, now: float, *, grace: bool = True) -> Freshness:
        """Look at everything and take in all that differs, before a question that wants it so.

        Notes missing for less than the grace stay, and ``recheck_at`` says when their absence counts.
        *grace* is false for callers who know that nobody is in the middle of a save.
        """
        with self._lock:
            self._look_at_everything(now, grace=grace)
        self._take_all(now)
        return self._freshness

    def check_hits(
        self, paths: Collection[str], now: float, *, pause: Callable[[float], None] | None = None
    ) -> HitCheck:
        """Compare the notes behind an answer with the disk; what changed is taken in before this returns.

        An unchanged note costs one stat and no lock.

        Args:
            paths: notes behind hits.
            now: seconds, as for ``step``.
            pause: waits so many seconds. If given, a missing note is waited for until it is back or its
                grace is over: the gap of a save then hides no note, and a deleted one is in no answer.
        """
        paths = tuple(dict.fromkeys(paths))
        # What the answer was read from: while this waits, the loop itself may take in what happened.
        before = {path: self._reconciler.known_stamp(path) for path in paths}
        missing = self._compared(paths, now)
        while pause is not None and missing and not self._reconciler.absent.kept_because:
            pause(PATIENCE_S)
            now += PATIENCE_S
            missing = self._compared(missing, now)
        after = {path: self._reconciler.known_stamp(path) for path in paths}
        check = HitCheck(
            changed=tuple(path for path in paths if after[path] not in (None, before[path])),
            missing=missing,
            gone=tuple(path for path in paths if after[path] is None),
        )
        if check.must_ask_again:
            with self._lock:  # The loop makes known first and shows second, both under its lock.
                return check
        return check

    def heed_settings(self, now: float) -> None:
        """Obey what the settings say now, before a question: what a new rule closes is in no answer from here on.

        Two stats where nothing changed. A rule for a folder costs reading its notes; one for a tag, all of them.
        """
        if not self._closing.stands and not self._is_stirred():
            return
        with self._lock:
            if self._is_stirred():
                self._apply_new_layout(now)
        while self._closing.stands:
            with self._lock:
                self._take(now, only_urgent=self._closing.only_urgent)
                self._note_freshness()

    def take_in_erased(self, paths: Collection[str], now: float) -> None:
        """Take in what was erased from the notes *paths*: one that is not there was meant to go, and is not waited for."""
        with self._lock:
            self._reconciler.absent.meant(paths)
            try:
                self._compared(paths, now)
            finally:
                self._reconciler.absent.meant(())

    def _compared(self, paths: Collection[str], now: float) -> tuple[str, ...]:
        """Take in what differs from the disk; those of *paths* that are not there and may be in the middle of a save."""
        suspects = [path for path in dict.fromkeys(paths) if not self._is_as_known(path)]
        if not suspects:
            return ()
        with self._lock:
            self._reconciler.look(suspects, now=now)
            while self._reconciler.awaits(Turn.SOON):
                self._take(now, only_urgent=True)
            self._note_freshness()
            return tuple(path for path in suspects if self._reconciler.absent.is_absent(path))

    def _is_as_known(self, path: str) -> bool:
        try:
            return self._vault.stamp(path) == self._reconciler.known_stamp(path)
        except NoteUnreadable:
            return True  # out of reach for now: what is known of it is kept
        except OutsideVault:
            return False

    # --- parts of a step --------------------------------------------------------------------------

    def _look_at_everything(self, now: float, *, grace: bool = True) -> None:
        self._apply_new_layout(now)
        hinted = frozenset(self._settling)
        was_idle = not self._reconciler.queued
        self._settling.clear()
        self._warm.clear()
        looked = self._reconciler.look(now=now, grace=grace)
        self._is_watch_awaited = self._waits_with_watching()
        if self._is_watch_awaited:
            self._full_due_at = now + UNWATCHED_LOOK_S
            return
        is_second, self._is_watch_new = self._is_watch_new, self._vigil.begin(now)
        if self._is_watch_new:
            self._full_due_at = now + LOOK_AGAIN_S
            return
        if was_idle and not self._is_first_reading and not is_second:
            self._vigil.expect(looked.changed, hinted)
        self._full_due_at = now + (self._rhythm.full_s if self._vigil.hears else self._rhythm.poll_s)

    def _look_at_due(self, now: float) -> Looked:
        absent = self._reconciler.absent
        absence_due = absent.next_due()
        paths = {
            *self._settling.due(now),
            *(path for path, due in self._warm.items() if due <= now),
            *(absent.paths() if absence_due is not None and absence_due <= now else ()),
        }
        if not paths:
            return Looked()
        for path in paths:
            self._warm.pop(path, None)
        looked = self._reconciler.look(paths if len(paths) < MANY_PATHS else ("",), now=now)
        if not self._is_watch_awaited and self._vigil.begin(now):
            self._is_watch_new, self._full_due_at = True, now
        return looked

    def _waits_with_watching(self) -> bool:
        return self._is_first_reading and self._reconciler.is_bulk and not self._vigil.hears

    def _watch_at_last(self, now: float) -> None:
        """Nothing is queued any more: watch, and find by a look what happened since the last one."""
        self._is_watch_awaited = False
        self._is_watch_new, self._full_due_at = self._vigil.begin(now), now

    def _apply_new_layout(self, now: float) -> None:
        layout = self._new_layout()
        if layout is not None:
            former, self._vault.layout = self._vault.layout, layout
            self._reconciler.read = self._reader_for(layout)
            self._reconciler.skim = self._skimmer_for(layout)
            self._reconciler.look(now=now, reread=True)
            self._closing.begin(former, layout)

    def _take_all(self, now: float) -> None:
        """Take in what is queued; others get the lock between two batches."""
        is_more = True
        while is_more:
            with self._lock:
                self._take(now)
                self._note_freshness()
                is_more = bool(self._reconciler.queued)

    def _take(self, now: float, *, only_urgent: bool = False) -> Taken:
        taken = (
            self._reconciler.take(now=now, only_urgent=only_urgent) if self._reconciler.queued else Taken()
        )
        for path in taken.restless:
            self._settling.hint(path, now)
        for path in (*taken.read, *taken.restamped):
            if self._reconciler.is_warm(path):
                self._warm[path] = now + WARM_S
        self._vigil.found(taken.read, now)
        if not self._reconciler.queued:
            self._is_first_reading = False
        self._closing.took(taken.read)
        return taken

    def _wait_s(self, now: float) -> float:
        if self._reconciler.queued:
            return 0.0
        moments = [self._full_due_at, self._vigil.next_check_at, self._settling.next_due()]
        moments += [self._reconciler.absent.next_due(), min(self._warm.values(), default=None)]
        return max(0.0, min(moment for moment in moments if moment is not None) - now)

    def _note_freshness(self) -> None:
        reconciler, absent = self._reconciler, self._reconciler.absent
        waiting = dict.fromkeys(path for path in self._settling if self._vault.is_note(path))
        waiting |= dict.fromkeys(absent.paths())
        state = State.INDEXING if self._is_first_reading else State.READY
        queued = reconciler.queued_paths(SHOWN_PATHS)
        warnings = (absent.kept_because, *self._vigil.warnings)
        self._freshness = Freshness(
            state=State.STALE if absent.kept_because else state,
            pending=len(waiting) + reconciler.queued,
            vanished=reconciler.vanished,
            pending_paths=tuple(islice(dict.fromkeys([*queued, *waiting]), SHOWN_PATHS)),
            watching=self._vigil.mode,
            warnings=tuple(warning for warning in warnings if warning),
            troubled=dict(reconciler.troubled),
            notes=reconciler.notes,
            all_notes=reconciler.notes + reconciler.never_read,
            queued=reconciler.queued,
            recheck_at=absent.next_due(),
        )
