"""Why a file is not read: gone, or there but out of reach, or too large; and why in words."""

from __future__ import annotations

import errno
import os

from diurnal.errors import NoteUnreadable

# Far above any diary; below it one bad file (a log renamed to .md) could take all the memory there is, and
# one of 2 GB could not be read in one call.
LARGEST_NOTE_BYTES = 64 * 2**20

_ABSENT = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)

NOT_DOWNLOADED = "its content is not on this machine yet (cloud placeholder)"

_REASONS = {
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EAGAIN: NOT_DOWNLOADED,
    errno.EDEADLK: NOT_DOWNLOADED,
    errno.ESTALE: "the network drive answered with a stale handle",
    errno.ETIMEDOUT: "the drive did not answer in time",
}


def is_absence(fault: OSError) -> bool:
    """True if *fault* proves that there is no such file; anything else proves nothing."""
    return fault.errno in _ABSENT


def reason(fault: OSError) -> str:
    """Why the disk refused, in words for ``status``."""
    known = _REASONS.get(fault.errno or 0)
    return known or (os.strerror(fault.errno).lower() if fault.errno else str(fault))


def check_size(path: str, status: os.stat_result) -> None:
    """Raises NoteUnreadable if the file of *path* is larger than any note."""
    if status.st_size > LARGEST_NOTE_BYTES:
        raise NoteUnreadable(f"{path}: {status.st_size >> 20} MB are more than a note may have.")
