"""What a bulk reading left out of its records: halls and events, found by the low-priority process.

The daemon reads whole notes by the same rules, so both find the same in the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from pathlib import Path

from diurnal.model.record import Event
from diurnal.model.time import TimeWindow
from diurnal.ports import Completion, Job
from diurnal.rank.halls import classify
from diurnal.store.completion import completion_of
from diurnal.store.reader import CatalogueReader
from diurnal.text.records import completed
from diurnal.when import mentions

# Where the process finds the job.
COMPLETE = "diurnal.child.completing:complete_rows"


def events_in(text: str, day: date | None, day_starts_at: int) -> tuple[Event, ...]:
    """The spans in the world that *text*, written on *day*, speaks of; undated text only by explicit dates."""
    if day is None:
        return ()
    noon = datetime(day.year, day.month, day.day, 12)
    return tuple(
        Event(TimeWindow(window.start, window.end), grain, phrase)
        for window, grain, phrase in mentions(text, noon, day_starts_at=day_starts_at)
    )


def completions(
    catalogue: CatalogueReader, rows: Iterable[int], day_starts_at: int, hall_rules: str = ""
) -> Iterator[Completion]:
    """What those of *rows* lack that live and were skimmed."""
    for row, record in catalogue.with_rows(rows):
        if record.is_skimmed:
            whole = completed(
                record,
                lambda text: classify(text, hall_rules),
                lambda text, day: events_in(text, day, day_starts_at),
            )
            yield completion_of(row, whole)


def completing_job(catalogue: Path, rows: list[int], day_starts_at: int, hall_rules: str = "") -> Job:
    """The job that has the process find what *rows* lack, by the rules the daemon has read."""
    return Job(
        COMPLETE,
        {
            "catalogue": str(catalogue),
            "rows": rows,
            "day_starts_at": day_starts_at,
            "hall_rules": hall_rules,
        },
    )


def complete_rows(
    *, catalogue: str, rows: list[int], day_starts_at: int, hall_rules: str
) -> list[Completion]:
    """What *rows* of the catalogue at that path lack."""
    reader = CatalogueReader(Path(catalogue))
    try:
        return list(completions(reader, rows, day_starts_at, hall_rules))
    finally:
        reader.close()
