"""Where an insertion that an editor overwrote belongs in the text the editor saved.

The lines it stood between are remembered with it and looked for: the one above,
else the one below; at a note's end it goes to the end again. What stood inside
a line goes back only into a line that is otherwise as it was.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from diurnal.errors import NoteUnreadable
from diurnal.text.insert import Edit, Insertion, Sheet


class Anchor(NamedTuple):
    """What stood around an insertion.

    ``above`` is the hash of the line it went below or into, ``below`` that of the next one (empty: a blank
    line), ``column`` the number of characters before it if it went into a line. ``is_last`` is true if no text
    followed it.
    """

    above: str
    below: str
    column: int = 0
    is_last: bool = False


def anchors_of(edits: Sequence[Edit], source: bytes) -> tuple[Anchor, ...]:
    """The anchor of each of *edits*, which are made on *source*."""
    sheet = Sheet.of(source)
    return tuple(_anchor(edit.offset, sheet) for edit in edits)


def _anchor(offset: int, sheet: Sheet) -> Anchor:
    lines = sheet.lines
    at = next((n for n, line in enumerate(lines) if offset <= line.end), len(lines) - 1)
    column = 0
    if offset == lines[at].start and at:
        at -= 1  # it went below the line before
    else:
        column = len(sheet.source[lines[at].start : offset].decode(sheet.encoding))
    below = lines[at + 1].text if at + 1 < len(lines) else ""
    return Anchor(_sign(lines[at].text), _sign(below), column, at >= sheet.last_text)


def _sign(text: str) -> str:
    """A hash of a line: the journal need not hold what it does not write."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest() if text.strip() else ""


def placed_again(edits: Sequence[Edit], anchors: Sequence[Anchor], current: bytes) -> list[Edit]:
    """The edits that put back into *current* what of the insertions *edits* is missing there; none if one has no place."""
    sheet = Sheet.of(current)
    placed: list[Edit] = []
    for edit, anchor in zip(edits, anchors, strict=True):
        if not isinstance(edit, Insertion) or edit.data in current:
            continue
        again = _placed(edit.data.decode(sheet.encoding), anchor, sheet)
        if again is None:
            return []
        placed.append(again)
    return sorted(placed, key=lambda edit: edit.offset)


def taken_over(edits: Sequence[Edit], before: bytes, current: bytes) -> list[Insertion] | None:
    """Where in *current* the insertions *edits*, made on *before*, stand already; None if one does not.

    Whoever read our text in the moment it stood there may have saved it as their own: what it holds then
    oftener than *before* did is ours. The offsets are those of *current* without them.
    """
    places: list[tuple[int, bytes]] = []
    for edit in edits:
        if not isinstance(edit, Insertion) or current.count(edit.data) <= before.count(edit.data):
            return None
        free = [
            at
            for at in _occurrences(edit.data, current)
            if all(at + len(edit.data) <= start or start + len(data) <= at for start, data in places)
        ]
        if not free:
            return None
        places.append((min(free, key=lambda at: abs(at - edit.offset)), edit.data))
    found, shift = [], 0
    for at, data in sorted(places):
        found.append(Insertion(at - shift, data))
        shift += len(data)
    return found or None


def _occurrences(data: bytes, text: bytes) -> Iterator[int]:
    """Where *data* stands in *text*; whole lines only where a line begins."""
    is_lines = b"\n" in data or b"\r" in data
    at = text.find(data)
    while at >= 0:
        if not is_lines or data[:1] in (b"\n", b"\r") or at == 0 or text[at - 1 : at] in (b"\n", b"\r"):
            yield at
        at = text.find(data, at + 1)


def missing_additions(base: bytes, text: bytes, current: bytes) -> list[Insertion]:
    """The insertions that put lines which *text* added to *base* into *current*, where they are missing.

    None if one of them cannot be read. What *text* took out of *base* is not looked at.
    """
    try:
        old, new, sheet = Sheet.of(base).texts, Sheet.of(text).texts, Sheet.of(current)
    except NoteUnreadable:
        return []
    present = set(sheet.texts)
    found = []
    for what, _, _, first, past in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        rows = new[first:past] if what in ("insert", "replace") else []
        if any(row.strip() and row not in present for row in rows):
            above, below = new[first - 1] if first else "", new[past] if past < len(new) else ""
            is_last = not any(row.strip() for row in new[past:])
            missing = [row for row in rows if row not in present or not row.strip()]
            found.append(_placed_rows(missing, Anchor(_sign(above), _sign(below), is_last=is_last), sheet))
    return sorted(found, key=lambda edit: edit.offset)


def _placed(text: str, anchor: Anchor, sheet: Sheet) -> Insertion | None:
    if "\n" not in text and "\r" not in text:
        found = _only(sheet, anchor.above)
        return sheet.into_line(found, anchor.column, text) if found >= 0 else None
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return _placed_rows(rows[:-1] if text.endswith(("\n", "\r")) else rows[1:], anchor, sheet)


def _placed_rows(rows: list[str], anchor: Anchor, sheet: Sheet) -> Insertion:
    if anchor.is_last:
        return _at_end(sheet, rows)
    for neighbour, step in ((anchor.above, 0), (anchor.below, -1)):
        found = _only(sheet, neighbour)
        if found >= 0:
            return sheet.lines_after(found + step, rows)
    return _at_end(sheet, rows)


def _at_end(sheet: Sheet, rows: list[str]) -> Insertion:
    last = len(sheet.lines) - 1
    if last > 0 and not sheet.lines[last].text:
        last -= 1  # the note ends with a line break: below its last line
    while rows and not rows[0].strip() and not sheet.lines[last].text.strip():
        rows = rows[1:]
    return sheet.lines_after(last, rows)


def _only(sheet: Sheet, sign: str) -> int:
    """Index of the one line with the hash *sign*, or -1."""
    found = [n for n, line in enumerate(sheet.lines) if sign and _sign(line.text) == sign]
    return found[0] if len(found) == 1 else -1
