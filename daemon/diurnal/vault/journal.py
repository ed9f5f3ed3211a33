"""The write journal: what each operation put where, so that it can be taken back, and found if it was cut short.

An operation is first written whole to `undo/<day>.jsonl` and forced to disk, then
the notes are written, then one line in `ops.jsonl` says that it is done. The
preimage of a note is kept as the bytes that went in and came out of it, with
the hashes of before and after. One file a day, because appending to a file
costs half of making one. Nothing here touches a note.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from diurnal.errors import CannotUndo, WriteFailed
from diurnal.model.results import Operation
from diurnal.store.state import make_private, write_atomically
from diurnal.text.insert import Edit, Insertion, Removal
from diurnal.text.insert_again import Anchor

ERASE, UNDO = "erase", "undo"
"""Operations that are journalled without text and never finished in the log: they cannot be taken back."""

LOG = "ops.jsonl"
FOLDER = "undo"
# Letters that cannot be taken for one another when they are read out or typed.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def random_id(prefix: str, is_taken: Callable[[str], bool] = lambda _: False) -> str:
    """``prefix-k3f9``: four random letters, more if those are taken."""
    length = 4
    while True:
        made = f"{prefix}-{''.join(secrets.choice(LETTERS) for _ in range(length))}"
        if not is_taken(made):
            return made
        length = min(length + 1, 12)


@dataclass(frozen=True, slots=True)
class NoteEdit:
    """What an operation did to one note.

    ``before`` and ``after`` are hashes of its bytes, ``before`` empty if there was no such note and ``after``
    empty if it was removed; ``size`` is its length in bytes before; ``anchors`` are what stood around each
    edit; ``folders`` were made for it; ``temporary`` is the file name beside it that a killed write may have left.
    """

    path: str
    before: str
    after: str
    size: int
    edits: tuple[Edit, ...]
    anchors: tuple[Anchor, ...] = ()
    folders: tuple[str, ...] = ()
    temporary: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One operation. ``ids`` are the records it made; ``again_for`` names the operation it re-applied."""

    op: str
    what: str
    at: datetime
    by: str = ""
    notes: tuple[NoteEdit, ...] = ()
    ids: tuple[str, ...] = ()
    remark: str = ""
    again_for: str = ""

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(note.path for note in self.notes))


@dataclass(slots=True)
class _Line:
    facts: dict[str, Any]
    undone: bool = False


