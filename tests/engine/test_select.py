"""What a search selects, with the index of word order up to date, behind, and absent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pytest

from diurnal.engine import select as select_module
from diurnal.engine.select import CUT, INCOMPLETE, READ_SOME, newest_first
from diurnal.errors import StoreDamaged
from diurnal.model.record import Card, Kind, Note, Place, Task
from diurnal.query.nodes import TextLeaf
from engine.select_world import World
from store.samples import diary, entry, note, page

JULY = date(2026, 7, 21)


def vault() -> list[Note]:
    """A small vault with something for every operator."""
    return [
        note(
            "Daily/2026-07-21.md",
            [
                entry("Daily/2026-07-21.md", "Bought green **tea** with Maya", at=datetime(2026, 7, 21, 9), hall="events", tags=("Work/Home",)),
                entry("Daily/2026-07-21.md", "今天去買菜和水果", at=datetime(2026, 7, 21, 18), by="claude"),
                entry("Daily/2026-07-21.md", "Call the dentist", day=JULY, task=Task.OPEN, is_plan=True),
                entry("Daily/2026-07-21.md", "Pay the dentist", day=JULY, task=Task.DONE, hall="facts"),
            ],
            tags=("diary",),
            properties={"status": ("Done",), "pages": ("300",), "mood": (), "aliases": ("A good Day",)},
        ),
        note(
            "Notes/garden.md",
            [
                entry("Notes/garden.md", "A garden\ntools of the garden\n\ncat", kind=Kind.PASSAGE, place=Place.OTHER, heading=("Dogs",)),
                entry("Notes/garden.md", "The dog sleeps", kind=Kind.PASSAGE, place=Place.OTHER, heading=("Dogs",)),
                entry("Notes/garden.md", "green\ntea, `well-known` gpt-4 v1.0.21", kind=Kind.PASSAGE, place=Place.OTHER, heading=("Drinks",)),
                entry("Notes/garden.md", "tea green", kind=Kind.PASSAGE, place=Place.OTHER, heading=("Drinks",)),
            ],
            properties={"status": ("Open", "Waiting for Maya"), "pages": ("12",), "due": ("2026-08-01",)},
        ),
        note(
            "wiki/Maya.md",
            [entry("wiki/Maya.md", "Lives in Paris", kind=Kind.ITEM, place=Place.WIKI, card=Card(owner="Maya"), names=("Maya Lin",))],
        ),
        page("Other/Daily habits.md", "PostgreSQL at 2026.4.10", "Naïve café", "слово λέξη शब्द คำ", "Happy cat", "happy CAT 🎉"),
    ]  # fmt: skip


TEA, BUY, CALL, PAY = (
    "Bought green **tea** with Maya",
    "今天去買菜和水果",
    "Call the dentist",
    "Pay the dentist",
)
GARDEN, DOG, DRINK, REVERSED = (
    "A garden\ntools of the garden\n\ncat",
    "The dog sleeps",
    "green\ntea, `well-known` gpt-4 v1.0.21",
    "tea green",
)
PARIS, POSTGRES, CAFE, SCRIPTS, CAT, LOUD = (
    "Lives in Paris",
    "PostgreSQL at 2026.4.10",
    "Naïve café",
    "слово λέξη शब्द คำ",
    "Happy cat",
    "happy CAT 🎉",
)
EVERYTHING = [TEA, BUY, CALL, PAY, GARDEN, DOG, DRINK, REVERSED, PARIS, POSTGRES, CAFE, SCRIPTS, CAT, LOUD]

ASKED: list[tuple[str, list[str]]] = [
    # Words
    ("買菜 ", [BUY]),
    ("水果 買菜", [BUY]),
    ("去買菜和", [BUY]),
    ("菜", [BUY]),
    ("买菜", [BUY]),
    ("слово", [SCRIPTS]),
    ("λέξη", [SCRIPTS]),
    ("शब्द", [SCRIPTS]),
    ("คำ", [SCRIPTS]),
    ("🎉", [LOUD]),
    ("2026.4.10", [POSTGRES]),
    ("postgresql ", [POSTGRES]),
    ("1.0.21 ", [DRINK]),
    ("gpt-4 ", [DRINK]),
    ("GPT4 ", [DRINK]),
    ("well-known ", [DRINK]),
    ("cafe naive ", [CAFE]),
    ("gard", [GARDEN, DOG, DRINK, REVERSED]),  # the note is called garden
    ("garden tool", [GARDEN]),
    ("garden tools ", [GARDEN]),
    ("tea -milk -garden", [TEA]),
    ("tea - milk", []),
    ("-", []),
    ("green tea ", [TEA, DRINK, REVERSED]),
    ("zzz OR paris", [PARIS]),
    ("(cat OR dog) -happy", [GARDEN, DOG]),
    ("july tuesday ", [TEA, BUY, CALL, PAY]),  # the day is written out
    # Order and shape
    ('"green tea"', [TEA, DRINK]),
    ('"tea green"', [REVERSED]),
    ('"1.0.21"', [DRINK]),
    ('"今天去買菜"', [BUY]),
    ('"maya lin"', [PARIS]),
    ("pos*", [POSTGRES]),
    ("*sql", [POSTGRES]),
    ("na?ve", [CAFE]),
    ("postgrsql~", [POSTGRES]),
    ("hapy~ -🎉", [CAT]),
    # Where
    ("path:Daily", [TEA, BUY, CALL, PAY]),  # the folder, not "Daily habits"
    ("path:habits", [POSTGRES, CAFE, SCRIPTS, CAT, LOUD]),
    ('path:"daily/2026-07"', [TEA, BUY, CALL, PAY]),
    ("path:Not*garden", [GARDEN, DOG, DRINK, REVERSED]),
    ("file:maya", [PARIS]),
    ("file:(maya OR garden.md) -path:Notes", [PARIS]),
    ("tag:work", [TEA]),
    ("tag:WORK/home", [TEA]),
    ("#diary -#work", [BUY, CALL, PAY]),
    ("tag:wor*", [TEA]),
    ("[status:done]", [TEA, BUY, CALL, PAY]),
    ("[Status]", [TEA, BUY, CALL, PAY, GARDEN, DOG, DRINK, REVERSED]),
    ("[status:maya]", [GARDEN, DOG, DRINK, REVERSED]),
    ("[status:(done OR open)] dentist", [CALL, PAY]),
    ("[aliases:day]", [TEA, BUY, CALL, PAY]),
    ("[pages:<20]", [GARDEN, DOG, DRINK, REVERSED]),
    ("[pages:>20]", [TEA, BUY, CALL, PAY]),
    ("[due:>2026-07-31]", [GARDEN, DOG, DRINK, REVERSED]),
    ("[due:>2026-08-01]", []),
    ("[mood:null]", [TEA, BUY, CALL, PAY]),
    ("[absent]", []),
    ("line:(garden tools)", [GARDEN]),
    ("line:(garden cat)", []),
    ("line:(garden -tools)", [GARDEN]),
    ("line:(tools -garden)", []),
    ("line:(garden tag:work)", []),
    ("line:(-tag:work tools)", [GARDEN]),
    ("block:(tools garden)", [GARDEN]),
    ("block:(tools cat)", []),
    ("section:(dog cat)", [GARDEN, DOG]),  # the heading says dogs
    ("section:(tools sleeps)", [GARDEN, DOG]),
    ("section:(sleeps green)", []),
    ("section:(green -dog)", [TEA, DRINK, REVERSED]),
    ("path:Notes section:(-dog)", [DRINK, REVERSED]),
    ("task:", [CALL, PAY]),
    ("task-todo:dentist", [CALL]),
    ("task-done:dentist", [PAY]),
    ("match-case:CAT", [LOUD]),
    ('match-case:"Happy cat"', [CAT]),
    ("match-case:(Happy OR CAT)", [CAT, LOUD]),
    ("ignore-case:CAT path:Other", [CAT, LOUD]),
    # Diary
    ("kind:item", [PARIS]),
    ("place:diary hall:facts", [PAY]),
    ("by:Claude", [BUY]),
    ("by:me kind:entry", [TEA, CALL, PAY]),
    ("owner:maya", [PARIS]),
    ("day:2026-07-21", [TEA, BUY, CALL, PAY]),
    ("since:2026-07-22", []),
    ("until:2026-07-21 tea", [TEA]),
    ("-until:2026 tea", [DRINK, REVERSED]),
]


@pytest.fixture(params=["up to date", "behind", "absent"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    """The vault in real stores; the index of word order covers all of it, half of it, or is not there."""
    world = World(tmp_path)
    notes = vault()
    world.take(*notes[:2])
    if request.param == "behind":
        world.write_order()
    world.take(*notes[2:])
    if request.param == "up to date":
        world.write_order()
    yield world
    world.close()


def test_every_operator_selects_what_it_says(world: World):
    """Section 5 of the bug list, and the table of docs/query-language.md."""
    wrong = {text: found for text, expected in ASKED if (found := world.found(text)) != sorted(expected)}

    assert wrong == {}
    assert all(not world.select(text).degraded for text, _ in ASKED)


def test_everything_not_excluded_is_selected(world: World):
    assert world.found("-zzz") == sorted(EVERYTHING)


def test_a_dead_record_is_never_selected_though_the_index_knows_it(world: World):
    world.take(gone=["Notes/garden.md"])

    assert world.found('"green tea"') == [TEA]
    assert world.found("gard*") == []


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.close()


def test_a_weak_match_inside_a_folder_survives_strong_ones_outside(plain: World):
    """Peers' faults 113: Filters apply before any best-of."""
    plain.take(
        *(page(f"G/full {number}.md", "tea tea tea tea") for number in range(200)),
        page("F/one.md", "much about coffee and then one tea"),
    )

    assert plain.found("path:F tea") == ["much about coffee and then one tea"]


