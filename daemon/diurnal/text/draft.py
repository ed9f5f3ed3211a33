"""A record in the making: which rows of the note it is made of, and what its surroundings say of it.

Entries, items and passages are cut differently but finished alike: the
cutting modules give drafts, ``records`` turns drafts into records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from diurnal.model.record import Kind, Task
from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Row, Shape
from diurnal.text.clocks import Clock

_CELL_END = regex(r"\\.|\[\[[^\[\]\n]*\]\]|\|")
"""A bar, or what may hold one that ends no cell."""
_TASKS = {" ": Task.OPEN, "/": Task.OPEN, ">": Task.OPEN, "<": Task.OPEN, "x": Task.DONE, "X": Task.DONE}
_TASKS["-"] = Task.CANCELLED


def task_of(block: Block) -> Task:
    """State of the block's checkbox; what people use as a bullet (``[!]``, ``[?]``, ``["]``) is no task."""
    return _TASKS.get(block.mark, Task.NONE) if block.mark else Task.NONE


@dataclass(slots=True)
class Draft:
    """One record before its text is read.

    ``rows`` are its markup lines, ``code`` the numbers of those that are verbatim.
    ``first`` and ``last`` bound what a person would open; ``heading`` is the path above it.
    ``day`` overrides the note's day (a date in a heading); ``clock`` is the time written on it.
    ``tags`` are those of the headings above.
    """

    kind: Kind
    first: int
    last: int
    heading: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)
    code: set[int] = field(default_factory=set)
    day: date | None = None
    clock: Clock | None = None
    by: str = ""
    task: Task = Task.NONE
    block: str = ""
    tags: tuple[str, ...] = ()
    is_machine: bool = False
    is_night: bool = False

    def take(self, block: Block) -> None:
        """Add *block*'s rows; its block id counts if the draft has none yet."""
        self.last = max(self.last, block.last)
        self.block = self.block or block.id
        self._take_rows(block)

    def _take_rows(self, block: Block) -> None:
        if block.shape is Shape.QUERY:
            return
        if block.shape in (Shape.CODE, Shape.MATH):
            rows = block.rows
            while rows and not rows[-1][1].strip():
                rows = rows[:-1]
            self.code.update(number for number, _ in rows)
            self.rows.extend(rows)
        elif block.shape is Shape.TABLE:
            self.rows.extend((number, " | ".join(cells_of(text))) for number, text in block.rows)
        else:
            self.rows.extend(block.rows)
            for inner in block.inner:
                if task_of(inner) is not Task.OPEN:  # a plan of its own, see open_tasks_in
                    self._take_rows(inner)


def open_tasks_in(block: Block) -> list[Block]:
    """The open tasks written inside a quote or callout, which are plans whatever surrounds them."""
    found = []
    for inner in block.inner:
        if task_of(inner) is Task.OPEN:
            found.append(inner)
        else:
            found.extend(open_tasks_in(inner))
    return found


def children_of(blocks: Sequence[Block], index: int) -> list[int]:
    """Indices of the blocks that lie directly in list item *index*."""
    found = []
    for later in range(index + 1, len(blocks)):
        parent = blocks[later].parent
        if parent < index:
            break
        if parent == index:
            found.append(later)
    return found


def cells_of(row: str) -> list[str]:
    """The cells of a table's row; at least one."""
    inside = row.strip().removeprefix("|")
    cells, at = [], 0
    for match in _CELL_END.finditer(inside):
        if match[0] == "|":
            cells.append(inside[at : match.start()].strip())
            at = match.end()
    last = inside[at:].strip()
    return [*cells, last] if last or not cells else cells
