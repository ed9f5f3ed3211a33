"""How a diary note writes its entries: sections, list items or plain lines, and with what kind of time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import time
from itertools import pairwise
from typing import Literal

from diurnal.model.record import Task
from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Shape
from diurnal.text.clock_style import PLAIN, ClockStyle, learn_clock
from diurnal.text.clocks import read_clock
from diurnal.text.draft import task_of
from diurnal.text.fields import Fields, take_hall
from diurnal.text.form import Form
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.insert import Sheet
from diurnal.text.scan import scan

_MARKER = regex(r"\s*([-*+])\s")


@dataclass(frozen=True, slots=True)
class EntryShape:
    """``kind`` is how an entry begins; ``level`` a heading's depth, ``marker`` a list's sign.

    ``is_close`` is true if plain lines stand one below the other without blank lines between them.
    """

    kind: Literal["heading", "list", "text"] = "heading"
    level: int = 2
    marker: str = "-"
    clock: ClockStyle = PLAIN
    is_close: bool = False


@dataclass(frozen=True, slots=True)
class Timed:
    """An entry that begins with a time: its first line (index), the block it is, and what it says."""

    line: int
    block: int
    start: time
    sample: str


@dataclass(slots=True)
class Page:
    """A diary note as far as placing an entry in it needs; ``open_formula`` as ``Scanned`` has it."""

    sheet: Sheet
    form: Form
    blocks: list[Block]
    timed: list[Timed]
    has_list: bool
    open_formula: int = 0

    @classmethod
    def of(cls, source: bytes, form: Form) -> Page:
        """Read *source*; lines of the owner's template are no entries. Raises NoteUnreadable."""
        sheet = Sheet.of(source)
        texts = sheet.texts
        scanned = scan(texts, read_frontmatter("\n".join(texts)).lines)
        forms = form.lines_in(texts, scanned)
        timed: list[Timed] = []
        has_list = False
        for number, block in enumerate(scanned.blocks):
            if block.parent >= 0 or block.shape not in (Shape.HEADING, Shape.BULLET, Shape.TEXT):
                continue
            rows = [row for row in block.rows if row[0] not in forms]
            if block.shape is Shape.BULLET:
                if task_of(block) is Task.OPEN:
                    continue  # a plan, not an entry
                has_list = has_list or bool(rows)
                rows = rows[:1]
            for line, markup in rows:
                text = take_hall(markup, Fields())
                clock = read_clock(text)
                if clock:
                    timed.append(Timed(line - 1, number, clock[0].start, text))
        return cls(sheet, form, scanned.blocks, timed, has_list, scanned.open_formula)

    @property
    def is_newest_first(self) -> bool:
        """True if every entry is earlier than the one above it."""
        return len(self.timed) > 2 and all(
            later.start < earlier.start for earlier, later in pairwise(self.timed)
        )

    def shape(self) -> EntryShape | None:
        """How its last entry is written; None if it has none to learn from."""
        if not self.timed:
            return EntryShape("list", marker=self._marker()) if self.has_list else None
        last = self.timed[-1]
        block = self.blocks[last.block]
        alike = [item for item in self.timed if self.blocks[item.block].shape is block.shape]
        clock = learn_clock([item.sample for item in alike])
        if block.shape is Shape.HEADING:
            return EntryShape("heading", level=block.level, clock=clock)
        if block.shape is Shape.BULLET:
            return EntryShape("list", marker=self._marker(last.line), clock=clock)
        return EntryShape("text", clock=clock, is_close=[item.block for item in alike].count(last.block) > 1)

    def _marker(self, line: int = -1) -> str:
        texts = self.sheet.texts
        found = _MARKER.match(texts[line]) if line >= 0 else None
        found = found or next((m for text in reversed(texts) if (m := _MARKER.match(text))), None)
        return found[1] if found else "-"


def shape_for(pages: Iterable[Page], *, wanted: Literal["auto", "heading", "list"] = "auto") -> EntryShape:
    """The shape of a new entry: of the first of *pages* (the day's note, then earlier days') that shows one.

    *wanted* fixes whether it is a heading or a list item; its details are then learned where a page has such.
    """
    for page in pages:
        shape = page.shape()
        if shape is not None and wanted in ("auto", shape.kind):
            return shape
    return EntryShape() if wanted == "auto" else replace(EntryShape(), kind=wanted)


def path_at(blocks: Sequence[Block], line: int, depth: int = 7) -> tuple[str, ...]:
    """The headings above *depth* that line number *line* (1-based) lies under, outermost first."""
    levels: list[tuple[int, str]] = []
    for block in blocks:
        if block.first >= line:
            break
        if block.shape is Shape.HEADING and block.parent < 0:
            levels = [level for level in levels if level[0] < block.level]
            levels.append((block.level, block.rows[0][1] if block.rows else ""))
    return tuple(text for level, text in levels if level < depth)
