"""write-diary: once a day is over, its story in a few lines at the foot of its note, folded.

Told by the configured model in the voice of the prompt, with one call a day, or
without a model by rules. It rests on what the owner and speakers wrote, never
on a machine's text, plans, or what is private or the owner's alone. It is
written once: what the owner deletes stays deleted. A note is never made for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta

from diurnal.engine.prompts import filled
from diurnal.errors import DiurnalError, NoteChanged, WriterFailed
from diurnal.jobs.base import AUTHOR, Step
from diurnal.jobs.brief import TITLE, Told, callout, chosen, day_lines, plain, told
from diurnal.jobs.days import Days, Survey
from diurnal.model.record import Note, Privacy
from diurnal.model.regex import regex
from diurnal.model.spelling import counted
from diurnal.model.stamp import Source
from diurnal.ports import Ledger, Patcher, TagRegister, Writer
from diurnal.text.blocks import Shape
from diurnal.text.change import Patch
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.insert import Insertion, Sheet, applied
from diurnal.text.masking import masked
from diurnal.text.refusal import open_end
from diurnal.text.scan import scan

PROMPT = "write-diary"
MOST_LINES = 8
MOST_TOKENS = 600
# What is sent of one entry, and of a day: a long day stays within the smallest context windows in use.
ENTRY_CHARS = 1_500
DAY_CHARS = 20_000
_LONGEST_STORY = 2_000
_CITED = regex(r"\[(\d{1,3})\]")
_HELD = regex(r"\x00(\d+)\x00")


class WriteDiary:
    """The job that writes the day in brief.

    Args:
        days: the vault's days.
        patcher: writes its notes.
        ledger: remembers which days are written, and since when the job is on.
        register: remembers what was written, so that it can be taken out again.
        writer: the language model; None tells the day by rules.
        prompt: gives the text of the prompt ``PROMPT`` (see ``engine.prompts``).
        most_days: how many past days are made up for, at most, after an absence.
    """

    name = "write-diary"
    edits_notes = True

    def __init__(
        self,
        days: Days,
        patcher: Patcher,
        ledger: Ledger,
        register: TagRegister,
        *,
        writer: Writer | None,
        prompt: Callable[[], str],
        most_days: int = 7,
    ) -> None:
        self._days = days
        self._patcher = patcher
        self._ledger = ledger
        self._register = register
        self._writer = writer
        self._prompt = prompt
        self._most_days = most_days

    def told(self, changed: int, steps: int) -> str:
        return f"{counted(changed, 'day')} in brief"

    def steps(self, now: datetime, *, dry_run: bool = False) -> Iterator[Step]:
        survey = self._days.look()
        wanted = [day for day in self._wanted(now) if not self._ledger.has_done(self.name, day.isoformat())]
        for day in wanted:
            yield from self._day(day, survey, now, dry_run)

    def _wanted(self, now: datetime) -> list[date]:
        """Yesterday, and the days since the job is on that it was kept from."""
        today = self._days.today(now)
        since = self._ledger.on_since(self.name)
        first = self._days.today(since.astimezone(now.tzinfo)) if since else today
        past = (today - timedelta(days=back) for back in range(self._most_days, 0, -1))
        yesterday = today - timedelta(days=1)
        return [day for day in past if day >= first or day == yesterday]

    def _day(self, day: date, survey: Survey, now: datetime, dry_run: bool) -> Iterator[Step]:
        path = survey.note_of(day)
        if not path:
            return  # none is made: it may be on its way here from another machine
        try:
            source = self._days.vault.read(path)
            note = self._days.read(path, source.data)
            if note.privacy is not Privacy.OPEN or has_brief(source.data):
                return
            things = [told(record, line, home=path) for record, line in self._days.records_of(day, survey)]
        except DiurnalError as fault:
            yield Step(path, warning=str(fault))
            return
        if not things:
            return
        if why := self._days.hindrance(path, survey):
            yield Step(path, warning=why)
            return
        if not self._days.is_quiet(source.stamp, now):
            yield Step(path, is_left=True)
            return
        lines, warning = day_lines(things, MOST_LINES), ""
        if self._writer is not None and dry_run:
            warning = f"{self._writer.model} would be asked to tell it; these are the lines it is told by without a model."
        elif self._writer is not None:
            lines = self._story(self._writer, day, things)
            yield Step(path)  # so that a daemon told to stop meanwhile writes nothing any more
        yield self._write(day, source, note, lines, now, dry_run, warning)

    def _write(
        self,
        day: date,
        source: Source,
        note: Note,
        lines: Sequence[str],
        now: datetime,
        dry_run: bool,
        warning: str,
    ) -> Step:
        path = source.path
        rows = apart(source.data, callout(lines))
        insertion = at_end(source.data, rows)
        if left := open_end(Sheet.of(source.data).texts):
            return Step(
                path,
                warning=f"{path}: the {left[0]} of line {left[1]} is never closed, so its day was not written.",
            )
        if not self._is_apart(note, path, applied(source.data, [insertion])):
            return Step(path, warning=f"{path} would no longer read as it does, so its day was not written.")
        try:
            if not dry_run:
                self._register.add_block(rows)
            patch = Patch(path, lambda _: [insertion], if_match=source.digest)
            patched = self._patcher.write([patch], what=self.name, at=now, by=AUTHOR, dry_run=dry_run)
        except NoteChanged:
            return Step(path, is_left=True)
        except DiurnalError as fault:
            return Step(path, warning=str(fault))
        if not dry_run:
            self._ledger.note_done(self.name, day.isoformat())
        return Step(path, 1, patched.op, patched.diff, warning)

    def _is_apart(self, before: Note, path: str, data: bytes) -> bool:
        """True if the note with the brief says what it said, and beyond it only a machine's text."""
        after = self._days.read(path, data)
        known = len(before.records)
        added = after.records[known:]
        return (
            after.records[:known] == before.records and bool(added) and all(one.is_machine for one in added)
        )

    # --- the model --------------------------------------------------------------------------------

    def _story(self, writer: Writer, day: date, things: Sequence[Told]) -> list[str]:
        """The day as the model tells it, with links where it cites.

        Raises:
            WriterFailed: it failed, or said nothing.
        """
        things = sorted(things, key=lambda thing: thing.moment)
        prompt = filled(
            self._prompt(), {"day": day.strftime("%A %Y-%m-%d"), "entries": self._numbered(things)}
        )
        return story_lines(writer.write(prompt, max_tokens=MOST_TOKENS), things, writer.model)

    def _numbered(self, things: Sequence[Told]) -> str:
        lines, left = [], DAY_CHARS
        for number, thing in enumerate(things, 1):
            record = thing.record
            said = " ".join(masked(record.text).split())[:ENTRY_CHARS]
            left -= len(said)
            if left < 0:
                break
            head = " ".join(
                part for part in (f"[{number}]", record.at and record.at.strftime("%H:%M"), record.by) if part
            )
            lines.append(f"{head}: {said}")
        return "\n".join(lines)


