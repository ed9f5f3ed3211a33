"""Processes a test would leave behind: found by the folder they were started for, and ended."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

# A daemon lets go of its vault first and then ends: whoever stopped it may be done before it is gone.
ENDS_WITHIN_S = 10
# A process that does not end for so long after SIGKILL is not waited for.
PATIENCE_S = 30


def processes_of(folder: Path) -> dict[int, str]:
    """Commands of running Diurnal processes that name *folder* or something in it, by process id."""
    listed = subprocess.run(
        ["ps", "-axww", "-o", "pid=,stat=,command="],
        capture_output=True,
        text=True,
        check=True,
        errors="replace",
    )
    found = {}
    for line in listed.stdout.splitlines():
        pid, state, command = line.split(None, 2)
        is_ours = "diurnal" in command and f"{folder}" in command and not state.startswith("Z")
        if is_ours and int(pid) != os.getpid():
            found[int(pid)] = command
    return found


def end_processes_of(folder: Path) -> list[str]:
    """End what still runs for *folder*, once nothing new comes up; the commands that had to be ended."""
    ended: dict[int, str] = {}
    deadline = time.monotonic() + ENDS_WITHIN_S
    while processes_of(folder) and time.monotonic() < deadline:
        continue
    deadline = time.monotonic() + PATIENCE_S
    while (left := processes_of(folder)) and time.monotonic() < deadline:
        ended |= left
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    return [*ended.values()]
