"""One pass over a note's lines: what is a heading, a list item, a paragraph, a fence.

The scanner knows no diary and no wiki. It gives blocks in the order of the
file, each with its line numbers and its markup without markers, and takes
comments (``%%``, ``<!-- -->``) and Templater code out beforehand, because they
may begin and end anywhere. It never fails and never loses a line of text.

Where Markdown leaves room, what loses nothing wins: ``---`` under a paragraph
is a rule, not a heading; a comment opened in mid-line and never closed is text.
"""

from __future__ import annotations

import re

from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Row, Scanned, Shape
from diurnal.text.comments import Comments
from diurnal.text.fences import QUERY_LANGUAGES, Fences

_BULLET = regex(r"([-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[(.)\](?:[ \t]+|$))?")
_HEADING = regex(r"(#{1,6})(?:[ \t]+|$)")
_RULE = regex(r"([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_BANNER = regex(
    r"==⚠.*EXCALIDRAW|---[ \t]+(?:start-multi-column|end-multi-column|column-(?:end|break))\b", re.IGNORECASE
)
"""A line by which a plugin marks its own notes or columns."""
_TABLE_RULE = regex(r":?-+:?")
_BLOCK_ID = regex(r"(?:^|[ \t])\^([A-Za-z0-9-]+)[ \t]*$")
_CALLOUT = regex(r"\[!([^\]\n]+)\][-+]?[ \t]*")
_PLACEHOLDER = regex(
    r"\{\{\s*(?:date|time|title|value|vdate|name|field|macro|template|yesterday|tomorrow|week|month|year|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|linkcurrent|selected|random|current)\b[^{}]*\}\}",
    re.IGNORECASE,
)
_STARTS = frozenset("#-*+_>$^=0123456789")
"""First characters of a line that may be more than paragraph text."""
_DEEPEST_QUOTE, _DEEPEST_LIST = 6, 40
"""Deeper ones count as this deep."""


def scan(lines: list[str], start: int = 0) -> Scanned:
    """Read *lines* (without line breaks) from index *start*; line numbers count from the list's beginning."""
    return _Scanner(list(lines), start, offset=1, depth=0).run()


