"""The thread that drives a loop in the daemon: step, wait until something is due or heard, step again."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from diurnal.engine.loop import Step
from diurnal.errors import DiurnalError

log = logging.getLogger(__name__)

# After a step that failed (a full disk), so long until the next try.
PAUSE_S = 5.0
# After so much work of its own the loop tidies up, once nothing is due for a while.
WORK_S = 1.0
REST_S = 0.2


class Steps(Protocol):
    """What can be driven: a loop, alone or with what works behind it."""

    def step(self, now: float) -> Step:
        """Do one batch; says in how many seconds the next is due."""

    def close(self) -> None:
        """End for good."""


class Driver:
    """Steps a loop until it is stopped; ``fault`` is the sentence of the last step if it failed, else empty.

    Args:
        clock: seconds that only move forward, the same clock that questions pass to the loop.
        tidy: called on the loop's thread after much work, when nothing is due.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, tidy: Callable[[], None] = lambda: None
    ) -> None:
        self.fault = ""
        self._clock = clock
        self._tidy = tidy
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Something was heard: step now."""
        self._woken.set()

    def start(self, loop: Steps) -> None:
        """Drive *loop* from now on, on a thread of its own."""
        self._thread = threading.Thread(target=self._drive, args=(loop,), name="diurnal-loop", daemon=True)
        self._thread.start()

    def stop(self, timeout_s: float = 10.0) -> bool:
        """End the loop after the step under way; false if that took longer than *timeout_s*."""
        self._stopped.set()
        self._woken.set()
        if self._thread is None:
            return True
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _drive(self, loop: Steps) -> None:
        tidied_at = time.thread_time()
        while not self._stopped.is_set():
            self._woken.clear()
            pause_s = 0.0
            try:
                wait_s = loop.step(self._clock()).wait_s
                self.fault = ""
            except DiurnalError as fault:
                self.fault, wait_s, pause_s = str(fault), 0.0, PAUSE_S
                log.error("A step failed and is tried again: %s", fault)
            except Exception as fault:  # noqa: BLE001 -- the edge of the loop: it must outlive any fault of ours
                kind = type(fault).__name__
                self.fault, wait_s, pause_s = f"An internal error ({kind}); the log has it.", 0.0, PAUSE_S
                # Places only: the message of an error may hold note text.
                where = "".join(traceback.format_tb(fault.__traceback__))
                log.error("A step failed and is tried again: %s\n%s", kind, where)
            if wait_s > REST_S and time.thread_time() - tidied_at > WORK_S:
                self._tidy()
                tidied_at = time.thread_time()
            if pause_s:
                # Whatever is heard meanwhile: the step that failed wrote files itself, and would wake itself for ever.
                self._stopped.wait(pause_s)
            elif wait_s > 0:
                self._woken.wait(wait_s)
        loop.close()
