"""Hearing from the system that something happened; never what: that is for the disk to say.

A watch is in place when ``watch`` returns, so whoever looks afterwards misses
nothing. Where the system refuses (its limits are used up, the thread died), the
watcher says so in one sentence that names the setting, and the loop looks at
everything at short intervals instead. Settling, comparing and reading are not
done here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import watchfiles

from diurnal.ports import Heard, Watched

# The system drops events silently once its queue (16,384 by default, at times 4,096) is full.
# Events come in one batch then, far larger than any save; looking at everything is cheaper anyway.
FLOOD = 1_000

# Quiet time after an event before it is handed over; also how often the thread wakes when idle
# (0.2 % of a core at 30 ms, 0.6 % at 10 ms).
STEP_MS = 30
LONGEST_MS = 200

READY_WITHIN_S = 60.0

OpenWatch = Callable[..., Iterator[set[tuple[Any, str]]]]


class Unwatched:
    """No watcher: "polling" because the configuration says so, or "off" where nobody drives the loop."""

    warning = ""
    beats = 0

    def __init__(self, mode: str = "polling") -> None:
        self.mode = self.otherwise = mode

    def watch(self, watched: Watched) -> bool:
        return False

    def heard(self) -> Heard:
        return Heard()

    def stop(self) -> None:
        return None


class SystemWatcher:
    """Events of the operating system, through watchfiles.

    Args:
        wake: called from the watching thread whenever something was heard.
        otherwise: how changes are found while no events come: "polling" or "sweeps".
        open_watch: ``watchfiles.watch`` or what stands in for it.
    """

    def __init__(
        self,
        wake: Callable[[], None] = lambda: None,
        *,
        otherwise: str = "polling",
        open_watch: OpenWatch = watchfiles.watch,
    ) -> None:
        self.warning = ""
        self.otherwise = otherwise
        self._wake = wake
        self._open_watch = open_watch
        self._ear: _Ear | None = None
        self._left_over: list[Heard] = []

    @property
    def mode(self) -> str:
        return "events" if self._ear is not None and not self.warning else self.otherwise

    @property
    def beats(self) -> int:
        return self._ear.beats if self._ear else 0

    def watch(self, watched: Watched) -> bool:
        ear = _Ear(watched, self._open_watch, self._wake)
        ear.start()
        ear.ready.wait(READY_WITHIN_S)
        before, self._ear = self._ear, ear
        if before is not None:  # only now, so that nothing happens unheard in between
            before.stop()
            self._left_over.append(before.heard())
        if ear.fault is None and not ear.ready.is_set():
            ear.fault = TimeoutError(f"watching did not begin within {READY_WITHIN_S:.0f} s")
        self.warning = why_not_watching(ear.fault, self.otherwise) if ear.fault else ""
        if ear.fault:
            ear.stop()
        return not self.warning

    def heard(self) -> Heard:
        ear = self._ear
        if ear is not None and ear.fault is not None:
            self.warning = why_not_watching(ear.fault, self.otherwise)
        parts = [*self._left_over, ear.heard() if ear else Heard()]
        self._left_over.clear()
        paths = dict.fromkeys(path for part in parts for path in part.paths)
        return Heard(tuple(paths), any(part.is_flood for part in parts))

    def stop(self) -> None:
        if self._ear is not None:
            self._ear.stop()
            self._ear = None


class _Ear:
    """One watch and its thread; also the stop event that watchfiles asks at each of its steps."""

    def __init__(self, watched: Watched, open_watch: OpenWatch, wake: Callable[[], None]) -> None:
        self.ready = threading.Event()
        self.fault: Exception | None = None
        self.beats = 0
        self._watched = watched
        self._open_watch = open_watch
        self._wake = wake
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._paths: dict[str, None] = {}
        self._is_flood = False
        self._thread = threading.Thread(target=self._listen, name="diurnal-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(timeout=5)

    def is_set(self) -> bool:
        # watchfiles asks for the first time once the watch is in place, and then at every step:
        # that tells us when looking may begin, and later that the thread lives.
        self.beats += 1
        self.ready.set()
        return self._stopping.is_set()

    def heard(self) -> Heard:
        with self._lock:
            heard = Heard(tuple(self._paths), self._is_flood)
            self._paths.clear()
            self._is_flood = False
        return heard

    def _listen(self) -> None:
        try:
            batches = self._open_watch(
                *self._watched.folders,
                watch_filter=None,
                debounce=LONGEST_MS,
                step=STEP_MS,
                stop_event=self,
                rust_timeout=0,
                raise_interrupt=False,
                force_polling=False,
                recursive=self._watched.recursive,
                ignore_permission_denied=True,
            )
            for batch in batches:
                with self._lock:
                    self._paths |= dict.fromkeys(path for _, path in batch)
                    self._is_flood = self._is_flood or len(batch) >= FLOOD
                self._wake()
            if not self._stopping.is_set():
                self.fault = RuntimeError("watching ended by itself")
        except (OSError, RuntimeError) as fault:  # watchfiles reports what the system refused as either
            self.fault = fault
        finally:
            self.ready.set()
            self._wake()


def why_not_watching(fault: Exception, otherwise: str = "polling") -> str:
    """The sentence for ``status``: what the system refused and which setting lifts the limit."""
    text = str(fault)
    if "MaxFilesWatch" in text or "watch limit" in text or "os error 28" in text or _errno(fault) == 28:
        limit = "the system's limit of watched folders (fs.inotify.max_user_watches) is used up"
    elif "os error 24" in text or _errno(fault) == 24:
        limit = "the system's limit of watchers or open files (fs.inotify.max_user_instances, ulimit -n) is used up"
    else:
        limit = text.rstrip(".") or type(fault).__name__
    how = "by polling"
    mend = "Raise it"
    if otherwise != "polling":
        how = "only when everything is compared (watch.reconcile_every_min), since watch.poll is never"
        mend = "Raise it, or set watch.poll to auto"
    return f"Changes are found {how}: {limit}. {mend}, then run `diurnal stop` and `diurnal start`."


def _errno(fault: Exception) -> int | None:
    return fault.errno if isinstance(fault, OSError) else None
