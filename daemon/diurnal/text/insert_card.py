"""A card as a line of a wiki page: how it is written, where it goes, and how it is closed.

Only what is not the default is shown. The id is always last, since that is
where Obsidian looks for it. What a field means is read by ``fields``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from diurnal.model.record import Record
from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Shape
from diurnal.text.draft import children_of
from diurnal.text.fields import Fields, take_fields
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.insert import Insertion, Sheet
from diurnal.text.scan import scan

UNFIT_IN_FIELD = regex(r"[()\[\]{}<>#^%`$|\\\x00-\x1f\x7f-\x9f\u2028\u2029]|::")
"""What a word in a field must not hold: it would end the field or the line, or be a tag, a comment or an id of the note."""
_LEAD = regex(r"(\s*)([-*+]|\d{1,9}[.)])\s")


@dataclass(frozen=True, slots=True)
class NewCard:
    """A card to be written. ``text`` is one line, escaped (``given.one_line``); ``src`` and ``next`` are links."""

    text: str
    block: str
    since: date | None = None
    until: date | None = None
    event: date | None = None
    importance: int = 0
    category: str = ""
    src: tuple[str, ...] = field(default=())
    owner: str = ""
    by: str = ""
    always: bool = False
    expires: date | None = None

    def line(self) -> str:
        """The card without list marker."""
        shown = [
            ("event", self.event),
            ("since", self.since),
            ("until", self.until),
            ("importance", self.importance or None),
            ("category", self.category),
            ("src", ", ".join(self.src)),
            ("owner", self.owner),
            ("by", self.by),
            ("always", "true" if self.always else ""),
            ("expires", self.expires),
        ]
        fields = "".join(f" ({key}:: {value})" for key, value in shown if value)
        return f"{self.text}{fields} ^{self.block}"


def place_card(source: bytes, card: NewCard) -> tuple[Insertion, int]:
    """The insertion that adds *card* to the page *source*, and the line (1-based) it then stands on.

    Below the last card; on a page without cards, below its first list; else at the end.
    """
    sheet = Sheet.of(source)
    texts = sheet.texts
    blocks = scan(list(texts), read_frontmatter("\n".join(texts)).lines).blocks
    last = _last_card(blocks)
    if last is None:
        at = len(sheet.lines) - 1
        if not sheet.lines[at].text and not sheet.lines[at].line_break:
            at -= 1
        gap = [""] if at >= 0 and sheet.lines[at].text.strip() else []
        return sheet.lines_after(at, [*gap, f"- {card.line()}"]), at + 2 + len(gap)
    lead = _LEAD.match(texts[blocks[last].first - 1])
    marker = f"{lead[1]}{lead[2]}" if lead and not lead[2][0].isdigit() else "-"
    at = max([blocks[last].last, *(blocks[n].last for n in _inside(blocks, last))]) - 1
    return sheet.lines_after(at, [f"{marker} {card.line()}"]), at + 2


def place_above(source: bytes, record: Record, card: NewCard) -> Insertion:
    """The insertion that puts *card* on a line of its own right above *record*, in the same list."""
    sheet = Sheet.of(source)
    at = record.lines[0] - 1
    lead = _LEAD.match(sheet.lines[at].text)
    marker = f"{lead[1]}{lead[2]}" if lead and not lead[2][0].isdigit() else f"{lead[1] if lead else ''}-"
    return sheet.lines_after(at - 1, [f"{marker} {card.line()}"])


def close_line(source: bytes, record: Record, until: date, successor: str = "") -> Insertion:
    """The insertion that closes the card *record*: ``until`` and, if a link *successor* is given, ``next``.

    It goes before the block id, else to the end of the card's first line.
    """
    sheet = Sheet.of(source)
    fields = f" (until:: {until})" + (f" (next:: {successor})" if successor else "")
    first, last = record.lines[0] - 1, record.lines[1] - 1
    if record.block:
        mark = re.compile(rf"\S([ \t]+)\^{re.escape(record.block)}[ \t]*$")
        for at in range(first, last + 1):
            if found := mark.search(sheet.lines[at].text):
                return sheet.into_line(at, found.start(1), fields)
    return sheet.into_line(first, len(sheet.lines[first].text.rstrip()), fields)


def _last_card(blocks: Sequence[Block]) -> int | None:
    """Index of the list item a new card goes below."""
    items = [n for n, block in enumerate(blocks) if block.shape is Shape.BULLET and block.parent < 0]
    cards = [n for n in items if blocks[n].id or _has_card_fields(blocks[n])]
    if cards:
        return cards[-1]
    last = None
    for n in items:
        if last is not None and any(
            block.parent < 0 and block.shape is not Shape.BULLET for block in blocks[last + 1 : n]
        ):
            break
        last = n
    return last


def _has_card_fields(block: Block) -> bool:
    found = Fields()
    for _, markup in block.rows:
        take_fields(markup, found)
    return found.has_card


def _inside(blocks: Sequence[Block], index: int) -> list[int]:
    found = children_of(blocks, index)
    return [*found, *(deeper for child in found for deeper in _inside(blocks, child))]
