"""How one note's edits are taken back: exactly where it did not change since, else each insertion alone.

Plans over bytes and what the journal keeps of an operation; nothing is read or
written here. Which operations are taken back is ``takeback``'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from diurnal.errors import CannotUndo
from diurnal.text.change import Plan
from diurnal.text.insert import Edit, Insertion, Removal, applied, reversed_edits
from diurnal.vault.disk import digest_of
from diurnal.vault.journal_lines import NoteEdit


def plan_undo(note: NoteEdit, op: str, inserted: Callable[[], list[bytes]]) -> Plan:
    """The plan that takes *note* back; *inserted* tells what its insertions have become."""

    def plan(source: bytes | None) -> Sequence[Edit]:
        digest = digest_of(source) if source is not None else ""
        if digest == note.before:
            return ()
        if digest == note.after:
            return reversed_edits(note.edits)
        if source is None:
            raise CannotUndo(f"{note.path} is gone, so {op} cannot be taken back.")
        if any(isinstance(edit, Removal) for edit in note.edits):
            raise _changed(note, op)
        wanted = inserted()
        if note.before == "" and [source] != wanted:
            raise _changed(note, op)
        return _alone(note, source, op, wanted)

    return plan


def one_after_another(plans: Sequence[Plan]) -> Plan:
    """One plan that does *plans*, each on what the one before it left."""

    def plan(source: bytes | None) -> Sequence[Edit]:
        current = source
        for step in plans:
            current = applied(current or b"", step(current)) if current is not None else None
        if source is None or current is None or current == source:
            return ()
        return (Removal(0, source), Insertion(len(source), current)) if current else (Removal(0, source),)

    return plan


def _alone(note: NoteEdit, source: bytes, op: str, inserted: Sequence[bytes]) -> list[Edit]:
    """Removals of *inserted* from a text that changed around them."""
    found: list[Edit] = []
    for data in inserted:
        if source.count(data) != 1:
            raise _changed(note, op)
        at = source.index(data)
        past = at + len(data)
        begins = at == 0 or source[at - 1 : at] in (b"\n", b"\r")
        ends = past == len(source) or source[past : past + 1] in (b"\n", b"\r")
        if b"\n" in data and not (begins or ends):
            raise _changed(note, op)  # two lines would become one
        found.append(Removal(at, data))
    found.sort(key=lambda edit: edit.offset)
    for one, other in pairwise(found):
        if one.offset + len(one.data) > other.offset:
            raise _changed(note, op)
    return found


def inserted_spans(note: NoteEdit) -> list[tuple[int, bytes]]:
    """Where the insertions of *note* stand in what it made, and their bytes."""
    spans, shift = [], 0
    for edit in note.edits:
        if isinstance(edit, Insertion):
            spans.append((edit.offset + shift, edit.data))
            shift += len(edit.data)
        else:
            shift -= len(edit.data)
    return spans


def moved_spans(
    spans: Sequence[tuple[int, bytes]], edits: Sequence[Edit], *, are_marks: bool
) -> list[tuple[int, bytes]]:
    """*spans* after *edits* of their text: moved, and with the marks of our jobs in them."""
    moved = []
    for start, data in spans:
        shift, grown, inside = 0, data, 0
        for edit in edits:
            size = len(edit.data) if isinstance(edit, Insertion) else -len(edit.data)
            at = edit.offset - start
            if at <= 0:
                shift += size
            elif at < len(data) and are_marks:
                cut = at + inside
                added = edit.data if isinstance(edit, Insertion) else b""
                taken = 0 if isinstance(edit, Insertion) else len(edit.data)
                grown = grown[:cut] + added + grown[cut + taken :]
                inside += size
        moved.append((start + shift, grown))
    return moved


def _changed(note: NoteEdit, op: str) -> CannotUndo:
    return CannotUndo(
        f"{note.path} changed since {op}, so it cannot be taken back.", hint="Edit the note by hand."
    )
