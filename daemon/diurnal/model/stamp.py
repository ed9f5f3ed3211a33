"""What the disk said about a file when it was read, and what was found on it."""

from __future__ import annotations

from dataclasses import dataclass

# A file system may give two writes within one tick of its clock the same mtime,
# and network file systems round to a second; 2 s covers both (FAT rounds to 2 s).
RACY_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Stamp:
    """Identity of a file's bytes as far as the disk tells it without reading them; times in ns."""

    mtime_ns: int
    ctime_ns: int
    size: int
    inode: int

    def is_trusted(self, read_at_ns: int) -> bool:
        """True if an equal stamp later proves equal bytes: the file had been quiet for 2 s when read."""
        return self.mtime_ns + RACY_NS < read_at_ns and self.ctime_ns + RACY_NS < read_at_ns


@dataclass(frozen=True, slots=True)
class Source:
    """A note's bytes as read, with the stamp they belong to and the hash that proves them."""

    path: str
    data: bytes
    stamp: Stamp
    read_at_ns: int
    digest: str
