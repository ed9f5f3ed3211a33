"""A folder of notes on the real disk, written and rearranged the way editors, sync clients and people do."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


class NoteFolder:
    """Real files beneath *root*; every path is relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)

    def path(self, name: str) -> Path:
        return self.root / name

    def write(self, name: str, text: str | bytes = "text\n") -> Path:
        """Write in place, keeping the inode of an existing file."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def save_by_rename(self, name: str, text: str) -> None:
        """As most editors and ``sed -i`` save: a new file renamed over the old one."""
        draft = self.write(name + ".tmp", text)
        draft.replace(self.path(name))

    def save_with_backup(self, name: str, text: str) -> None:
        """As vim saves with ``backupcopy=no``: the old file becomes ``name~`` and a new one is written."""
        self.path(name).rename(self.path(name + "~"))
        self.write(name, text)
        self.path(name + "~").unlink()

    def move(self, old: str, new: str) -> None:
        self.path(new).parent.mkdir(parents=True, exist_ok=True)
        self.path(old).rename(self.path(new))

    def remove(self, name: str) -> None:
        path = self.path(name)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    def link(self, name: str, target: str | Path) -> None:
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)

    def age(self, name: str, seconds: float) -> None:
        """Set the mtime so far back, as a checkout or a sync client may."""
        status = self.path(name).stat()
        then = status.st_mtime_ns - int(seconds * 1e9)
        os.utime(self.path(name), ns=(then, then))
