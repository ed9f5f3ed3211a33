"""How each line of a note was read, for people who wonder why something is, or is not, found.

Pure: the note's bytes and the records that were made of them come in; nothing is
read again, so what it says is what was done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from diurnal.model.record import Kind, Record, Task
from diurnal.model.results import ReadLine
from diurnal.text.blocks import Shape
from diurnal.text.decoding import decode
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.scan import scan

# What a line is besides text.
SHAPES = {Shape.HEADING: "heading", Shape.CODE: "code", Shape.MATH: "formula", Shape.QUERY: "query"}


def parsed_lines(
    path: str, data: bytes, records: Sequence[Record], form: Collection[str] = ()
) -> tuple[ReadLine, ...]:
    """Every line of the note at *path* and how it was read.

    Args:
        path: of the note.
        data: its bytes.
        records: those that were made of it.
        form: the stripped lines of the owner's template.
    """
    decoded = decode(data)
    if decoded.problem:
        return (ReadLine(path, 1, decoded.problem, ""),)
    lines = decoded.text.split("\n")
    front = read_frontmatter(decoded.text)
    said = ["frontmatter" if number < front.lines else "" for number in range(len(lines))]
    scanned = scan(lines, front.lines)
    for block in scanned.blocks:
        what = SHAPES.get(block.shape, "in no record")
        for number in range(block.first - 1, block.last):
            said[number] = what
    for number, _ in scanned.comments:
        said[number - 1] = said[number - 1] or "comment"
    for number, line in enumerate(lines):
        if said[number] == "in no record" and line.strip() in form:
            said[number] = "the template's"
    ids = [""] * len(lines)
    # A record that lies inside another has fewer lines: it is said last and stays.
    for record in sorted(records, key=lambda each: each.lines[0] - each.lines[1]):
        first, last = record.lines
        for number in range(first - 1, min(last, len(lines))):
            if lines[number].strip():
                shape = said[number] if said[number] in SHAPES.values() else "text"
                said[number] = summary(record) if number == first - 1 else f"{shape} of that {record.kind}"
                ids[number] = record.id
    return tuple(
        ReadLine(path, number, what or ("empty" if not text.strip() else "in no record"), text, name)
        for number, (what, text, name) in enumerate(zip(said, lines, ids, strict=True), 1)
        if text or number < len(lines)
    )


def summary(record: Record) -> str:
    """A record in a few words: "entry 14:30, facts", "item since 2026-03-02", "task, open, plan"."""
    return ", ".join(_parts(record))


def _parts(record: Record) -> Iterable[str]:
    card = record.card
    if record.kind is Kind.ENTRY:
        yield f"entry {record.at:%H:%M}" if record.at else "entry, time unknown"
    elif card and card.until:
        yield f"{record.kind} until {card.until}"
    elif card and card.since:
        yield f"{record.kind} since {card.since}"
    else:
        yield str(record.kind)
    if record.kind is Kind.PASSAGE and record.day:
        yield f"dated {record.day}"
    if record.task is not Task.NONE:
        yield f"task {record.task}"
    if record.is_plan:
        yield "plan"
    if record.hall != "events":
        yield record.hall
    if record.is_night:
        yield "that day's night"
    if record.by:
        yield f"by {record.by}"
    for event in record.events:
        start = event.window.start
        yield f"about {event.phrase or 'a time'}" + (f" = {start:%Y-%m-%d}" if start else "")
