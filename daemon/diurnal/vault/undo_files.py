"""The undo data of operations: one file a day, ``undo/<day>.jsonl``, each line an operation as it was begun.

Appended to before a note is touched, and rewritten only to forget. What an
operation means, and whether it was ever finished, is ``journal``'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from diurnal.owned import own_folder
from diurnal.vault.journal_lines import (
    Entry,
    disk_named,
    dumped,
    read_lines,
    replace_file,
    unpacked,
)


@dataclass(frozen=True, slots=True)
class UndoFiles:
    """The files in *folder*, which is made for its owner only. Raises WriteFailed."""

    folder: Path

    def __post_init__(self) -> None:
        own_folder(self.folder)

    def of(self, at: datetime) -> Path:
        """The file of the day of *at*."""
        return self.folder / f"{at.date().isoformat()}.jsonl"

    def all(self) -> list[Path]:
        """Every file there is, the oldest day first."""
        return sorted(self.folder.glob("*.jsonl"))

    def begun(self, path: Path) -> dict[str, Entry]:
        """The operations in the day's file *path*, each as it was begun last."""
        found = {}
        for facts in read_lines(path):
            try:
                found[facts["op"]] = unpacked(facts)
            except (ValueError, KeyError, TypeError):
                continue  # not written by this version
        return found

    def rewrite(self, path: Path, is_kept: Callable[[Mapping[str, Any]], bool]) -> None:
        """Keep only those lines of *path*; a file without any goes. Raises WriteFailed."""
        before = list(read_lines(path))
        kept = [facts for facts in before if is_kept(facts)]
        if len(kept) == len(before):
            return
        with disk_named(path):
            if kept:
                replace_file(path, b"".join(map(dumped, kept)))
            else:
                path.unlink(missing_ok=True)
