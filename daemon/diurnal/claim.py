"""Who holds a vault: one process at a time, decided by a lock and by nothing else.

The lock is a ``flock`` on `daemon.lock` in the owner's state folder, so it dies
with its process and no stale pid can keep a vault shut; the number written into
it only tells people who holds it. A daemon also leaves `daemon.json` there, the
one file a client reads to find its socket. Nothing lies in the vault, where a
sync service could replace it.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

from diurnal.errors import VaultBusy, WriteFailed
from diurnal.owned import own_folder
from diurnal.places import Places

LOCK = "daemon.lock"
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
    """The process that holds a vault now, and what it calls itself."""

    pid: int
    what: str


class Claim:
    """This process's hold on one vault; use as a context manager or call ``release``."""

    def __init__(self, folder: Path, lock: int) -> None:
        self.folder = folder
        self._lock = lock

    @classmethod
    def take(cls, vault: Path, places: Places, what: str) -> Claim:
        """Hold *vault*; *what* says in a word or two who does ("the daemon").

        Raises:
            VaultBusy: another process holds it.
            WriteFailed: the state folder cannot be made, or belongs to somebody else.
        """
        folder = own_folder(places.state_of(vault))
        lock = _open_lock(folder)
        try:
            _take(lock)
        except OSError as fault:
            holder = _holder_in(lock)
            os.close(lock)
            raise VaultBusy(
                f"{vault} is already held by {holder.what} (pid {holder.pid}).",
                hint="Ask it with `diurnal ask` or `diurnal.connect(vault)`, or stop it with `diurnal stop`.",
            ) from fault
        os.ftruncate(lock, 0)
        os.pwrite(lock, json.dumps({"pid": os.getpid(), "what": what}).encode(), 0)
        return cls(folder, lock)

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

    def release(self) -> None:
        """Let go of the vault. The lock file stays: removing it would let two processes hold two of them."""
        if self._lock >= 0:
            card = self.folder / CARD
            if self.stands and not card.is_dir():  # a folder of that name is none of ours
                card.unlink(missing_ok=True)
            os.ftruncate(self._lock, 0)
            os.close(self._lock)
            self._lock = -1

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
    """Who holds *vault* now, or None if nobody does."""
    folder = places.state_of(vault)
    if not (folder / LOCK).exists():
        return None
    lock = _open_lock(folder)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return _holder_in(lock)
    finally:
        os.close(lock)
    return None


def _open_lock(folder: Path) -> int:
    try:
        return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise WriteFailed(f"{folder / LOCK} could not be opened: {fault.strerror}.") from fault


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
        facts: dict[str, Any] = json.loads(os.pread(lock, 4096, 0))
        return Holder(int(facts["pid"]), str(facts["what"]))
    except (ValueError, KeyError, TypeError):
        # It took the lock a moment ago and has not written yet.
        return Holder(0, "another process")