def story_lines(answer: str, things: Sequence[Told], model: str) -> list[str]:
    """What a model answered as lines of text that is nothing but text, its citations made links.

    Raises:
        WriterFailed: nothing is left of it.
    """
    lines, cited = [], False
    for paragraph in answer.replace("\x00", "").split("\n"):
        held = _CITED.sub(lambda cite: f"\x00{cite[1]}\x00", paragraph)
        text = plain(held, _LONGEST_STORY)

        def link(cite: re.Match[str]) -> str:
            number = int(cite[1])
            return things[number - 1].link if 0 < number <= len(things) else ""

        linked = _HELD.sub(link, text).strip()
        cited = cited or "[[" in linked
        if _HELD.sub("", text).strip():
            lines.append(linked)
    if not lines:
        raise WriterFailed(f"{model} answered nothing that tells the day.", hint="It is asked again later.")
    if not cited:
        lines.append("From " + " · ".join(thing.link for thing in chosen(things, MOST_LINES)))
    return lines


# --- the note -----------------------------------------------------------------------------------


def has_brief(data: bytes) -> bool:
    """True if a note holds a day in brief, whoever edited it since."""
    return bool(brief_lines(data))


def brief_lines(data: bytes) -> list[tuple[int, int]]:
    """First and last line (indices) of each day in brief in a note."""
    texts = Sheet.of(data).texts
    front = read_frontmatter("\n".join(texts))
    return [
        (block.first - 1, block.last - 1)
        for block in scan(texts, front.lines).blocks
        if block.shape is Shape.QUOTE
        and block.info == "diurnal"
        and block.rows
        and block.rows[0][1].startswith(TITLE)
    ]


def apart(data: bytes, rows: Sequence[str]) -> list[str]:
    """*rows* for the foot of a note, below a blank line: one of theirs, where the note does not end with one."""
    sheet = Sheet.of(data)
    return ["", *rows] if sheet.lines[_foot(sheet)].text.strip() else list(rows)


def at_end(data: bytes, rows: Sequence[str]) -> Insertion:
    """The insertion that puts *rows* at the foot of a note."""
    sheet = Sheet.of(data)
    return sheet.lines_after(_foot(sheet), rows)


def _foot(sheet: Sheet) -> int:
    last = len(sheet.lines) - 1
    return last - 1 if last > 0 and not sheet.lines[last].text else last
