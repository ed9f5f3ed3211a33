"""Phrases, shapes and near words, over generations that grow."""

from __future__ import annotations

import errno
import gc
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whoosh.filedb import filestore, structfile

from diurnal.errors import StoreDamaged
from diurnal.query.nodes import Fuzzy, Phrase, TextLeaf, Wild, Word
from diurnal.query.steps import PlacedText, chains_of, searched_texts
from diurnal.store.seal import Seal
from diurnal.store.whoosh_index import MOST_WORDS, WhooshIndex
from diurnal.store.whoosh_writing import TERMS, Generation, forget_other_generations, write_generation
from store.whoosh_world import PLAIN, RecordsByRow

RECIPE = "reader-1"


class Shelf:
    """A parent folder with its seal."""

    def __init__(self, folder: Path) -> None:
        self.parent = folder / "whoosh"
        self.seal = Seal(folder / "state" / "whoosh.seal")

    def write(self, records: RecordsByRow, *, purge: bool = False) -> Path | None:
        return write_generation(self.parent, records, RECIPE, self.seal, purge=purge)

    def open(self) -> WhooshIndex:
        index = WhooshIndex.open(self.parent, RECIPE, self.seal)
        assert index is not None
        return index

    def indexed(self, records: RecordsByRow) -> WhooshIndex:
        self.write(records)
        return self.open()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def found(index: WhooshIndex, leaf: TextLeaf) -> list[int]:
    return index.select(leaf).rows.tolist()


TEAS = (
    "green tea",
    "green **tea**",
    "green\ntea",
    "tea green",
    "Gréen, tea!",
    "greens and teas",
    "綠茶 green",
    "今天買綠茶了",
)


@pytest.mark.parametrize(
    ("leaf", "rows"),
    [
        (Phrase("green tea"), [1, 2, 3, 5]),
        (Phrase("tea green"), [4]),
        (Phrase("绿茶"), [7, 8]),
        (Phrase("天买绿茶"), [8]),
        (Phrase("茶 green"), [7]),
        (Phrase("茶绿"), []),
        (Phrase("tea"), [1, 2, 3, 4, 5]),
        (Phrase("of"), []),
        (Wild("green*"), [1, 2, 3, 4, 5, 6, 7]),
        (Wild("?eas"), [6]),
        (Wild("*ns"), [6]),
        (Wild("买*茶"), [8]),
        (Wild("今?买"), [8]),
        (Fuzzy("grean", 1), [1, 2, 3, 4, 5, 7]),
        (Fuzzy("gren", 2), [1, 2, 3, 4, 5, 6, 7]),
        (Fuzzy("绿茶", 1), [7, 8]),
        (Word("gree", unfinished=True), [1, 2, 3, 4, 5, 6, 7]),
        (Word("green te", unfinished=True), [1, 2, 3, 5]),
        (Phrase("..."), []),
        (Wild("*"), []),
    ],
)
def test_what_order_shape_and_likeness_find(shelf: Shelf, leaf: TextLeaf, rows: list[int]):
    """A56: phrases, shapes and near words; Chinese needs no spaces."""
    assert found(shelf.indexed(RecordsByRow(*TEAS)), leaf) == rows


def test_versions_and_identifiers_are_found_however_they_are_joined(shelf: Shelf):
    """Dots and hyphens neither hide a part nor let another number match."""
    index = shelf.indexed(RecordsByRow("upgraded to v1.0.21", "gpt-4 and GPT4", "DEC-0054", "1.0.2"))

    assert found(index, Phrase("1.0.21")) == [1]
    assert found(index, Phrase("gpt-4")) == [2]
    assert found(index, Wild("gpt4*")) == [2]
    assert found(index, Wild("DEC-00*")) == [3]


def test_headings_names_and_title_are_searched_and_never_run_into_the_text(shelf: Shelf):
    record = replace(
        PLAIN, text="ends in green", heading=("tea time", "rest"), names=("Maya Lin",), path="a/Kyoto trip.md"
    )
    records = RecordsByRow()
    (row,) = records.add(record)
    index = shelf.indexed(records)

    for phrase in ("tea time", "maya lin", "kyoto trip"):
        assert found(index, Phrase(phrase)) == [row]
    for phrase in ("green tea", "time rest", "rest maya"):
        assert found(index, Phrase(phrase)) == []


def test_a_generation_takes_in_what_is_new_and_lets_go_what_is_dead(shelf: Shelf):
    records = RecordsByRow("green tea", "black tea", "white tea", "red tea", "blue tea")
    first = shelf.indexed(records)
    (row,) = records.add("yellow tea")
    records.drop(2)
    second = shelf.indexed(records)

    assert found(second, Phrase("yellow tea")) == [row]
    assert 2 not in found(second, Word("tea", unfinished=True)) or first.last_row < second.last_row
    assert found(first, Phrase("yellow tea")) == []
    assert (first.covers.tick, second.covers.tick) == (1, 3)
    assert second.last_row == row


