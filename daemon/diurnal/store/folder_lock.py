"""One writer at a time in a folder that several processes of this machine write to.

The daemon removes vectors at once when a note becomes private, whatever its
low-priority process writes at that moment; and a process whose daemon was
killed may still finish a write beside the next one. The lock is a ``flock`` on
the folder itself: it needs no file, and dies with its holder.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class FolderLock:
    """The lock of one folder. Whoever holds it may take it again; not for several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._depth = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Wait until no other process writes in the folder, and keep others waiting meanwhile."""
        self._depth += 1
        handle = os.open(self._folder, os.O_RDONLY) if self._depth == 1 else -1
        try:
            if handle >= 0:
                # Some network drives lock no folders. There two writers at once cost vectors, never notes.
                with suppress(OSError):
                    fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            self._depth -= 1
            if handle >= 0:
                os.close(handle)
