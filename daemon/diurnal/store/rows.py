"""Records as rows of the catalogue, and back.

What is asked for by SQL or read into columns has a column of its own; the rest
of a record lies in ``fields``, compact JSON without defaults. A record's line
numbers and ordinal stay outside its *content*, so that two readings of an
unchanged entry compare equal wherever it moved within its note.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from diurnal.model.flag import Flag
from diurnal.model.record import (
    Card,
    Event,
    Kind,
    Place,
    Privacy,
    Record,
    Task,
    hash_of_text,
)
from diurnal.model.time import TimeWindow
from diurnal.store.values import (
    dumps,
    is_exact,
    iso,
    link_in,
    link_out,
    moment_of,
    seconds_of,
    storable,
    window_in,
    window_out,
)

# Written into files: a member may be added at the end, none may move.
KINDS = (Kind.ENTRY, Kind.ITEM, Kind.PASSAGE)
PLACES = (Place.DIARY, Place.WIKI, Place.EPISODE, Place.OTHER)
PRIVACIES = (Privacy.OPEN, Privacy.OWNER_ONLY, Privacy.PRIVATE)
TASKS = (Task.NONE, Task.OPEN, Task.DONE, Task.CANCELLED)
_KIND_CODE = {kind: code for code, kind in enumerate(KINDS)}
PLACE_CODE = {place: code for code, place in enumerate(PLACES)}
_TASK_CODE = {task: code for code, task in enumerate(TASKS)}


TASK_SHIFT = 12
"""The two bits of the flags from here on hold the checkbox."""
# Plain numbers: testing a member of an IntFlag makes a new member each time, and every hit is decoded.
_PLAN, _MACHINE, _NIGHT, _EVERGREEN, _OWNER_ONLY, _UNTIMED = map(
    int, (Flag.PLAN, Flag.MACHINE, Flag.NIGHT, Flag.EVERGREEN, Flag.OWNER_ONLY, Flag.UNTIMED)
)
_CLOSED, _CONFLICT, _ALWAYS, _CARD, _RECORDED, _SKIMMED = map(
    int, (Flag.CLOSED, Flag.CONFLICT, Flag.ALWAYS, Flag.CARD, Flag.RECORDED, Flag.SKIMMED)
)

# The order of every content tuple; ``records`` has these columns after its lines.
CONTENT = (
    "id",
    "kind",
    "place",
    "text",
    "heading",
    "day",
    "at",
    "start",
    "end",
    "hall",
    "by",
    "owner",
    "importance",
    "flags",
    "block",
    "text_hash",
    "fields",
    "expires",
)
Content = tuple[Any, ...]
ID, DAY, AT, HEADING, TEXT_HASH, HALL, FLAGS, FIELDS = (
    CONTENT.index(name) for name in ("id", "day", "at", "heading", "text_hash", "hall", "flags", "fields")
)


class RecordRow(NamedTuple):
    """A record without its row number: where it stands in its note, and what it says."""

    ordinal: int
    first_line: int
    last_line: int
    content: Content


_CARD_DATES = ("since", "until", "event", "expires")


def _card_out(card: Card) -> dict[str, Any]:
    """The fields of *card* that are set, but for importance and owner, which have columns."""
    found: dict[str, Any] = {name: iso(getattr(card, name)) for name in _CARD_DATES}
    found |= {"category": card.category, "src": list(card.src), "next": card.next, "always": card.always}
    return {name: value for name, value in found.items() if value}


def _card_in(fields: dict[str, Any], importance: int, owner: str) -> Card:
    dates = {name: date.fromisoformat(fields[name]) for name in _CARD_DATES if name in fields}
    return Card(
        importance=importance,
        owner=owner,
        category=fields.get("category", ""),
        src=tuple(fields.get("src", ())),
        next=fields.get("next", ""),
        always=fields.get("always", False),
        **dates,
    )


def _flags_of(record: Record) -> int:
    card, window = record.card, record.recorded
    flags: int = (
        (record.is_plan and _PLAN)
        | (record.is_machine and _MACHINE)
        | (record.is_night and _NIGHT)
        | (record.evergreen and _EVERGREEN)
        | (record.privacy is not Privacy.OPEN and _OWNER_ONLY)
        | (record.at is None and window is not None and _UNTIMED)
        | (bool(record.conflict_of) and _CONFLICT)
        | (window is not None and _RECORDED)
        | (record.is_skimmed and _SKIMMED)
    )
    if card is not None:
        flags |= _CARD | (card.is_closed and _CLOSED) | (card.always and _ALWAYS)
    return flags | _TASK_CODE[record.task] << TASK_SHIFT


def _fields_of(record: Record, window: TimeWindow) -> dict[str, Any]:
    first = record.lines[0]
    fields: dict[str, Any] = {}
    if record.events:
        fields["events"] = [[*window_out(e.window), e.grain, e.phrase] for e in record.events]
    if record.links:
        # Lines relative to the record: an entry that only moved must compare equal.
        fields["links"] = [link_out(link, link.line and link.line - first + 1) for link in record.links]
    if record.tags:
        fields["tags"] = record.tags
    if record.names:
        fields["names"] = record.names
    if record.conflict_of:
        fields["conflict_of"] = record.conflict_of
    if record.card is not None and (card := _card_out(record.card)):
        fields["card"] = card
    if not is_exact(record.at):
        fields["at"] = iso(record.at)
    if not (is_exact(window.start) and is_exact(window.end)):
        fields["recorded"] = window_out(window)
    return fields


def encode_record(record: Record) -> RecordRow:
    """*record* as it is stored. A missing ``text_hash`` is filled in."""
    window = record.recorded or TimeWindow(None, None)
    fields = _fields_of(record, window)
    card = record.card
    content = (
        storable(record.id),
        _KIND_CODE[record.kind],
        PLACE_CODE[record.place],
        storable(record.text),
        dumps(record.heading) if record.heading else "",
        record.day.toordinal() if record.day else None,
        seconds_of(record.at),
        seconds_of(window.start),
        seconds_of(window.end),
        storable(record.hall),
        storable(record.by),
        storable(card.owner) if card else "",
        card.importance if card else 0,
        _flags_of(record),
        storable(record.block),
        bytes.fromhex(record.text_hash or hash_of_text(record.text)),
        dumps(fields) if fields else "",
        card.expires.toordinal() if card and card.expires else None,
    )
    return RecordRow(record.ordinal, *record.lines, content)


def decode_record(path: str, ordinal: int, first_line: int, last_line: int, content: Sequence[Any]) -> Record:
    """The record whose content is *content*, in the order of ``CONTENT``."""
    (
        identity,
        kind,
        place,
        text,
        heading,
        day,
        at,
        start,
        end,
        hall,
        by,
        owner,
        importance,
        flags,
        block,
        text_hash,
        packed,
        _,
    ) = content
    fields: dict[str, Any] = json.loads(packed) if packed else {}
    recorded: TimeWindow | None = None
    if flags & _RECORDED:
        exact = fields.get("recorded")
        recorded = window_in(exact) if exact else TimeWindow(moment_of(start), moment_of(end))
    return Record(
        id=identity,
        kind=KINDS[kind],
        place=PLACES[place],
        path=path,
        lines=(first_line, last_line),
        ordinal=ordinal,
        text=text,
        heading=tuple(json.loads(heading)) if heading else (),
        day=None if day is None else date.fromordinal(day),
        at=datetime.fromisoformat(fields["at"]) if "at" in fields else moment_of(at),
        recorded=recorded,
        events=tuple(
            Event(window_in((begin, until)), grain, phrase)
            for begin, until, grain, phrase in fields.get("events", ())
        ),
        hall=hall,
        by=by,
        is_plan=bool(flags & _PLAN),
        is_machine=bool(flags & _MACHINE),
        is_night=bool(flags & _NIGHT),
        conflict_of=fields.get("conflict_of", ""),
        privacy=Privacy.OWNER_ONLY if flags & _OWNER_ONLY else Privacy.OPEN,
        task=TASKS[flags >> TASK_SHIFT & 3],
        block=block,
        card=_card_in(fields.get("card", {}), importance, owner) if flags & _CARD else None,
        links=tuple(link_in(item, item[4] and item[4] + first_line - 1) for item in fields.get("links", ())),
        tags=tuple(fields.get("tags", ())),
        names=tuple(fields.get("names", ())),
        evergreen=bool(flags & _EVERGREEN),
        text_hash=text_hash.hex(),
        is_skimmed=bool(flags & _SKIMMED),
    )
