"""Records and notes keep every field on their way through the catalogue."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.model.record import (
    Card,
    Event,
    Kind,
    Link,
    Note,
    Place,
    Privacy,
    Record,
    Task,
    hash_of_text,
)
from diurnal.model.time import TimeWindow
from diurnal.store.catalogue import Catalogue
from diurnal.store.rows import decode_record, encode_record
from diurnal.store.values import key_of, name_key_of
from store.samples import batch, entry, note

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
days = st.dates(date(1900, 1, 1), date(2200, 1, 1))
moments = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1))
windows = st.builds(TimeWindow, st.none() | moments, st.none() | moments)
links = st.builds(Link, texts, texts, texts, st.booleans(), st.integers(5, 9))
cards = st.builds(
    Card,
    since=st.none() | days,
    until=st.none() | days,
    event=st.none() | days,
    importance=st.integers(0, 10),
    category=texts,
    src=st.lists(texts, max_size=2).map(tuple),
    next=texts,
    owner=texts,
    always=st.booleans(),
    expires=st.none() | days,
)
records = st.builds(
    Record,
    id=texts,
    kind=st.sampled_from(Kind),
    place=st.sampled_from(Place),
    path=st.just("a/b.md"),
    lines=st.just((5, 9)),
    ordinal=st.integers(0, 99),
    text=texts,
    heading=st.lists(texts, max_size=2).map(tuple),
    day=st.none() | days,
    at=st.none() | moments | moments.map(lambda moment: moment.replace(tzinfo=UTC)),
    recorded=st.none() | windows,
    events=st.lists(st.builds(Event, windows, st.sampled_from(["day", "month"]), texts), max_size=2).map(
        tuple
    ),
    hall=texts,
    by=texts,
    is_plan=st.booleans(),
    is_machine=st.booleans(),
    is_night=st.booleans(),
    conflict_of=texts,
    privacy=st.sampled_from([Privacy.OPEN, Privacy.OWNER_ONLY]),
    task=st.sampled_from(Task),
    block=texts,
    card=st.none() | cards,
    links=st.lists(links, max_size=2).map(tuple),
    tags=st.lists(texts, max_size=2).map(tuple),
    names=st.lists(texts, max_size=2).map(tuple),
    evergreen=st.booleans(),
    text_hash=texts.map(hash_of_text),
)


@given(records)
def test_a_record_comes_back_as_it_went_in(record: Record) -> None:
    """
    Every field of a record survives being a row: times to the microsecond, zones, cards, links.
    """
    row = encode_record(record)

    assert record == decode_record(record.path, row.ordinal, row.first_line, row.last_line, row.content)


@given(records, st.integers(1, 500))
def test_a_record_that_only_moved_has_the_same_content(record: Record, further: int) -> None:
    """
    Lines and ordinal are no content, and link lines move along with their record.
    """
    moved = replace(
        record,
        lines=(record.lines[0] + further, record.lines[1] + further),
        ordinal=record.ordinal + further,
        links=tuple(replace(link, line=link.line + further) for link in record.links),
    )

    assert encode_record(record).content == encode_record(moved).content


def test_a_missing_text_hash_is_filled_in() -> None:
    """
    A record without a hash of its text is stored with it, so that vectors can be keyed.
    """
    row = encode_record(replace(entry("a.md", "tea"), text_hash=""))

    stored = decode_record("a.md", 0, 1, 1, row.content)
    assert hash_of_text("tea") == stored.text_hash


def test_a_note_comes_back_with_all_its_fields(catalogue: Catalogue) -> None:
    """
    Titles, periods, aliases, properties (named like our own fields too), links, warnings: kept.
    """
    week = TimeWindow(datetime(2026, 7, 20), datetime(2026, 7, 27))
    full = Note(
        path="weeks/2026-W30.md",
        place=Place.DIARY,
        title="2026-W30",
        privacy=Privacy.OWNER_ONLY,
        period=week,
        aliases=("Week 30", "第30週"),
        tags=("Work/Home", "旅行"),
        properties={"id": ("7",), "path": ("elsewhere",), "Mood": ("good", "tired"), "empty": ()},
        links=(Link("Maya", "", "her", False, 3), Link("", "Here", line=4)),
        records=note("weeks/2026-W30.md", [entry("weeks/2026-W30.md", "Planned it.", recorded=week)]).records,
        conflict_of="weeks/other.md",
        warnings=("line 3: unclosed fence",),
    )

    catalogue.apply(batch(full))

    assert full == catalogue.note("weeks/2026-W30.md")


def test_a_lone_surrogate_in_a_property_is_stored_as_a_replacement(catalogue: Catalogue) -> None:
    """
    YAML can write half a character ("\\ud800"), which no database takes; the note is kept all the same.
    """
    broken = note("a.md", [entry("a.md", "half \ud800 done")], properties={"x\ud800": ("\ud801",)})

    catalogue.apply(batch(broken))

    stored = catalogue.note("a.md")
    assert stored is not None
    assert stored.records[0].text == "half \ufffd done"
    assert stored.properties == {"x\ufffd": ("\ufffd",)}


def test_times_before_1970_keep_their_day(catalogue: Catalogue) -> None:
    """
    A diary of 1905 is a diary.
    """
    at = datetime(1905, 3, 7, 23, 59, 30)
    old = note("diary/1905-03-07.md", [entry("diary/1905-03-07.md", "Snow.", at=at)])

    catalogue.apply(batch(old))

    stored = catalogue.note("diary/1905-03-07.md")
    assert stored is not None
    assert at == stored.records[0].at
    assert TimeWindow(at, at + timedelta(minutes=1)) == stored.records[0].recorded


@pytest.mark.parametrize(
    ("one", "other"),
    [("Café", "Cafe\u0301"), ("STRASSE", "straße"), ("Maya", "MAYA"), ("ΣΊΣΥΦΟΣ", "σίσυφος")],
)
def test_names_compare_without_case_and_normal_form(one: str, other: str) -> None:
    """
    Two spellings of a name are one key.
    """
    assert key_of(one) == key_of(other)


def test_the_key_of_a_path_is_its_last_part_without_md() -> None:
    """
    Only the final ".md" is an extension.
    """
    assert [
        name_key_of("a/Note.md"),
        name_key_of("v1.2.3 notes"),
        name_key_of("Dr. Smith.md"),
    ] == ["note", "v1.2.3 notes", "dr. smith"]
