"""The pieces a note is scanned into; see ``scan`` for how."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

Row = tuple[int, str]
"""A line's number in the note (1-based) and its markup."""


class Shape(StrEnum):
    """What a block is."""

    HEADING = "heading"
    TEXT = "text"
    BULLET = "bullet"
    QUOTE = "quote"
    TABLE = "table"
    CODE = "code"
    MATH = "math"
    QUERY = "query"
    """A fence that another program fills (dataview, tasks, base): nobody wrote what it shows."""


@dataclass(slots=True)
class Block:
    """A piece of a note.

    ``rows`` hold the markup without list marker, checkbox, ``#`` or ``>``; of CODE and MATH the lines verbatim.
    ``level`` is a heading's depth, or the column a list item's marker stands in.
    ``mark`` is the character in a list item's checkbox, "" if it has none.
    ``info`` is a fence's language or a callout's type, folded.
    ``id`` is its block id without ``^``. ``parent`` is the index of the list item it lies in, -1 for none.
    ``inner`` are the blocks inside a quote.
    """

    shape: Shape
    first: int
    last: int
    rows: list[Row]
    level: int = 0
    mark: str = ""
    info: str = ""
    id: str = ""
    parent: int = -1
    inner: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Scanned:
    """The blocks of a note, its comments by the line they begin on, and the lines that held template syntax.

    ``open_formula`` is the line on which ``$$`` opens a formula that is never closed, 0 if there is none. It is
    read as text, so that nothing is lost; but Obsidian shows all that follows as part of it.
    """

    blocks: list[Block]
    comments: list[Row]
    templated: set[int]
    open_formula: int = 0
