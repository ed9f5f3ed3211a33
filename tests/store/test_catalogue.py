"""What a batch does to the catalogue: rows, ticks, ids and what is remembered of what went."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from diurnal.errors import WriteFailed
from diurnal.model.answer import Clock
from diurnal.model.record import Card, Kind, Place, Privacy
from diurnal.model.stamp import Stamp
from diurnal.ports import Applied, Batch
from diurnal.ports import Catalogue as CataloguePort
from diurnal.store import catalogue as catalogue_module
from diurnal.store.catalogue import Catalogue
from diurnal.store.reader import CatalogueReader
from store.conftest import Shelf
from store.samples import batch, diary, entry, note, page, read

MONDAY = date(2026, 7, 20)
PATH = f"diary/{MONDAY}.md"


def texts(catalogue: Catalogue, path: str = PATH) -> list[str]:
    found = catalogue.note(path)
    return [record.text for record in found.records] if found else []


def test_the_catalogue_keeps_the_port(catalogue: Catalogue) -> None:
    """
    What the engine is written against is what this offers.
    """
    port: CataloguePort = catalogue

    assert Clock(catalogue.clock.instance, 0) == port.clock


def test_an_edit_of_a_long_day_costs_one_row(catalogue: Catalogue) -> None:
    """
    A save of a day with 100 entries writes the one that changed; the rows of the others stay.
    """
    day = [f"Entry number {number}." for number in range(100)]
    first = catalogue.apply(batch(diary(MONDAY, *day)))
    day[40] = "Entry number 40, now longer."

    second = catalogue.apply(batch(diary(MONDAY, *day)))

    assert [record.text for _, record in second.born] == ["Entry number 40, now longer."]
    assert second.dead == (first.born[40][0],)
    assert texts(catalogue) == day


def test_a_row_is_never_used_twice(catalogue: Catalogue) -> None:
    """
    A row whose record went is not given to another, so a store that lags cannot name the wrong record.
    """
    first = catalogue.apply(batch(diary(MONDAY, "one", "two")))
    catalogue.apply(batch(gone=[PATH]))

    second = catalogue.apply(batch(diary(MONDAY, "one", "two")))

    assert not {row for row, _ in first.born} & {row for row, _ in second.born}


def test_reading_the_same_again_leaves_the_clock(catalogue: Catalogue) -> None:
    """
    A note whose bytes were touched but whose records are the same is no change.
    """
    before = catalogue.apply(batch(diary(MONDAY, "one", "two"))).clock

    after = catalogue.apply(Batch(read=[read(diary(MONDAY, "one", "two"), number=2)]))

    assert Applied(before, (), ()) == after
    assert catalogue.known()[PATH].digest == "digest-2"


def test_a_line_set_in_above_moves_records_without_changing_them(catalogue: Catalogue) -> None:
    """
    New line numbers keep rows and tick, and the note says where its records now stand.
    """
    catalogue.apply(batch(diary(MONDAY, "one", "two")))

    after = catalogue.apply(batch(diary(MONDAY, "one", "two", first_line=5)))

    assert (after.clock.tick, after.born, after.dead, after.touched) == (1, (), (), (PATH,))
    stored = catalogue.note(PATH)
    assert stored is not None
    assert [record.lines for record in stored.records] == [(6, 6), (7, 7)]


def test_records_that_change_places_keep_their_rows(catalogue: Catalogue) -> None:
    """
    Reordering a page embeds and tokenizes nothing.
    """
    catalogue.apply(batch(diary(MONDAY, "one", "two", "three")))

    after = catalogue.apply(batch(diary(MONDAY, "three", "one", "two")))

    assert (after.born, after.dead) == ((), ())
    assert texts(catalogue) == ["three", "one", "two"]


def test_equal_lines_are_told_apart_by_their_order(catalogue: Catalogue) -> None:
    """
    Taking one of three equal lines out removes one row, and the last id.
    """
    first = catalogue.apply(batch(diary(MONDAY, "tea", "tea", "tea")))

    second = catalogue.apply(batch(diary(MONDAY, "tea", "tea")))

    assert second.dead == (first.born[2][0],)
    assert texts(catalogue) == ["tea", "tea"]


def test_a_block_id_pasted_twice_loses_no_record(catalogue: Catalogue) -> None:
    """
    Two lines with one id are two records; reading them again changes nothing.
    """
    twice = note(PATH, [entry(PATH, "a", day=MONDAY, block="x"), entry(PATH, "b", day=MONDAY, block="x")])
    first = catalogue.apply(batch(twice))

    second = catalogue.apply(batch(twice))

    assert (len(first.born), len(second.born), len(second.dead)) == (2, 0, 0)


def test_stamps_are_renewed_without_reading(catalogue: Catalogue) -> None:
    """
    A sync client that resets times of unchanged notes costs stamps only.
    """
    catalogue.apply(batch(diary(MONDAY, "one")))
    newer = Stamp(99, 98, 11, 2**64 - 5)

    after = catalogue.apply(Batch(restamped=[(PATH, newer, 123)]))

    known = catalogue.known()[PATH]
    assert (newer, 123, "digest-1", 1) == (known.stamp, known.read_at_ns, known.digest, after.clock.tick)


def test_trouble_keeps_what_is_known_until_it_ends(catalogue: Catalogue) -> None:
    """
    An unreadable note stays answerable and is named; reading it again ends the trouble.
    """
    catalogue.apply(batch(diary(MONDAY, "one")))

    catalogue.apply(Batch(troubled={PATH: "permission denied", "Sub": "cannot be listed"}))

    assert catalogue.known()[PATH].trouble == "permission denied"
    assert catalogue.troubles() == {PATH: "permission denied", "Sub": "cannot be listed"}
    assert texts(catalogue) == ["one"]

    catalogue.apply(Batch(read=[read(diary(MONDAY, "one"))], troubled={"Sub": ""}))

    assert catalogue.troubles() == {}


def test_a_change_of_tags_alone_is_a_change(catalogue: Catalogue) -> None:
    """
    Filters answer by the note's own fields, so the clock must tell that they changed.
    """
    catalogue.apply(batch(page("tea.md", "Gyokuro.")))

    after = catalogue.apply(batch(page("tea.md", "Gyokuro.", tags=("drinks",))))

    assert (after.clock.tick, after.born, after.touched) == (2, (), ("tea.md",))


# --- since, and ids that went ---------------------------------------------------------------------


def test_since_lists_what_came_changed_and_went(catalogue: Catalogue) -> None:
    """
    Each change once, with its tick; an edited record with a block id is "changed".
    """
    kept = entry(PATH, "kept", day=MONDAY)
    catalogue.apply(
        batch(note(PATH, [kept, entry(PATH, "old", day=MONDAY, block="b"), entry(PATH, "gone", day=MONDAY)]))
    )
    start = catalogue.clock

    catalogue.apply(batch(note(PATH, [kept, entry(PATH, "new words", day=MONDAY, block="b")])))
    catalogue.apply(batch(page("p.md", "later")))

    changes = catalogue.since(start)
    assert changes is not None
    assert [(change.what, change.tick, change.path) for change in changes] == [
        ("removed", 2, PATH),
        ("changed", 2, PATH),
        ("added", 3, "p.md"),
    ]
    assert f"{PATH}#^b" == changes[1].id


def test_since_of_another_instance_says_start_over(catalogue: Catalogue) -> None:
    """
    Ticks of another instance, or ahead of this one, mean nothing here.
    """
    catalogue.apply(batch(diary(MONDAY, "one")))

    assert catalogue.since(Clock("another", 1)) is None
    assert catalogue.since(Clock(catalogue.clock.instance, 9)) is None
    assert catalogue.since(catalogue.clock) == []


def test_removals_too_old_to_be_kept_say_start_over(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Tombstones are limited; a clock from before the oldest one kept is not answered with a part.
    """
    monkeypatch.setattr(catalogue_module, "TOMBSTONES_KEPT", 10)
    start = catalogue.apply(batch(diary(MONDAY, *map(str, range(20))))).clock

    catalogue.apply(batch(diary(MONDAY, *map(str, range(10)))))
    middle = catalogue.clock
    catalogue.apply(batch(diary(MONDAY, *map(str, range(5)))))

    assert catalogue.since(start) is None
    assert len(catalogue.since(middle) or []) == 5


