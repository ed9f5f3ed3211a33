"""Every way Diurnal can refuse, one class per thing a caller may do differently.

Each class has a stable ``code`` (what protocols and agents match on) and an
``exit_status`` (what scripts match on; listed in docs/errors.md). A message
says what happened and where; ``hint`` says what to do next.
"""

from __future__ import annotations

from typing import ClassVar


class DiurnalError(Exception):
    """Something Diurnal refused or could not do (exit status 1)."""

    code: ClassVar[str] = "error"
    exit_status: ClassVar[int] = 1
    usual_hint: ClassVar[str] = ""
    """What to do next where whoever raises it knows nothing better."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint or self.usual_hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(DiurnalError):
    """A command or call was given an argument it does not know or cannot use (exit status 2)."""

    code = "usage"
    exit_status = 2


class UnknownParameter(UsageError):
    """A request named a method or parameter that does not exist (exit status 2)."""

    code = "unknown-parameter"


class BadTime(UsageError):
    """A time range, zone or date could not be used (exit status 3)."""

    code = "bad-time"
    exit_status = 3


class BadQuery(UsageError):
    """A search in the query language could not be read (exit status 4)."""

    code = "bad-query"
    exit_status = 4


class BadConfig(DiurnalError):
    """One or more settings are wrong; nothing was started (exit status 10)."""

    code = "bad-config"
    exit_status = 10


class NotAVault(DiurnalError):
    """The folder does not exist or is not a vault (exit status 11)."""

    code = "not-a-vault"
    exit_status = 11


class VaultBusy(DiurnalError):
    """Another process already holds this vault (exit status 12)."""

    code = "vault-busy"
    exit_status = 12


class VaultMoved(VaultBusy):
    """Another process holds this vault by the path it had before it was moved (exit status 12)."""

    code = "vault-moved"


class NotRunning(DiurnalError):
    """No daemon serves this vault, and none was started (exit status 13)."""

    code = "not-running"
    exit_status = 13


class SocketPathTooLong(DiurnalError):
    """No folder short enough for the socket was found (exit status 14)."""

    code = "socket-path-too-long"
    exit_status = 14


class VersionMismatch(DiurnalError):
    """The daemon that answered is older or newer than this client (exit status 15)."""

    code = "version-mismatch"
    exit_status = 15


class BadRequest(DiurnalError):
    """A request line was too long, not JSON, or not a request (exit status 16)."""

    code = "bad-request"
    exit_status = 16


class DeadlineExceeded(DiurnalError):
    """The answer did not come in time (exit status 17)."""

    code = "deadline"
    exit_status = 17


class OutcomeUnknown(DiurnalError):
    """The daemon ended during a write, which it may have done or not (exit status 18)."""

    code = "outcome-unknown"
    exit_status = 18


class NoteMissing(DiurnalError):
    """No note or record has that name (exit status 20)."""

    code = "note-missing"
    exit_status = 20


class NoteUnreadable(DiurnalError):
    """A note exists but its text could not be read (exit status 21)."""

    code = "note-unreadable"
    exit_status = 21

    def why(self, path: str) -> str:
        """The reason alone, to stand beside *path*."""
        return self.message.removeprefix(f"{path}: ").removesuffix(".")


class NameAmbiguous(DiurnalError):
    """A name fits several notes (exit status 22)."""

    code = "name-ambiguous"
    exit_status = 22


class OutsideVault(DiurnalError):
    """A path leaves the vault (exit status 23)."""

    code = "outside-vault"
    exit_status = 23


class NotForAgents(DiurnalError):
    """A note is for its owner alone and is not shown to agents (exit status 24)."""

    code = "not-for-agents"
    exit_status = 24


class NoteChanged(DiurnalError):
    """The note changed since it was read, so nothing was written (exit status 30)."""

    code = "note-changed"
    exit_status = 30


class WriteFailed(DiurnalError):
    """The file system refused a write; the note is as it was (exit status 31)."""

    code = "write-failed"
    exit_status = 31
    usual_hint = "Check the rights and the free space there, then try again."


class WriteRefused(DiurnalError):
    """A rule forbids this write, such as an agent's while `agents.write` is off (exit status 32)."""

    code = "write-refused"
    exit_status = 32


class CannotUndo(DiurnalError):
    """An operation is unknown, too old, or its note changed since (exit status 33)."""

    code = "cannot-undo"
    exit_status = 33


class EmbedderFailed(DiurnalError):
    """An embedder raised or returned something unusable (exit status 40)."""

    code = "embedder-failed"
    exit_status = 40


class DimensionMismatch(DiurnalError):
    """Vectors of different lengths met: they come from different embedders (exit status 41)."""

    code = "dimension-mismatch"
    exit_status = 41


class WriterFailed(DiurnalError):
    """The language model failed or answered something unusable (exit status 42)."""

    code = "writer-failed"
    exit_status = 42


class StoreDamaged(DiurnalError):
    """A derived file is damaged; it is rebuilt from the notes (exit status 50)."""

    code = "store-damaged"
    exit_status = 50
