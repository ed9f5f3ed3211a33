"""A wiki page is read as items: one statement a list item, cards where there are dates or an id."""

from __future__ import annotations

from datetime import date

import pytest

from diurnal.model.record import Card, Kind, Place


@pytest.fixture
def items(read):
    """The records of the wiki page about Maya."""
    return lambda text, **layout: read("wiki/people/Maya.md", text, **layout).records


def test_a_card_shows_its_sentence_and_keeps_its_fields(items) -> None:
    """C1: every card has date, source, pointer to the card that replaced it."""
    open_card, closed = items(
        "- Maya lives in Paris. (since:: 2026-03-02) (src:: [[2026-03-02#^e-k3f9|src]]) ^c-7q2d\n"
        "- Maya lives in London. (since:: 2025-01) (until:: 2026-03) (next:: [[Maya#^c-7q2d|now]]) ^c-1x8m\n"
    )

    assert (open_card.text, open_card.id) == ("Maya lives in Paris.", "wiki/people/Maya.md#^c-7q2d")
    assert open_card.card == Card(since=date(2026, 3, 2), category="people", src=("2026-03-02#^e-k3f9",))
    assert not open_card.card.is_closed
    assert closed.card == Card(
        since=date(2025, 1, 1), until=date(2026, 3, 31), category="people", next="Maya#^c-7q2d"
    )
    assert closed.card.is_closed
    assert {record.recorded for record in (open_card, closed)} == {None}


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("(importance:: 9)", Card(category="people", importance=9)),
        ("(importance:: 99)", Card(category="people", importance=10)),
        ("(importance:: high)", Card(category="people")),
        ("[category:: health]", Card(category="health")),
        ("(always:: true)", Card(category="people", always=True)),
        ("(always:: no)", Card(category="people")),
        ("(owner:: bo)", Card(category="people", owner="bo")),
        ("(expires:: 2027-01-31)", Card(category="people", expires=date(2027, 1, 31))),
        ("(event:: 2020-02-29)", Card(category="people", event=date(2020, 2, 29))),
        ("(since:: soon)", Card(category="people")),
        ("(until:: 2026-02-30)", Card(category="people")),
        ("[since:: [[2026-03-02]]]", Card(category="people", since=date(2026, 3, 2))),
        ("(Since :: 2026-03-02)", Card(category="people", since=date(2026, 3, 2))),
        ("(src:: s18241:t1, [[a#^b]] )", Card(category="people", src=("a#^b",))),
        ("(src:: s18241:t1, s2)", Card(category="people", src=("s18241:t1", "s2"))),
    ],
)
def test_fields_are_read_in_either_bracket_and_bad_values_leave_the_card_open(
    field: str, expected: Card, items
) -> None:
    """I15: a bad stored date fails open."""
    (record,) = items(f"- Allergic to walnuts {field}")

    assert (record.text, record.card) == ("Allergic to walnuts", expected)


def test_fields_may_stand_on_lines_of_their_own(items) -> None:
    for text in (
        "- plays the cello\n  since:: 2019-05-01\n  importance:: 3\n",
        "- plays the cello\n  - since:: 2019-05-01\n  - importance:: 3\n",
    ):
        (record,) = items(text)

        assert record.text == "plays the cello"
        assert record.card == Card(since=date(2019, 5, 1), importance=3, category="people")


def test_other_fields_read_as_dataview_shows_them(items) -> None:
    (record,) = items("- Maya (mood:: calm) [height:: 171 cm]")

    assert (record.text, record.card) == ("Maya calm height: 171 cm", None)


def test_an_event_of_a_card_is_a_day_in_the_world(items) -> None:
    (record,) = items("- Born in Oslo (event:: 1991-04-12)")

    assert [(event.window.start.date(), event.grain) for event in record.events if event.window.start] == [
        (date(1991, 4, 12), "day")
    ]


def test_plain_bullets_are_items_without_dates(items) -> None:
    found = items("- likes plums\n- [ ] owes me a book\n1. third\n")

    assert [(record.kind, record.text, record.card, record.is_plan) for record in found] == [
        (Kind.ITEM, "likes plums", None, False),
        (Kind.ITEM, "owes me a book", None, True),
        (Kind.ITEM, "third", None, False),
    ]


def test_a_nested_item_stands_beneath_its_parent(items) -> None:
    found = items("## Work\n- Family:\n  - Bo sails\n    - on the lake\n- Acme\n  - second desk ^d\n")

    assert [(record.text, record.heading, record.block) for record in found] == [
        ("Bo sails", ("Work", "Family"), ""),
        ("on the lake", ("Work", "Family", "Bo sails"), ""),
        ("Acme", ("Work",), ""),
        ("second desk", ("Work", "Acme"), "d"),
    ]


def test_what_hangs_on_a_card_belongs_to_it(items) -> None:
    first, second = items(
        "- Maya lives in Paris. ^c1\n  - near the canal\n  - by the bridge (since:: 2026-05-01) ^c2\n"
    )

    assert (first.text, first.lines) == ("Maya lives in Paris.\nnear the canal", (1, 2))
    assert (second.text, second.block) == ("by the bridge", "c2")


def test_prose_on_a_wiki_page_is_a_passage_and_never_dated_by_its_making(items) -> None:
    """A32: state is not recalled by time."""
    found = items("---\ncreated: 2026-01-01\n---\nMet at the choir.\n\n- sings alto\n\nLater prose.\n")

    assert [(record.kind, record.text, record.recorded) for record in found] == [
        (Kind.PASSAGE, "Met at the choir.", None),
        (Kind.ITEM, "sings alto", None),
        (Kind.PASSAGE, "Later prose.", None),
    ]
    assert {record.place for record in found} == {Place.WIKI}
