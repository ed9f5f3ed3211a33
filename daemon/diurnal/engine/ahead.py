"""Days to come: "when is my next dentist appointment", 下次看牙医.

A plan has a day if it stands in the note of that day or names it, by a due date or in
its words. What was called off is none. What happened is proven in ``proving``.
"""

from __future__ import annotations

import re
from datetime import date

from diurnal.engine.proving import Proof
from diurnal.model.flag import Flag
from diurnal.model.record import Record, Task
from diurnal.model.regex import regex
from diurnal.ports import CatalogueReader, Positions, Snapshot
from diurnal.rank.proof import Needed, is_called_off

_NEXT = regex(
    r"\bnext (?!(?:to|door|day|days|morning|evening|night|week|weekend|month|year|summer|winter|spring|autumn|fall|time i saw)\b)|\bupcoming\b"
    r"|下一?[次回场場]|接下来|接下來",
    re.IGNORECASE,
)
_IS = regex(
    r"\bwhen(?:['’]?s| is| are| am i| will| does|['’]ll| (?:do|must|should) (?:i|we) (?:have|need|see|go|meet|call|leave|fly|pay)?)\b"
    r"|(?:什么|什麼)时候(?:要|该|得|会)|(?:什么|什麼)時候(?:要|該|得|會)",
    re.IGNORECASE,
)


def asks_for_next(question: str) -> bool:
    """True if *question* asks for what is to come and for nothing else: "my next appointment"."""
    return _NEXT.search(question) is not None


def may_ask_ahead(question: str) -> bool:
    """True if *question* may be about a day to come: "when is the concert"."""
    return asks_for_next(question) or _IS.search(question) is not None


def planned(
    snapshot: Snapshot, catalogue: CatalogueReader, positions: Positions, needed: Needed, today: date
) -> list[Proof]:
    """Those of *positions* that plan what is *needed* for *today* or later, the soonest first."""
    columns = snapshot.columns
    may = columns.has(Flag.PLAN) | (columns.event_counts > 0) | (columns.day >= today.toordinal())
    gone = columns.has(Flag.MACHINE) | columns.of_task(Task.CANCELLED) | columns.of_task(Task.DONE)
    positions = positions[(may & ~gone)[positions]]
    records = dict(catalogue.with_rows(columns.rows[positions].tolist()))
    found: list[Proof] = []
    for position, row in zip(positions.tolist(), columns.rows[positions].tolist(), strict=True):
        record = records.get(row)
        if record is None or is_called_off(record.text, needed):
            continue
        if (day := _day_ahead(record, today)) is not None:
            found.append(Proof(position, day, record.text))
    return sorted(found, key=lambda item: (item.day, item.position))


def _day_ahead(record: Record, today: date) -> date | None:
    named = [
        event.window.start.date()
        for event in record.events
        if event.day_or_finer and event.window.start is not None and event.window.start.date() >= today
    ]
    if named:
        return min(named)
    # What today's note says without naming a day is what is going on, unless it is a task.
    is_ahead = record.day is not None and (
        record.day > today or (record.day == today and record.task is Task.OPEN)
    )
    return record.day if is_ahead else None
