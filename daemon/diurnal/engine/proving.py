"""What a record is proof of: which words it holds, whether it happened, and on which day.

For questions whose answer is a date, and for times that hang on an event. The
words that matter and what a text says of them are ``rank.proof``'s.
"""

from __future__ import annotations

from datetime import date

import numpy as np

from diurnal.model.record import Record, Task
from diurnal.ports import Mask, Snapshot
from diurnal.rank.proof import Needed

SEARCHED = ("text", "names", "heading")


def is_known(snapshot: Snapshot, token: str) -> bool:
    """True if some record holds *token*."""
    return any(snapshot.words.df(token, field) for field in SEARCHED)


def holding_records(snapshot: Snapshot, needed: Needed) -> Mask:
    """Which records speak of what is *needed*, by their words, headings and names; bool (N,)."""
    words = snapshot.words_at

    def holding(token: str) -> Mask:
        held = np.zeros(len(snapshot.columns), bool)
        for field in SEARCHED:
            held[words.lookup(token, field)[0]] = True
        return held

    return needed.held_where(holding, len(snapshot.columns))


def happened(record: Record) -> bool:
    """True unless the record is a plan, a task that was given up, or a machine's words."""
    return not (record.is_plan or record.is_machine or record.task is Task.CANCELLED)


def day_of(record: Record) -> date | None:
    """The day *record* is about: one it names by itself ("last Friday we swam"), else the one it was written on."""
    named = [
        event.window.start for event in record.events if event.grain in ("day", "part") and event.window.start
    ]
    if len(named) == 1 and named[0] is not None:
        return named[0].date()
    return record.day
