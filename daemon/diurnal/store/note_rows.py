"""Notes as rows of the catalogue, and back; their records are in ``rows``.

A private note is stored as nothing but that it is private. What answers depend
on stands apart from what only people read (line numbers, warnings), so that a
note whose lines only shifted compares equal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from diurnal.model.record import Note, Privacy, Record
from diurnal.store.rows import PLACE_CODE, PLACES, PRIVACIES
from diurnal.store.values import dumps, link_in, link_out, window_in, window_out

_PRIVACY_CODE = {privacy: code for code, privacy in enumerate(PRIVACIES)}


class NoteRow(NamedTuple):
    """A note without its records: what answers depend on, and what only people read."""

    place: int
    privacy: int
    fields: str
    link_lines: str
    warnings: str


def encode_note(note: Note) -> NoteRow:
    """*note* without its records; of a private one nothing but that it is private."""
    if note.privacy is Privacy.PRIVATE:
        return NoteRow(PLACE_CODE[note.place], _PRIVACY_CODE[note.privacy], "{}", "[]", "[]")
    fields: dict[str, Any] = {
        "title": note.title,
        "period": window_out(note.period) if note.period else None,
        "aliases": note.aliases,
        "tags": note.tags,
        "properties": note.properties,
        "links": [link_out(link, 0) for link in note.links],
        "conflict_of": note.conflict_of,
    }
    return NoteRow(
        PLACE_CODE[note.place],
        _PRIVACY_CODE[note.privacy],
        dumps({name: value for name, value in fields.items() if value}),
        dumps([link.line for link in note.links]),
        dumps(note.warnings),
    )


def decode_note(path: str, row: NoteRow, records: Sequence[Record]) -> Note:
    """The note of *path* with its *records*."""
    fields: dict[str, Any] = json.loads(row.fields)
    lines: list[int] = json.loads(row.link_lines)
    return Note(
        path=path,
        place=PLACES[row.place],
        title=fields.get("title", path.rsplit("/", 1)[-1].removesuffix(".md")),
        privacy=PRIVACIES[row.privacy],
        period=window_in(fields["period"]) if "period" in fields else None,
        aliases=tuple(fields.get("aliases", ())),
        tags=tuple(fields.get("tags", ())),
        properties={key: tuple(values) for key, values in fields.get("properties", {}).items()},
        links=tuple(link_in(item, line) for item, line in zip(fields.get("links", ()), lines, strict=True)),
        records=tuple(records),
        conflict_of=fields.get("conflict_of", ""),
        warnings=tuple(json.loads(row.warnings)),
    )