class _Scanner:
    def __init__(self, lines: list[str], start: int, offset: int, depth: int) -> None:
        self.lines = lines
        self.start = start
        self.offset = offset
        self.depth = depth
        self.blocks: list[Block] = []
        self.comments = Comments(lines, offset)
        self.fences = Fences(lines)
        self.items: list[int] = []
        """Indices of the list items the present line may lie in, outermost first."""
        self.open: Block | None = None
        """The paragraph, list item or quote that the next line may continue."""
        self.open_formula = 0

    def run(self) -> Scanned:
        lines = self.lines
        at = self.start
        while at < len(lines):
            line = lines[at]
            bare = line.lstrip(" \t")
            if not bare:
                self.open = None
                at += 1
                continue
            if bare[0] in "`~" and (past := self._fence(at, line, bare)):
                at = past
                continue
            if "%" in line or "<" in line or "{{" in line:
                line = self._cleaned(at)
                bare = line.lstrip(" \t")
                if not bare:  # it held nothing else, and does not end what it stands in
                    at += 1
                    continue
            indent = len(line) - len(bare)
            if indent and "\t" in line[:indent]:
                indent = len(line[:indent].expandtabs(4))
            if bare[0] in _STARTS and (past := self._structure(at, indent, bare)):
                at = past
                continue
            if "|" in line and self._starts_table(at):
                at = self._table(at, indent)
                continue
            self._text(at, indent, bare)
            at += 1
        return Scanned(self.blocks, self.comments.found, self.comments.templated, self.open_formula)

    def _cleaned(self, at: int) -> str:
        """Line *at* without comments and template syntax, which it loses for good."""
        line = self.comments.strip(at) or ""
        if "{{" in line and _PLACEHOLDER.search(line):
            self.comments.templated.add(at + self.offset)
            line = _PLACEHOLDER.sub("", line)
        self.lines[at] = line
        return line

    # --- one kind of line each ------------------------------------------------------------------

    def _structure(self, at: int, indent: int, bare: str) -> int:
        """Take in the line if it is more than text; the index of the next line, or 0 if it is text."""
        first = bare[0]
        if first in "=-" and _BANNER.match(bare):
            self.open = None
            return at + 1
        if first == "#":
            if indent > 3 or not (match := _HEADING.match(bare)):
                return 0
            title = _without_closing(bare[match.end() :])
            self._add(Block(Shape.HEADING, at, at, [(at, title)], level=len(match[1])), indent, top=True)
            self._take_id(self.blocks[-1])
            return at + 1
        if first == ">":
            return self._quote(at, indent)
        if first == "$":
            return self._math(at, indent, bare)
        if first == "^":
            return self._lone_id(at, bare)
        if first == "=":
            return self._underline(at, bare)
        if first in "-*_" and _RULE.match(bare):
            self.open = None
            return at + 1
        if match := _BULLET.match(bare):
            marker = match[1]
            if (
                self.open is not None
                and self.open.shape is Shape.TEXT
                and marker[0].isdigit()
                and marker[:-1] != "1"
            ):
                return 0  # "in\n2024. It was": only 1. may interrupt a paragraph
            self._bullet(at, indent, bare, match)
            return at + 1
        return 0

    def _bullet(self, at: int, indent: int, bare: str, match: re.Match[str]) -> None:
        blocks = self.blocks
        while self.items and indent < blocks[self.items[-1]].level + 2:
            self.items.pop()
        del self.items[_DEEPEST_LIST:]
        text = bare[match.end() :]
        if text.startswith("#") and (heading := _HEADING.match(text)):
            text = _without_closing(text[heading.end() :])
        block = Block(Shape.BULLET, at, at, [(at, text)], level=indent, mark=match[2] or "")
        self._place(block, self.items[-1] if self.items else -1)
        self.items.append(len(blocks) - 1)
        self.open = block
        self._take_id(block)

    def _text(self, at: int, indent: int, bare: str) -> None:
        block = self.open
        if block is None or block.id:
            block = Block(Shape.TEXT, at, at, [])
            self._add(block, indent)
            self.open = block
        block.rows.append((at + self.offset, bare))
        block.last = at + self.offset
        self._take_id(block)

    def _fence(self, at: int, line: str, bare: str) -> int:
        indent = len(line[: len(line) - len(bare)].expandtabs(4))
        inside = self.blocks[self.items[-1]].level + 2 if self.items and indent >= 2 else 0
        fence = self.fences.opened_by(at, indent, bare, inside)
        if fence is None:
            return 0
        shape = Shape.QUERY if fence.language in QUERY_LANGUAGES else Shape.CODE
        self._add(Block(shape, at, fence.past - 1, fence.rows, info=fence.language), indent)
        return fence.past

    def _quote(self, at: int, indent: int) -> int:
        inner: list[str] = []
        end = at
        while end < len(self.lines) and (bare := self.lines[end].lstrip(" \t")).startswith(">"):
            inner.append(bare[2:] if bare.startswith("> ") else bare[1:])
            end += 1
        block = Block(Shape.QUOTE, at, end - 1, [])
        if callout := _CALLOUT.match(inner[0]):
            block.info = callout[1].split("|")[0].strip().casefold()
            inner[0] = inner[0][callout.end() :]
            if inner[0].strip():  # the title is a line of its own
                block.rows.append((at, inner[0].strip()))
            inner[0] = ""
        if self.depth < _DEEPEST_QUOTE:
            found = _Scanner(inner, 0, self.offset + at, self.depth + 1).run()
            block.inner = found.blocks
            self.comments.found.extend(found.comments)
            self.comments.templated.update(found.templated)
        else:
            block.rows.extend((at + n, text) for n, text in enumerate(inner))
        self._add(block, indent)
        return end

    def _math(self, at: int, indent: int, bare: str) -> int:
        if not bare.startswith("$$"):
            return 0
        end = at
        if "$$" not in bare[2:]:
            end = self.comments.line_with("$$", at + 1)
            if end < 0:
                # In a quote or a list item it ends with that, as a fence does.
                if not self.depth and not (self.items and indent >= 2):
                    self.open_formula = self.open_formula or at + self.offset
                return 0
        self._add(
            Block(Shape.MATH, at, end, [(n, self.lines[n].strip()) for n in range(at, end + 1)]), indent
        )
        return end + 1

    def _starts_table(self, at: int) -> bool:
        if at + 1 >= len(self.lines):
            return False
        below = self.lines[at + 1]
        if "-" not in below or "|" not in below:
            return False
        return all(_TABLE_RULE.fullmatch(cell.strip()) for cell in below.strip().strip("|").split("|"))

    def _table(self, at: int, indent: int) -> int:
        end = at
        rows: list[Row] = []
        while end < len(self.lines) and "|" in self.lines[end]:
            if end > at + 1 and ("%" in self.lines[end] or "<" in self.lines[end]):
                self._cleaned(end)
            if end != at + 1:
                rows.append((end, self.lines[end].strip()))
            end += 1
        self._add(Block(Shape.TABLE, at, end - 1, rows), indent)
        return end

    def _lone_id(self, at: int, bare: str) -> int:
        match = _BLOCK_ID.match(bare)
        if not match:
            return 0
        if self.blocks and not self.blocks[-1].id and self.blocks[-1].shape is not Shape.HEADING:
            self.blocks[-1].id = match[1]
            self.blocks[-1].last = at + self.offset
        self.open = None
        return at + 1

    def _underline(self, at: int, bare: str) -> int:
        block = self.open
        if bare.strip(" \t=") or block is None or block.shape is not Shape.TEXT or block.parent >= 0:
            return 0
        block.shape, block.level, block.last = Shape.HEADING, 1, at + self.offset
        block.rows = [(block.first, " ".join(text for _, text in block.rows))]
        self.open = None
        return at + 1

    # --- placing blocks -------------------------------------------------------------------------

    def _add(self, block: Block, indent: int, *, top: bool = False) -> None:
        """Place *block* beneath the list item its indentation puts it in, and end what was open."""
        if top:
            self.items.clear()
        while self.items and indent < self.blocks[self.items[-1]].level + 2:
            self.items.pop()
        self._place(block, self.items[-1] if self.items else -1)
        self.open = None

    def _place(self, block: Block, parent: int) -> None:
        """Append *block*, turning line indices into line numbers."""
        offset = self.offset
        block.first += offset
        block.last += offset
        block.rows = [(n + offset, text) for n, text in block.rows]
        block.parent = parent
        self.blocks.append(block)

    def _take_id(self, block: Block) -> None:
        """Move a block id at the end of the last row to the block."""
        number, text = block.rows[-1]
        if "^" in text and (match := _BLOCK_ID.search(text)):
            block.rows[-1] = (number, text[: match.start()])
            block.id = match[1]


def _without_closing(title: str) -> str:
    """A heading's text without the ``##`` that may close it."""
    title = title.strip()
    if title.endswith("#"):
        opened = title.rstrip("#")
        if not opened or opened[-1] in " \t":
            return opened.rstrip()
    return title
