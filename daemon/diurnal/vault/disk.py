"""The vault as it lies on the disk: which notes there are, their stamps and their bytes.

One sweep lists ten thousand notes in well under 150 ms. Whatever cannot be
looked at is reported as troubled, with the reason, and never as absent; only a
file that the disk says is not there counts as gone. Nothing is ever written.
Which names are notes is decided in ``paths`` and ``ignore``, which links are
followed in ``links``; what has changed since is for the engine to find out.
"""

# ruff: noqa: PTH116 -- paths stay strings, as the sweep gives them

from __future__ import annotations

import errno
import hashlib
import os
import stat as modes
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from diurnal.errors import NoteChanged, NoteMissing, NoteUnreadable, OutsideVault
from diurnal.model.layout import Layout
from diurnal.model.stamp import Source, Stamp
from diurnal.ports import Sweep, Watched
from diurnal.text.paths import is_text, lies_beneath, outermost
from diurnal.vault.faults import check_size, is_absence, reason
from diurnal.vault.ignore import IgnoreRules, is_note_path
from diurnal.vault.links import FolderLinks
from diurnal.vault.walk import Walk, stamp_of

# An editor that is writing finishes within a few reads; a file that never rests is left for later.
READ_ATTEMPTS = 3


class DiskVault:
    """A folder of notes (see ``ports.Vault``).

    Args:
        root: the folder; it may be a link, and it may be missing for a while.
        layout: how the vault is read; assign ``layout`` anew when its settings change.
        now_ns: wall clock in nanoseconds, the one that also stamps files.
    """

    def __init__(
        self, root: Path, layout: Layout | None = None, *, now_ns: Callable[[], int] = time.time_ns
    ) -> None:
        self.root = root
        self._now_ns = now_ns
        self._top = os.path.realpath(root)
        self._links = FolderLinks(self._top)
        self._folders: dict[str, str] = {}
        self.layout = layout or Layout()

    @property
    def layout(self) -> Layout:
        return self._layout

    @layout.setter
    def layout(self, layout: Layout) -> None:
        self._layout = layout
        self._rules = IgnoreRules.of(layout)

    # --- what is a note ---------------------------------------------------------------------------

    def is_note(self, path: str) -> bool:
        """True if a file of that path would be indexed (extension, hidden parts, ignore filters)."""
        return is_note_path(path, self._rules)

    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the vault's folder, None if it is not there: tells a swapped folder."""
        try:
            status = os.stat(self.root)
        except OSError:
            return None
        return (status.st_dev, status.st_ino) if modes.S_ISDIR(status.st_mode) else None

    # --- looking ----------------------------------------------------------------------------------

    def sweep(self, under: Iterable[str] = ("",)) -> Sweep:
        """Stamps of every note that is or lies beneath one of *under* (files or folders)."""
        paths = outermost(set(under))
        if "" in paths:
            self._move_to(os.path.realpath(self.root))
        try:
            with os.scandir(self._top) as entries:
                root_empty = next(entries, None) is None
        except OSError as fault:
            return Sweep({}, {"": reason(fault)}, root_missing=True)
        walk = Walk(self._top, self._rules, self._links)
        for path in paths:
            self._links.forget_beneath(path)
            for known in [known for known in self._folders if lies_beneath(known, path)]:
                del self._folders[known]
            if path:
                walk.look_at(path)
            else:
                walk.descend("", self._top)
        self._folders |= walk.folders
        return Sweep(walk.found, walk.troubled, root_empty=root_empty)

    def _move_to(self, top: str) -> None:
        """Follow a root that is a link to where it points now."""
        if top != self._top:
            self._top = top
            self._links = FolderLinks(top)

    def holds(self, path: str) -> bool:
        """True if a file or folder of that path lies in the vault, indexed or not. Raises NoteUnreadable."""
        try:
            os.stat(self._links.located(path))
        except (NoteMissing, OutsideVault):
            return False
        except OSError as fault:
            if is_absence(fault):
                return False
            raise NoteUnreadable(f"{path}: {reason(fault)}.") from fault
        return True

    # --- one note ---------------------------------------------------------------------------------

    def stamp(self, path: str) -> Stamp | None:
        """The note's stamp; None if there is no such file. Raises NoteUnreadable, OutsideVault."""
        try:
            status = os.lstat(self._links.located(path))
        except NoteMissing:
            return None
        except OSError as fault:
            if is_absence(fault):
                return None
            raise NoteUnreadable(f"{path}: {reason(fault)}.") from fault
        if not modes.S_ISREG(status.st_mode) or not self.is_note(path):
            return None
        return stamp_of(status)

    def read(self, path: str) -> Source:
        """Its bytes, read between two equal stamps. Raises NoteMissing, NoteUnreadable, NoteChanged, OutsideVault."""
        absolute = self._links.located(path)
        if not self.is_note(path):
            raise NoteMissing(f"{path} is not one of the vault's notes.")
        try:
            for _ in range(READ_ATTEMPTS):
                source = self._read_once(path, absolute)
                if source is not None:
                    return source
        except OSError as fault:
            if is_absence(fault):
                raise NoteMissing(f"{path} is not there.") from fault
            if fault.errno == errno.ELOOP:
                raise self._links.refusal(path, absolute) from fault
            raise NoteUnreadable(f"{path}: {reason(fault)}.") from fault
        raise NoteChanged(f"{path} is being written; it is read again once it rests.")

    def _read_once(self, path: str, absolute: str) -> Source | None:
        """The note's bytes, or None if it changed while they were read."""
        read_at_ns = self._now_ns()
        # O_NONBLOCK: opening a pipe that somebody named .md must not hang.
        handle = os.open(absolute, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            before = os.fstat(handle)
            if not modes.S_ISREG(before.st_mode):
                raise NoteMissing(f"{path} is not a file.")
            check_size(path, before)
            # One byte more than there should be, so that growth shows.
            data = os.read(handle, before.st_size + 1)
            after = os.fstat(handle)
        finally:
            os.close(handle)
        stamp = stamp_of(before)
        if stamp != stamp_of(after) or len(data) != stamp.size:
            return None
        return Source(path, data, stamp, read_at_ns, digest_of(data))

    # --- watching ---------------------------------------------------------------------------------

    def watched(self) -> Watched:
        """The folders whose changes matter, as of the last sweep.

        A watcher that descends by itself also follows the links that we refuse, up and out of the
        vault; where there is one, every folder is therefore named for itself.
        """
        if not self._links.refused:
            return Watched((self._top, *sorted(self._links.followed.values())))
        config = f"{self._top}/{self._layout.config_folder}"
        settings = [
            config,
            *(f"{config}/plugins/{name}" for name in ("periodic-notes", "templater-obsidian")),
        ]
        folders = {*self._folders.values(), *filter(os.path.isdir, settings)}
        return Watched(tuple(sorted(folders)), recursive=False)

    def hint(self, absolute: str) -> str | None:
        """Where in the vault something happened, from an event's absolute path; None if nowhere.

        The system may name a folder by any link that leads to it, so the path is made real first;
        its last part stays, for it may be gone or be a link itself.
        """
        folder, _, name = absolute.rpartition("/")
        if not is_text(name) or "\ufffd" in name:  # a name that is no UTF-8 arrives with its bytes lost
            return self._links.path_of(os.path.realpath(folder))
        if absolute in (self._top, str(self.root)):
            return ""
        return self._links.path_of(f"{os.path.realpath(folder)}/{name}")


def digest_of(data: bytes) -> str:
    """32 hex digits that prove a note's bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
