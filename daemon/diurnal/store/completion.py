"""What a bulk reading left out of its records, as rows: found in one process, stored in another.

A record that was skimmed lacks its hall, its events and whether it is a plan. Its
row stays the same when these are filled in, so postings, vectors and word order
are not touched. A row that died meanwhile, or was read whole, is passed over.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from diurnal.model.flag import Flag
from diurnal.model.record import Record
from diurnal.ports import Completion
from diurnal.store.intake import INSERT_EVENT, event_rows
from diurnal.store.rows import FIELDS, FLAGS, HALL, encode_record

_FILL = f"""UPDATE records SET hall = ?, flags = ?, fields = ?, changed = ? WHERE row = ? AND flags & {int(Flag.SKIMMED)}"""


def completion_of(row: int, record: Record) -> Completion:
    """The completion that makes *row* hold *record*, which was skimmed and is read whole now."""
    content = encode_record(record).content
    events = tuple(event[1:] for event in event_rows(row, record))
    return Completion(row, content[HALL], content[FLAGS], content[FIELDS], events)


def complete(connection: sqlite3.Connection, completions: Iterable[Completion], tick: int) -> list[str]:
    """Fill *completions* in, within a transaction, and return the paths of the notes they are of."""
    filled: list[int] = []
    for row, hall, flags, fields, events in completions:
        if connection.execute(_FILL, (hall, flags, fields, tick, row)).rowcount:
            filled.append(row)
            connection.executemany(INSERT_EVENT, [(row, *event) for event in events])
    found = connection.execute(
        "SELECT DISTINCT n.path FROM notes n JOIN records r ON r.note = n.id"
        " WHERE r.row IN (SELECT value FROM json_each(?)) ORDER BY n.path",
        (json.dumps(filled),),
    )
    return [path for (path,) in found]
