"""Filters and names: what each admits, with Obsidian's rules of comparison."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from diurnal.model.record import Card, Kind, Link, Place, Privacy
from diurnal.ports import Rows
from diurnal.store.catalogue import Catalogue
from store.samples import batch, diary, entry, note, page

MONDAY = date(2026, 7, 20)


def texts(catalogue: Catalogue, rows: Rows) -> list[str]:
    return [record.text for record in catalogue.records(rows.tolist())]


@pytest.fixture
def filled(catalogue: Catalogue) -> Catalogue:
    path = "Work/Atlas 50%.md"
    catalogue.apply(
        batch(
            note(
                path,
                [
                    entry(path, "plain", kind=Kind.PASSAGE, place=Place.OTHER),
                    entry(path, "tagged", kind=Kind.PASSAGE, place=Place.OTHER, tags=("work/Home",)),
                ],
                tags=("Project",),
                properties={"Status": ("Done", "Émile"), "path": ("x",), "empty": ()},
                aliases=("The Atlas", "圖集"),
            ),
            page("a_b.md", "underscore"),
            page("a-b.md", "hyphen"),
            page("Workshop/x.md", "elsewhere"),
            diary(MONDAY, "day one"),
        )
    )
    return catalogue


@pytest.mark.parametrize("tag", ["work", "#Work", "WORK/home", "work/"])
def test_a_tag_covers_those_beneath_it(filled: Catalogue, tag: str) -> None:
    """
    ``tag:work`` finds #work/Home, whatever the case.
    """
    assert texts(filled, filled.find.with_tag(tag)) == ["tagged"]


def test_a_tag_does_not_cover_longer_names(filled: Catalogue) -> None:
    """
    ``tag:wor`` and ``tag:work/home/x`` are other tags.
    """
    assert [filled.find.with_tag(tag).tolist() for tag in ("wor", "work/home/x", "")] == [[], [], []]


def test_a_tag_of_the_note_is_inherited(filled: Catalogue) -> None:
    """
    Filters speak of records, and a record has what its note has.
    """
    assert texts(filled, filled.find.with_tag("project")) == ["plain", "tagged"]


def test_a_tag_of_one_record_is_not_its_neighbours(filled: Catalogue) -> None:
    """
    The note lists the tags of all its records; a lunch does not make the day's other entries food.
    """
    path = "day.md"
    records = [
        entry(path, "leek", kind=Kind.PASSAGE, place=Place.OTHER, tags=("food",)),
        entry(path, "call", kind=Kind.PASSAGE, place=Place.OTHER),
    ]
    filled.apply(batch(note(path, records, tags=("food", "spring"))))

    assert texts(filled, filled.find.with_tag("food")) == ["leek"]
    assert texts(filled, filled.find.with_tag("spring")) == ["leek", "call"]


def test_one_note_and_one_day_are_listed_in_order(filled: Catalogue) -> None:
    """
    Rows of a note in its order, of a day over its notes.
    """
    assert texts(filled, filled.find.in_note("Work/Atlas 50%.md")) == ["plain", "tagged"]
    assert texts(filled, filled.find.of_day(MONDAY)) == ["day one"]
    assert filled.find.dates() == {MONDAY: 1}


def test_cards_that_end_of_themselves_are_listed_with_the_day(catalogue: Catalogue) -> None:
    """
    Only cards with an end of their own; one with no other field at all is no trouble.
    """
    path = "wiki/Maya.md"
    cards = [Card(expires=MONDAY, category="c"), Card(importance=3), Card(until=MONDAY)]
    catalogue.apply(
        batch(
            note(path, [entry(path, f"{n}", kind=Kind.ITEM, card=card) for n, card in enumerate(cards)]),
            diary(MONDAY, "no card"),
        )
    )

    rows, days = catalogue.find.expiring()

    assert (texts(catalogue, rows), days.tolist()) == (["0"], [MONDAY.toordinal()])


def test_the_tail_is_the_latest_by_recorded_time(catalogue: Catalogue) -> None:
    """
    Written order in the file does not matter, recorded time does; the night comes last in its day.
    """
    path = f"diary/{MONDAY}.md"

    def at(hour: int) -> datetime:
        return datetime(2026, 7, 20, hour)

    catalogue.apply(
        batch(
            note(
                path,
                [
                    entry(path, "eleven", at=at(11)),
                    entry(path, "nine", at=at(9)),
                    entry(path, "some time", day=MONDAY),
                    entry(path, "night", at=at(0), is_night=True),
                ],
            ),
            diary(MONDAY - timedelta(days=1), "sunday"),
            page("p.md", "undated"),
        )
    )

    assert texts(catalogue, catalogue.find.tail(4)) == ["some time", "nine", "eleven", "night"]
    assert len(catalogue.find.tail(99)) == 5
    assert catalogue.find.tail(0).tolist() == []


def test_warnings_are_kept_by_note(catalogue: Catalogue) -> None:
    """
    ``doctor`` lists what the reader said of each note.
    """
    catalogue.apply(batch(page("a.md", "x", warnings=("line 1: odd", "line 4: odd")), page("b.md", "y")))

    assert catalogue.find.warnings() == {"a.md": ["line 1: odd", "line 4: odd"]}


# --- Names and links ------------------------------------------------------------------------------


def test_links_are_found_from_both_ends(catalogue: Catalogue) -> None:
    """
    A link in a record, in a property and in a card's field; the resolver decides where each leads.
    """
    item = "wiki/Maya.md"
    catalogue.apply(
        batch(
            note("x/Tea.md", [entry("x/Tea.md", "Gyokuro", kind=Kind.PASSAGE)], aliases=("Cha",)),
            note(
                item,
                [
                    entry(
                        item,
                        "likes tea",
                        kind=Kind.ITEM,
                        links=(Link("tea", "Brewing", "her tea", line=1), Link("", "Here", line=1)),
                        card=Card(src=("[[2026-07-20#^e-1|src]]",), next="Maya#^c-2"),
                    )
                ],
                links=(Link("x/Tea", line=2),),
            ),
            page("Other.md", "no link"),
        )
    )

    def resolve(target: str, source: str) -> str | None:
        return "x/Tea.md" if target.lower().endswith("tea") else None

    out = catalogue.names.links_out(item)
    back = catalogue.names.links_back("x/Tea.md", resolve)

    assert [(link.role, link.link.target, link.link.anchor) for link in out] == [
        ("text", "x/Tea", ""),
        ("text", "tea", "Brewing"),
        ("text", "", "Here"),
        ("src", "2026-07-20", "^e-1"),
        ("next", "Maya", "^c-2"),
    ]
    assert [(link.source, link.row is None, link.link.alias) for link in back] == [
        (item, True, ""),
        (item, False, "her tea"),
    ]
    assert catalogue.names.links_back("Other.md", resolve) == []


def test_a_note_has_its_title_and_its_aliases(catalogue: Catalogue) -> None:
    """
    Every note is called by its file's name, and by what its frontmatter adds.
    """
    path = f"diary/{MONDAY}.md"
    catalogue.apply(batch(note(path, []), page("Zoe.md", "z", aliases=("Z",))))

    assert {(n.name, n.role, n.path) for n in catalogue.names.titles()} == {
        (str(MONDAY), "title", path),
        ("Zoe", "title", "Zoe.md"),
        ("Z", "alias", "Zoe.md"),
    }
    assert [("Zoe.md", "Z")] == catalogue.names.aliases()


def test_private_notes_have_no_name(catalogue: Catalogue) -> None:
    """
    A private note is in no name list, but links are still resolved against its path.
    """
    catalogue.apply(batch(note("Secret.md", [], privacy=Privacy.PRIVATE, aliases=("hidden",), tags=("t",))))

    assert catalogue.names.titles() == []
    assert catalogue.names.aliases() == []
    assert catalogue.names.tags() == {}
    assert catalogue.names.paths() == ["Secret.md"]


def test_tags_are_counted_by_their_key(catalogue: Catalogue) -> None:
    """
    #Work and #work are one tag.
    """
    catalogue.apply(batch(page("a.md", "x", tags=("Work",)), page("b.md", "y", tags=("work", "旅行"))))

    assert catalogue.names.tags() == {"Work": 2, "旅行": 1}
