"""The write journal: what each operation put where, so that it can be taken back, and found if it was cut short.

An operation is first written whole to `undo/<day>.jsonl` and forced to disk, then
the notes are written, then one line in `ops.jsonl` says that it is done. One
file a day, because appending to a file costs half of making one. How an
operation is written down is in ``journal_lines``, the log in ``ops_log``. Nothing here touches a note.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from diurnal.errors import CannotUndo
from diurnal.model.random_id import random_id
from diurnal.model.results import Operation
from diurnal.owned import own_folder
from diurnal.ports import LEARN, MEMORIZE, Owed
from diurnal.vault.journal_lines import (
    Entry,
    append_line,
    aware,
    dumped,
    packed,
    read_lines,
)
from diurnal.vault.ops_log import Line, OpsLog
from diurnal.vault.undo_files import UndoFiles

FOR_GOOD, UNDO = "write for good", "undo"
"""Operations that are journalled without text and never finished in the log: they cannot be taken back."""

LOG = "ops.jsonl"
FOLDER = "undo"


@dataclass(slots=True)
class Journal:
    """The journal in the owner's state folder *folder* (see ``store.state.Folders.state``)."""

    folder: Path
    _undo: UndoFiles = field(init=False)
    _log: OpsLog = field(init=False)
    _recent: dict[str, Entry] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        own_folder(self.folder)
        self._undo = UndoFiles(self.folder / FOLDER)
        self._log = OpsLog(self.folder / LOG)

    # --- one operation, from its beginning to its end -----------------------------------------------

    def new_op(self) -> str:
        return random_id("o", lambda op: op in self._log)

    def begin(self, entry: Entry) -> None:
        """Make *entry* durable before any note is touched; begun again, it replaces itself. Raises WriteFailed."""
        append_line(self._undo.of(entry.at), packed(entry), durable=True)

    def commit(self, entry: Entry) -> None:
        """The notes are written: say so in the log."""
        with self._lock:
            self._log.add(entry)
            self._recent[entry.op] = entry

    def abandon(self, entry: Entry) -> None:
        """The notes are as they were: forget that *entry* was begun."""
        path = self._undo.of(entry.at)
        if path.exists():
            self._undo.rewrite(path, lambda facts: facts["op"] != entry.op)

    def mark_undone(self, op: str, at: datetime) -> None:
        """*op* was taken back, and with it what it re-applied or was re-applied by."""
        with self._lock:
            self._log.mark_undone(op, at)

    # --- reading ------------------------------------------------------------------------------------

    def entry(self, op: str) -> Entry:
        """The operation *op* as it was journalled.

        Raises:
            CannotUndo: it is unknown, or its undo data is gone.
        """
        known = self._recent.get(op)
        if known is not None:
            return known
        line = self._log.line(op)
        if line is None:
            raise _unknown(op)
        found = self._undo.begun(self._undo.of(line.at)).get(op)
        if found is None:
            raise CannotUndo(
                f"The undo data of {op} is gone.", hint="`diurnal ops` shows what can still be undone."
            )
        return found

    def is_undone(self, op: str) -> bool:
        line = self._log.line(op)
        return line is not None and line.undone

    def resting_on(self, entry: Entry) -> list[str]:
        """Operations that make no sense without *entry* and were not undone, newest first."""
        if entry.what != MEMORIZE:
            return []
        wanted = frozenset(entry.paths)
        return [
            line.op
            for line in reversed(self._log)
            if line.is_a(LEARN) and not line.undone and wanted & set(line.paths)
        ]

    def later_on(self, path: str, op: str) -> list[Entry]:
        """What was done to *path* after *op* and not undone, oldest first; empty if its data is gone."""
        later = [line.op for line in self._log.after(op) if path in line.paths and not line.undone]
        try:
            return [self.entry(other) for other in later]
        except CannotUndo:
            return []

    def unlearned(self) -> frozenset[str]:
        """Notes whose learning was taken back by hand: they are not learned from again."""
        with self._lock:
            undone = [line for line in self._log if line.undone and line.is_a(LEARN)]
            return frozenset(path for line in undone for path in line.paths)

    def last_op(self) -> str:
        """The last operation that was not undone.

        Raises:
            CannotUndo: there is none.
        """
        for line in reversed(self._log):
            if not line.undone:
                return line.op
        raise CannotUndo("Nothing was written yet that could be undone.")

    def operations(self, limit: int) -> list[Operation]:
        """The last *limit* operations, newest first."""
        with self._lock:
            return [self._shown(line) for line in islice(reversed(self._log), max(0, limit))]

    def operation(self, op: str) -> Operation:
        """The operation *op*. Raises CannotUndo if it is not in the log."""
        with self._lock:
            line = self._log.line(op)
            if line is None:
                raise _unknown(op)
            return self._shown(line)

    def _shown(self, line: Line) -> Operation:
        return line.operation(has_undo_data=self._undo.of(line.at).exists())

    def recent(self, path: str, since: datetime) -> list[Entry]:
        """Operations on *path* written after *since* and not undone, oldest first."""
        since = aware(since)
        with self._lock:
            for op in [op for op, entry in self._recent.items() if entry.at < since]:
                del self._recent[op]
            return [
                entry for op, entry in self._recent.items() if path in entry.paths and not self.is_undone(op)
            ]

    def load_recent(self, since: datetime) -> None:
        """After a start: keep at hand what was written after *since*."""
        since = aware(since)
        with self._lock:
            for path in self._undo.all()[-2:]:
                for op, entry in self._undo.begun(path).items():
                    if op in self._log and entry.at >= since:
                        self._recent.setdefault(op, entry)

    def times_again(self, op: str) -> int:
        """How often *op*, or what it re-applied, was re-applied by now."""
        return len(self._log.chain(op)) - 1

    def is_superseded(self, op: str) -> bool:
        """True if a later operation re-applied what *op* wrote: that one is now to be looked after."""
        return self._log.chain(op)[-1] != op

    def give_up(self, op: str) -> None:
        """*op* is not looked after any more."""
        with self._lock:
            self._recent.pop(op, None)

    def unfinished(self) -> list[Entry]:
        """Operations that were begun and never said to be done: the process was killed."""
        # They are the last of their process, so they stand in the last file, or in one of a day before it.
        begun = [entry for path in self._undo.all()[-2:] for entry in self._undo.begun(path).values()]
        return [entry for entry in begun if entry.op not in self._log]

    # --- forgetting -----------------------------------------------------------------------------------

    def prune(self, before: datetime) -> int:
        """Forget the operations of whole days before *before*; how many they were.

        That a lesson was taken back stays known, without what it was: else it would be learned once more.
        """
        day = before.date()
        with self._lock:
            old = [
                line.op
                for line in self._log
                if line.at.date() < day and not (line.undone and line.is_a(LEARN))
            ]
            self._forget_lines(old)
            for path in self._undo.all():
                if path.stem < day.isoformat():
                    path.unlink(missing_ok=True)
        return len(old)

    def purge(self, paths: Collection[str]) -> int:
        """Leave nothing of the operations that touched one of *paths*; how many they were."""
        return self.drop(self.telling_of(paths))

    def telling_of(self, paths: Collection[str], words: Collection[str] = ()) -> list[str]:
        """The operations that touched one of *paths* or wrote one of *words*, but for those that wrote for good."""
        wanted = frozenset(paths)

        def tells(facts: Mapping[str, Any]) -> bool:
            notes = facts.get("notes", ())
            if facts.get("what") == FOR_GOOD:
                return False
            data = [edit.get("in", "") + edit.get("out", "") for note in notes for edit in note["edits"]]
            said = "\n".join(data)
            return bool(wanted & {note["path"] for note in notes}) or any(word in said for word in words)

        with self._lock:
            ops = [line.op for line in self._log if wanted & set(line.paths)]
            ops += [facts["op"] for path in self._undo.all() for facts in read_lines(path) if tells(facts)]
        return list(dict.fromkeys(ops))

    def drop(self, ops: Collection[str]) -> int:
        """Leave nothing of *ops*, neither undo data nor a line in the log; how many they were."""
        gone = frozenset(ops)
        if gone:
            with self._lock:
                for path in self._undo.all():
                    self._undo.rewrite(path, lambda facts: facts["op"] not in gone)
                self._forget_lines(gone)
        return len(gone)

    # --- what was taken out for good ----------------------------------------------------------------

    def owed(self) -> list[Owed]:
        """What was taken out for good and is still to be forgotten by everything derived, oldest first."""
        mark = dumped({"what": FOR_GOOD})[1:-2]
        # Few files hold one, among weeks of undo data.
        files = [path for path in self._undo.all() if mark in path.read_bytes()]
        begun = [entry for path in files for entry in self._undo.begun(path).values()]
        return [Owed(entry.op, entry.paths, entry.ids) for entry in begun if entry.what == FOR_GOOD]

    def settle(self, op: str) -> None:
        """What *op* took out for good is forgotten everywhere."""
        with self._lock:
            for path in self._undo.all():
                self._undo.rewrite(path, lambda facts: facts["op"] != op)

    def _forget_lines(self, ops: Collection[str]) -> None:
        self._log.forget(ops)
        for op in ops:
            self._recent.pop(op, None)


def _unknown(op: str) -> CannotUndo:
    return CannotUndo(f"There is no operation {op}.", hint="`diurnal ops` lists the last ones.")
