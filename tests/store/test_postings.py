"""Postings: incremental equals rebuilt, views do not change, lost files come back."""

from __future__ import annotations

import tempfile
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diurnal.model.record import Note
from diurnal.store import postings as postings_module
from diurnal.store.aligned_words import AlignedWords
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.postings import MOST_SEGMENTS, Postings
from diurnal.store.segment import FIELDS
from store.conftest import Shelf
from store.samples import RECIPE, batch, diary, entry, note, page
from store.words import everything, open_postings, split

MONDAY = date(2026, 7, 20)

words = st.sampled_from(["tea", "postgres", "買菜", "水果", "a", "b2", "Maya", "éclair", "🚀"])
sentences = st.lists(words, max_size=6).map(" ".join)
paths = st.sampled_from(["a.md", "b.md", "c/d.md"])


@st.composite
def notes(draw: st.DrawFn) -> Note:
    """A dated or undated note of a few records under headings."""
    path = draw(paths)
    day = draw(st.none() | st.sampled_from([MONDAY, MONDAY + timedelta(days=1)]))
    lines = draw(st.lists(st.tuples(sentences, st.lists(words, max_size=2)), max_size=4))
    return note(path, [entry(path, text, day=day, heading=tuple(heading)) for text, heading in lines])


# Each step: notes written or edited, notes deleted, one moved, and whether upkeep is due.
steps = st.lists(
    st.tuples(
        st.lists(notes(), max_size=3), st.lists(paths, max_size=1), st.sampled_from(["", "step", "reopen"])
    ),
    max_size=8,
)


@settings(max_examples=60)
@given(steps)
def test_incremental_equals_rebuilt(history: list[tuple[list[Note], list[str], str]]) -> None:
    """
    Whatever was written, edited, deleted or moved, every lookup, length, df and column is that of a fresh build.
    """
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings_module, "TAIL_ROWS", 3)
        patch.setattr(postings_module, "MOST_SEGMENTS", 2)
        folder = Path(name)
        catalogue, _ = Catalogue.open(folder / "catalog.db", recipe=RECIPE)
        postings, _ = open_postings(folder / "live", catalogue)
        columns = Columns.build(catalogue)
        for written, gone, upkeep in history:
            latest = {item.path: item for item in written}
            applied = catalogue.apply(batch(*latest.values(), gone=[p for p in gone if p not in latest]))
            postings.apply(applied)
            columns = columns.after(applied, catalogue)
            if upkeep == "step":
                while postings.step():
                    pass
            elif upkeep == "reopen":
                postings.close()
                postings, remark = open_postings(folder / "live", catalogue)
                assert remark == ""

        fresh, _ = open_postings(folder / "fresh", catalogue)

        assert everything(fresh.view()) == everything(postings.view())
        assert_same_columns(Columns.build(catalogue), columns)
        catalogue.close()


def assert_same_columns(fresh: Columns, columns: Columns) -> None:
    for name in ("rows", "ordinal", "day", "start", "end", "kind", "flags", "heading", "text_hash"):
        assert np.array_equal(getattr(fresh, name), getattr(columns, name)), name
    for name in ("event_counts", "event_start", "event_end", "note_group", "heading_group"):
        assert np.array_equal(getattr(fresh, name), getattr(columns, name)), name
    assert [fresh.words[number] for number in fresh.hall] == [
        columns.words[number] for number in columns.hall
    ]
    assert [fresh.path_of(at) for at in range(len(fresh))] == [
        columns.path_of(at) for at in range(len(columns))
    ]


@pytest.fixture
def postings(shelf: Shelf, catalogue: Catalogue) -> Postings:
    return open_postings(shelf.folder / "postings", catalogue)[0]


def test_a_view_does_not_change_when_records_come_and_go(catalogue: Catalogue, postings: Postings) -> None:
    """
    A question that began before a save goes on seeing what it began with.
    """
    postings.apply(catalogue.apply(batch(diary(MONDAY, "green tea", "black tea"))))
    view = postings.view()
    before = everything(view)

    postings.apply(catalogue.apply(batch(diary(MONDAY, "green tea", "tea and more tea"))))
    postings.purge()
    postings.apply(catalogue.apply(batch(gone=[f"diary/{MONDAY}.md"])))

    assert everything(view) == before
    assert len(postings.view()) == 0


