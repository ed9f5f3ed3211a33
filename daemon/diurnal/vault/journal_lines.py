"""How the write journal writes down an operation: one JSON object a line, readable, lossless for any bytes.

The preimage of a note is kept as the bytes that went in and came out of it with
the hashes of before and after; of the lines around an insertion only hashes.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from diurnal.errors import WriteFailed
from diurnal.text.change import Change
from diurnal.text.insert import Edit, Insertion, Removal
from diurnal.text.insert_again import Anchor, anchors_of
from diurnal.vault.disk import digest_of


def aware(moment: datetime) -> datetime:
    """*moment* with a zone, this machine's if it has none: the journal outlives a change of settings."""
    return moment if moment.tzinfo else moment.astimezone()


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
    """One operation.

    ``ids`` are the records it made, or took out for good; ``again_for`` names the operation it re-applied;
    ``forgets`` are operations that are to be forgotten with what it takes out.
    """

    op: str
    what: str
    at: datetime
    by: str = ""
    notes: tuple[NoteEdit, ...] = ()
    ids: tuple[str, ...] = ()
    remark: str = ""
    again_for: str = ""
    forgets: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(note.path for note in self.notes))


def journalled(change: Change) -> NoteEdit:
    """What the journal keeps of *change*."""
    before, after = change.before, change.after
    return NoteEdit(
        change.path,
        digest_of(before) if before is not None else "",
        digest_of(after) if after is not None else "",
        len(before or b""),
        change.edits,
        anchors_of(change.edits, before or b""),
        change.folders,
        change.temporary,
    )


def dumped(facts: Mapping[str, Any]) -> bytes:
    """One line of a journal file."""
    return json.dumps(facts, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def append_line(path: Path, facts: Mapping[str, Any], *, durable: bool = False) -> None:
    """Append a line to *path*, whole or not at all; *durable* forces it to disk. Raises WriteFailed."""
    data = dumped(facts)
    with disk_named(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            size = os.fstat(handle).st_size
            if size and os.pread(handle, 1, size - 1) != b"\n":
                data = b"\n" + data  # whoever wrote last was killed
            if os.write(handle, data) != len(data):
                os.ftruncate(handle, size)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a journal file; none if there is no such file. Raises WriteFailed where it cannot be read."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return
    except OSError as fault:
        raise WriteFailed(
            f"The write journal {path} could not be read: {fault.strerror}.",
            hint="Give yourself the right to read it, or move it away: that loses undo and nothing else.",
        ) from fault
    for line in lines:
        try:
            facts = json.loads(line)
            datetime.fromisoformat(facts["undone" if "undone" in facts else "at"])
        except (ValueError, KeyError, TypeError):
            continue  # the last line of a process that was killed
        yield facts


def packed(entry: Entry) -> dict[str, Any]:
    return {
        "op": entry.op,
        "what": entry.what,
        "at": entry.at.isoformat(),
        "by": entry.by,
        "ids": list(entry.ids),
        "remark": entry.remark,
        "again_for": entry.again_for,
        "forgets": list(entry.forgets),
        "notes": [
            {
                "path": note.path,
                "before": note.before,
                "after": note.after,
                "size": note.size,
                "folders": list(note.folders),
                "temporary": note.temporary,
                "anchors": [list(a) for a in note.anchors],
                "edits": [
                    {"at": edit.offset, "in" if isinstance(edit, Insertion) else "out": _as_text(edit.data)}
                    for edit in note.edits
                ],
            }
            for note in entry.notes
        ],
    }


def unpacked(facts: Mapping[str, Any]) -> Entry:
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
        tuple(facts.get("forgets", ())),
    )


def _as_text(data: bytes) -> str:
    # Readable to the owner where it is text, and lossless where it is not.
    return data.decode("utf-8", "surrogateescape")


def _as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def replace_file(path: Path, data: bytes) -> None:
    """Let *data* take the place of the journal file *path*, whole, and force it to disk. Raises OSError."""
    fresh = path.with_name(f".{path.name}.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def disk_named(path: Path) -> Iterator[None]:
    """Turn a refusal of the disk into WriteFailed: without a journal nothing is written."""
    try:
        yield
    except OSError as fault:
        raise WriteFailed(
            f"The write journal {path} could not be written ({fault.strerror}), so the note was left alone."
        ) from fault
