"""The daemon's side of the low-priority process: gives it jobs, takes what it made, starts it again when it dies.

Writing a Whoosh index on a thread took a question of 0.6 ms to 132 ms; in a niced
process it stays at 0.5. Nothing here waits but ``stop``: ``step`` is called by the
loop, and ``wake`` is called when there is a reason to. A job that died with the
process is done again, after a pause that doubles each time.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from diurnal.ports import Job, Outcome

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 300.0
# An idle process holds some 60 MB; starting one costs 0.3 s of a processor nobody else wants.
IDLE_S = 30.0


# -P: a folder of the vault that happens to be current must not offer modules.
COMMAND = (sys.executable, "-P", "-m", "diurnal.child.main")


class _Process:
    """One run of the process: its pipes, and a thread that queues its replies until it ends."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], wake: Callable[[], None]
    ) -> None:
        self.replies: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._wake = wake
        self._process = subprocess.Popen(
            list(arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
            # Ctrl-C in a terminal is for the daemon, which then stops this one in order.
            start_new_session=True,
            text=True,
            encoding="utf-8",
        )
        self.pid = self._process.pid
        self._listener = threading.Thread(target=self._listen, name="diurnal-child", daemon=True)
        self._listener.start()

    def send(self, message: Mapping[str, Any]) -> None:
        """Hand a request over. A process that has just died is noticed by its listener instead."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def end(self, deadline_s: float) -> None:
        """Close its input, which ends it; kill it if it has not ended *deadline_s* later."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(deadline_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join()
        self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                reply = json.loads(line)
            except ValueError:
                # The last line of a killed process may be cut.
                break
            self.replies.put(reply)
            self._wake()
        self.replies.put(None)
        self._wake()


class Child:
    """Does jobs one after another in a process of its own.

    Not for several threads: whoever steps it also asks. ``trouble`` is a sentence while the process
    keeps dying, for ``status``.
    """

    def __init__(
        self,
        *,
        wake: Callable[[], None] = lambda: None,
        arguments: Sequence[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """
        Args:
            wake: called from another thread when ``step`` has something to take.
            arguments: the command to start instead of the usual one.
            environment: instead of this process's.
        """
        self.trouble = ""
        self._wake = wake
        self._arguments = list(COMMAND if arguments is None else arguments)
        self._environment = {**(os.environ if environment is None else environment), "OMP_NUM_THREADS": "1"}
        self._waiting: dict[str, Job] = {}
        self._running: tuple[int, Job] | None = None
        self._process: _Process | None = None
        self._number = 0
        self._pause_s = 0.0
        self._not_before = float("-inf")
        self._idle_since: float | None = None

    def ask(self, job: Job) -> None:
        """Have *job* done; one of the same function that has not begun yet is replaced by it."""
        self._waiting[job.function] = job

    def is_busy(self, function: str) -> bool:
        """True while a job of that function waits or runs."""
        return function in self._waiting or (
            self._running is not None and self._running[1].function == function
        )

    @property
    def pid(self) -> int | None:
        """Process id while there is a process."""
        return self._process.pid if self._process is not None else None

    def step(self, now: float) -> list[Outcome]:
        """Take replies, notice a death, hand over the next job, end an idle process; never waits.

        Args:
            now: seconds of a clock that only moves forward.

        Returns:
            The jobs that ended since the last step.
        """
        ended = self._take_replies(now)
        if self._running is None and self._waiting and now >= self._not_before:
            self._begin_next(now)
        if self._running is not None or self._process is None:
            self._idle_since = None
        elif self._idle_since is None:
            self._idle_since = now
        elif now - self._idle_since >= IDLE_S:
            self.stop(0.0)
        return ended

    def due_at(self) -> float | None:
        """When ``step`` has something to do though nothing is heard; None if never."""
        if self._waiting and self._running is None:
            return self._not_before
        return self._idle_since + IDLE_S if self._idle_since is not None else None

    def stop(self, deadline_s: float) -> None:
        """End the process within about *deadline_s* seconds; what it was doing is asked for again at the next start."""
        if self._process is not None:
            self._process.end(deadline_s)
        self._process, self._running, self._idle_since = None, None, None

    def _begin_next(self, now: float) -> None:
        if self._process is None:
            try:
                self._process = _Process(self._arguments, self._environment, self._wake)
            except OSError as fault:
                self._pause(now, f"The background process cannot be started ({fault.strerror})")
                return
        job = self._waiting.pop(next(iter(self._waiting)))
        self._number += 1
        self._running = (self._number, job)
        self._process.send({"id": self._number, "job": job.function, "arguments": dict(job.arguments)})

    def _take_replies(self, now: float) -> list[Outcome]:
        ended: list[Outcome] = []
        while self._process is not None and not self._process.replies.empty():
            reply = self._process.replies.get()
            if reply is None:
                self._note_death(now)
                break
            if self._running is None or reply.get("id") != self._running[0]:
                continue
            job = self._running[1]
            self._running, self._pause_s, self.trouble = None, 0.0, ""
            ended.append(
                Outcome(job, reply.get("result"), str(reply.get("fault", "")), str(reply.get("message", "")))
            )
        return ended

    def _note_death(self, now: float) -> None:
        if self._running is not None:
            # One asked for meanwhile knows better what is to be done.
            self._waiting.setdefault(self._running[1].function, self._running[1])
        self.stop(0.0)
        self._pause(now, "The background process died")

    def _pause(self, now: float, what: str) -> None:
        self._pause_s = min(max(2 * self._pause_s, FIRST_PAUSE_S), LONGEST_PAUSE_S)
        self._not_before = now + self._pause_s
        self.trouble = f"{what}; it is started again in {self._pause_s:.0f} s."
