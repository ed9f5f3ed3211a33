"""Any other note cut into passages: one a section, and one for each task in it.

A section is what stands between two headings. A task is a statement of its own,
because it may be a plan where its neighbours are not. Long passages are cut by
``pieces``, which loses and invents no character.
"""

from __future__ import annotations

from collections.abc import Sequence

from diurnal.model.record import Kind, Task
from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Shape
from diurnal.text.clocks import Clock, read_clock, trailing_clock
from diurnal.text.dates import find_date
from diurnal.text.draft import Draft, children_of, open_tasks_in, task_of
from diurnal.text.entries import label_of
from diurnal.text.outline import Outline

_SENTENCE_END = regex(r"[.!?…]+[\"')\]]*\s+|[。！？…；]+[」』”’）]*")
_DATE_JOIN = regex(r"[T\s,]+")


class Passages:
    """Collects the passages of a note; ``items`` uses it for the prose between its items."""

    def __init__(self, blocks: Sequence[Block], outline: Outline, *, has_day: bool) -> None:
        self.blocks = blocks
        self.outline = outline
        self.drafts: list[Draft] = []
        self._section: Draft | None = None
        self._has_day = has_day
        self._heading: Block | None = None

    def heading(self, block: Block) -> None:
        """End the section and begin the one beneath *block*."""
        line, markup = block.rows[0]
        self.outline.enter(block.level, markup, line)
        self._section, self._heading = None, block

    def end(self) -> None:
        """End the section: what follows begins a passage of its own."""
        self._section = None

    def take(self, index: int) -> None:
        """Take in block *index* with all that lies in it."""
        block = self.blocks[index]
        task = task_of(block)
        if task is not Task.NONE:
            draft = self._begin(block)
            draft.task, draft.block = task, block.id
            draft.rows.extend(block.rows)
            self._take_inside(index, draft, (*self.outline.path, label_of(block.rows[0])))
            return
        if block.shape is Shape.QUERY:
            return
        if self._section is None:
            self._section = self._begin(block)
            self._section.block = ""
        self._section.take(block)
        self._take_inside(index, self._section, self.outline.path)
        for inner in open_tasks_in(block):
            plan = self._begin(inner)
            plan.take(inner)
            plan.task = task_of(inner)

    def _take_inside(self, index: int, draft: Draft, path: tuple[str, ...]) -> None:
        for child in children_of(self.blocks, index):
            block = self.blocks[child]
            task = task_of(block)
            if task is not Task.NONE and task is not draft.task:
                own = self._begin(block)
                own.task, own.block, own.heading = task, block.id, path
                own.rows.extend(block.rows)
                self._take_inside(child, own, (*path, label_of(block.rows[0])))
            else:
                draft.take(block)
                self._take_inside(child, draft, path)

    def _begin(self, block: Block) -> Draft:
        draft = Draft(Kind.PASSAGE, block.first, block.last, self.outline.path, tags=self.outline.tags)
        draft.day = self.outline.day
        if self._heading and (draft.day or self._has_day):
            draft.clock = _clock_in(self._heading.rows[0][1])
        self.drafts.append(draft)
        return draft


def cut_passages(blocks: Sequence[Block], outline: Outline, *, has_day: bool) -> list[Draft]:
    """The drafts of a note that is neither diary nor wiki page, in the order of their lines."""
    passages = Passages(blocks, outline, has_day=has_day)
    for index, block in enumerate(blocks):
        if block.shape is Shape.HEADING:
            passages.heading(block)
        elif block.parent < 0:
            passages.take(index)
    return passages.drafts


def pieces(text: str, limit: int) -> list[str]:
    """*text* in pieces of at most *limit* characters that joined are *text* again.

    Cut after a blank line, else after a line, a sentence, a word; a run without any of them is cut where it must be.
    """
    found, at = [], 0
    while len(text) - at > limit:
        window = text[at : at + limit]
        cut = _cut(window)
        found.append(window[:cut])
        at += cut
    return [*found, text[at:]] if at < len(text) or not found else found


def _cut(window: str) -> int:
    least = len(window) // 3
    for mark in ("\n\n", "\n"):
        at = window.rfind(mark)
        if at >= least:
            return at + len(mark)
    ends = [match.end() for match in _SENTENCE_END.finditer(window)]
    if ends and ends[-1] >= least:
        return ends[-1]
    at = window.rfind(" ")
    return at + 1 if at >= least else len(window)


def _clock_in(heading: str) -> Clock | None:
    found = find_date(heading)
    text = _DATE_JOIN.sub("", heading[found.end :], count=1) if found and not found.start else heading
    timed = read_clock(text) or trailing_clock(text)
    return timed[0] if timed else None
