"""What a refusal of the file system means: gone, or there but out of reach, and why in words."""

from __future__ import annotations

import errno
import os

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