def test_a_filter_may_admit_forty_thousand_records(plain: World):
    """Peers' faults 116: No limit on how many ids a filter names."""
    plain.take(page("Big/a.md", *(f"word{number}" for number in range(40_000))))

    assert int(plain.select("path:Big").mask.sum()) == 40_000
    assert plain.found("path:Big word39999 ") == ["word39999"]


def test_filters_alone_list_by_time_newest_first(plain: World):
    """Peers' faults 106.

    With nothing to rank by, what is undated comes last and what is untimed after the timed of its day.
    """
    day = "Daily/2026-07-20.md"
    plain.take(
        note(
            day,
            [
                entry(day, "morning", at=datetime(2026, 7, 20, 8)),
                entry(day, "some time", day=date(2026, 7, 20)),
                entry(day, "evening", at=datetime(2026, 7, 20, 20)),
            ],
        ),
        diary(date(2026, 7, 22), "later", path="Daily/2026-07-22.md"),
        page("Daily/undated.md", "no day"),
    )
    selection = plain.select("path:Daily")
    columns = plain.columns

    positions = newest_first(selection.mask, columns.day, columns.start, columns.ordinal)

    texts = [record.text for record in plain.catalogue.records(columns.rows[positions].tolist())]
    assert texts == ["later", "evening", "morning", "some time", "no day"]


