"""The seal: proof that index files are the ones Diurnal wrote.

Opening a Whoosh index runs whatever code its pickles hold, and the derived
folder may lie in a vault that is synced from elsewhere. So the hashes of its
files are kept in the owner's state folder, and a folder whose files are not
exactly these is never opened. Rebuilding it is left to the caller.
"""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path

from diurnal.owned import own_folder
from diurnal.store.state import write_json

_SEAL_FORMAT = 1


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: hashlib.blake2b(digest_size=32)).hexdigest()


class Seal:
    """Hashes of the files of sealed folders, by folder name, in one small file of the owner's.

    One process seals at a time; any number may check. A missing or unreadable seal file
    means that nothing is sealed.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def close_over(self, folder: Path, *, kept: tuple[str, ...] = ()) -> None:
        """Seal every file of *folder* as it is now, in place of all seals but those of the folders named *kept*.

        Raises:
            OSError: a file could not be read or the seal not be written.
        """
        sealed = self._read()
        seals = {name: sealed[name] for name in kept if name in sealed}
        seals[folder.name] = {path.name: _digest(path) for path in folder.iterdir()}
        own_folder(self.file.parent)
        # Without forcing it to disk a power cut could leave an empty seal; that would cost a rebuild.
        write_json(self.file, {"format": _SEAL_FORMAT, "folders": seals}, durable=True)

    def holds(self, folder: Path) -> bool:
        """True if *folder* has exactly the files it was sealed with, byte for byte, and no links among them."""
        sealed = self._read().get(folder.name)
        if not sealed:
            return False
        try:
            found = {path.name: path for path in folder.iterdir()}
            return (
                found.keys() == sealed.keys()
                and all(stat.S_ISREG(path.lstat().st_mode) for path in found.values())
                and all(_digest(path) == sealed[name] for name, path in found.items())
            )
        except OSError:
            return False

    def newest(self) -> list[str]:
        """Names of the sealed folders, the highest first: names count up."""
        return sorted(self._read(), reverse=True)

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            content = json.loads(self.file.read_bytes())
        except (OSError, ValueError):
            return {}
        folders = content.get("folders") if isinstance(content, dict) else None
        if not isinstance(folders, dict) or content.get("format") != _SEAL_FORMAT:
            return {}
        return {name: files for name, files in folders.items() if isinstance(files, dict)}