def test_df_and_lengths_count_living_rows_only(catalogue: Catalogue, postings: Postings) -> None:
    """
    A removed record weighs nothing, not even in how common a word is.
    """
    postings.apply(catalogue.apply(batch(diary(MONDAY, "tea tea at six", "tea", "milk"))))
    postings.flush()
    postings.apply(catalogue.apply(batch(diary(MONDAY, "tea tea at six", "milk"))))

    view = postings.view()

    assert (view.df("tea", "text"), len(view)) == (1, 2)
    assert view.lookup("tea", "text")[1].tolist() == [2.0]
    assert view.lengths("text").tolist() == [4.0, 1.0]
    assert view.df("tea", "heading") == 0


def test_a_term_that_does_not_count_adds_no_length(catalogue: Catalogue, postings: Postings) -> None:
    """
    Terms indexed only to be found (single characters) do not make a text longer, in memory or on disk.
    """
    postings.apply(catalogue.apply(batch(diary(MONDAY, "x y tea"))))
    in_memory = postings.view().lengths("text").tolist()

    postings.flush()

    assert in_memory == postings.view().lengths("text").tolist() == [1.0]
    assert postings.view().df("x", "text") == 1


def test_prefixes_list_living_terms_of_a_field(catalogue: Catalogue, postings: Postings) -> None:
    """
    Prefix expansion sees words of segments and of the newest records, none that died, none of other fields.
    """
    postings.apply(catalogue.apply(batch(diary(MONDAY, "garden gardener", "garlic"))))
    postings.flush()
    path = f"diary/{MONDAY}.md"
    postings.apply(
        catalogue.apply(
            batch(
                note(
                    path,
                    [
                        entry(path, "garden gardener", day=MONDAY),
                        entry(path, "gard", day=MONDAY, heading=("gargoyle",)),
                    ],
                )
            )
        )
    )

    assert list(postings.view().terms("gar", "text")) == ["gard", "garden", "gardener"]
    assert list(postings.view().terms("gar", "heading")) == ["gargoyle"]