@dataclass(slots=True)
class Journal:
    """The journal in the owner's state folder *folder* (see ``store.state.Folders.state``)."""

    folder: Path
    _lines: dict[str, _Line] = field(default_factory=dict)
    _recent: dict[str, Entry] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        make_private(self.folder)
        make_private(self.folder / FOLDER)
        for facts in _read_lines(self.folder / LOG):
            self._take_line(facts)

    # --- one operation, from its beginning to its end -----------------------------------------------

    def new_op(self) -> str:
        return random_id("o", lambda op: op in self._lines)

    def begin(self, entry: Entry) -> None:
        """Make *entry* durable before any note is touched; begun again, it replaces itself. Raises WriteFailed."""
        path = self._file(entry.at)
        data = json.dumps(_packed(entry), ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        with _named(path):
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            try:
                size = os.fstat(handle).st_size
                if size and os.pread(handle, 1, size - 1) != b"\n":
                    data = b"\n" + data  # whoever wrote last was killed
                if os.write(handle, data) != len(data):
                    os.ftruncate(handle, size)
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(handle)
            finally:
                os.close(handle)

    def commit(self, entry: Entry) -> None:
        """The notes are written: say so in the log."""
        facts: dict[str, Any] = {
            "op": entry.op,
            "what": entry.what,
            "at": entry.at.isoformat(),
            "paths": list(entry.paths),
        }
        for name in ("by", "ids", "remark", "again_for"):
            if value := getattr(entry, name):
                facts[name] = list(value) if isinstance(value, tuple) else value
        with self._lock:
            self._append_line(facts)
            self._recent[entry.op] = entry

    def abandon(self, entry: Entry) -> None:
        """The notes are as they were: forget that *entry* was begun."""
        path = self._file(entry.at)
        if path.exists():
            self._rewrite(path, lambda facts: facts["op"] != entry.op)

    def mark_undone(self, op: str, at: datetime) -> None:
        """*op* was taken back, and with it what it re-applied or was re-applied by."""
        with self._lock:
            origin = self._origin(op)
            for other in [known for known in self._lines if self._origin(known) == origin]:
                self._append_line({"op": other, "undone": at.isoformat()})

    # --- reading ------------------------------------------------------------------------------------

    def entry(self, op: str) -> Entry:
        """The operation *op* as it was journalled.

        Raises:
            CannotUndo: it is unknown, or its undo data is gone.
        """
        known = self._recent.get(op)
        if known is not None:
            return known
        line = self._lines.get(op)
        if line is None:
            raise CannotUndo(f"There is no operation {op}.", hint="`diurnal ops` lists the last ones.")
        found = self._begun(self._file(datetime.fromisoformat(line.facts["at"]))).get(op)
        if found is None:
            raise CannotUndo(f"The undo data of {op} is gone.")
        return found

    def is_undone(self, op: str) -> bool:
        line = self._lines.get(op)
        return line is not None and line.undone

    def last_op(self) -> str:
        """The last operation that was not undone.

        Raises:
            CannotUndo: there is none.
        """
        for op, line in reversed(self._lines.items()):
            if not line.undone:
                return op
        raise CannotUndo("Nothing was written yet that could be undone.")

    def operations(self, limit: int) -> list[Operation]:
        """The last *limit* operations, newest first."""
        with self._lock:
            newest = list(reversed(self._lines.items()))[: max(0, limit)]
        return [self._operation(op, line) for op, line in newest]

    def _operation(self, op: str, line: _Line) -> Operation:
        facts = line.facts
        return Operation(
            op,
            str(facts.get("what", "")),
            datetime.fromisoformat(facts["at"]),
            tuple(facts.get("paths", ())),
            by=str(facts.get("by", "")),
            undone=line.undone,
            can_undo=not line.undone and self._file(datetime.fromisoformat(facts["at"])).exists(),
            remark=str(facts.get("remark", "")),
        )

    def recent(self, path: str, since: datetime) -> list[Entry]:
        """Operations on *path* written after *since* and not undone, oldest first."""
        with self._lock:
            for op in [op for op, entry in self._recent.items() if entry.at < since]:
                del self._recent[op]
            return [
                entry
                for op, entry in self._recent.items()
                if path in entry.paths and not self._lines[op].undone
            ]

    def load_recent(self, since: datetime) -> None:
        """After a start: keep at hand what was written after *since*."""
        with self._lock:
            for path in self._files()[-2:]:
                for op, entry in self._begun(path).items():
                    if op in self._lines and entry.at >= since:
                        self._recent.setdefault(op, entry)

    def times_again(self, op: str) -> int:
        """How often *op*, or what it re-applied, was re-applied by now."""
        origin = self._origin(op)
        return sum(line.facts.get("again_for") == origin for line in self._lines.values())

    def is_superseded(self, op: str) -> bool:
        """True if a later operation re-applied what *op* wrote: that one is now to be looked after."""
        origin = self._origin(op)
        return op != next(known for known in reversed(self._lines) if self._origin(known) == origin)

    def _origin(self, op: str) -> str:
        line = self._lines.get(op)
        return str(line.facts.get("again_for") or op) if line else op

    def unfinished(self) -> list[Entry]:
        """Operations that were begun and never said to be done: the process was killed."""
        # They are the last of their process, so they stand in the last file, or in one of a day before it.
        begun = [entry for path in self._files()[-2:] for entry in self._begun(path).values()]
        return [entry for entry in begun if entry.op not in self._lines]

    # --- forgetting -----------------------------------------------------------------------------------

    def prune(self, before: datetime) -> int:
        """Forget the operations of whole days before *before*; how many they were."""
        day = before.date()
        with self._lock:
            old = [
                op
                for op, line in self._lines.items()
                if datetime.fromisoformat(line.facts["at"]).date() < day
            ]
            self._forget_lines(old)
            for path in self._files():
                if path.stem < day.isoformat():
                    path.unlink(missing_ok=True)
        return len(old)

    def purge(self, paths: Collection[str], words: Collection[str] = ()) -> int:
        """Leave nothing of the operations that touched one of *paths* or wrote one of *words*.

        Neither undo data nor a line in the log remains. How many operations they were.
        """
        wanted = frozenset(paths)

        def is_kept(facts: Mapping[str, Any]) -> bool:
            notes = facts.get("notes", ())
            data = [edit.get("in", "") + edit.get("out", "") for note in notes for edit in note["edits"]]
            said = "\n".join(data)
            return not wanted & {note["path"] for note in notes} and not any(word in said for word in words)

        with self._lock:
            gone = {op for op, line in self._lines.items() if wanted & set(line.facts.get("paths", ()))}
            files = self._files()
            gone |= {facts["op"] for path in files for facts in _read_lines(path) if not is_kept(facts)}
            for path in files:
                self._rewrite(path, lambda facts: facts["op"] not in gone)
            self._forget_lines(gone)
        return len(gone)

    def _forget_lines(self, ops: Iterable[str]) -> None:
        gone = list(ops)
        if not gone:
            return
        for op in gone:
            self._lines.pop(op, None)
            self._recent.pop(op, None)
        kept = [dump for line in self._lines.values() for dump in _dumps(line)]
        with _named(self.folder / LOG):
            write_atomically(self.folder / LOG, "".join(kept).encode("utf-8", "surrogatepass"), durable=True)

    # --- the undo data ----------------------------------------------------------------------------------

    def _file(self, at: datetime) -> Path:
        return self.folder / FOLDER / f"{at.date().isoformat()}.jsonl"

    def _files(self) -> list[Path]:
        return sorted((self.folder / FOLDER).glob("*.jsonl"))

    def _begun(self, path: Path) -> dict[str, Entry]:
        """The operations in the day's file *path*, each as it was begun last."""
        found = {}
        for facts in _read_lines(path):
            try:
                found[facts["op"]] = _unpacked(facts)
            except (ValueError, KeyError, TypeError):
                continue  # not written by this version
        return found

    def _rewrite(self, path: Path, is_kept: Callable[[Mapping[str, Any]], bool]) -> None:
        """Keep only those lines of *path*; a file without any goes."""
        before = list(_read_lines(path))
        kept = [facts for facts in before if is_kept(facts)]
        if len(kept) == len(before):
            return
        with _named(path):
            if kept:
                lines = [json.dumps(facts, ensure_ascii=True, separators=(",", ":")) for facts in kept]
                write_atomically(path, ("\n".join(lines) + "\n").encode(), durable=True)
            else:
                path.unlink(missing_ok=True)

    # --- the log ----------------------------------------------------------------------------------------

    def _append_line(self, facts: dict[str, Any]) -> None:
        path = self.folder / LOG
        with _named(path), path.open("ab") as file:
            file.write((json.dumps(facts, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass"))
        self._take_line(facts)

    def _take_line(self, facts: dict[str, Any]) -> None:
        op = facts["op"]
        if "undone" in facts:
            if op in self._lines:
                self._lines[op].undone = True
            return
        self._lines[op] = _Line(facts)


def _dumps(line: _Line) -> list[str]:
    dumped = [json.dumps(line.facts, ensure_ascii=False) + "\n"]
    if line.undone:
        dumped.append(json.dumps({"op": line.facts["op"], "undone": line.facts["at"]}) + "\n")
    return dumped


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            facts = json.loads(line)
            datetime.fromisoformat(facts["undone" if "undone" in facts else "at"])
        except (ValueError, KeyError, TypeError):
            continue  # the last line of a process that was killed
        yield facts


def _packed(entry: Entry) -> dict[str, Any]:
    return {
        "op": entry.op,
        "what": entry.what,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "ids": list(entry.ids),
        "remark": entry.remark,
        "again_for": entry.again_for,
        "notes": [
            {
                "path": note.path,
                "before": note.before,
                "after": note.after,
                "size": note.size,
                "folders": list(note.folders),
                "temporary": note.temporary,
                "anchors": [[a.above, a.below, a.head, a.is_last] for a in note.anchors],
                "edits": [
                    {"at": edit.offset, "in" if isinstance(edit, Insertion) else "out": _as_text(edit.data)}
                    for edit in note.edits
                ],
            }
            for note in entry.notes
        ],
    }


def _unpacked(facts: Mapping[str, Any]) -> Entry:
    notes = tuple(
        NoteEdit(
            note["path"],
            note["before"],
            note["after"],
            note["size"],
            tuple(
                Insertion(edit["at"], _as_bytes(edit["in"]))
                if "in" in edit
                else Removal(edit["at"], _as_bytes(edit["out"]))
                for edit in note["edits"]
            ),
            tuple(Anchor(*anchor) for anchor in note["anchors"]),
            tuple(note["folders"]),
            note["temporary"],
        )
        for note in facts["notes"]
    )
    return Entry(
        facts["op"],
        facts["what"],
        datetime.fromisoformat(facts["at"]),
        facts["by"],
        notes,
        tuple(facts["ids"]),
        facts["remark"],
        facts["again_for"],
    )


def _as_text(data: bytes) -> str:
    # Readable to the owner where it is text, and lossless where it is not.
    return data.decode("utf-8", "surrogateescape")


def _as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


class _named:  # noqa: N801 -- reads as a phrase in a with statement
    """Turn a refusal of the disk into WriteFailed: without a journal nothing is written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, fault: BaseException | None, trace: Any) -> None:
        if isinstance(fault, OSError):
            raise WriteFailed(
                f"The write journal {self.path} could not be written ({fault.strerror}), so the note was left alone."
            ) from fault