def test_a_generation_that_would_change_nothing_is_not_written(shelf: Shelf):
    records = RecordsByRow("green tea")
    assert shelf.write(records) is not None
    assert shelf.write(records) is None


def test_a_recipe_or_catalogue_of_another_time_is_not_built_upon(shelf: Shelf):
    records = RecordsByRow("green tea")
    shelf.write(records)

    assert WhooshIndex.open(shelf.parent, "reader-2", shelf.seal) is None
    assert WhooshIndex.open(shelf.parent, RECIPE, shelf.seal, "two") is None
    other = RecordsByRow("black tea", instance="two")
    index = shelf.indexed(other)
    assert found(index, Phrase("green tea")) == []
    assert found(index, Phrase("black tea")) == [1]


def test_a_purge_leaves_no_word_of_the_dead_in_any_file(shelf: Shelf):
    """Becoming private purges like `erase`."""
    records = RecordsByRow("green tea", "black tea", "white tea", "red tea", "the canaryword sang")
    shelf.write(records)
    records.drop(5)
    shelf.write(records)  # marks it as deleted only
    folder = shelf.write(records, purge=True)
    assert folder is not None
    forget_other_generations(shelf.parent, folder)

    assert found(shelf.open(), Phrase("green tea")) == [1]
    for path in shelf.parent.rglob("*"):
        assert path.is_dir() or b"canaryword" not in path.read_bytes()


def test_many_small_generations_stay_few_files(shelf: Shelf):
    records = RecordsByRow("first")
    for number in range(20):
        records.add(f"word{number} tea")
        folder = shelf.write(records)
    assert folder is not None

    assert len(list(folder.glob("*.seg"))) < 12
    assert found(shelf.open(), Phrase("tea")) == list(range(2, 22))


def test_a_word_of_many_records_keeps_all_its_places(shelf: Shelf):
    """More records than one block of a word's postings holds, and some of them gone since."""
    records = RecordsByRow(
        *(f"green tea {number}" if number % 3 else "tea, green" for number in range(1, 701))
    )
    shelf.write(records)
    records.drop(*range(1, 700, 7))
    index = shelf.indexed(records)

    rows = np.array(found(index, Phrase("green tea")))
    assert rows[np.isin(rows, records.live_rows())].tolist() == [row for row in records.records if row % 3]
    assert len(found(index, Word("green"))) == 700
    assert found(index, Phrase("green tea 500")) == [500]


# Whoosh leaves the files open that it could not write to the end.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("full", ["StructFile.write_int", "FileStorage.create_file"])
def test_a_full_disk_is_told_as_what_it_is(shelf: Shelf, monkeypatch: pytest.MonkeyPatch, full: str):
    """Whether a segment cannot be ended or, after one that is whole, none begun; the generation before stays."""
    records = RecordsByRow("green tea")
    first = shelf.write(records)
    assert first is not None
    records.add(*TEAS)
    monkeypatch.setattr("diurnal.store.whoosh_gathering.MOST_OCCURRENCES", 5)
    monkeypatch.setattr("diurnal.store.whoosh_writing._READ_AT_ONCE", 2)
    owner = structfile.StructFile if full.startswith("Struct") else filestore.FileStorage
    write = getattr(owner, full.split(".")[1])

    def until_full(*args: object, **named: object) -> object:
        is_next = str(args[1]).endswith(".trm") and len(list(shelf.parent.glob("000002/*.seg"))) > 1
        if owner is structfile.StructFile or is_next:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(*args, **named)

    with monkeypatch.context() as patch:
        patch.setattr(owner, write.__name__, until_full)
        with pytest.raises(OSError, match="No space"):
            shelf.write(records)
    gc.collect()

    assert shelf.open().folder == first
    assert found(shelf.indexed(records), Phrase("green tea")) == [1, 2, 3, 4, 6]


def test_records_without_a_word_are_taken_in(shelf: Shelf):
    index = shelf.indexed(RecordsByRow(replace(PLAIN, text="...", path="!.md")))

    assert index.last_row == 1
    assert found(index, Phrase("tea")) == found(index, Fuzzy("teas", 2)) == []


