"""Putting bytes into note files so that no kill, crash or full disk leaves half of them.

Three ways: one append to the file as it lies, if it fits into the last page;
a hidden temporary file beside it that takes its place whole; a new file that
appears complete or not at all. Each returns only when the disk has it. What
should be written, and what to do if the file changed meanwhile, is decided in
``patch``.
"""

# ruff: noqa: PTH102, PTH105, PTH108, PTH112, PTH114, PTH120 -- paths stay strings, as the vault names them

from __future__ import annotations

import errno
import os
import stat as modes
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from diurnal.errors import DiurnalError, NoteMissing, OutsideVault, WriteFailed, WriteRefused
from diurnal.text.paths import ancestors, is_note_name, parent_of
from diurnal.vault.exchange import exchange
from diurnal.vault.faults import reason
from diurnal.vault.links import FolderLinks
from diurnal.vault.wholefile import appear, append_all, read_at_rest, sync_folder, unlink, write_new

# A write within one page is taken in whole by the kernel or not at all, even when the process is
# killed in the middle; one that crosses pages may be cut between them.
PAGE_BYTES = 4096

# An editor that met a note while it changed places has saved by then.
_PAUSE_S = 0.002


class Crossed(NamedTuple):
    """A text that somebody saved in the very moment a note changed places, and the text they had changed."""

    path: str
    base: bytes
    text: bytes
    at: float


