"""Who holds a vault: one process at a time, decided by locks and by nothing else.

The lock is a ``flock`` on `daemon.lock` in the owner's state folder, so it dies
with its process and no stale pid can keep a vault shut; the number written into
it only tells people who holds it. A daemon also leaves `daemon.json` there, the
one file a client reads to find its socket. That folder is named by the vault's
path, so a second lock lies with the derived data, and goes where a vault that is
moved goes. A sync service may replace that one; it never decides alone.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

from diurnal.errors import VaultBusy, VaultMoved, WriteFailed
from diurnal.model.spelling import typed
from diurnal.owned import own_folder
from diurnal.places import Places

LOCK = "daemon.lock"
# In the derived folder, which only this machine writes to.
DERIVED_LOCK = "holder.lock"
CARD = "daemon.json"
# What a daemon calls itself when it takes the claim.
DAEMON = "the daemon"
# A look at the lock takes microseconds; one whose process the system set aside is waited for two seconds.
LOOK_S, LOOKS_WAITED_OUT = 0.002, 1_000


class Card(NamedTuple):
    """What a running daemon says of itself in `daemon.json`."""

    pid: int
    socket: str
    version: str
    vault: str


class Holder(NamedTuple):
    """The process that holds a vault now, what it calls itself, and by which path it knows the vault."""

    pid: int
    what: str
    vault: str = ""


class Claim:
    """This process's hold on one vault; use as a context manager or call ``release``."""

    def __init__(self, folder: Path, lock: int, vault: Path, what: str) -> None:
        self.folder = folder
        self._lock = lock
        self._vault = vault
        self._what = what
        self._derived_lock = -1
        self._real = Path(os.path.realpath(vault))
        self._steps_down = 0
        """From the vault to the lock beneath it; 0 if that lies elsewhere, or is not held."""

    @classmethod
    def take(cls, vault: Path, places: Places, what: str) -> Claim:
        """Hold *vault*; *what* says in a word or two who does ("the daemon").

        Raises:
            VaultBusy: another process holds it.
            WriteFailed: the state folder cannot be made, or belongs to somebody else.
        """
        folder = own_folder(places.state_of(vault))
        lock = _open_lock(folder, LOCK)
        try:
            _take(lock)
        except OSError as fault:
            holder = _holder_in(lock)
            os.close(lock)
            raise VaultBusy(
                f"{vault} is already held by {holder.what} (pid {holder.pid}).",
                hint="Ask it with `diurnal ask` or `diurnal.connect(vault)`, or stop it with `diurnal stop`.",
            ) from fault
        try:
            _sign(lock, vault, what)
        except OSError as fault:
            os.close(lock)
            raise WriteFailed(
                f"Who holds {vault} could not be noted: {fault.strerror}.",
                hint=f"Check the free space of {folder}, then try again.",
            ) from fault
        return cls(folder, lock, vault, what)

    def take_derived(self, folder: Path) -> None:
        """Hold what is derived from the vault too, which lies in *folder*; let go of it with the rest.

        Raises:
            VaultMoved: a process that knows the vault by another path holds it: the vault was moved.
            WriteFailed: the lock cannot be made.
        """
        if self._derived_lock >= 0:
            return
        lock = _open_lock(folder, DERIVED_LOCK)
        try:
            _take(lock)
        except BlockingIOError as fault:
            holder = _holder_in(lock)
            os.close(lock)
            raise VaultMoved(
                f"{self._vault} is still held by {holder.what} (pid {holder.pid}), which knows it as {holder.vault}.",
                hint=f"It was moved: `diurnal stop --vault {typed(holder.vault)}`, then try again.",
            ) from fault
        except OSError:
            # Some network drives lock nothing; then the first lock decides alone.
            os.close(lock)
            return
        # Held all the same on a full disk: what was read before can still be answered.
        with contextlib.suppress(OSError):
            _sign(lock, self._vault, self._what)
        self._derived_lock = lock
        if self._real in folder.parents:
            self._steps_down = len(folder.relative_to(self._real).parts) + 1

    def announce(self, card: Card) -> None:
        """Let clients find the daemon; replaces the file in one step. Raises WriteFailed."""
        path = self.folder / CARD
        fresh = path.with_suffix(".new")
        try:
            fresh.write_text(
                json.dumps(card._asdict(), ensure_ascii=False), encoding="utf-8", errors="surrogateescape"
            )
            fresh.replace(path)
        except OSError as fault:
            raise WriteFailed(
                f"{path}, by which clients find the daemon, could not be written: {fault.strerror}.",
                hint="Move away what lies there, or name another place with XDG_STATE_HOME.",
            ) from fault

    @property
    def stands(self) -> bool:
        """False once the lock file was deleted or replaced: then another process may hold the vault as well."""
        try:
            there, ours = (self.folder / LOCK).lstat(), os.fstat(self._lock)
        except FileNotFoundError:
            return False
        return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)

    @property
    def moved_to(self) -> Path | None:
        """Where the vault's folder is now, if it was moved while it was held; None also where nobody can tell."""
        if self._steps_down < 1 or not Path("/proc/self/fd").is_dir():
            return None
        lock = Path(f"/proc/self/fd/{self._derived_lock}").readlink()
        vault = lock.parents[self._steps_down - 1] if len(lock.parents) >= self._steps_down else lock
        return None if vault == self._real or not lock.exists() else vault

    def release(self) -> None:
        """Let go of the vault. The lock file stays: removing it would let two processes hold two of them."""
        if self._lock >= 0:
            card = self.folder / CARD
            if self.stands and not card.is_dir():  # a folder of that name is none of ours
                card.unlink(missing_ok=True)
            os.ftruncate(self._lock, 0)
            os.close(self._lock)
            self._lock = -1
        if self._derived_lock >= 0:
            os.ftruncate(self._derived_lock, 0)
            os.close(self._derived_lock)
            self._derived_lock, self._steps_down = -1, 0

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def card_of(vault: Path, places: Places) -> Card | None:
    """What `daemon.json` says, or None. It may be left over: only the socket shows that a daemon lives."""
    try:
        text = (places.state_of(vault) / CARD).read_text(encoding="utf-8", errors="surrogateescape")
        facts: dict[str, Any] = json.loads(text)
        return Card(int(facts["pid"]), str(facts["socket"]), str(facts["version"]), str(facts["vault"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def holder_of(vault: Path, places: Places) -> Holder | None:
    """Who holds *vault* now, or None if nobody does.

    One that took it this moment and is about to say who it is, is waited for; if it never does, its pid is 0.
    """
    folder = places.state_of(vault)
    if not (folder / LOCK).exists():
        return None
    lock = _open_lock(folder, LOCK)
    try:
        for _ in range(LOOKS_WAITED_OUT):
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                holder = _holder_in(lock)
            else:
                return None
            if holder.pid:
                break
            time.sleep(LOOK_S)
        return holder
    finally:
        os.close(lock)


def _open_lock(folder: Path, name: str) -> int:
    try:
        return os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise WriteFailed(
            f"{folder / name} could not be opened: {fault.strerror}.",
            hint="It is a file of ours: give yourself the right to write it, or move away what lies there.",
        ) from fault


def _sign(lock: int, vault: Path, what: str) -> None:
    """Write into *lock* who holds it, in one step. Raises OSError where the disk is full."""
    said = {"pid": os.getpid(), "what": what, "vault": os.fspath(vault)}
    written = json.dumps(said).encode()
    os.pwrite(lock, written, 0)
    os.ftruncate(lock, len(written))


def _take(lock: int) -> None:
    """Lock for good. Raises OSError if another process has done so.

    Who only looks shares the lock for a moment; that moment is waited out, and is none as long as a look can share it.
    """
    for _ in range(LOOKS_WAITED_OUT):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)  # fails if it is held for good
            fcntl.flock(lock, fcntl.LOCK_UN)
            time.sleep(LOOK_S)
        else:
            return
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _holder_in(lock: int) -> Holder:
    try:
        facts: dict[str, Any] = json.loads(os.pread(lock, 65_536, 0))
        return Holder(int(facts["pid"]), str(facts["what"]), str(facts.get("vault", "")))
    except (ValueError, KeyError, TypeError):
        # It took the lock a moment ago and has not written yet.
        return Holder(0, "another process")