def test_a_segment_ends_where_it_holds_many_words(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    """So that writing a large vault takes no more memory than a small one; each finds as one would."""
    monkeypatch.setattr("diurnal.store.whoosh_gathering.MOST_OCCURRENCES", 5)
    monkeypatch.setattr("diurnal.store.whoosh_writing._READ_AT_ONCE", 2)
    records = RecordsByRow(*TEAS)
    folder = shelf.write(records)
    assert folder is not None

    assert len(list(folder.glob("*.seg"))) == 4
    assert found(shelf.open(), Phrase("green tea")) == [1, 2, 3, 5]
    assert found(shelf.open(), Fuzzy("绿茶", 1)) == [7, 8]


def test_a_generation_still_open_answers_after_its_files_are_gone(shelf: Shelf):
    records = RecordsByRow("green tea")
    index = shelf.indexed(records)
    records.add("more")
    folder = shelf.write(records)
    forget_other_generations(shelf.parent, folder)

    assert found(index, Phrase("green tea")) == [1]


# Whoosh leaves a file open when what it reads there is no index.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", ["seg", "toc", TERMS, "json"])
@pytest.mark.parametrize("keep", [0.0, 0.5, 0.9])
def test_a_damaged_file_under_a_valid_seal_is_named_and_rebuilt(shelf: Shelf, name: str, keep: float):
    records = RecordsByRow(*TEAS)
    folder = shelf.write(records)
    assert folder is not None
    (path,) = (path for path in folder.iterdir() if path.name.endswith(name))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])
    shelf.seal.close_over(folder)

    rows: list[int] = []
    with suppress(StoreDamaged):
        index = WhooshIndex.open(shelf.parent, RECIPE, shelf.seal)
        rows = found(index, Phrase("green tea")) if index else []
    gc.collect()

    # What can still be read is no wrong answer: at most words are missing.
    assert set(rows) <= {1, 2, 3, 5}


def test_damage_is_said_with_its_folder(shelf: Shelf):
    folder = shelf.write(RecordsByRow("green tea"))
    assert folder is not None
    (folder / TERMS).write_bytes(b"\xff")
    shelf.seal.close_over(folder)

    with pytest.raises(StoreDamaged, match=f"{folder} is damaged"):
        shelf.open()


def test_a_shape_of_too_many_words_says_that_it_was_cut(shelf: Shelf):
    words = [f"a{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(MOST_WORDS + 10)]
    index = shelf.indexed(RecordsByRow(*words[:676]))

    selected = index.select(Wild("a*"))

    assert selected.cut
    assert len(selected.words) == MOST_WORDS
    assert index.select(Wild("aa*")).words == tuple(f"aa{chr(97 + i)}" for i in range(26))


def test_spelling_offers_near_words_of_live_records(shelf: Shelf):
    records = RecordsByRow("postgres here", "postgres there", "posters", "postgras", "a")
    index = shelf.indexed(records)

    assert index.suggest("postgrs", records.live_rows()) == ["postgres", "posters", "postgras"]
    assert index.suggest("postgrs", np.array([3], np.int64)) == ["posters"]
    assert index.suggest("pos", records.live_rows()) == []
    assert index.suggest("买菜", records.live_rows()) == []


def test_what_a_generation_says_of_itself_is_read_back(shelf: Shelf):
    folder = shelf.write(RecordsByRow("green tea"))
    assert folder is not None

    said = Generation.read(folder)

    assert (said.clock.tick, said.last_row, said.records) == (1, 1, 1)


PIECES = st.sampled_from(
    ["green", "tea", "teas", "v1", "gpt4", "買", "菜", "綠茶", "。", ",", "\n", "**", "é", "x"]
)
TEXTS = st.lists(
    st.lists(PIECES, max_size=6).map(" ".join) | st.lists(PIECES, max_size=6).map("".join),
    min_size=1,
    max_size=6,
)
LEAVES = st.one_of(
    st.builds(Phrase, st.lists(PIECES, min_size=1, max_size=3).map(" ".join)),
    st.builds(
        Wild,
        st.lists(PIECES | st.sampled_from(["*", "?", "t*", "*a", "g?een"]), min_size=1, max_size=3).map(
            "".join
        ),
    ),
    st.builds(Fuzzy, st.sampled_from(["gren", "teas", "tae", "買菜"]), st.integers(1, 2)),
    st.builds(Word, PIECES, st.just(True)),
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS, TEXTS, st.lists(LEAVES, min_size=1, max_size=8))
def test_the_index_finds_what_reading_every_record_finds(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str], leaves: list[TextLeaf]
):
    """Two generations, something dead between them, compared with a test of each text."""
    shelf, records = Shelf(tmp_path_factory.mktemp("shelf")), RecordsByRow(*before)
    shelf.write(records)
    records.drop(1)
    records.add(*after)
    index = shelf.indexed(records)

    for leaf in leaves:
        expected = [
            row
            for row, record in records.records.items()
            if PlacedText.of(searched_texts(record)).holds(chains_of(leaf))
        ]
        alive = np.isin(index.select(leaf).rows, records.live_rows())
        assert index.select(leaf).rows[alive].tolist() == expected, leaf
