"""One writer of notes at a time, over all threads and processes of this machine.

The lock is a ``flock`` on a file in the owner's state folder, so it dies with its
holder. Editors take none: what they save meanwhile is found out in ``patch``.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from diurnal.errors import WriteFailed


class WriteLock:
    """The lock *file*; a thread that holds it may take it again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._mine = threading.local()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Wait until nobody else writes, and keep others waiting meanwhile. Raises WriteFailed."""
        if getattr(self._mine, "is_held", False):
            yield
            return
        handle = self._opened()
        try:
            self._lock(handle)
            self._mine.is_held = True
            yield
        finally:
            self._mine.is_held = False
            os.close(handle)

    def _opened(self) -> int:
        try:
            return os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError as fault:
            raise WriteFailed(f"{self._file} could not be opened: {fault.strerror}.") from fault

    def _lock(self, handle: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError as fault:  # a network drive that has no locks
            raise WriteFailed(
                f"{self._file} could not be locked: {fault.strerror}.",
                hint="Let XDG_STATE_HOME name a folder on a disk of this machine.",
            ) from fault
