"""The system calls beneath writing a note: a file read at rest, appended to whole, made beside, let appear.

Each leaves the file as it was or as it should be, on the disk when it returns.
Which note, and whether it may be written, is ``notefile``'s.
"""

# ruff: noqa: PTH108 -- paths stay strings, as the vault names them

from __future__ import annotations

import errno
import os
import stat as modes
import time
from contextlib import suppress

from diurnal.errors import NoteUnreadable, OutsideVault, WriteFailed
from diurnal.vault.faults import check_size, is_absence, reason

# A file that was emptied so recently is one that is being saved: its new text follows.
SAVING_S = 0.05
_PAUSE_S = 0.002
_READS = 50

_FOREIGN_ATTRIBUTES = ("security.", "trusted.", "com.apple.system.")


def read_at_rest(path: str, absolute: str) -> bytes | None:
    """The bytes of the note *path*, once nobody writes them any more; as they are if somebody never rests.

    Returns:
        None if there is no such file.

    Raises:
        OutsideVault: it is a link, or no file. NoteUnreadable: the disk refuses it, or it is too large.
    """
    for _ in range(_READS):
        try:
            handle = os.open(absolute, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as fault:
            if is_absence(fault):
                return None
            if fault.errno == errno.ELOOP:
                raise OutsideVault(f"{path} is a link, so it is not written.") from fault
            raise NoteUnreadable(f"{path}: {reason(fault)}.") from fault
        try:
            before = os.fstat(handle)
            if not modes.S_ISREG(before.st_mode):
                raise OutsideVault(f"{path} is not a file, so it is not written.")
            check_size(path, before)
            data = os.read(handle, before.st_size + 1)
            after = os.fstat(handle)
        finally:
            os.close(handle)
        is_saving = not data and time.time() - before.st_mtime < SAVING_S
        if (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, len(data)) and not is_saving:
            return data
        time.sleep(_PAUSE_S)
    return data


def append_all(handle: int, size: int, data: bytes) -> None:
    """Append *data* to a file of *size* bytes, whole or not at all. Raises OSError."""
    written = 0
    try:
        while written < len(data):
            written += os.write(handle, data[written:])
    except OSError:
        # A full disk took a part of it. Only our own bytes are cut off again.
        if written and os.fstat(handle).st_size == size + written:
            os.ftruncate(handle, size)
        raise


def write_new(
    absolute: str, data: bytes, mode: int, *, like: tuple[str, str, os.stat_result] | None = None
) -> None:
    """Make the file *absolute*, which must not be there, on the disk when this returns. Raises OSError.

    Args:
        mode: its permissions, less those of the process's mask.
        like: the note whose owner, mode and attributes it is to have: its path, where it lies, its status.
    """
    handle = os.open(absolute, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    try:
        written = 0
        while written < len(data):
            written += os.write(handle, data[written:])
        if like is not None:
            _make_alike(handle, absolute, *like)
        os.fsync(handle)
    finally:
        os.close(handle)


def _make_alike(handle: int, absolute: str, path: str, original: str, status: os.stat_result) -> None:
    mine = os.fstat(handle)
    if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.fchown(handle, status.st_uid, status.st_gid)
        except PermissionError as fault:
            raise WriteFailed(
                f"{path} belongs to another user, who could not be kept as its owner.",
                hint="Make the note yours, or run as its owner.",
            ) from fault
    os.fchmod(handle, modes.S_IMODE(status.st_mode))
    if not hasattr(os, "listxattr"):
        return
    try:
        names = os.listxattr(original, follow_symlinks=False)
    except OSError:  # this file system has none
        return
    for name in names:
        try:
            os.setxattr(absolute, name, os.getxattr(original, name, follow_symlinks=False))
        except OSError:
            if not name.startswith(_FOREIGN_ATTRIBUTES):  # those the system sets by itself
                raise


def appear(beside: str, absolute: str, data: bytes) -> bool:
    """Let the new file *beside*, which holds *data*, appear as *absolute*; False if something is there."""
    try:
        os.link(beside, absolute, follow_symlinks=False)
    except FileExistsError:
        return False
    except OSError as fault:
        if fault.errno not in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK):
            raise
        try:  # a file system without hard links
            write_new(absolute, data, 0o666)
        except FileExistsError:
            return False
    return True


def sync_folder(absolute: str) -> None:
    """Force what a folder lists to the disk. Raises OSError."""
    handle = os.open(absolute, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def unlink(absolute: str) -> None:
    """Remove a file, if it is there. Raises OSError."""
    with suppress(FileNotFoundError):
        os.unlink(absolute)
