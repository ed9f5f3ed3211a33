"""Notes made by hand for the tests of the stores, as the reader would make them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from diurnal.model.record import Kind, Note, Place, Record, collapsed, hash_of_text, record_id
from diurnal.model.stamp import Stamp
from diurnal.model.time import TimeWindow
from diurnal.ports import Batch, Read

RECIPE = "samples-1"


def entry(path: str, text: str, **fields: Any) -> Record:
    """An untimed diary entry unless *fields* say otherwise; id and order come from ``note``."""
    day = fields.pop("day", None)
    at: datetime | None = fields.pop("at", None)
    if at is not None:
        day = day or at.date()
        fields.setdefault("recorded", TimeWindow(at, at + timedelta(minutes=1)))
    elif day is not None:
        fields.setdefault("recorded", TimeWindow.of_day(day))
    kind = fields.pop("kind", Kind.ENTRY)
    return Record(
        id="",
        kind=kind,
        place=fields.pop("place", Place.DIARY),
        path=path,
        lines=(1, 1),
        ordinal=0,
        text=text,
        day=day,
        at=at,
        text_hash=hash_of_text(text),
        **fields,
    )


def note(path: str, records: Sequence[Record], **fields: Any) -> Note:
    """A note of *records*, each on a line of its own, with ids and ordinals given."""
    from dataclasses import replace

    seen: dict[tuple[Kind, str], int] = {}
    placed = []
    for ordinal, record in enumerate(records):
        occurrence = seen.setdefault((record.kind, record.text), 0)
        seen[record.kind, record.text] += 1
        identity = record_id(path, record.kind, collapsed(record.text), occurrence, record.block)
        line = ordinal + 1 + fields.get("first_line", 0)
        placed.append(replace(record, id=identity, ordinal=ordinal, lines=(line, line)))
    fields.pop("first_line", None)
    fields.setdefault("place", records[0].place if records else Place.OTHER)
    title = path.rsplit("/", 1)[-1].removesuffix(".md")
    return Note(path=path, title=title, records=tuple(placed), **fields)


def diary(day: date, *texts: str, path: str = "", **fields: Any) -> Note:
    """A day of untimed entries."""
    path = path or f"diary/{day}.md"
    return note(path, [entry(path, text, day=day) for text in texts], **fields)


def page(path: str, *texts: str, **fields: Any) -> Note:
    """A page of undated passages."""
    return note(path, [entry(path, text, kind=Kind.PASSAGE, place=Place.OTHER) for text in texts], **fields)


def read(note: Note, number: int = 1) -> Read:
    """*note* as read from a file whose bytes are version *number*."""
    return Read(note, Stamp(number, number, 10 + number, 7), number + 10, f"digest-{number}")


def batch(*notes: Note, gone: Sequence[str] = ()) -> Batch:
    """The batch in which *notes* were read and *gone* were missing."""
    return Batch(read=[read(item) for item in notes], gone=gone)
