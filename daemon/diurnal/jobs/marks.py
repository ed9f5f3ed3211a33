"""Where the hall of an entry is written in its note: ``- [ ] 14:30 [hall_facts] text`` or ``#hall/facts``.

After list marker, checkbox and time, so that a task stays a task and a plan of
the day a plan. Whether a place is right is not argued from rules alone: the
note is read again with the mark of another hall in it, and a mark stays only if
that hall, and nothing else of the note, is what changed. Pure: bytes in, edits out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from diurnal.model.record import Kind, Note, Record, Task
from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Shape
from diurnal.text.clocks import read_clock
from diurnal.text.fields import HALLS, bare_field
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.insert import Insertion, Removal, Sheet, applied
from diurnal.text.scan import scan

UNMARKED = "events"
"""The hall that is never written: what no rule speaks for happened."""

FORMS: Mapping[str, str] = {"bracket": "[hall_{}] ", "tag": "#hall/{} "}

_ANY = regex(rf"\[hall_(?:{'|'.join(HALLS)})\]|#hall/(?:{'|'.join(HALLS)})(?![\w/-])", re.IGNORECASE)
_ITEM = regex(r"(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?")
_STRUCTURE = regex(
    r"(?:[-*+]|\d{1,9}[.)])[ \t]"  # a list in a list item
    r"|\[\^?[^\]]*\]:"  # a footnote, a link's address
    r"|#{1,6}(?:[ \t]|$)|>|<|\||\$\$|```|~~~|%%|\{\{|!\[\["
)
"""What would no longer be what it is with a word before it."""
_UNDERLINE = regex(r"[ \t]*(?:-+|=+)[ \t]*")
_CODE_INDENT = 4

Read = Callable[[bytes], Note]


@dataclass(frozen=True, slots=True)
class Mark:
    """The place of one record's mark: *line* and *column* (0-based, in the line's text)."""

    record: Record
    line: int
    column: int


def marked(data: bytes, read: Read, form: str) -> tuple[list[Insertion], list[Record]]:
    """The insertions that write the hall of each entry of a note, and their records; an entry that has a mark gets none.

    Args:
        data: the note's bytes.
        read: how its bytes become a note.
        form: a key of ``FORMS``.
    """
    sheet, note = Sheet.of(data), read(data)
    wanted = [mark for mark in _places(sheet, note) if _may_be_marked(mark.record, sheet)]
    if not wanted:
        return [], []

    def is_right(marks: Sequence[Mark]) -> bool:
        trial = [_insertion(sheet, mark, FORMS[form], _other(mark.record.hall)) for mark in marks]
        after = read(applied(data, trial))
        return _differ_only_in_hall(note, after, {mark.record.ordinal for mark in marks})

    if not is_right(wanted):
        wanted = [mark for mark in wanted if is_right([mark])]
        if not is_right(wanted):
            return [], []
    return (
        [_insertion(sheet, mark, FORMS[form], mark.record.hall) for mark in wanted],
        [mark.record for mark in wanted],
    )


def unmarked(data: bytes, read: Read, is_own: Callable[[Record], bool]) -> tuple[list[Removal], int]:
    """The removals that take the marks of entries out for which *is_own* holds, and how many marks stay."""
    sheet, note = Sheet.of(data), read(data)
    removals, others = [], 0
    for mark in _places(sheet, note):
        rest = sheet.lines[mark.line].text[mark.column :]
        own = [form.format(mark.record.hall) for form in FORMS.values()]
        written = next((text for text in own if rest.startswith(text)), "")
        if written and is_own(mark.record):
            insertion = sheet.into_line(mark.line, mark.column, written)
            removals.append(Removal(insertion.offset, insertion.data))
        elif _is_marked(mark.record, sheet):
            others += 1
    if removals and not _same_but_for_halls(note, read(applied(data, removals))):
        return [], others + len(removals)
    return removals, others


def _insertion(sheet: Sheet, mark: Mark, form: str, hall: str) -> Insertion:
    return sheet.into_line(mark.line, mark.column, form.format(hall))


def _other(hall: str) -> str:
    return "advice" if hall != "advice" else "facts"


# --- which entries ------------------------------------------------------------------------------


def _may_be_marked(record: Record, sheet: Sheet) -> bool:
    return (
        record.hall != UNMARKED
        and not record.is_machine
        and record.task is not Task.CANCELLED
        and not _is_marked(record, sheet)
    )


def _is_marked(record: Record, sheet: Sheet) -> bool:
    first, last = record.lines
    return any(_ANY.search(line.text) for line in sheet.lines[first - 1 : last])


# --- where --------------------------------------------------------------------------------------


def _places(sheet: Sheet, note: Note) -> list[Mark]:
    """Where the mark of each entry stands or would stand, in the order of lines: the text of an entry may go on
    below another. An entry that begins with anything but text has no place."""
    return sorted(_each_place(sheet, note), key=lambda mark: mark.line)


def _each_place(sheet: Sheet, note: Note) -> Iterator[Mark]:
    rows = _rows(sheet)
    owners = _owners(note.records)
    for record in note.records:
        if record.kind is not Kind.ENTRY:
            continue
        for number in range(record.lines[0], record.lines[1] + 1):
            row = rows.get(number)
            if row is None or owners.get(number) is not record:
                continue
            column = _column(sheet, number - 1, *row)
            if column >= 0:
                yield Mark(record, number - 1, column)
            break


def _rows(sheet: Sheet) -> dict[int, tuple[Block, str]]:
    """The lines of list items and paragraphs, by number: their block and their markup."""
    texts = sheet.texts
    front = read_frontmatter("\n".join(texts))
    return {
        number: (block, markup)
        for block in scan(texts, front.lines).blocks
        if block.shape in (Shape.BULLET, Shape.TEXT)
        for number, markup in block.rows
        if markup.strip()
    }


def _owners(records: Sequence[Record]) -> dict[int, Record]:
    """The record of each line: of several that span it, the shortest."""
    owners: dict[int, Record] = {}
    for record in sorted(records, key=lambda one: one.lines[1] - one.lines[0], reverse=True):
        owners.update(dict.fromkeys(range(record.lines[0], record.lines[1] + 1), record))
    return owners


def _column(sheet: Sheet, at: int, block: Block, markup: str) -> int:
    """The column in line *at* before which the mark goes, or -1 if there is no good place."""
    text = sheet.lines[at].text
    bare = text.lstrip(" \t")
    column = len(text) - len(bare)
    is_item = block.shape is Shape.BULLET and block.first == at + 1
    if block.parent < 0 and len(text[:column].expandtabs(4)) >= _CODE_INDENT:
        return -1  # Obsidian shows it as code
    if is_item:
        match = _ITEM.match(bare)
        if match is None:
            return -1
        column += match.end()
    elif _is_underlined(sheet, block):
        return -1  # Obsidian shows it as a heading
    rest = text[column:]
    timed = read_clock(rest, is_prose=not is_item)
    if timed and not timed[1].strip():
        return -1
    if timed and rest.endswith(timed[1]):
        column += len(rest) - len(timed[1])
        rest = timed[1]
    if not rest.strip() or _STRUCTURE.match(rest) or bare_field(rest):
        return -1
    return column


def _is_underlined(sheet: Sheet, block: Block) -> bool:
    below = sheet.lines[block.last : block.last + 1]
    return bool(below) and _UNDERLINE.fullmatch(below[0].text) is not None


# --- whether it is right ------------------------------------------------------------------------


def _differ_only_in_hall(before: Note, after: Note, marked: set[int]) -> bool:
    """True if the records *marked* (by ordinal) changed their hall, and nothing else of the note changed."""
    return _same_but_for_halls(before, after) and all(
        (one.hall != other.hall) == (one.ordinal in marked)
        for one, other in zip(before.records, after.records, strict=True)
    )


def _same_but_for_halls(before: Note, after: Note) -> bool:
    return _without_halls(before) == _without_halls(after)


def _without_halls(note: Note) -> Note:
    records = tuple(replace(record, hall="", tags=_other_tags(record.tags)) for record in note.records)
    return replace(note, records=records, tags=_other_tags(note.tags))


def _other_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tag for tag in tags if not tag.casefold().startswith("hall/"))
