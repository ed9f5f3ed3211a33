"""Skimming: a note read without halls and events, and each record completed later."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from diurnal.model.layout import Layout
from diurnal.model.record import Event, Kind, Note, Record
from diurnal.model.time import TimeWindow
from diurnal.text import Reader
from diurnal.text.records import completed

FIXTURES = Path(__file__).parent / "fixtures"


def hall(text: str) -> str:
    return "discoveries" if "found" in text else "events"


def events(text: str, day: object) -> tuple[Event, ...]:
    """A plan wherever "dentist" stands, something past wherever "rain" does."""
    written = day if isinstance(day, date) else date(2026, 1, 1)
    spoken = [(word, days) for word, days in (("dentist", 30), ("rain", -3)) if word in text.casefold()]
    return tuple(
        Event(TimeWindow.of_day(written + timedelta(days=days)), "day", word) for word, days in spoken
    )


READER = Reader(Layout(), classify=hall, events=events)


def finished(note: Note) -> Note:
    records = [completed(item, hall, events) if item.is_skimmed else item for item in note.records]
    return replace(note, records=tuple(records))


@pytest.mark.parametrize(
    "line",
    [
        "- 09:00 I found the key.",
        "- [ ] dentist",
        "- [x] dentist",
        "- dentist ✅ 2026-07-20",
        "- dentist 📅 2026-09-01",
        "- dentist after the rain",
        "- dentist in autumn (event:: 2026-09-02)",
        "- rain (event:: 2030-09-02)",
        "- the dentist called (event:: some day)",
        "- [hall_facts] I found out that rain is wet.",
        "- #hall/advice found, not lost",
        "plain words of nothing in particular",
        "## 14:00\n\nrain, then the dentist ^b-1",
    ],
)
@pytest.mark.parametrize(
    "path",
    ["diary/2026-07-21.md", "wiki/Teeth.md", "notes/Teeth.md", "episodes/2026/2026-07-21 chat k3f9.md"],
)
def test_a_skimmed_record_completed_is_the_record_read_at_once(line: str, path: str) -> None:
    data = f"{line}\n".encode()
    assert finished(READER.read(path, data, skims=True)) == READER.read(path, data)


@pytest.mark.parametrize("fixture", sorted(FIXTURES.rglob("*.md")), ids=lambda path: path.name)
def test_every_note_skimmed_and_completed_is_the_note_read_at_once(fixture: Path) -> None:
    path, data = f"diary/{fixture.name}", fixture.read_bytes()
    skimmed = READER.read(path, data, skims=True)
    assert finished(skimmed) == READER.read(path, data)


def test_a_long_text_in_parts_is_completed_part_by_part() -> None:
    """
    The dates a field gives belong to the whole text, so a text that has one is read whole at once.
    """
    long = " ".join(["The rain went on and the dentist was late."] * 400)
    for line in (long, f"{long} ✅ 2026-07-20"):
        data = f"- {line}\n".encode()
        whole = READER.read("diary/2026-07-21.md", data)
        assert len(whole.records) > 1
        assert finished(READER.read("diary/2026-07-21.md", data, skims=True)) == whole


def test_what_the_owner_wrote_beside_the_text_is_known_at_once() -> None:
    (record,) = skimmed("- [hall_facts] Rain is wet.")
    assert (record.hall, record.is_skimmed) == ("facts", True)
    (record,) = skimmed("- dentist 📅 2026-09-01")
    assert (record.is_plan, record.is_skimmed) == (True, False)


def test_a_private_note_is_skimmed_of_nothing() -> None:
    note = READER.read("diary/2026-07-21.md", b"---\nprivate: true\n---\nrain\n", skims=True)
    assert note.records == ()


def skimmed(text: str) -> tuple[Record, ...]:
    records = READER.read("diary/2026-07-21.md", text.encode(), skims=True).records
    assert all(record.kind is Kind.ENTRY for record in records)
    return records