def after_edit(catalogue: Catalogue, before: list[str], after: list[str], which: int) -> str:
    """Text of the record that the id of ``before[which]`` names once the day reads *after*."""
    first = diary(MONDAY, *before)
    catalogue.apply(batch(first))
    catalogue.apply(batch(diary(MONDAY, *after)))
    found = catalogue.by_ids([catalogue.successor(first.records[which].id)])
    return next((record.text for _, record in found.values()), "")


def test_a_stale_id_names_the_record_in_its_place(catalogue: Catalogue) -> None:
    """
    An edited line is followed although lines were set in above it and below it.
    """
    before, after = ["a", "tea at six", "z"], ["new", "a", "tea at seven", "z", "more"]

    assert after_edit(catalogue, before, after, 1) == "tea at seven"


def test_a_stale_id_is_followed_through_several_edits(catalogue: Catalogue) -> None:
    """
    An id from three edits ago leads to the record that lives.
    """
    first = diary(MONDAY, "a", "v1", "z")
    catalogue.apply(batch(first))
    for version in ("v2", "v3", "v4"):
        catalogue.apply(batch(diary(MONDAY, "a", version, "z")))

    found = catalogue.by_ids([catalogue.successor(first.records[1].id)])
    assert [record.text for _, record in found.values()] == ["v4"]