def test_without_the_index_many_records_are_answered_from_known_words_and_said_to_be(
    plain: World, monkeypatch: pytest.MonkeyPatch
):
    """Rule 6: a missing part degrades and says so."""
    monkeypatch.setattr(select_module, "MOST_READ", 2)
    plain.take(page("a.md", "green tea", "tea green", "gardens", "postgresql here", *map(str, range(20))))

    for text, expected in [
        ('"green tea"', ["green tea"]),
        ("gard*", ["gardens"]),
        ("postgrsql~", ["postgresql here"]),
    ]:
        assert plain.found(text) == expected
        assert plain.select(text).degraded == (INCOMPLETE,)
    assert plain.select("tea ").degraded == ()


def test_a_line_in_too_many_records_is_looked_for_in_the_newest(
    plain: World, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(select_module, "MOST_READ", 2)
    plain.take(page("a.md", "tea 1", "tea 2", "tea 3"))

    assert plain.found("line:tea") == ["tea 2", "tea 3"]
    assert READ_SOME in plain.select("line:tea").warnings


def test_an_index_that_fails_is_replaced_by_reading_and_reported(plain: World):
    class Damaged:
        last_row = 10**9

        def select(self, leaf: TextLeaf):
            raise StoreDamaged("The Whoosh index is damaged.")

    plain.take(page("a.md", "green tea", "tea green"))
    plain.order = Damaged()  # type: ignore[assignment]

    selection = plain.select('"green tea"')
    plain.order = None

    assert selection.broken
    assert int(selection.mask.sum()) == 1
    assert any("damaged" in sentence for sentence in selection.degraded)


def test_a_shape_of_too_many_words_warns(plain: World):
    plain.take(page("a.md", " ".join(f"a{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(600))))
    plain.write_order()

    assert plain.select("a*").warnings == (CUT,)


def test_words_a_shape_stood_for_are_told_for_marking(plain: World):
    plain.take(page("a.md", "garden gardens gate"))
    plain.write_order()

    assert plain.select("gard*").words == ("garden", "gardens")
    assert plain.select("gard").words == ("garden", "gardens")
    assert plain.select("garden").words == ()


def test_an_empty_search_selects_nothing(plain: World):
    plain.take(page("a.md", "tea"))

    assert not np.any(plain.select("").mask)
    assert not np.any(plain.select("((").mask)
