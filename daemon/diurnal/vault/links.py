"""Which symbolic links to folders are followed: Obsidian's rule.

A link is followed if its target lies wholly apart: not in the vault, not above
it, and not in, above or equal to the target of another followed link. So every
note has one path, and walking ends. Links to files are never followed: inside
the vault they would double a note, outside they would leave it.
"""

from __future__ import annotations

import os
import stat as modes
from collections.abc import Mapping

from diurnal.errors import NoteMissing, NoteUnreadable, OutsideVault
from diurnal.text.paths import ancestors, checked, lies_beneath
from diurnal.vault.faults import is_absence, reason


class FolderLinks:
    """The links to folders seen so far, by vault-relative path, with their real targets."""

    def __init__(self, top: str) -> None:
        self._top = top
        self._followed: dict[str, str] = {}
        self._refused: dict[str, str] = {}

    @property
    def followed(self) -> Mapping[str, str]:
        return self._followed

    @property
    def refused(self) -> Mapping[str, str]:
        return self._refused

    def forget_beneath(self, folder: str) -> None:
        """Judge the links in *folder* anew when they are met again."""
        for links in (self._followed, self._refused):
            for path in [path for path in links if lies_beneath(path, folder)]:
                del links[path]

    def follows(self, path: str, absolute: str) -> bool:
        """True if the link at *path* is followed; *absolute* is where it lies on the disk."""
        target = os.path.realpath(absolute)
        if path in self._followed and self._followed[path] == target:
            return True
        self._followed.pop(path, None)
        apart = not _overlap(target, self._top) and not any(
            _overlap(target, other) for other in self._followed.values()
        )
        if apart:
            self._refused.pop(path, None)
            self._followed[path] = target
        else:
            self._refused[path] = target
        return apart

    def path_of(self, real: str) -> str | None:
        """The vault-relative path of the real path *real*; None if it is nowhere in the vault."""
        if real == self._top:
            return ""
        if real.startswith(self._top + "/"):
            return real[len(self._top) + 1 :]
        for path, target in self._followed.items():
            if lies_beneath(real, target):
                return path + real[len(target) :]
        return None

    def located(self, path: str) -> str:
        """Where *path* lies on the disk, every folder above it being real or a link that is followed.

        Raises:
            OutsideVault: its spelling or a link on its way leads out of the vault.
            NoteMissing: a folder above it is not there, or is a link that is not followed.
            NoteUnreadable: a folder above it could not be looked at.
        """
        absolute = f"{self._top}/{checked(path)}"
        for folder in ancestors(path):
            where = f"{self._top}/{folder}"
            try:
                status = os.lstat(where)
                if not modes.S_ISLNK(status.st_mode) or self.follows(folder, where):
                    continue
            except OSError as fault:
                if is_absence(fault):
                    raise NoteMissing(f"{path} is not there.") from fault
                raise NoteUnreadable(f"{path}: {reason(fault)}.") from fault
            raise self.refusal(path, where)
        return absolute

    def refusal(self, path: str, link: str) -> OutsideVault | NoteMissing:
        """Why a path that passes through *link* is not read."""
        inside = self.path_of(os.path.realpath(link))
        if inside is None:
            return OutsideVault(f"{path} is a link that leaves the vault, so it is not read.")
        return NoteMissing(f"{path} is a link.", hint=f"Ask for {inside} instead.")


def _overlap(one: str, other: str) -> bool:
    return lies_beneath(one, other) or lies_beneath(other, one)
