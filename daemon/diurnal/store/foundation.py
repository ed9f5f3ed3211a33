"""How a catalogue file begins, how a bad one is told, and who remembers the last clock.

``why_unsound`` is the gate of every start: schema, recipe, a checksum of the file as
it was closed, and, after a crash, SQLite's own check. The ``Witness`` lies outside the derived folder, so an
older folder swapped in does not bring its own witness along.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import zlib
from contextlib import suppress
from pathlib import Path

from diurnal.model.answer import Clock
from diurnal.store.database import MARK, connect, faults_named
from diurnal.store.schema import SCHEMA, TABLES

# Beside the catalogue from a clean stop to the next start: its clock and the checksum of its bytes.
SUM = ".sum"
_SIDE_FILES = ("", "-wal", "-shm", "-journal", SUM, MARK)


def wipe(path: Path) -> None:
    """Remove the catalogue at *path* with its side files."""
    for suffix in _SIDE_FILES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def lay(path: Path, recipe: str) -> None:
    """Make an empty catalogue at *path*: a new instance at tick 0."""
    with faults_named(path):
        connection = connect(path, writing=True)
        try:
            connection.executescript(f"BEGIN;{TABLES}")
            set_meta(
                connection,
                schema=SCHEMA,
                recipe=recipe,
                instance=Witness.new_instance(),
                tick=0,
                forgotten=0,
                clean=0,
                purge=0,
            )
            connection.execute("COMMIT")
        finally:
            connection.close()


def set_meta(connection: sqlite3.Connection, **values: str | int) -> None:
    """Write *values* into ``meta``."""
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [(key, str(value)) for key, value in values.items()],
    )


def sum_up(path: Path, clock: Clock) -> None:
    """Note the checksum of the file at *path*, which was just closed at *clock*."""
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        return  # Another process still reads: the file will change once more, when its log is merged.
    # On a full disk there is none, and the next start merely proves less.
    with suppress(OSError):
        path.with_name(path.name + SUM).write_text(f"{clock} {_checksum(path)}\n", "ascii")


def forget_sum(path: Path) -> None:
    """The file at *path* is written to from now on."""
    path.with_name(path.name + SUM).unlink(missing_ok=True)


def _checksum(path: Path) -> str:
    # A quarter of a millisecond a megabyte. It guards against accidents, like that of every other derived file.
    return f"{zlib.crc32(path.read_bytes()):08x}"


def why_unsound(path: Path, recipe: str) -> str:
    """Why the file at *path* cannot be used, as the end of a sentence; "" if it can."""
    if path.with_name(path.name + MARK).exists():
        return "is damaged, as was met while it was read"
    try:
        connection = connect(path, writing=True)
    except sqlite3.DatabaseError as fault:
        return _damage(fault)
    try:
        return _why_unsound(connection, path, recipe)
    except sqlite3.DatabaseError as fault:
        return _damage(fault)
    finally:
        connection.close()


# What these say is no reason to throw a file away; ``Catalogue`` meets the same fault and reports it.
_OF_THE_SYSTEM = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)


def _damage(fault: sqlite3.DatabaseError) -> str:
    """What *fault* says about the file; "" if it speaks of rights, locks or space."""
    code: int = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return "" if code & 0xFF in _OF_THE_SYSTEM else f"is damaged ({fault})"


def _why_unsound(connection: sqlite3.Connection, path: Path, recipe: str) -> str:
    meta: dict[str, str] = dict(connection.execute("SELECT key, value FROM meta").fetchall())
    if meta.get("schema") != str(SCHEMA):
        return f"has schema {meta.get('schema', 'none')}, this version uses {SCHEMA}"
    if meta.get("recipe") != recipe:
        return "was made by another reader"
    if not {"instance", "tick", "forgotten", "clean", "purge"} <= meta.keys():
        return "lacks its clock"
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page_size,) = connection.execute("PRAGMA page_size").fetchone()
    clock = f"{meta['instance']}:{meta['tick']}"
    noted = _noted(path)
    is_as_closed = not noted or noted == [clock, _checksum(path)]
    if not is_as_closed and noted[0] == clock:
        return "is damaged (its bytes changed while it was closed)"
    if meta["clean"] != "1" or not is_as_closed:
        # The whole check compares indexes with rows too: it tells an older file under a newer log.
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        return "" if verdict == "ok" else "is damaged"
    # A file closed cleanly is whole by its own count of pages; less is a truncated copy.
    return "" if path.stat().st_size >= pages * page_size else "is cut short"


def _noted(path: Path) -> list[str]:
    """The clock and the checksum that were noted when the file at *path* was closed; nothing if none were."""
    try:
        words = path.with_name(path.name + SUM).read_text("ascii").split()
    except (OSError, ValueError):  # none, or a torn one: it proves nothing
        return []
    return words if len(words) == 2 else []


class Witness:
    """A file that remembers the last clock seen, rewritten in place with every commit (64 bytes)."""

    _WIDTH = 64

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._handle: int | None = None

    @staticmethod
    def new_instance() -> str:
        """A name for an instance that no other has."""
        return secrets.token_hex(6)

    def last(self) -> Clock | None:
        """The clock last noted; None if there is none or the file is not a witness."""
        if self._path is None or not self._path.exists():
            return None
        try:
            return Clock.parse(self._path.read_text("ascii").strip())
        except (OSError, ValueError):  # a torn or foreign file proves nothing
            return None

    def note(self, clock: Clock) -> None:
        """Remember *clock*. Not forced to disk: after a power cut an older clock only proves less."""
        if self._path is None:
            return
        if self._handle is None:
            self._handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        os.pwrite(self._handle, f"{clock}".ljust(self._WIDTH - 1).encode("ascii") + b"\n", 0)

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
