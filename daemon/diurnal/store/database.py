"""SQLite connections to ``catalog.db``: one that writes, any number that read.

A reader sees only committed states and never waits for the writer (WAL), also
from another process. Faults of the file become ``StoreDamaged``; what to do
about one is left to ``Catalogue.open``.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from diurnal.errors import StoreDamaged, WriteFailed

# A writer holds the file for one batch; readers in WAL mode do not wait, so only a second
# writer or a checkpoint can meet this limit.
BUSY_MS = 5_000


# Beside a catalogue in which damage was met, so that the next start makes it anew.
MARK = ".damaged"

# SQLite says these of what a row holds as if the question were wrong.
_OF_WHAT_IS_HELD = ("malformed JSON", "Could not decode")


def _is_damage(fault: sqlite3.DatabaseError) -> bool:
    code: int = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_OK)
    is_broken = code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return is_broken or str(fault).startswith(_OF_WHAT_IS_HELD)


@contextmanager
def faults_named(path: Path) -> Iterator[None]:
    """Turn SQLite's faults into Diurnal's.

    Raises:
        WriteFailed: the file cannot be opened or written (rights, full disk, locked).
        StoreDamaged: what is in the file is not a sound database.
    """
    try:
        yield
    except sqlite3.DatabaseError as fault:
        if _is_damage(fault):
            # Where the mark cannot be set either, the error below is all that can be done.
            with suppress(OSError):
                path.with_name(path.name + MARK).touch()
        elif isinstance(fault, sqlite3.OperationalError):
            raise WriteFailed(
                f"The catalogue {path} could not be used: {fault}.",
                hint="Check the rights and the free space of its folder, or set cache_dir.",
            ) from fault
        raise StoreDamaged(
            f"The catalogue {path} is damaged: {fault}.", hint="Restart: it is rebuilt from the notes."
        ) from fault


def connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    """A connection in autocommit mode; the file must exist unless *writing*."""
    mode = "rwc" if writing else "ro"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_MS / 1000,
    )
    # Sorting and VACUUM stay in memory: no text of a note may reach a file outside the derived folder.
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("PRAGMA foreign_keys = ON")
    if writing:
        connection.execute("PRAGMA journal_mode = WAL")
        # A crash of the process loses nothing; a power cut may lose the last commits, which the
        # notes bring back.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")
    else:
        connection.execute("PRAGMA query_only = ON")
    return connection


class Reading:
    """One shared read connection; safe to use from several threads, a statement or a block at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        with faults_named(path):
            self._connection = connect(path, writing=False)

    def all(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Every row that *sql* finds."""
        with self._lock, faults_named(self.path):
            return self._connection.execute(sql, parameters).fetchall()

    def one(self, sql: str, parameters: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The first row that *sql* finds, or None."""
        with self._lock, faults_named(self.path):
            found: tuple[Any, ...] | None = self._connection.execute(sql, parameters).fetchone()
            return found

    @contextmanager
    def same_state(self) -> Iterator[None]:
        """Everything read within sees one committed state."""
        with self._lock:
            with faults_named(self.path):
                self._connection.execute("BEGIN")
            try:
                yield
            finally:
                # A damaged file may have ended the transaction by itself.
                if self._connection.in_transaction:
                    self._connection.execute("COMMIT")

    def close(self) -> None:
        with self._lock:
            self._connection.close()