def test_many_saves_leave_few_segments(
    catalogue: Catalogue, postings: Postings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Upkeep keeps the number of segments at the limit, and merging loses nothing.
    """
    monkeypatch.setattr(postings_module, "TAIL_ROWS", 2)
    for number in range(60):
        day = MONDAY + timedelta(days=number)
        postings.apply(catalogue.apply(batch(diary(day, f"tea number{number}", "milk"))))
        postings.step()
    while postings.step():
        pass

    view = postings.view()

    assert len(view.parts) <= MOST_SEGMENTS
    assert (view.df("tea", "text"), view.df("number42", "text"), len(view)) == (60, 1, 120)


def test_records_that_come_and_go_between_two_upkeeps_leave_nothing(
    catalogue: Catalogue, postings: Postings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A tail in which nothing lives any more is dropped, not written.
    """
    monkeypatch.setattr(postings_module, "TAIL_ROWS", 2)
    postings.apply(catalogue.apply(batch(diary(MONDAY, "one", "two"))))
    postings.apply(catalogue.apply(batch(gone=[f"diary/{MONDAY}.md"])))

    while postings.step():
        pass

    assert (len(postings.view()), list(postings.folder.glob("*.seg"))) == (0, [])


def test_a_segment_with_a_quarter_dead_is_rewritten(catalogue: Catalogue, postings: Postings) -> None:
    """
    Dead rows do not pile up in a segment that nothing else would merge.
    """
    postings.apply(catalogue.apply(batch(diary(MONDAY, *map(str, range(100, 140))))))
    postings.flush()
    postings.apply(catalogue.apply(batch(diary(MONDAY, *map(str, range(100, 128))))))

    assert postings.step() == "merged 1 segments"

    assert [part.alive for part in postings.view().parts] == [None]
    assert postings.step() == ""


def test_a_merge_that_a_full_disk_refuses_loses_no_record(
    catalogue: Catalogue, postings: Postings, monkeypatch: pytest.MonkeyPatch
) -> None:
    postings.apply(catalogue.apply(batch(diary(MONDAY, *map(str, range(100, 140))))))
    postings.flush()
    postings.apply(catalogue.apply(batch(diary(MONDAY, *map(str, range(100, 128))))))

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(postings_module, "write_atomically", refuse)
        with pytest.raises(OSError, match="No space left"):
            postings.step()
        postings.apply(catalogue.apply(batch(diary(MONDAY + timedelta(days=1), "newer"))))
        assert len(postings.view()) == 29

    assert postings.step() == "merged 1 segments"
    assert len(postings.view()) == 29


# --- What can happen to the files -----------------------------------------------------------------


@pytest.fixture
def filled(shelf: Shelf) -> Path:
    """A folder of postings with three segments, closed; and its catalogue, closed."""
    catalogue, _ = shelf.open()
    folder = shelf.folder / "postings"
    postings, _ = open_postings(folder, catalogue)
    for week in range(3):
        day = MONDAY + timedelta(weeks=week)
        postings.apply(
            catalogue.apply(batch(diary(day, "green tea", f"week {week}"), page(f"p{week}.md", "x y")))
        )
        postings.flush()
    postings.close()
    shelf.close()
    return folder


def segments(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.seg"))


def reopened(shelf: Shelf, folder: Path) -> str:
    """What opening says; fails unless every answer is that of a fresh index, now and at the next start."""
    catalogue, _ = shelf.open()
    postings, remark = open_postings(folder, catalogue)
    fresh, _ = open_postings(shelf.folder / "fresh", catalogue)
    assert everything(fresh.view()) == everything(postings.view())
    postings.close()
    again, silent = open_postings(folder, catalogue)
    assert silent == ""
    assert everything(fresh.view()) == everything(again.view())
    return remark


def test_an_undamaged_index_opens_without_a_word(shelf: Shelf, filled: Path) -> None:
    """
    Nothing happened, nothing is said and nothing is read again.
    """
    assert reopened(shelf, filled) == ""


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_deleted_segment_is_read_again(shelf: Shelf, filled: Path, which: int) -> None:
    """
    Deleting one derived file costs only what it held.
    """
    segments(filled)[which].unlink()

    assert reopened(shelf, filled) == (
        "The postings had 1 of 3 segments missing or damaged; 3 records were read again."
    )


@pytest.mark.parametrize("keep", [0, 1, 17, 200, -1])
def test_a_truncated_segment_is_read_again(shelf: Shelf, filled: Path, keep: int) -> None:
    """
    A file cut anywhere, also by one byte, is told by its checksum.
    """
    path = segments(filled)[1]
    path.write_bytes(path.read_bytes()[:keep])

    assert "1 of 3 segments missing or damaged" in reopened(shelf, filled)


def test_a_flipped_bit_is_found(shelf: Shelf, filled: Path) -> None:
    """
    A changed byte in the middle of a segment does not become a wrong answer.
    """
    path = segments(filled)[0]
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)

    assert "1 of 3 segments missing or damaged" in reopened(shelf, filled)


def test_a_sound_segment_under_anothers_name_is_found(shelf: Shelf, filled: Path) -> None:
    """
    Swapping two sound files is damage too: the manifest knows which checksum belongs to which name.
    """
    first, second, _ = segments(filled)
    first.write_bytes(second.read_bytes())

    assert "1 of 3 segments missing or damaged" in reopened(shelf, filled)


@pytest.mark.parametrize("content", [None, b"", b"{", b'{"recipe": 1}', b"[]"])
def test_a_lost_or_broken_manifest_rebuilds(shelf: Shelf, filled: Path, content: bytes | None) -> None:
    """
    Without its manifest nothing of the folder is trusted.
    """
    manifest = filled / "manifest.json"
    if content is None:
        manifest.unlink()
    else:
        manifest.write_bytes(content)

    remark = reopened(shelf, filled)

    assert remark.startswith("The postings were missing" if content is None else "The postings had a damaged")
    assert "9 records were read again" in remark


def test_an_older_copy_of_the_folder_catches_up(shelf: Shelf, filled: Path, tmp_path: Path) -> None:
    """
    Postings restored from a backup replay what the catalogue has since seen, without a rebuild.
    """
    older = {path.name: path.read_bytes() for path in filled.iterdir()}
    catalogue, _ = shelf.open()
    postings, _ = open_postings(filled, catalogue)
    postings.apply(catalogue.apply(batch(diary(MONDAY, "green tea", "week changed"))))
    postings.purge()
    postings.close()
    for path in filled.iterdir():
        path.unlink()
    for name, data in older.items():
        (filled / name).write_bytes(data)

    assert reopened(shelf, filled) == ""


def test_postings_ahead_of_an_older_catalogue_are_rebuilt(shelf: Shelf, filled: Path) -> None:
    """
    With an older catalogue in place and no witness, rows may mean other records: everything is read again.
    """
    older = shelf.path.read_bytes()
    catalogue, _ = shelf.open()
    postings, _ = open_postings(filled, catalogue)
    postings.apply(catalogue.apply(batch(diary(MONDAY, "other words"))))
    postings.close()
    shelf.close()
    shelf.path.write_bytes(older)
    shelf.witness.unlink()

    assert reopened(shelf, filled).startswith("The postings were ahead of the catalogue (4 of 3)")


def test_postings_of_another_catalogue_are_rebuilt(shelf: Shelf, filled: Path) -> None:
    """
    A rebuilt catalogue is another instance; its rows mean other records.
    """
    shelf.path.unlink()
    catalogue, _ = shelf.open()
    catalogue.apply(batch(diary(MONDAY, "only this")))

    assert reopened(shelf, filled).startswith("The postings belonged to another catalogue")


def test_another_tokenizer_rebuilds(shelf: Shelf, filled: Path) -> None:
    """
    The recipe decides: tokens of another tokenizer are never looked up with this one.
    """
    catalogue, _ = shelf.open()

    _, remark = open_postings(filled, catalogue, recipe="words-2")

    assert remark == "The postings were made by another tokenizer; 9 records were read again."


def test_litter_of_a_crash_is_swept(shelf: Shelf, filled: Path) -> None:
    """
    Files that no manifest names (a merge cut short, a temporary file) go at the next start.
    """
    (filled / "dead-7.seg").write_bytes(segments(filled)[0].read_bytes())
    (filled / ".dead-8.seg.ab12.tmp").write_bytes(b"half")

    assert reopened(shelf, filled) == ""

    assert not list(filled.glob("*dead*"))


def test_a_large_first_reading_is_cut_into_segments(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A rebuild tokenizes a bounded number of records at once and still leaves few segments.
    """
    monkeypatch.setattr(postings_module, "CHUNK_ROWS", 50)
    monkeypatch.setattr(postings_module, "TAIL_ROWS", 10)
    catalogue, _ = shelf.open()
    catalogue.apply(batch(*[diary(MONDAY + timedelta(days=n), *map(str, range(20))) for n in range(50)]))

    postings, _ = open_postings(shelf.folder / "postings", catalogue)

    assert (len(postings.view()), postings.view().df("7", "text")) == (1000, 50)
    assert len(postings.view().parts) <= MOST_SEGMENTS + 1
    assert len(FIELDS) == len(split(entry("a.md", "x")))


def test_words_aligned_with_the_columns_are_those_of_the_view(
    catalogue: Catalogue, postings: Postings
) -> None:
    """
    What the ranker looks up by position is what the view has by row, in segments and in the newest records.
    """
    postings.apply(catalogue.apply(batch(diary(MONDAY, "green tea", "tea tea"), page("p.md", "undated tea"))))
    postings.flush()
    postings.apply(catalogue.apply(batch(diary(MONDAY - timedelta(days=1), "tea before"))))
    postings.apply(catalogue.apply(batch(diary(MONDAY, "green tea", "milk"))))
    view, columns = postings.view(), Columns.build(catalogue)

    words = AlignedWords(view, columns)

    for term, field in (("tea", "text"), ("milk", "text"), (str(MONDAY), "day"), ("none", "text")):
        positions, counts = words.lookup(term, field)
        rows, often = view.lookup(term, field)
        assert sorted(zip(columns.rows[positions].tolist(), counts.tolist(), strict=True)) == sorted(
            zip(rows.tolist(), often.tolist(), strict=True)
        )
        assert words.df(term, field) == len(rows)
    assert view.lengths_of(columns.rows, "text").tolist() == [2, 2, 1, 2]
    assert list(words.terms("gr", "text")) == ["green"]
