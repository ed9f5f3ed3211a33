"""Arrays of a model as a file that is mapped, where memory and a start are not the place for them.

A model that is unpacked at each start takes a second and 100 MB, and a question reads
little of it. Mapped, only the pages read count, the system may take them back, and the
daemon and the process that embeds texts share them. The file lies in the owner's cache
folder and is only a copy of what a package holds: lost or changed, it is written again.
"""

from __future__ import annotations

import json
import logging
import mmap
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """Named arrays, read-only where they are mapped, and what else is to be known of them."""

    arrays: Arrays
    facts: Mapping[str, Any]
    _map: mmap.mmap | None = None
    _spans: Mapping[str, tuple[int, int]] | None = None

    def let_go(self, name: str) -> None:
        """What was read of an array need not stay in memory: the system maps sixteen pages for each that is touched."""
        if self._map is not None and self._spans is not None and hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED, *self._spans[name])


def cache_folder() -> Path:
    """Where the copies lie."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 -- no home is no error here
    return Path(base) / "diurnal" / "models"


def kept(name: str, sources: Sequence[Path]) -> Kept | None:
    """What ``keep`` left under *name*; None if it is not there, was touched since, or the *sources* are others now."""
    path = cache_folder() / f"{name}.arrays"
    try:
        said = json.loads(_note_of(path).read_bytes())
        if said["sources"] != _stamps(sources) or said["stamp"] != _stamp(path):
            return None
        with path.open("rb") as file:
            mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        arrays, spans = {}, {}
        for part, (dtype, shape, offset) in said["arrays"].items():
            count = int(np.prod(shape))
            array = np.frombuffer(mapping, dtype, count, offset).reshape(shape)
            arrays[part], spans[part] = array, (offset, array.nbytes)
        return Kept(arrays, said["facts"], mapping, spans)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(name: str, sources: Sequence[Path], arrays: Arrays, facts: Mapping[str, Any]) -> Kept:
    """Write *arrays* and *facts*, made of the files *sources*; they stay in memory where nothing can be written."""
    path = cache_folder() / f"{name}.arrays"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        places = _write(path, arrays)
        said = {"stamp": _stamp(path), "sources": _stamps(sources), "facts": facts, "arrays": places}
        _replace(_note_of(path), lambda file: file.write(json.dumps(said).encode()))
    except OSError as fault:
        _log.info(
            "%s takes %d MB of memory: %s", name, sum(a.nbytes for a in arrays.values()) // 2**20, fault
        )
    return kept(name, sources) or Kept(arrays, facts)


def _write(path: Path, arrays: Arrays) -> dict[str, tuple[str, tuple[int, ...], int]]:
    """Write the numbers, each array from a page of its own on; returns type, shape and offset of each."""
    places = {}

    def fill(file: BinaryIO) -> None:
        for name, array in arrays.items():
            file.seek(-(-file.tell() // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY)
            places[name] = (array.dtype.str, array.shape, file.tell())
            np.ascontiguousarray(array).tofile(file)

    _replace(path, fill)
    return places


def _replace(path: Path, fill: Any) -> None:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as file:
            fill(file)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _note_of(path: Path) -> Path:
    return path.with_suffix(".json")


def _stamp(path: Path) -> list[int]:
    """What changes with any write, whoever makes it: nothing is compared byte by byte."""
    found = path.stat()
    return [found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns]


def _stamps(sources: Sequence[Path]) -> list[list[int]]:
    """Size and time of the files an unpacked model comes from."""
    return [[found.st_size, found.st_mtime_ns] for found in (source.stat() for source in sources)]
