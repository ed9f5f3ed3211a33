"""The files that settings were read from, watched for what they say now: settings hold from a start on.

Without this a folder made private in ``diurnal.yaml`` would go on being answered, and nothing would say why.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_Stamp = tuple[int, int, int]


class SettingsFiles:
    """What *files* said when this was made, and whether they still do; a file that is not there says nothing."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._read = {file: (_stamp_of(file), _bytes_of(file)) for file in files}

    def troubles(self) -> list[str]:
        """A sentence for each file that says something else by now."""
        return [
            f"{file.name} was changed after its settings were read, so what it says now does not hold yet:"
            " run `diurnal stop`, then `diurnal start`."
            for file in self._read
            if self._is_changed(file)
        ]

    def _is_changed(self, file: Path) -> bool:
        stamp, said = self._read[file]
        now = _stamp_of(file)
        if now == stamp or not file.parent.is_dir():  # a vault that is away has changed nothing
            return False
        if _bytes_of(file) != said:
            return True
        self._read[file] = (now, said)
        return False


def _stamp_of(file: Path) -> _Stamp | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
