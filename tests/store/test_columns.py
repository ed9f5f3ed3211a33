"""Columns: the order of records, what a gate admits, and that a batch leads to what a fresh build gives."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diurnal.model.flag import Flag
from diurnal.model.record import Card, Event, Kind, Place, Record
from diurnal.model.time import TimeWindow
from diurnal.ports import NO_DAY
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.gate import spans_of
from diurnal.store.values import seconds_of
from store.conftest import Shelf
from store.samples import batch, diary, entry, note, page

MONDAY = date(2026, 7, 20)
PATH = f"diary/{MONDAY}.md"


def at(hour: int, minute: int = 0, *, day: date = MONDAY) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute)


def hours(start: datetime, end: datetime) -> list[TimeWindow]:
    return [TimeWindow(start, end)]


def admitted(catalogue: Catalogue, *records: Record, windows: list[TimeWindow]) -> list[str]:
    """Texts of those of *records* that the gate of *windows* admits, in the order of the columns."""
    by_path: dict[str, list[Record]] = {}
    for record in records:
        by_path.setdefault(record.path, []).append(record)
    catalogue.apply(batch(*[note(path, found) for path, found in by_path.items()]))
    columns = Columns.build(catalogue)
    rows = columns.rows[columns.gate_mask(windows)]
    return [record.text for record in catalogue.records(rows.tolist())]


# --- Order ----------------------------------------------------------------------------------------


def test_records_stand_by_day_path_and_place(catalogue: Catalogue) -> None:
    """
    Dated records by day, then path, then place in the note; undated ones after all of them.
    """
    catalogue.apply(
        batch(
            page("aaa.md", "undated 1", "undated 2"),
            diary(MONDAY + timedelta(days=1), "tuesday"),
            diary(MONDAY, "diary 1", "diary 2"),
            diary(MONDAY, "meeting", path=f"Meetings/{MONDAY} Atlas.md"),
        )
    )

    columns = Columns.build(catalogue)

    texts = [record.text for record in catalogue.records(columns.rows.tolist())]
    assert texts == ["meeting", "diary 1", "diary 2", "tuesday", "undated 1", "undated 2"]
    assert columns.note_group.tolist() == [0, 1, 1, 2, 3, 3]
    assert columns.days(MONDAY.toordinal(), MONDAY.toordinal()) == slice(0, 3)
    assert columns.day[-1] == NO_DAY


def test_records_under_one_heading_are_a_run(catalogue: Catalogue) -> None:
    """
    Equal headings in a row are one group; the same heading in another note is another.
    """
    path = "wiki/Maya.md"
    page_of_items = [
        entry(path, text, kind=Kind.ITEM, place=Place.WIKI, heading=heading)
        for text, heading in (("a", ()), ("b", ("Home",)), ("c", ("Home",)), ("d", ("Work",)))
    ]
    other = [entry("wiki/Zoe.md", "e", kind=Kind.ITEM, place=Place.WIKI, heading=("Work",))]
    catalogue.apply(batch(note(path, page_of_items), note("wiki/Zoe.md", other)))

    assert Columns.build(catalogue).heading_group.tolist() == [0, 1, 1, 2, 3]


def test_rows_lead_to_positions_and_dead_ones_nowhere(catalogue: Catalogue) -> None:
    """
    A row of another store that is not alive here has position -1, also one that is newer.
    """
    catalogue.apply(batch(diary(MONDAY, "one", "two", "three")))
    catalogue.apply(batch(diary(MONDAY, "one", "three")))

    columns = Columns.build(catalogue)

    assert columns.positions([3, 2, 1, 99]).tolist() == [1, -1, 0, -1]


def test_what_a_record_is_reads_as_masks(catalogue: Catalogue) -> None:
    """
    Flags, kind, place, hall, author and owner are columns of their own.
    """
    plan = entry(PATH, "call", day=MONDAY, is_plan=True, hall="advice", by="claude", is_machine=True)
    card = entry(
        "wiki/Maya.md",
        "lives",
        kind=Kind.ITEM,
        place=Place.WIKI,
        card=Card(importance=7, owner="u1", next="x"),
    )
    catalogue.apply(batch(note(PATH, [plan, entry(PATH, "tea", at=at(9))]), note("wiki/Maya.md", [card])))

    columns = Columns.build(catalogue)

    assert columns.has(Flag.PLAN).tolist() == [True, False, False]
    assert columns.has(Flag.MACHINE).tolist() == [True, False, False]
    assert columns.has(Flag.UNTIMED).tolist() == [True, False, False]
    assert columns.has(Flag.CLOSED).tolist() == [False, False, True]
    assert columns.of_kind(Kind.ITEM).tolist() == [False, False, True]
    assert columns.of_place(Place.DIARY).tolist() == [True, True, False]
    assert columns.of_hall("advice").tolist() == [True, False, False]
    assert columns.by_author("").tolist() == [False, True, True]
    assert columns.owned_by("u1").tolist() == [False, False, True]
    assert columns.importance.tolist() == [0, 0, 7]
    assert not columns.of_hall("no such hall").any()


def test_published_columns_do_not_change(shelf: Shelf) -> None:
    """
    A question goes on with the columns it began with.
    """
    catalogue, _ = shelf.open()
    catalogue.apply(batch(diary(MONDAY, "one", "two")))
    columns = Columns.build(catalogue)
    rows = columns.rows.copy()

    after = columns.after(catalogue.apply(batch(diary(MONDAY, "zero", "two"))), catalogue)

    assert np.array_equal(columns.rows, rows)
    assert [record.text for record in catalogue.records(after.rows.tolist())] == ["zero", "two"]


def test_lines_that_change_places_change_places_in_the_columns(catalogue: Catalogue) -> None:
    """
    A reordered note keeps its rows, and its neighbours are the new ones.
    """
    catalogue.apply(batch(diary(MONDAY, "one", "two", "three")))
    columns = Columns.build(catalogue)

    after = columns.after(catalogue.apply(batch(diary(MONDAY, "three", "one", "two"))), catalogue)

    assert after.rows.tolist() == [3, 1, 2]


# --- The gate -------------------------------------------------------------------------------------


def test_a_gate_is_half_open(catalogue: Catalogue) -> None:
    """
    An entry at the start is in, one at the end is out.
    """
    entries = [entry(PATH, f"{hour}", at=at(hour)) for hour in (8, 9, 11, 12)]

    assert admitted(catalogue, *entries, windows=hours(at(9), at(12))) == ["9", "11"]


def test_an_untimed_entry_passes_any_gate_that_touches_its_day(catalogue: Catalogue) -> None:
    """
    Without a time an entry may have been at any hour of its day, and at none of another.
    """
    untimed = entry(PATH, "some time", day=MONDAY)

    assert admitted(catalogue, untimed, windows=hours(at(18), at(20))) == ["some time"]
    tuesday = MONDAY + timedelta(days=1)
    assert admitted(catalogue, untimed, windows=[TimeWindow.of_day(tuesday)]) == []


@pytest.mark.parametrize("recorded_day", [MONDAY, MONDAY + timedelta(days=1)])
def test_an_entry_after_midnight_belongs_to_the_night_of_its_day(
    catalogue: Catalogue, recorded_day: date
) -> None:
    """
    00:40 after 23:50 is that evening's and that day's, not the next day's nor that morning's, whichever way the
    reader wrote its time.
    """
    written = at(0, 40, day=recorded_day)
    night = entry(
        PATH,
        "home",
        day=MONDAY,
        at=written,
        is_night=True,
        recorded=TimeWindow(written, written + timedelta(minutes=1)),
    )
    midnight = at(0) + timedelta(days=1)

    assert admitted(catalogue, night, windows=hours(at(18), midnight)) == ["home"]
    assert admitted(catalogue, night, windows=[TimeWindow.of_day(MONDAY)]) == ["home"]
    assert admitted(catalogue, night, windows=hours(at(4), midnight + timedelta(hours=4))) == ["home"]
    assert admitted(catalogue, night, windows=[TimeWindow.of_day(MONDAY + timedelta(days=1))]) == []
    assert admitted(catalogue, night, windows=hours(at(0), at(6))) == []


def test_the_small_hours_admit_what_was_written_in_them(catalogue: Catalogue) -> None:
    """
    "2am last night" and 凌晨 reach the entry of that hour though it stands in the evening's note.
    """
    night = entry(
        "d/a.md",
        "home",
        day=MONDAY,
        at=at(2, 10),
        recorded=TimeWindow(at(23, 59), at(0) + timedelta(days=1)),
        is_night=True,
    )
    midnight = at(0) + timedelta(days=1)

    def in_hours(first: int, last: int) -> list[str]:
        return admitted(
            catalogue,
            night,
            windows=hours(midnight + timedelta(hours=first), midnight + timedelta(hours=last)),
        )

    assert in_hours(2, 3) == ["home"]
    assert in_hours(0, 6) == ["home"]
    assert in_hours(3, 4) == []
    assert in_hours(0, 12) == []


def test_an_event_of_a_day_admits_by_overlap(catalogue: Catalogue) -> None:
    """
    "Last Friday we moved", written on Monday, answers for Friday, also for Friday evening.
    """
    friday = MONDAY - timedelta(days=3)
    told = entry(PATH, "moved", day=MONDAY, events=(Event(TimeWindow.of_day(friday), "day"),))

    assert admitted(catalogue, told, windows=hours(at(18, day=friday), at(23, day=friday))) == ["moved"]
    assert admitted(catalogue, told, windows=[TimeWindow.of_day(friday - timedelta(days=1))]) == []


def test_a_coarse_event_admits_only_from_inside(catalogue: Catalogue) -> None:
    """
    "In June" answers for the year and for June, not for the third of June.
    """
    june = TimeWindow(datetime(2026, 6, 1), datetime(2026, 7, 1))
    told = entry(PATH, "lived in Lisbon", day=MONDAY, events=(Event(june, "month"),))

    assert admitted(catalogue, told, windows=[june]) == ["lived in Lisbon"]
    assert admitted(catalogue, told, windows=[TimeWindow(datetime(2026, 1, 1), datetime(2027, 1, 1))])
    assert admitted(catalogue, told, windows=[TimeWindow.of_day(date(2026, 6, 3))]) == []
    halves = [TimeWindow(june.start, datetime(2026, 6, 15)), TimeWindow(datetime(2026, 6, 15), june.end)]
    assert admitted(catalogue, told, windows=halves) == ["lived in Lisbon"]


def test_undated_records_pass_no_gate(catalogue: Catalogue) -> None:
    """
    A page without a date is in no window, not even in one that is open on both sides.
    """
    undated = entry("p.md", "always", kind=Kind.PASSAGE, place=Place.OTHER)

    assert admitted(catalogue, undated, windows=[TimeWindow(None, None)]) == []
    assert admitted(catalogue, undated, windows=[]) == ["always"]


def test_open_sides_are_open(catalogue: Catalogue) -> None:
    """
    "Before noon" and "since noon" each have one end.
    """
    entries = [entry(PATH, f"{hour}", at=at(hour)) for hour in (8, 12, 20)]

    assert admitted(catalogue, *entries, windows=[TimeWindow(None, at(12))]) == ["8"]
    assert admitted(catalogue, *entries, windows=[TimeWindow(at(12), None)]) == ["12", "20"]


def test_several_windows_make_one_gate(catalogue: Catalogue) -> None:
    """
    Mornings of two days admit what lies in either.
    """
    days = [MONDAY, MONDAY + timedelta(days=1), MONDAY + timedelta(days=2)]
    entries = [entry(f"diary/{day}.md", str(day.day), at=at(9, day=day)) for day in days]

    windows = [TimeWindow.of_day(days[2]), TimeWindow.of_day(days[0])]
    assert admitted(catalogue, *entries, windows=windows) == ["20", "22"]


def test_a_window_with_a_zone_is_read_off_the_wall(catalogue: Catalogue) -> None:
    """
    On the day the clocks go back every wall time a person can name is in the day.
    """
    autumn = date(2026, 10, 25)
    zone = ZoneInfo("Europe/Paris")
    day = TimeWindow(datetime(2026, 10, 25, tzinfo=zone), datetime(2026, 10, 26, tzinfo=zone))
    entries = [entry(f"diary/{autumn}.md", f"{h}", at=at(h, 30, day=autumn)) for h in (0, 2, 23)]

    assert admitted(catalogue, *entries, windows=[day]) == ["0", "2", "23"]


def test_windows_that_touch_become_one_and_empty_ones_none() -> None:
    """
    The gate compares with as few spans as there are.
    """
    windows = [
        TimeWindow(at(12), at(13)),
        TimeWindow(at(9), at(10)),
        TimeWindow(at(10), at(11)),
        TimeWindow(at(15), at(15)),
    ]

    assert spans_of(windows) == [
        (seconds_of(at(9)), seconds_of(at(11))),
        (seconds_of(at(12)), seconds_of(at(13))),
    ]


spans = st.tuples(st.integers(0, 72), st.integers(0, 72)).map(
    lambda pair: TimeWindow(at(0) + timedelta(hours=min(pair)), at(0) + timedelta(hours=max(pair) + 1))
)
sides = st.none() | spans
gates = st.lists(spans, min_size=1, max_size=4)


@settings(max_examples=50)
@given(st.lists(st.tuples(sides, st.lists(st.tuples(spans, st.booleans()), max_size=2)), max_size=5), gates)
def test_the_mask_is_the_rule_of_the_design_record_by_record(
    told: list[tuple[TimeWindow | None, list[tuple[TimeWindow, bool]]]], windows: list[TimeWindow]
) -> None:
    """
    Vectors of numbers admit what ``TimeWindow`` itself would, one record at a time.
    """
    records = [
        replace(
            entry("p.md", str(number)),
            id=str(number),
            ordinal=number,
            recorded=recorded,
            events=tuple(Event(span, "day" if fine else "month") for span, fine in events),
        )
        for number, (recorded, events) in enumerate(told)
    ]
    union = [TimeWindow(_moment(start), _moment(end)) for start, end in spans_of(windows)]

    columns = columns_of(records)

    for position, record in enumerate(records):
        expected = any(
            (record.recorded is not None and record.recorded.overlaps(window))
            or any(
                event.window.overlaps(window) if event.day_or_finer else _lies_in(event.window, window)
                for event in record.events
            )
            for window in union
        )
        assert columns.gate_mask(windows)[position] == expected


def _lies_in(inner: TimeWindow, outer: TimeWindow) -> bool:
    begins = outer.start is None or (inner.start is not None and outer.start <= inner.start)
    return begins and (outer.end is None or (inner.end is not None and inner.end <= outer.end))


def _moment(seconds: int) -> datetime:
    return datetime(1970, 1, 1) + timedelta(seconds=seconds)


def columns_of(records: list[Record]) -> Columns:
    """Columns of one undated note."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        catalogue, _ = Catalogue.open(Path(folder) / "catalog.db", recipe="r")
        made = note("p.md", [])
        catalogue.apply(batch(replace(made, records=tuple(records))))
        columns = Columns.build(catalogue)
        catalogue.close()
    return columns
