"""A large table of a model as a file that is mapped, where memory is not the place for it.

An embedder's table of word pieces is 65 MB, and a question reads ten rows of it.
Mapped, only the pages read count, the system may take them back, and the daemon
and the process that embeds texts share them. The file lies in the owner's cache
folder and is only a copy: lost or changed, it is written again.
"""

from __future__ import annotations

import logging
import mmap
import os
import secrets
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_log = logging.getLogger(__name__)


def cache_folder() -> Path:
    """Where the copies lie."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 -- no home is no error here
    return Path(base) / "diurnal" / "models"


class Mapped:
    """A table in a file of the cache folder; ``array`` is *table* itself, in memory, where none can be kept."""

    def __init__(self, table: NDArray[Any], name: str) -> None:
        self.array = table
        self._map: mmap.mmap | None = None
        path = cache_folder() / name
        try:
            if not _holds(path, table):
                _write(path, table)
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as fault:
            _log.info("%s takes %d MB of memory: %s", name, table.nbytes // 2**20, fault)
        else:
            self.array = np.frombuffer(self._map, table.dtype).reshape(table.shape)

    def let_go(self) -> None:
        """What was read of it need not stay in memory: the system maps sixteen pages for each that is touched."""
        if self._map is not None and hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)


def _holds(path: Path, table: NDArray[Any]) -> bool:
    """True if the file is that table to the last byte: anything may have happened to a cache."""
    if not path.is_file() or path.stat().st_size != table.nbytes:
        return False
    return np.array_equal(np.memmap(path, table.dtype, "r", shape=table.shape), table)


def _write(path: Path, table: NDArray[Any]) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            table.tofile(file)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
