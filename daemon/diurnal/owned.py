"""Folders outside the vault that only their owner may enter: state, socket, write journal.

Promises that such a folder is a real one, belongs to this user and is closed to
everybody else, or says why not. What lies in it is left to those who ask for it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from diurnal.errors import WriteFailed


def own_folder(folder: Path) -> Path:
    """*folder*, made if need be, which only its owner can enter.

    Raises:
        WriteFailed: it cannot be made, is a link, or belongs to somebody else.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = folder.lstat()
        if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid():
            raise WriteFailed(
                f"{folder} is not a folder of yours.",
                hint="Remove it, or name another place with XDG_STATE_HOME.",
            )
        if facts.st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as fault:
        raise WriteFailed(
            f"{folder} could not be made: {fault.strerror}.", hint="Name another place with XDG_STATE_HOME."
        ) from fault
    return folder
