"""How each line of a note was read, for a person who wonders why (``diurnal day DATE --parsed``).

It asks the same scanner and the same reader as indexing does, and only tells
what they decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from diurnal.model.record import Privacy, Record
from diurnal.text.blocks import Block, Shape
from diurnal.text.decoding import decode
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.reader import Reader
from diurnal.text.scan import scan


@dataclass(frozen=True, slots=True)
class LineRead:
    """One line of a note: its number, its text, what it was taken for, and its record if it is part of one.

    ``what`` is "entry", "item" or "passage" for a line of a record, else "frontmatter", "heading", "comment",
    "query", "form" (template lines and syntax, links to the days around) or "blank".
    """

    number: int
    text: str
    what: str
    record: Record | None = None


def lines_as_read(reader: Reader, path: str, data: bytes, *, show_private: bool = False) -> list[LineRead]:
    """Every line of the note at *path* with what *reader* took it for; nothing for a note it keeps out."""
    decoded = decode(data)
    note = reader.read(path, data, show_private=show_private)
    if decoded.problem or (note.privacy is Privacy.PRIVATE and not show_private):
        return []
    lines = decoded.text.split("\n")
    front = read_frontmatter(decoded.text)
    blocks = scan(lines, front.lines).blocks
    shapes = {number: block.shape for block in _all(blocks) for number in range(block.first, block.last + 1)}
    owners = _owners(note.records)
    found = []
    for number, text in enumerate(lines, 1):
        record = owners.get(number)
        if number <= front.lines:
            found.append(LineRead(number, text, "frontmatter"))
        elif not text.strip():
            found.append(LineRead(number, text, "blank"))
        elif shapes.get(number) is Shape.QUERY:
            found.append(LineRead(number, text, "query"))
        elif number not in shapes and not _is_rule(text):
            found.append(LineRead(number, text, "comment"))
        elif record:
            found.append(LineRead(number, text, str(record.kind), record))
        else:
            found.append(LineRead(number, text, "heading" if shapes.get(number) is Shape.HEADING else "form"))
    return found


def _all(blocks: Iterable[Block]) -> Iterable[Block]:
    for block in blocks:
        yield block
        yield from _all(block.inner)


def _owners(records: Iterable[Record]) -> dict[int, Record]:
    """The record each line belongs to: of several that span it, the shortest."""
    owners: dict[int, Record] = {}
    for record in sorted(records, key=lambda one: one.lines[1] - one.lines[0], reverse=True):
        owners.update(dict.fromkeys(range(record.lines[0], record.lines[1] + 1), record))
    return owners


def _is_rule(text: str) -> bool:
    return not text.strip(" \t-*_=")
