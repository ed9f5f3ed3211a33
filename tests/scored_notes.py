"""Records for the tests of the scorer, as the reader would make them from lines of a diary."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from diurnal.model.record import Kind, Place, Record

FIRST_DAY = datetime(2026, 3, 2)


def entry(text: str, *, day: int = 0, at: str = "", ordinal: int = 0, **changes: Any) -> Record:
    """One entry of the diary note *day* days after the first; *at* is its ``HH:MM`` if it has a time."""
    date = FIRST_DAY + timedelta(days=day)
    base = Record(
        f"{day}/{ordinal}/{text}",
        Kind.ENTRY,
        Place.DIARY,
        f"diary/{date:%Y-%m-%d}.md",
        (1, 1),
        ordinal,
        text,
        day=date.date(),
        at=datetime.combine(date, datetime.strptime(at, "%H:%M").time()) if at else None,
    )
    return replace(base, **changes)


def talk(*turns: tuple[str, str], day: int = 0, at: str = "09:00") -> list[Record]:
    """A conversation, one turn a minute: (speaker, what is said)."""
    begin = datetime.strptime(at, "%H:%M")
    return [
        entry(
            f"{speaker}: {said}",
            day=day,
            at=f"{begin + timedelta(minutes=place):%H:%M}",
            ordinal=place,
            names=(speaker,),
        )
        for place, (speaker, said) in enumerate(turns)
    ]
