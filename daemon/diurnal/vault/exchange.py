"""Swapping two files in one step, where the system can: nothing that lay there is ever overwritten unseen.

A plain rename destroys whatever another program saved in the moment before it.
An exchange hands that version over instead, so that it can be put back.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from functools import cache

_AT_FDCWD = -100 if sys.platform.startswith("linux") else -2
_EXCHANGE = 2  # RENAME_EXCHANGE on Linux, RENAME_SWAP on macOS
_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


@cache
def _system_call() -> Callable[[bytes, bytes], int] | None:
    name = {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform)
    function = getattr(ctypes.CDLL(None, use_errno=True), name, None) if name else None
    if function is None:
        return None
    function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    function.restype = ctypes.c_int
    return lambda one, other: int(function(_AT_FDCWD, one, _AT_FDCWD, other, _EXCHANGE))


def exchange(one: str, other: str) -> bool:
    """Swap the files *one* and *other*; False if this system or file system cannot. Raises OSError."""
    call = _system_call()
    if call is None:
        return False
    if call(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), one)
