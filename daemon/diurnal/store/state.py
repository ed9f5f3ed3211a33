"""Where derived data and state lie, and how small files are written.

State (lock, seal, undo, runs) belongs to the owner and lies outside the vault;
derived data may lie in the vault's ``.diurnal`` or anywhere else. Nothing here
knows what is in those files.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diurnal.errors import NotAVault
from diurnal.model.spelling import typed
from diurnal.owned import own_folder
from diurnal.places import CACHE_TAG, CACHE_TAG_NAME, Places, vault_id

DERIVED = ".diurnal"


def write_atomically(path: Path, data: bytes, *, mode: int = 0o600, durable: bool = False) -> None:
    """Write *data* so that a reader sees the old file or the new one, whole.

    Args:
        durable: force it to disk before and after the rename. Derived files need not: their checksums
            tell a file that a power cut emptied, and the notes bring it back.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if durable:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_json(path: Path, value: Any, *, durable: bool = False) -> None:
    """Write *value* as readable JSON, atomically."""
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    write_atomically(path, text.encode("utf-8", "surrogatepass"), durable=durable)


def read_json(path: Path) -> Any | None:
    """What ``write_json`` wrote; None if the file is missing, is no file, or is not JSON."""
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, IsADirectoryError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one vault on one machine.

    ``state`` belongs to the owner (0700); ``derived`` holds what this machine made, ``shared`` the folder
    above it, where vectors of all machines lie together.
    """

    vault: Path
    machine: str
    shared: Path
    state: Path

    @property
    def derived(self) -> Path:
        return self.shared / self.machine

    @property
    def catalogue(self) -> Path:
        return self.derived / "catalog.db"

    @property
    def columns(self) -> Path:
        """The file that holds the columns between a clean stop and the next start."""
        return self.catalogue.with_name("columns")

    @property
    def postings(self) -> Path:
        return self.derived / "postings"

    @property
    def whoosh(self) -> Path:
        return self.derived / "whoosh"

    @property
    def vectors(self) -> Path:
        return self.shared / "vectors"

    @property
    def witness(self) -> Path:
        """The file that remembers the catalogue's last clock."""
        return self.state / "clock"

    @classmethod
    def of(cls, vault: Path, places: Places, *, cache_dir: Path | None = None) -> Folders:
        """The folders of *vault*; nothing is made but, once, this machine's name.

        Args:
            vault: its folder, however it was reached.
            places: the owner's folders.
            cache_dir: derived data goes beneath it, in a folder of the vault's own, instead of the vault.
        """
        real = vault.resolve()
        shared = real / DERIVED if cache_dir is None else cache_dir.expanduser() / vault_id(real)
        return cls(real, machine_id(places.state), shared, places.state_of(real))

    def make(self) -> None:
        """Make both folders; the derived one says in two ways that it need not be kept.

        Raises:
            NotAVault: the vault was read before, and its folder is empty now, without even what was derived
                from it. Answers of such a start would say that nothing was ever written.
        """
        if self.witness.exists() and not self.derived.exists() and not any(self.vault.iterdir()):
            raise NotAVault(
                f"{self.vault} is empty, as if its drive were not mounted; it held notes when it was last read.",
                hint=f"Mount it, or bring the notes back. To begin anew there: `diurnal init --new {typed(self.vault)}`.",
            )
        own_folder(self.state)
        make_derived(self.derived)
        ignore, tag = self.shared / ".gitignore", self.shared / CACHE_TAG_NAME
        if not ignore.exists():
            write_atomically(ignore, b"*\n", mode=0o644)
        if not tag.exists():
            write_atomically(tag, CACHE_TAG.encode(), mode=0o644)


def holds_anything(vault: Path) -> bool:
    """Whether more lies in *vault* than what is derived; a drive that is not mounted leaves an empty folder."""
    try:
        return any(entry.name != DERIVED for entry in vault.iterdir())
    except OSError:
        return False


def make_derived(folder: Path) -> None:
    """Make *folder* and what is missing above it, but never the vault that it lies in.

    A vault that is away (not mounted, moved) would come back to a folder that stands in its place.

    Raises:
        FileNotFoundError: the vault is not there.
    """
    for above in (*reversed(folder.parents), folder):
        if above.name == DERIVED:
            # Fails without the vault above it, and so do the ones below.
            above.mkdir(exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)


def machine_id(folder: Path) -> str:
    """A name for this machine that no other machine sharing the vault has; made once, kept in *folder*.

    It begins with the host's name so that a person can tell the folders apart, and does not follow a
    later change of that name.
    """
    path = folder / "machine"
    try:
        known = path.read_text("utf-8", errors="replace").strip()
    except FileNotFoundError:
        known = ""
    if re.fullmatch(r"[a-z0-9-]{1,40}", known):
        return known
    host = re.sub(r"[^a-z0-9]+", "-", socket.gethostname().lower()).strip("-")[:24]
    made = f"{host or 'machine'}-{secrets.token_hex(3)}"
    own_folder(folder)
    write_atomically(path, f"{made}\n".encode(), durable=True)
    return made
