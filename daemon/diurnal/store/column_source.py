"""Reading the catalogue into arrays for ``columns``: all of it, or the notes a batch touched."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diurnal.model.flag import Flag
from diurnal.ports import NO_DAY
from diurnal.store.reader import CatalogueReader

# Open sides of a span.
BEGINNING = int(np.iinfo(np.int64).min)
END = int(np.iinfo(np.int64).max)
DAY_SECONDS = 86_400

# Proleptic ordinal of 1970-01-01.
_EPOCH_DAY = 719_163
# An entry of the night keeps its day, but begins at the minute after midnight that it was written in.
_START = (
    f"CASE WHEN r.flags & {int(Flag.NIGHT)} AND r.at IS NOT NULL"
    f" THEN (r.day - {_EPOCH_DAY - 1}) * {DAY_SECONDS} + r.at % {DAY_SECONDS} ELSE r.start END"
)
_RECORDS = (
    f"SELECT r.row, r.note, r.ordinal, r.day, {_START},"
    ' r."end", r.kind, r.place, r.hall, r.by, r.owner,'
    " r.importance, r.flags, r.heading, r.text_hash"
    " FROM records r JOIN notes n ON n.id = r.note"
    " {where} ORDER BY r.day IS NULL, r.day, n.path, r.ordinal"
)
_EVENTS = (
    'SELECT e.row, e.start, e."end", e.fine FROM events e JOIN records r ON r.row = e.row JOIN notes n ON n.id = r.note'
    " {where} ORDER BY r.day IS NULL, r.day, n.path, r.ordinal, e.rowid"
)


@dataclass(frozen=True, slots=True)
class Block:
    """Records of some notes as arrays, in the order of ``Columns``; ``words`` numbers halls and people."""

    arrays: dict[str, NDArray[Any]]
    events: dict[str, NDArray[Any]]
    paths: dict[int, str]
    words: dict[str, int]


def read_block(catalogue: CatalogueReader, paths: Sequence[str] | None, words: dict[str, int]) -> Block:
    """The records of *paths*, or of every note if None; new words are added to *words*."""
    where, asked = "", tuple[str, ...]()
    if paths is not None:
        where, asked = "WHERE n.path IN (SELECT value FROM json_each(?))", (json.dumps(list(paths)),)
    records, events, notes = catalogue.raw(
        (_RECORDS.format(where=where), asked),
        (_EVENTS.format(where=where), asked),
        (f"SELECT n.id, n.path FROM notes n {where}", asked),
    )
    columns = list(zip(*records, strict=True)) or [()] * 15
    (row, note, ordinal, day, start, end, kind, place, hall, by, owner) = columns[:11]
    importance, flags, heading, text_hash = columns[11:]
    event_row, event_start, event_end, fine = list(zip(*events, strict=True)) or [()] * 4
    event_counts = Counter(event_row)
    number_of = words.setdefault
    headings: dict[str, int] = {"": 0}
    arrays: dict[str, NDArray[Any]] = {
        "rows": np.array(row, np.int64),
        "note": np.array(note, np.int32),
        "ordinal": np.array(ordinal, np.int32),
        "day": np.array([NO_DAY if item is None else item for item in day], np.int32),
        "kind": np.array(kind, np.uint8),
        "place": np.array(place, np.uint8),
        "hall": np.array([number_of(item, len(words)) for item in hall], np.int32),
        "by": np.array([number_of(item, len(words)) for item in by], np.int32),
        "owner": np.array([number_of(item, len(words)) for item in owner], np.int32),
        "importance": np.array(importance, np.int64).clip(0, 255).astype(np.uint8),
        "flags": np.array(flags, np.uint16),
        "heading": np.array(
            [headings.get(item) or _number_heading(headings, item) for item in heading], np.uint64
        ),
        "text_hash": np.frombuffer(b"".join(text_hash), "<u8").reshape(-1, 2).astype(np.uint64),
        "event_counts": np.array([event_counts[item] for item in row], np.int32),
    }
    arrays["start"], arrays["end"] = _spans(start, end, arrays)
    return Block(
        arrays,
        {
            "event_start": _seconds(event_start, BEGINNING),
            "event_end": _seconds(event_end, END),
            "event_fine": np.array(fine, bool),
        },
        dict(notes),
        words,
    )


def _number_heading(known: dict[str, int], heading: str) -> int:
    """A number that any build gives that heading; 0 is no heading."""
    if heading:
        known[heading] = int.from_bytes(hashlib.blake2b(heading.encode(), digest_size=8).digest(), "little")
    return known[heading]


def _seconds(values: Sequence[int | None], for_open: int) -> NDArray[np.int64]:
    return np.array([for_open if value is None else value for value in values], np.int64)


def _spans(
    start: Sequence[int | None], end: Sequence[int | None], arrays: dict[str, NDArray[Any]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Recorded spans; but for those of nights, plain overlap is the rule of the gate."""
    starts, ends = _seconds(start, BEGINNING), _seconds(end, END)
    flags = arrays["flags"]
    night = (flags & int(Flag.NIGHT)) != 0
    ends[night] = starts[night] + 60
    undated = (flags & int(Flag.RECORDED)) == 0
    starts[undated], ends[undated] = END, BEGINNING
    return starts, ends
