"""The port of writing notes: edits carried out, journalled, taken back, and put back where an editor overwrote them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from diurnal.model.results import Operation
from diurnal.text.change import Change, Patch, Patched

MEMORIZE, LEARN = "memorize", "learn"
"""Keeping a conversation as an episode; making cards of it and marking it as done. The second rests on the first."""


@dataclass(frozen=True, slots=True)
class Again:
    """One overwritten operation: ``new_op`` put it back, empty if it could not be; ``message`` says what happened.

    ``op`` is empty if its note could not even be looked at.
    """

    op: str
    path: str
    new_op: str
    message: str


@dataclass(frozen=True, slots=True)
class Owed:
    """Something taken out of *paths* for good, records *ids*, that not everything derived has forgotten yet."""

    op: str
    paths: tuple[str, ...]
    ids: tuple[str, ...]


class Journal(Protocol):
    """What each operation put where."""

    def operations(self, limit: int) -> list[Operation]:
        """The last *limit* operations, newest first."""

    def unlearned(self) -> frozenset[str]:
        """Notes of a lesson (``LEARN``) that was taken back by hand."""

    def prune(self, before: datetime) -> int:
        """Forget the operations of whole days before *before*; how many they were."""

    def purge(self, paths: Collection[str]) -> int:
        """Leave nothing of the operations that touched one of *paths*; how many they were."""

    def owed(self) -> list[Owed]:
        """What was taken out for good and is still to be forgotten elsewhere, over restarts too."""

    def settle(self, op: str) -> None:
        """What *op* took out is forgotten everywhere."""


def no_words(changes: Sequence[Change]) -> Collection[str]:
    """Nothing in *changes* tells whose other operations must be forgotten."""
    return ()


@dataclass(frozen=True, slots=True)
class Gone:
    """What was taken out for good, or would be; ``forgotten`` operations can no longer be undone."""

    changes: tuple[Change, ...] = ()
    forgotten: int = 0

    @property
    def diff(self) -> str:
        """A unified diff of all notes."""
        return Patched("", self.changes).diff


class Patcher(Protocol):
    """The only way a byte of a note changes; an operation happens to all its notes or to none."""

    @property
    def journal(self) -> Journal: ...
    def current(self, path: str) -> bytes | None:
        """The bytes of *path* as they are now; None if there is no such note."""

    def write(
        self,
        patches: Sequence[Patch],
        *,
        what: str,
        at: datetime,
        by: str = "",
        ids: tuple[str, ...] = (),
        remark: str = "",
        dry_run: bool = False,
    ) -> Patched:
        """Do *patches* as one operation that can be undone.

        Raises:
            NoteChanged: a hash asked for did not match, or somebody kept saving.
            WriteFailed, WriteRefused, OutsideVault, NoteUnreadable: nothing was changed.
        """

    def write_for_good(
        self,
        patches: Sequence[Patch],
        *,
        at: datetime,
        ids: tuple[str, ...] = (),
        words_of: Callable[[Sequence[Change]], Collection[str]] = no_words,
        dry_run: bool = False,
    ) -> Gone:
        """Do *patches*, which take out records *ids*, so that nothing can bring back what comes out.

        All operations on these notes, and those that wrote one of the words that *words_of* finds in the
        changes, are forgotten. The journal then owes it to everything derived (``Journal.owed``), also if it
        fails half way or the process is killed.

        Raises:
            WriteFailed, NoteChanged, NoteUnreadable: some notes may be done, others not; repeat it.
        """

    def locked(self) -> AbstractContextManager[None]:
        """Hold the vault's write lock; a thread that holds it may take it again."""

    def forget_crossed(self, paths: Collection[str]) -> None:
        """Do not put back what somebody saved in *paths* while we wrote."""


class Takeback(Protocol):
    """Undo, recovery and re-application of what a patcher wrote."""

    def recover(self) -> list[str]:
        """Bring every operation that was cut short to an end, done or not done; a sentence for each."""

    def watch_recent(self, now: datetime) -> None:
        """After a start: look after what was written in the last minutes, as if there had been none."""

    def undo(self, op: str = "", *, at: datetime, dry_run: bool = False) -> tuple[Operation, Patched]:
        """Take *op* (the last one, if empty) back: what it was, and what was changed for it. Raises CannotUndo."""

    def look_again(self, paths: Iterable[str], now: datetime) -> list[Again]:
        """Put back what an editor overwrote of the last minutes' writes in *paths*, which were just read anew."""