class NoteFiles:
    """The files of the vault at *root*, by vault-relative path.

    ``crossed`` lists saves of others that met ours. They are in their place again, but an editor may have read
    the other text in between, and written on from that.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.crossed: list[Crossed] = []

    def forget_crossed(self, paths: Collection[str]) -> None:
        """Look after no save in *paths* any more: what is taken out of them for good is not to come back."""
        self.crossed = [crossed for crossed in self.crossed if crossed.path not in paths]

    # --- looking ----------------------------------------------------------------------------------

    def located(self, path: str) -> str:
        """Where the note *path* lies or would lie on the disk.

        Raises:
            WriteFailed: the vault itself is not there.
            WriteRefused: *path* is no name of a note.
            OutsideVault, NoteMissing, NoteUnreadable: see ``FolderLinks.located``.
        """
        top = os.path.realpath(self.root)
        if not os.path.isdir(top):
            raise WriteFailed(
                f"The vault {self.root} is not there, so nothing was written.",
                hint="Bring it back, then try again.",
            )
        absolute = FolderLinks(top).located(path)
        parts = path.split("/")
        if not is_note_name(parts[-1]) or any(part.startswith(".") for part in parts):
            raise WriteRefused(f"{path} is no name of a note.", hint="A note ends in .md and is not hidden.")
        return absolute

    def read(self, path: str) -> bytes | None:
        """The bytes of *path* as they are now, at rest; None if there is no such file."""
        try:
            absolute = self.located(path)
        except NoteMissing:
            if _is_link(f"{os.path.realpath(self.root)}/{path}"):
                raise
            return None
        return read_at_rest(path, absolute)

    # --- writing ----------------------------------------------------------------------------------

    def append(self, path: str, size: int, data: bytes) -> bool:
        """Append *data* to the file of *size* bytes as it lies; False if it has another size by now."""
        with _refusals(path):
            absolute = self.located(path)
            try:
                handle = os.open(
                    absolute, os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
                )
            except FileNotFoundError:  # in the middle of somebody's save
                return False
            try:
                status = os.fstat(handle)
                _check_writable(path, status)
                if status.st_size != size:
                    return False
                append_all(handle, size, data)
                os.fsync(handle)
            finally:
                os.close(handle)
        return True

    def swap(self, path: str, expected: bytes, data: bytes, temporary: str) -> bool:
        """Put *data* in the place of *expected*; False, and nothing changed, if the file holds something else.

        *temporary* is a file name for the folder of *path*; owner, mode and attributes of the note are kept.
        """
        with _refusals(path):
            absolute = self.located(path)
            try:
                before = os.lstat(absolute)
            except FileNotFoundError:
                return False
            if not modes.S_ISREG(before.st_mode):
                raise OutsideVault(f"{path} is a link or no file, so it is not written.")
            _check_writable(path, before)
            if before.st_nlink > 1:
                raise WriteFailed(
                    f"{path} has another name on this disk (a hard link), which would be left with the old text.",
                    hint="Make it a copy of its own, or a symbolic link.",
                )
            beside = f"{os.path.dirname(absolute)}/{temporary}"
            try:
                write_new(beside, data, 0o600, like=(path, absolute, before))
                if read_at_rest(path, absolute) != expected:
                    return False
                return self._change_places(beside, absolute, Crossed(path, expected, data, time.monotonic()))
            finally:
                unlink(beside)

    def create(self, path: str, data: bytes, temporary: str) -> tuple[bool, tuple[str, ...]]:
        """Make the note *path*; False if it is there by now. Also the folders that had to be made for it."""
        with _refusals(path):
            made = self._make_folders(path)
            absolute = self.located(path)
            beside = f"{os.path.dirname(absolute)}/{temporary}"
            try:
                write_new(beside, data, 0o666)
                created = appear(beside, absolute, data)
                if created:
                    sync_folder(os.path.dirname(absolute))
            except BaseException:
                unlink(beside)
                self.remove_folders(made)
                raise
            unlink(beside)
        return created, made

    def remove(self, path: str, expected: bytes) -> bool:
        """Remove the note *path*; False, and nothing changed, if it holds something else than *expected*."""
        with _refusals(path):
            absolute = self.located(path)
            if read_at_rest(path, absolute) != expected:
                return False
            _check_writable(path, os.lstat(absolute))
            os.unlink(absolute)
            sync_folder(os.path.dirname(absolute))
        return True

    def remove_folders(self, folders: tuple[str, ...]) -> None:
        """Remove *folders*, outermost first as ``create`` named them, as far as they are empty."""
        top = os.path.realpath(self.root)
        for folder in reversed(folders):
            with suppress(OSError):  # not empty: somebody uses it
                (Path(top) / folder).rmdir()

    def leftover(self, path: str, temporary: str) -> bytes | None:
        """What a temporary file that a killed write left beside *path* holds; None if there is none."""
        return read_at_rest(path, self._beside(path, temporary))

    def drop_leftover(self, path: str, temporary: str) -> None:
        """Remove such a file."""
        with _refusals(path):
            unlink(self._beside(path, temporary))

    def restore_leftover(self, path: str, temporary: str) -> None:
        """Put such a file in the place of *path*: it holds what somebody saved while we wrote."""
        with _refusals(path):
            os.replace(self._beside(path, temporary), self.located(path))

    def _beside(self, path: str, temporary: str) -> str:
        return f"{os.path.realpath(self.root)}/{parent_of(path)}/{temporary}"

    def _change_places(self, beside: str, absolute: str, ours: Crossed) -> bool:
        """Let *beside*, with the text of *ours*, become *absolute*; False if that held another text than its base."""
        folder, path = os.path.dirname(absolute), ours.path
        if not exchange(beside, absolute):
            os.replace(beside, absolute)
            sync_folder(folder)
            return True
        theirs = read_at_rest(path, beside)
        if theirs == ours.base:
            sync_folder(folder)
            # Once more: an editor may have had the old file open, and write into it after the swap.
            theirs = read_at_rest(path, beside)
            if theirs == ours.base:
                return True
        exchange(beside, absolute)  # somebody saved in between: their text goes back at once
        time.sleep(_PAUSE_S)
        late = read_at_rest(path, beside)
        self.crossed.append(ours._replace(text=theirs or b""))
        if late is not None and late != ours.text:  # saved over ours while it stood there
            self.crossed.append(ours._replace(base=ours.text, text=late))
        return False

    def _make_folders(self, path: str) -> tuple[str, ...]:
        top = os.path.realpath(self.root)
        links = FolderLinks(top)
        made = []
        for folder in ancestors(path):
            absolute = links.located(folder)  # no folder is made beyond a link that leads out
            with suppress(FileExistsError):
                os.mkdir(absolute)
                made.append(folder)
                sync_folder(parent_of(absolute))
        return tuple(made)


def _check_writable(path: str, status: os.stat_result) -> None:
    # Asked of the mode, not of the system: a rename would replace a read-only file without a word.
    if not status.st_mode & 0o222:
        raise WriteFailed(f"{path} is read-only, so nothing was written.", hint="Make it writable first.")


def _is_link(absolute: str) -> bool:
    parts = absolute.split("/")
    return any(os.path.islink("/".join(parts[:count])) for count in range(2, len(parts) + 1))


@contextmanager
def _refusals(path: str) -> Iterator[None]:
    """Turn what the file system says into one sentence."""
    try:
        yield
    except DiurnalError:
        raise
    except OSError as fault:
        if fault.errno == errno.ELOOP:
            raise OutsideVault(f"{path} is a link, so it is not written.") from fault
        raise WriteFailed(f"{path} was not written: {reason(fault)}.") from fault
