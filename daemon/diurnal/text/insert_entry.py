"""Where a new diary entry goes into a note, and how it is written there.

It takes the shape of the entries around it, goes below the heading the owner
named, else to the end (or to where the note keeps its entries), and is read
back before it is let in: every other entry must read as before and the new one
as it was given. Where no place keeps that promise the write is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from diurnal.errors import WriteRefused
from diurnal.model.regex import regex
from diurnal.text.blocks import Shape
from diurnal.text.carried_id import is_plain, with_id
from diurnal.text.draft import Draft
from diurnal.text.entries import cut_entries
from diurnal.text.entry_shape import EntryShape, Page, Timed, path_at
from diurnal.text.fields import Fields, take_fields
from diurnal.text.form import Form
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.given import given_lines
from diurnal.text.insert import Edit, Sheet, applied
from diurnal.text.refusal import refusal
from diurnal.text.scan import scan

# Entries above a new one that are read again with it.
_READ_ABOVE = 8

_HEADING = regex(r"(#{1,6})\s+(.*?)(?:\s+#*)?\s*$")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be written.

    ``at`` is its wall time with the zone it is told in; ``day`` the day of the note, which is the day before
    for an entry of its night. ``block`` is its id, ``by`` its author unless it is the owner. ``guarded_tags``
    lose their force in an agent's text, and with ``escapes_times`` so do times at the beginning of a line.
    """

    text: str
    at: datetime
    day: date
    block: str
    by: str = ""
    hall: str = ""
    guarded_tags: tuple[str, ...] = field(default=())
    escapes_times: bool = False

    @property
    def is_of_the_night(self) -> bool:
        return self.at.date() > self.day

    def lines(self) -> list[str]:
        """Its text, escaped, the hall before it."""
        lines = self.escaped(self.text)
        if not lines:
            raise WriteRefused("There is no text in this entry, so nothing was written.")
        if not any(take_fields(line, Fields()).strip() for line in lines):
            raise WriteRefused(
                "The text holds fields and nothing else, so there would be no entry to find.",
                hint="Say in words what happened.",
            )
        return [f"[hall_{self.hall}] {lines[0]}", *lines[1:]] if self.hall else lines

    def escaped(self, text: str) -> list[str]:
        """The lines of a *text* that comes with this entry, escaped for its author."""
        return given_lines(
            text,
            by_agent=bool(self.by),
            guarded_tags=self.guarded_tags,
            escapes_times=self.escapes_times,
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """The edits that write an entry, and the line (1-based) it then begins on."""

    edits: tuple[Edit, ...]
    line: int


def place_entry(page: Page, entry: NewEntry, shape: EntryShape, *, title: str, heading: str = "") -> Placed:
    """Where *entry* goes into the diary note *page*.

    Args:
        page: the note; of no bytes for a new one without a template.
        entry: what is written.
        shape: how; see ``entry_shape``.
        title: the note's name, which is no heading of its entries.
        heading: the heading to add below (``Log`` or ``## Log``), made at the end where there is none.

    Raises:
        WriteRefused: the note ends inside what is never closed, so that the entry would be part of it, or the
            text would not be read back as one entry; the message says why.
        NoteUnreadable: its encoding cannot be told.
    """
    timeless = replace(entry, escapes_times=True)
    changed = [timeless] if timeless.lines() != entry.lines() else []
    quoted = replace(entry, text=_quote(entry))
    tries = [(form, told) for form in (shape, EntryShape()) for told in (entry, *changed)]
    for rows_shape, told in (*tries, (EntryShape(), quoted)):
        for spot in _spots(page, rows_shape, entry, heading):
            placed = _write(page, spot, rows_shape, told)
            if _reads_well(page, placed, entry, title):
                return placed
    raise refusal(page.sheet.texts, entry.text, "entry")


# --- where ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Spot:
    """Below line *at* (index, -1: at the top), after the lines *first* (a heading to be made)."""

    at: int
    first: tuple[str, ...] = ()
    level: int = 0
    """Depth of the heading it lies under."""


def _spots(page: Page, shape: EntryShape, entry: NewEntry, heading: str) -> Iterator[_Spot]:
    end = _end(page.sheet)
    if heading.strip():
        yield _under(page, heading, entry)
        return
    if page.is_newest_first:
        yield _Spot(page.timed[0].line - 1)
    timed = page.timed
    if timed and _other_section(page, timed[-1], shape):
        yield _Spot(_last_line_of(page, timed[-1]))
    else:
        yield _Spot(end)
    # An early entry below a late one would be read as one of the night after: it goes above instead.
    later = next((item for item in timed if item.start > entry.at.time()), None)
    if later is not None and not entry.is_of_the_night:
        yield _Spot(later.line - 1)
    yield _Spot(end)


def _end(sheet: Sheet) -> int:
    """The line a new last line goes below."""
    last = len(sheet.lines) - 1
    return last - 1 if not sheet.lines[last].text and not sheet.lines[last].line_break else last


def _under(page: Page, heading: str, entry: NewEntry) -> _Spot:
    match = _HEADING.match(heading.strip())
    wanted = match[2] if match else heading.strip()
    # A heading is text that somebody gave us, too: made of it as it is, it could hide or close the note.
    written = " ".join(entry.escaped(wanted))
    same = {wanted.casefold(), written.casefold()}
    blocks = page.blocks
    for number, block in enumerate(blocks):
        if block.shape is not Shape.HEADING or not block.rows or block.parent >= 0:
            continue
        if block.rows[0][1].strip().casefold() in same:
            return _Spot(_section_end(page, number), level=block.level)
    level = len(match[1]) if match else 2
    end = _end(page.sheet)
    gap = [""] if end >= 0 and page.sheet.lines[end].text.strip() else []
    return _Spot(end, (*gap, f"{'#' * level} {written}", ""), level)


def _section_end(page: Page, number: int) -> int:
    """The last line that is not blank of the section that heading *number* opens."""
    blocks = page.blocks
    level = blocks[number].level
    following = (
        later.first - 2
        for later in blocks[number + 1 :]
        if later.shape is Shape.HEADING and later.parent < 0 and later.level <= level
    )
    at = next(following, len(page.sheet.lines) - 1)
    while at > blocks[number].last - 1 and not page.sheet.lines[at].text.strip():
        at -= 1
    return at


def _other_section(page: Page, last: Timed, shape: EntryShape) -> bool:
    """True if the note's end lies under other headings than its entries do."""
    depth = shape.level if shape.kind == "heading" else 7
    here = path_at(page.blocks, last.line + 1, depth)
    return here != path_at(page.blocks, len(page.sheet.lines) + 1, depth)


def _last_line_of(page: Page, last: Timed) -> int:
    """The last line of the entry *last*: of its list item with what lies in it, of its section, of its lines."""
    block = page.blocks[last.block]
    if block.shape is Shape.HEADING:
        return _section_end(page, last.block)
    end = block.last
    for later in page.blocks[last.block + 1 :]:
        if later.parent < 0:
            break
        end = max(end, later.last)
    return end - 1


# --- how --------------------------------------------------------------------------------------------


def _write(page: Page, spot: _Spot, shape: EntryShape, entry: NewEntry) -> Placed:
    lines = page.sheet.lines
    above = lines[spot.at].text.strip() if spot.at >= 0 else ""
    below = lines[spot.at + 1].text.strip() if spot.at + 1 < len(lines) else ""
    first = list(spot.first)
    is_apart = bool(first) or spot.at < 0 or not above
    if shape.kind == "heading":
        level = min(6, max(shape.level, spot.level + 1 if spot.level else 0))
        rows = _as_section(entry, shape, level)
        gap = not is_apart
    elif shape.kind == "list":
        rows = _as_item(entry, shape)
        gap = not is_apart and not _continues_list(page, spot.at)
        if spot.first:
            first.pop()  # a list follows its heading at once
    else:
        rows = _as_lines(entry, shape)
        gap = not is_apart and not shape.is_close
    before = [*first, *([""] if gap else [])]
    after = [""] if below and (shape.kind != "list" or not _continues_list(page, spot.at + 1)) else []
    edit = page.sheet.lines_after(spot.at, [*before, *rows, *after])
    line = spot.at + 2 + len(before)
    return Placed((edit,), line)


def _as_section(entry: NewEntry, shape: EntryShape, level: int) -> list[str]:
    author = f" · {entry.by}" if entry.by else ""
    heading = f"{'#' * level} {shape.clock.write(entry.at.time())}{author}"
    stamp = entry.at.isoformat(timespec="seconds")
    return [heading, "", *with_id(entry.lines(), entry.block), "", f"<!-- diurnal: ts={stamp} -->"]


def _as_item(entry: NewEntry, shape: EntryShape) -> list[str]:
    lines = entry.lines()
    by = f" (by:: {entry.by})" if entry.by else ""
    head = f"{shape.clock.write(entry.at.time())}{shape.clock.join}"
    if not is_plain(lines[0]):
        lines = ["", *lines]  # a fence, a table or a list stands below its time
    lines = with_id([f"{head}{lines[0]}".rstrip(), *lines[1:]], entry.block, by)
    return [f"{shape.marker} {lines[0]}", *(f"  {line}" if line else "" for line in lines[1:])]


def _as_lines(entry: NewEntry, shape: EntryShape) -> list[str]:
    lines = entry.lines()
    by = f" (by:: {entry.by})" if entry.by else ""
    head = f"{shape.clock.write(entry.at.time())}{shape.clock.join}"
    return with_id([f"{head}{lines[0]}", *lines[1:]], entry.block, by)


def _continues_list(page: Page, at: int) -> bool:
    """True if line *at* lies in a list item, or is a heading a list may follow at once."""
    for block in reversed(page.blocks):
        if block.first - 1 <= at <= block.last - 1:
            return block.shape in (Shape.BULLET, Shape.HEADING) or block.parent >= 0
    return False


def _quote(entry: NewEntry) -> str:
    return "\n".join(f"> {line}".rstrip() for line in entry.text.strip().splitlines())


# --- read back --------------------------------------------------------------------------------------


def _reads_well(page: Page, placed: Placed, entry: NewEntry, title: str) -> bool:
    """True if the note reads as before with the new entry in it, and that as it was given."""
    if 0 < page.open_formula < placed.line:
        return False
    start = _clean_start(page, placed)
    old = _read(page.sheet, start, page.form, title, entry.day)
    sheet = Sheet.of(applied(page.sheet.source, placed.edits))
    new = _read(sheet, start, page.form, title, entry.day)
    old_signs, new_signs = [_sign(draft) for draft in old], [_sign(draft) for draft in new]
    head = 0
    while head < len(old) and head < len(new) and old_signs[head] == new_signs[head]:
        head += 1
    tail = len(old) - head
    fresh = new[head : len(new) - tail]
    if not fresh or new_signs[len(new) - tail :] != old_signs[head:]:
        return False
    mine = next((draft for draft in fresh if draft.block == entry.block), None)
    if mine is None or mine.is_night != entry.is_of_the_night:
        return False
    # A task in it is an entry of its own, but of its time and author; a paragraph without them fell out of it.
    told = entry.at.time().replace(second=0, microsecond=0, tzinfo=None)
    return all(
        draft.clock is not None and draft.clock.start.replace(second=0) == told and _author(draft) == entry.by
        for draft in fresh
    )


def _clean_start(page: Page, placed: Placed) -> int:
    """The line (index) from which both texts are read: reading may begin at a heading or list item as at the top.

    Some entries above the new one are read too, for they decide whether it is one of the night.
    """
    above = [item.line for item in page.timed if item.line < placed.line - 1]
    limit = above[-_READ_ABOVE] if len(above) >= _READ_ABOVE else 0
    starts = (
        block.first - 1
        for block in reversed(page.blocks)
        if block.parent < 0 and block.level <= 6 and block.first - 1 <= limit
        and (block.shape is Shape.HEADING or (block.shape is Shape.BULLET and not block.level))
    )  # fmt: skip
    return next(starts, 0) if limit else 0


def _read(sheet: Sheet, start: int, form: Form, title: str, day: date) -> list[Draft]:
    texts = sheet.texts
    scanned = scan(list(texts), start or read_frontmatter("\n".join(texts)).lines)
    forms = form.lines_in([""] * start + texts[start:], scanned)
    return cut_entries(scanned, forms, title=title, day=day)


def _sign(draft: Draft) -> tuple[object, ...]:
    """What must not change about an entry when another is written: all but its line numbers."""
    rows = tuple(text for _, text in draft.rows)
    clock = draft.clock.start if draft.clock else None
    return draft.kind, draft.heading, rows, clock, draft.by, draft.task, draft.block, draft.day


def _author(draft: Draft) -> str:
    if draft.by:
        return draft.by
    found = re.search(r"\(by:: ([^()]*)\)", "\n".join(text for _, text in draft.rows))
    return found[1] if found else ""
