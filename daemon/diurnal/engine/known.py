"""What is known of each note between two looks: the stamp it was taken in under, and its trouble if it has one.

Follows the catalogue batch by batch, and says which stamps can be believed. When
to look, and what becomes of a difference, is left to ``reconcile``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from diurnal.model.stamp import RACY_NS, Stamp
from diurnal.ports import Batch, Known


class KnownNotes(dict[str, Known]):
    """The notes of the catalogue by path."""

    def is_unchanged(self, path: str, stamp: Stamp) -> bool:
        """True if *path* was taken in under *stamp* and that proves that its bytes are as they were."""
        entry = self.get(path)
        return (
            entry is not None
            and not entry.trouble
            and stamp == entry.stamp
            and stamp.is_trusted(entry.read_at_ns)
        )

    def is_warm(self, path: str) -> bool:
        """True if *path* was read so soon after it was written that a second look is needed to trust its stamp."""
        entry = self.get(path)
        if entry is None or entry.stamp.is_trusted(entry.read_at_ns):
            return False
        # A stamp from the future stays untrusted for as long; looking again and again helps nobody.
        return max(entry.stamp.mtime_ns, entry.stamp.ctime_ns) <= entry.read_at_ns + RACY_NS

    def take(self, batch: Batch) -> None:
        """Follow what the catalogue took in."""
        for read in batch.read:
            self[read.note.path] = Known(read.stamp, read.read_at_ns, read.digest)
        for path, stamp, read_at_ns in batch.restamped:
            self[path] = Known(stamp, read_at_ns, self[path].digest)
        for path in batch.gone:
            self.pop(path, None)
        for path, why in batch.troubled.items():
            self[path] = replace(self[path], trouble=why)


def trouble_of(path: str, troubled: Mapping[str, str]) -> str:
    """Why *path* or a folder above it could not be looked at, or an empty text."""
    if not troubled:
        return ""
    while path:
        if path in troubled:
            return troubled[path]
        path = path.rpartition("/")[0]
    return troubled.get("", "")


def beneath(known: Iterable[str], paths: Collection[str]) -> Sequence[str]:
    """Those of *known* that are one of *paths* or lie beneath one."""
    if "" in paths:
        return list(known)
    asked = frozenset(paths)
    folders = tuple(f"{path}/" for path in asked)
    return [path for path in known if path in asked or path.startswith(folders)]