def test_a_line_that_gets_a_block_id_is_followed_by_its_words(catalogue: Catalogue) -> None:
    """
    Adding ``^id`` to a line changes its record's id; the old id still leads to it.
    """
    first = diary(MONDAY, "a", "b")
    catalogue.apply(batch(first))

    marked = note(PATH, [entry(PATH, "a", day=MONDAY), entry(PATH, "b", day=MONDAY, block="e-1")])
    catalogue.apply(batch(marked))

    assert f"{PATH}#^e-1" == catalogue.successor(first.records[1].id)


def test_a_timed_entry_is_followed_by_its_time(catalogue: Catalogue) -> None:
    """
    An entry rewritten under the same heading and time is the same entry, wherever it now stands.
    """
    nine, ten = datetime(2026, 7, 20, 9, 0), datetime(2026, 7, 20, 10, 0)
    first = note(PATH, [entry(PATH, "a", at=nine), entry(PATH, "b", at=ten)])
    catalogue.apply(batch(first))

    catalogue.apply(batch(note(PATH, [entry(PATH, "B!", at=ten), entry(PATH, "A!", at=nine)])))

    found = catalogue.by_ids(map(catalogue.successor, [r.id for r in first.records]))
    assert {"A!", "B!"} == {record.text for _, record in found.values()}
    named = catalogue.by_ids([catalogue.successor(first.records[0].id)])
    assert [record.text for _, record in named.values()] == ["A!"]


def test_an_id_of_a_moved_note_is_found_by_its_words(catalogue: Catalogue) -> None:
    """
    Moving a note gives its records other ids; the old ones lead to the same words.
    """
    first = page("Inbox/tea.md", "Gyokuro steeps at 60 degrees.", "Sencha at 80.")
    catalogue.apply(batch(first))

    catalogue.apply(batch(page("Notes/tea.md", *[r.text for r in first.records]), gone=["Inbox/tea.md"]))

    (_, record) = catalogue.by_ids([catalogue.successor(first.records[0].id)]).popitem()[1]
    assert (record.path, record.text) == ("Notes/tea.md", "Gyokuro steeps at 60 degrees.")


def test_an_id_that_was_deleted_names_nothing(catalogue: Catalogue) -> None:
    """
    A record that was taken out, and an id nobody ever had, lead nowhere.
    """
    assert after_edit(catalogue, ["a", "b", "c"], ["a", "c"], 1) == ""
    assert catalogue.successor("0123456789abcdef") == ""


# --- Reading --------------------------------------------------------------------------------------


def test_forty_thousand_rows_are_asked_for_at_once(catalogue: Catalogue) -> None:
    """
    There is no limit on how many rows or ids a question names.
    """
    applied = catalogue.apply(batch(diary(MONDAY, "one", "two")))
    live = [row for row, _ in applied.born]

    found = catalogue.records([*range(100, 40_100), *reversed(live)])

    assert [record.text for record in found] == ["two", "one"]


