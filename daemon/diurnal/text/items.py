"""A wiki page cut into items: each list item one statement, prose between them passages.

A nested item is a statement too, beneath its parent as beneath a heading. Only
what hangs on a card belongs to the card: fields written as nested or continued
lines, and nested text without dates of its own. An item that ends in a colon
and has others inside is their label.
"""

from __future__ import annotations

from collections.abc import Sequence

from diurnal.model.record import Kind, Task
from diurnal.text.blocks import Block, Shape
from diurnal.text.draft import Draft, children_of, task_of
from diurnal.text.entries import label_of
from diurnal.text.fields import CARD_FIELDS, Fields, bare_field, take_fields
from diurnal.text.outline import Outline
from diurnal.text.passages import Passages


def cut_items(blocks: Sequence[Block], outline: Outline) -> list[Draft]:
    """The drafts of a wiki page, in the order of their lines."""
    cutter = _Cutter(blocks, outline)
    for index, block in enumerate(blocks):
        if block.shape is Shape.HEADING:
            cutter.passages.heading(block)
        elif block.parent >= 0:
            continue
        elif block.shape is Shape.BULLET:
            cutter.passages.end()
            cutter.item(index, outline.path)
        else:
            cutter.passages.take(index)
    return sorted(cutter.passages.drafts, key=lambda draft: draft.first)


class _Cutter:
    def __init__(self, blocks: Sequence[Block], outline: Outline) -> None:
        self.blocks = blocks
        self.passages = Passages(blocks, outline, has_day=False)
        self.outline = outline

    def item(self, index: int, path: tuple[str, ...]) -> None:
        """Cut list item *index* and what lies in it."""
        block = self.blocks[index]
        children = children_of(self.blocks, index)
        draft = Draft(Kind.ITEM, block.first, block.last, path, list(block.rows), tags=self.outline.tags)
        draft.task, draft.block = task_of(block), block.id
        if not children:
            self.passages.drafts.append(draft)
            return
        label = label_of(block.rows[0])
        if not (label.endswith((":", "：")) and any(self._is_item(child) for child in children)):
            self.passages.drafts.append(draft)
        is_card = bool(block.id) or _has_card_fields(block)
        for child in children:
            inner = self.blocks[child]
            if inner.shape is Shape.BULLET and not self._belongs(child, draft, is_card):
                self.item(child, (*path, label.rstrip(":：")))
            else:
                self._take(child, draft)

    def _is_item(self, index: int) -> bool:
        return self.blocks[index].shape is Shape.BULLET

    def _belongs(self, index: int, draft: Draft, is_card: bool) -> bool:
        """True if nested item *index* is part of *draft*: a bare card field, or plain text under a card."""
        block = self.blocks[index]
        field = bare_field(block.rows[0][1])
        if field and field[0] in CARD_FIELDS:
            return True
        plain = not block.id and not _has_card_fields(block) and task_of(block) in (Task.NONE, draft.task)
        return is_card and plain

    def _take(self, index: int, draft: Draft) -> None:
        block = self.blocks[index]
        block_id = draft.block
        draft.take(block)
        draft.block = block_id if block.shape is Shape.BULLET else draft.block
        for child in children_of(self.blocks, index):
            self._take(child, draft)


def _has_card_fields(block: Block) -> bool:
    found = Fields()
    for _, markup in block.rows:
        take_fields(markup, found)
    return found.has_card
