"""A diary note cut into entries.

* ``## 14:30`` opens an entry that holds everything down to the next heading of
  its depth or the next time; under other headings each paragraph, list item,
  quote and table is one.
* A list item's nested items belong to it, unless they carry a time of their
  own, or a checkbox that tells another story than what encloses them: an open
  task inside something that happened is a plan of its own.
* Code alone is no entry; it goes with what stands before it, else it is a
  passage, so that it can be found.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from diurnal.model.record import Kind, Task
from diurnal.model.regex import regex
from diurnal.text.blocks import Block, Row, Scanned, Shape
from diurnal.text.clocks import Clock, read_clock, trailing_clock
from diurnal.text.dates import field_date
from diurnal.text.draft import Draft, cells_of, children_of, open_tasks_in, task_of
from diurnal.text.fields import Fields, take_fields, take_hall
from diurnal.text.inline import read_inline
from diurnal.text.nights import mark_nights
from diurnal.text.outline import Outline

_AUTHOR = regex(r"[·•]\s*(\S[^\n]{0,60}?)\s*$")
_DATED = regex(r"\[{0,2}(\d{4}-\d\d-\d\d)\]{0,2}[T ,]+")
_OFFSET = regex(r"(?<=T)(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)(?!\d)")
"""A time in ISO 8601 is wall time where it was written; its offset moves nothing."""
_STAMP = regex(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)")
_STAMP_AUTHOR = regex(r"\bby\s*[=:]\s*[\"']?([\w.-]+)")
_PARAGRAPH_LEVEL = 7
"""Depth of an entry opened by a time alone on its line: any heading ends it."""


def cut_entries(
    scanned: Scanned, form_lines: set[int], *, title: str, day: date | None, kind: Kind = Kind.ENTRY
) -> list[Draft]:
    """The drafts of a diary note (or of an episode, whose turns are written alike), in the order of their lines."""
    return _Cutter(scanned, form_lines, title, day, kind).run()


class _Cutter:
    def __init__(
        self, scanned: Scanned, form_lines: set[int], title: str, day: date | None, kind: Kind
    ) -> None:
        self.blocks = scanned.blocks
        self.comments = scanned.comments
        self.form = form_lines
        self.day = day
        self.kind = kind
        self.outline = Outline(title, day, is_diary=kind is Kind.ENTRY)
        self.drafts: list[Draft] = []
        self.section: Draft | None = None
        self.section_level = 0
        self.last: Draft | None = None
        """The entry that code may follow."""

    def run(self) -> list[Draft]:
        self._blocks()
        self._stamp()
        mark_nights(self.drafts)
        return self.drafts

    def _blocks(self) -> None:
        for index, block in enumerate(self.blocks):
            if block.parent >= 0:
                continue
            if self.form and block.shape is not Shape.HEADING:
                block.rows = [row for row in block.rows if row[0] not in self.form]
            if block.shape is Shape.HEADING:
                self._heading(block)
            elif block.shape is Shape.BULLET:
                self._bullet(index, self.section, self.outline.path)
            elif block.shape is Shape.TEXT:
                self._paragraph(block)
            else:
                self._other(block)

    # --- blocks ---------------------------------------------------------------------------------

    def _heading(self, block: Block) -> None:
        self.last = None
        line, markup = block.rows[0]
        text = take_hall(markup, Fields())
        dated, undated = self._date_off(text)
        timed = read_clock(undated)
        if timed is None and (at_end := trailing_clock(undated)):
            timed = at_end  # its words are the entry's first line
        if timed:
            self.outline.close(block.level)
            clock, rest = timed
            draft = self._begin(block.first, block.last, self.outline.path, clock)
            draft.day = dated or draft.day
            if author := _AUTHOR.match(rest):
                draft.by, rest = author[1], ""
            if rest:
                draft.rows.append(
                    (line, rest if text == markup else markup[: len(markup) - len(text)] + rest)
                )
            draft.block = block.id
            self.section, self.section_level = draft, block.level
        elif self.section and block.level > self.section_level:
            self.section.take(block)
        else:
            self.section = None
            self.outline.enter(block.level, markup, line)

    def _date_off(self, text: str) -> tuple[date | None, str]:
        """The date before the time in a heading like ``2026-07-21 14:30``, and the rest.

        In a diary note a date of another day makes the heading no time of this one.
        """
        match = _DATED.match(text)
        day = field_date(match[1]) if match else None
        text = _OFFSET.sub(r"\1", text, count=1) if match else text
        if match is None or day is None:
            return None, text
        if self.day in (None, day):
            return day, text[match.end() :]
        return (day, text[match.end() :]) if self.kind is Kind.PASSAGE else (None, "")

    def _timed(self, markup: str, *, is_prose: bool = False) -> tuple[Clock, str] | None:
        """The time a line begins with, after a hall mark or this day's own date, and the rest with its mark."""
        found = Fields()
        text = take_hall(markup, found) if markup.startswith(("[", "#")) else markup
        timed = read_clock(self._date_off(text)[1] if _DATED.match(text) else text, is_prose=is_prose)
        if timed and found.hall:
            return timed[0], f"[hall_{found.hall}] {timed[1]}"
        return timed

    def _paragraph(self, block: Block) -> None:
        if not block.rows:
            return
        timed = self._timed(block.rows[0][1], is_prose=True)
        if timed and not timed[1] and len(block.rows) == 1:
            self.section = self._begin(block.first, block.last, self.outline.path, timed[0])
            self.section_level = _PARAGRAPH_LEVEL
            return
        if timed and self.section and self.section_level == _PARAGRAPH_LEVEL:
            self.section = None
        if timed is None or (self.section and not _is_log(block)):
            if self.section:
                self.section.take(block)
            else:
                self._begin(block.first, block.last, self.outline.path, None).take(block)
            return
        draft: Draft | None = None
        for row in block.rows:  # lines that each begin with a time, without blank lines between them
            timed = self._timed(row[1], is_prose=True)
            if timed or draft is None:
                draft = self._begin(row[0], row[0], self.outline.path, timed[0] if timed else None)
                row = (row[0], timed[1] if timed else row[1])
            draft.rows.append(row)
            draft.last = row[0]
        if draft:
            draft.block = block.id

    def _bullet(self, index: int, enclosing: Draft | None, path: tuple[str, ...]) -> None:
        """Take in list item *index*: into *enclosing* if it belongs there, else as an entry of its own."""
        block = self.blocks[index]
        rows = [row for row in block.rows if row[0] not in self.form] if self.form else block.rows
        timed = self._timed(rows[0][1]) if rows else None
        task = task_of(block)
        if enclosing and not timed and _same_story(task, enclosing.task):
            enclosing.rows.extend(rows)
            enclosing.last = max(enclosing.last, block.last)
            enclosing.block = enclosing.block or block.id
            draft: Draft | None = enclosing
        elif rows:
            clock = timed[0] if timed else enclosing.clock if enclosing else None
            draft = self._begin(block.first, block.last, path, clock)
            draft.task, draft.block = task, block.id
            draft.by = enclosing.by if enclosing else ""
            draft.rows.extend([(rows[0][0], timed[1]), *rows[1:]] if timed else rows)
        else:
            draft = enclosing
        children = children_of(self.blocks, index)
        label = label_of(rows[0]) if children and rows and draft is not enclosing else ""
        for child in children:
            inner = self.blocks[child]
            if inner.shape is Shape.BULLET:
                self._bullet(child, draft, (*path, label) if label else path)
            elif inner.shape is not Shape.QUERY:
                if self.form:
                    inner.rows = [row for row in inner.rows if row[0] not in self.form]
                (draft or self._begin(inner.first, inner.last, path, None)).take(inner)

    def _other(self, block: Block) -> None:
        if block.shape is Shape.QUERY:
            self.last = None
            return
        if block.shape is Shape.QUOTE and block.info == "diurnal":
            draft = self._begin(block.first, block.last, self.outline.path, None)
            draft.is_machine, draft.by = True, "diurnal"
            draft.take(block)
            self.last = None
            return
        if (block.shape is Shape.QUOTE and self._quoted_log(block)) or (
            block.shape is Shape.TABLE and self._timed_rows(block)
        ):
            return
        if self.section:
            self.section.take(block)
        elif block.shape is Shape.CODE and self.last:
            self.last.take(block)
        else:
            draft = self._begin(block.first, block.last, self.outline.path, None)
            draft.take(block)
            if block.shape is Shape.CODE:
                draft.kind = Kind.PASSAGE
        for task in open_tasks_in(block):
            clock = self.section.clock if self.section else None
            plan = self._begin(task.first, task.last, self.outline.path, clock)
            plan.take(task)
            plan.task = task_of(task)
        if block.shape is not Shape.CODE:
            self.last = None

    def _quoted_log(self, block: Block) -> bool:
        """Take in a quote or callout that holds entries with times; False if it holds none, or headings."""
        inside = block.inner
        titled = read_clock(block.rows[0][1]) if block.rows else None
        begins = [one.rows[0][1] for one in inside if one.rows and one.shape in (Shape.BULLET, Shape.TEXT)]
        if any(one.shape is Shape.HEADING for one in inside) or not (
            titled or any(self._timed(markup, is_prose=True) for markup in begins)
        ):
            return False
        title: Draft | None = None
        if block.rows:
            title = self._begin(block.first, block.first, self.outline.path, titled[0] if titled else None)
            title.rows.append((block.first, titled[1] if titled else block.rows[0][1]))
        outside, self.blocks = self.blocks, inside
        around, self.section = self.section, title if titled else self.section
        self._blocks()
        self.blocks, self.section = outside, around
        last = title or self.drafts[-1]
        last.block = last.block or block.id
        return True

    def _timed_rows(self, block: Block) -> bool:
        """Take in a table in which a column holds nothing but times, a row an entry; False if it is another table."""
        if not block.rows:
            return False
        head, *rows = [(number, cells_of(text)) for number, text in block.rows]
        rows = [row for row in rows if any(row[1])]
        columns = range(len(head[1]))
        clocks = [[read_clock(cells[at]) if at < len(cells) else None for _, cells in rows] for at in columns]
        at = next((at for at in columns if rows and all(timed and not timed[1] for timed in clocks[at])), -1)
        if at < 0:
            return False
        for (number, cells), timed in zip(rows, clocks[at], strict=True):
            draft = self._begin(number, number, self.outline.path, timed[0] if timed else None)
            draft.rows.append((number, " | ".join(cell for n, cell in enumerate(cells) if n != at and cell)))
        self.drafts[-1].block = block.id
        return True

    def _begin(self, first: int, last: int, path: tuple[str, ...], clock: Clock | None) -> Draft:
        draft = Draft(self.kind, first, last, path, clock=clock, day=self.outline.day, tags=self.outline.tags)
        self.drafts.append(draft)
        self.last = draft
        return draft

    # --- what stands beside the text ------------------------------------------------------------

    def _stamp(self) -> None:
        """Give each timestamp comment to the entry it follows: its seconds, its author, its line."""
        at = 0
        for line, comment in self.comments:
            match = _STAMP.search(comment)
            if match is None:
                continue
            while at + 1 < len(self.drafts) and self.drafts[at + 1].first <= line:
                at += 1
            if not self.drafts or not self.drafts[at].first <= line <= self.drafts[at].last + 3:
                continue
            draft = self.drafts[at]
            draft.last = max(draft.last, line)
            if author := _STAMP_AUTHOR.search(comment):
                draft.by = draft.by or author[1]
            try:
                stamp = datetime.fromisoformat(f"{match[1]}T{match[2]}")
            except ValueError:
                continue
            if draft.clock is None:
                if stamp.date() == self.day:
                    draft.clock = Clock(stamp.time())
            elif draft.clock.start == stamp.time().replace(second=0):
                draft.clock = replace(draft.clock, start=stamp.time())


def label_of(row: Row) -> str:
    """A list item's first line as the heading of the records cut out of it."""
    return read_inline(take_fields(row[1], Fields()), row[0]).text.strip()[:120]


def _is_log(block: Block) -> bool:
    """True if the paragraph is surely a log inside another entry, and no sentence that begins with a time."""
    first = block.rows[0][1]
    return first.startswith(("**", "`", "==")) or (
        len(block.rows) > 1 and all(read_clock(markup, is_prose=True) for _, markup in block.rows)
    )


def _same_story(task: Task, enclosing: Task) -> bool:
    happened = (Task.NONE, Task.DONE)
    return task is enclosing or task is Task.NONE or (task in happened and enclosing in happened)