def test_another_process_reads_while_this_one_writes(shelf: Shelf) -> None:
    """
    A reader sees the last commit, and never waits for or blocks the writer.
    """
    catalogue, _ = shelf.open()
    catalogue.apply(batch(diary(MONDAY, "one")))
    reader = CatalogueReader(shelf.path)

    catalogue.apply(batch(diary(MONDAY, "one", "two")))

    assert catalogue.clock == reader.clock
    assert len(reader.live_rows()) == 2
    reader.close()


def test_a_reader_cannot_write(shelf: Shelf) -> None:
    """
    The read connection refuses to change the file, whatever it is asked.
    """
    catalogue, _ = shelf.open()
    catalogue.apply(batch(diary(MONDAY, "one")))
    reader = CatalogueReader(shelf.path)

    with pytest.raises(WriteFailed, match="readonly"):
        reader.raw(("DELETE FROM records", ()))
    reader.close()


# --- Private --------------------------------------------------------------------------------------


def test_a_private_note_keeps_nothing_but_its_stamp(catalogue: Catalogue) -> None:
    """
    Of a private note the catalogue knows that it need not be read again, and no more.
    """
    secret = replace(page("diary/x.md", "the canary sings", tags=("bird",)), privacy=Privacy.PRIVATE)

    applied = catalogue.apply(batch(secret))

    stored = catalogue.note("diary/x.md")
    assert stored is not None
    assert (applied.born, stored.records, stored.tags) == ((), (), ())
    assert "diary/x.md" in catalogue.known()
    assert catalogue.names.titles() == []


def test_a_private_record_in_an_open_note_is_not_kept(catalogue: Catalogue) -> None:
    """
    The last gate before disk holds also where the reader let one slip.
    """
    mixed = page("a.md", "open", "hidden")
    records = (mixed.records[0], replace(mixed.records[1], privacy=Privacy.PRIVATE))

    applied = catalogue.apply(batch(replace(mixed, records=records)))

    assert [record.text for _, record in applied.born] == ["open"]


def test_becoming_private_owes_a_purge_until_it_is_settled(shelf: Shelf) -> None:
    """
    That other stores must purge too is remembered over a restart.
    """
    catalogue, _ = shelf.open()
    catalogue.apply(batch(page("a.md", "canary")))
    assert not catalogue.owes_purge

    catalogue.apply(batch(replace(page("a.md"), privacy=Privacy.PRIVATE)))
    catalogue, _ = shelf.open()

    assert catalogue.owes_purge
    assert catalogue.settle_purge()
    assert not catalogue.owes_purge


# --- Numbers --------------------------------------------------------------------------------------


def test_notes_are_counted_also_when_there_is_none(catalogue: Catalogue) -> None:
    """
    ``status`` shows zeros, not gaps.
    """
    empty = catalogue.find.counts()
    catalogue.apply(batch(diary(MONDAY, "a", "b"), page("p.md", "c", conflict_of="q.md", warnings=("w",))))

    assert empty == {"notes": 0, "private": 0, "conflict_copies": 0, "warnings": 0}
    assert catalogue.find.counts() == {"notes": 2, "private": 0, "conflict_copies": 1, "warnings": 1}


def test_ids_are_read_back_by_row(catalogue: Catalogue) -> None:
    """
    ``by_ids`` gives row and record of what lives, and leaves out the rest.
    """
    day = diary(MONDAY, "a")
    catalogue.apply(batch(day))

    found = catalogue.by_ids([day.records[0].id, "none"])

    ((row, record),) = found.values()
    assert ([record], Kind.ENTRY) == (catalogue.records([row]), record.kind)


def test_the_first_open_items_of_a_page_are_found_without_the_rest(catalogue: Catalogue) -> None:
    """
    What a link to a page shows; a closed card is passed over, and only wiki pages have items to show.
    """
    path = "wiki/Maya.md"
    items = [
        entry(path, "was", kind=Kind.ITEM, place=Place.WIKI, card=Card(next="[[Maya#^c]]")),
        *(entry(path, f"line {number}", kind=Kind.ITEM, place=Place.WIKI) for number in range(3)),
    ]
    catalogue.apply(batch(replace(note(path, items), place=Place.WIKI), page("other.md", "x")))

    assert ["line 0", "line 1"] == [record.text for record in catalogue.open_items(path, 2)]
    assert catalogue.open_items("other.md", 2) == catalogue.open_items("none.md", 2) == []
