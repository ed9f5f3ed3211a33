"""The socket as a file: where it may lie, who may knock, and what to do with one that is left over."""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import struct
import sys
from pathlib import Path

from diurnal.errors import SocketPathTooLong, VaultBusy, WriteFailed
from diurnal.owned import own_folder
from diurnal.places import SOCKET_BYTES, Places

PROBE_S = 0.5


def open_socket(vault: Path, places: Places) -> tuple[socket.socket, Path]:
    """A listening socket only its owner can reach, at the best place that is short enough.

    A socket that nobody listens at is taken over, one that answers never.

    Raises:
        VaultBusy: another daemon listens there.
        SocketPathTooLong: no place is short enough.
        WriteFailed: no folder for it could be made.
    """
    trouble: WriteFailed | None = None
    for path in places.sockets_of(vault):
        try:
            own_folder(path.parent)
            return _listen(path), path
        except WriteFailed as fault:
            trouble = fault
    if trouble is not None:
        raise trouble
    raise SocketPathTooLong(
        f"No folder for the socket is short enough: it must fit into {SOCKET_BYTES} bytes.",
        hint="Set XDG_RUNTIME_DIR to a short folder of yours.",
    )


def is_owner(connection: socket.socket) -> bool:
    """True if the process at the other end runs under our user."""
    if sys.platform == "darwin":
        # struct xucred: version, uid, number of groups, groups; level SOL_LOCAL is 0, LOCAL_PEERCRED 1.
        _, uid = struct.unpack_from("=II", connection.getsockopt(0, 1, 76))
    else:
        facts = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        _, uid, _ = struct.unpack("3i", facts)
    return bool(uid == os.getuid())


def remove_socket(path: Path, inode: int) -> None:
    """Remove our socket file, unless another one took its name meanwhile."""
    with contextlib.suppress(FileNotFoundError):
        if path.lstat().st_ino == inode:
            path.unlink()


def _listen(path: Path) -> socket.socket:
    _clear(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | getattr(socket, "SOCK_CLOEXEC", 0))
    # The mode must be right from the first moment, not after a chmod.
    before = os.umask(0o177)
    try:
        listener.bind(os.fspath(path))
        listener.listen(64)
    except OSError as fault:
        listener.close()
        raise WriteFailed(f"The socket {path} could not be made: {fault.strerror or fault}.") from fault
    finally:
        os.umask(before)
    return listener


def _clear(path: Path) -> None:
    try:
        facts = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(facts.st_mode):
        raise WriteFailed(f"{path} is in the way of the socket and is none.", hint="Move it away.")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(PROBE_S)
        try:
            probe.connect(os.fspath(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
            return
        except OSError as fault:
            raise VaultBusy(f"Something listens at {path} and does not answer: {fault}.") from fault
    raise VaultBusy(f"Another daemon listens at {path}.", hint="Stop it first: `diurnal stop`.")
