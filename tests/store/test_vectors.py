"""The vector cache: files of many machines, whatever a crash or a sync left of them."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from diurnal.engine.meaning import Embedding, EmbeddingQueue
from diurnal.errors import DimensionMismatch, EmbedderFailed
from diurnal.model.record import hash_of_text
from diurnal.store import vectors as vectors_module
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.vector_index import VectorIndex
from diurnal.store.vectors import VectorStore
from store.conftest import Shelf
from store.samples import batch, diary, page

DIM = 70
MONDAY = date(2026, 7, 20)


def store(
    folder: Path, machine: str = "box", *, model: str = "m1", dim: int = DIM, recipe: str = "r"
) -> VectorStore:
    return VectorStore.open(folder, machine, model=model, dim=dim, recipe=recipe)


def vector(text: str, dim: int = DIM) -> NDArray[np.float32]:
    """A vector of length 1 that only *text* has."""
    seed = int(hash_of_text(text)[:8], 16)
    made = np.random.default_rng(seed).standard_normal(dim)
    return (made / np.linalg.norm(made)).astype(np.float32)


def fill(store: VectorStore, *texts: str) -> list[str]:
    hashes = [hash_of_text(text) for text in texts]
    store.add(hashes, np.array([vector(text, store.header.dim) for text in texts]))
    return hashes


def holds(store: VectorStore, text: str) -> bool:
    found = store.get(hash_of_text(text))
    return found is not None and bool(np.allclose(found, vector(text, store.header.dim), atol=1e-6))


class Numbered:
    """An embedder whose every text has a vector of its own."""

    model, dim, floor, ceiling = "m1", DIM, 0.2, 0.8

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([vector(text) for text in texts])

    def embed_question(self, text: str) -> NDArray[np.float32]:
        return vector(text)


# --- Several processes ----------------------------------------------------------------------------


def test_what_one_process_removes_meanwhile_puts_no_vector_under_another_text(tmp_path: Path) -> None:
    """
    The daemon purges while its low-priority process adds: each row keeps the key of its own text.
    """
    adding, purging = store(tmp_path), store(tmp_path)
    kept = fill(adding, "tea", "river", "kettle")[:1]

    assert purging.collect(kept) == 2
    fill(adding, "garden", "pump")

    purging.refresh()
    for seen in (adding, purging, store(tmp_path)):
        assert len(seen) == 3
        assert all(holds(seen, text) for text in ("tea", "garden", "pump"))


def test_a_part_begun_anew_under_its_old_name_is_read_anew(tmp_path: Path) -> None:
    """
    All vectors went and as many others came: same name, same sizes, often the same inode.
    """
    seen, writing = store(tmp_path), store(tmp_path)
    fill(writing, "tea", "river")
    seen.refresh()
    before = seen.table

    writing.collect([])
    fill(writing, "pump", "kettle")
    seen.refresh()

    assert holds(seen, "pump")
    assert not holds(seen, "tea")
    assert not seen.table.extends(before)


def test_two_writers_at_once_keep_every_vector_with_its_text(tmp_path: Path) -> None:
    """
    Whatever two processes do at the same moment, none cuts off or overwrites a row of the other.
    """
    mine = [[f"{name} {number}" for number in range(60)] for name in ("tea", "river")]

    def write(texts: list[str]) -> None:
        own = store(tmp_path)
        for at, text in enumerate(texts):
            fill(own, text)
            if at % 10 == 9:
                own.collect([hash_of_text(text) for texts in mine for text in texts])

    threads = [threading.Thread(target=write, args=(texts,)) for texts in mine]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    found = store(tmp_path)
    assert (len(found), found.faults) == (120, ())
    assert all(holds(found, text) for texts in mine for text in texts)


def test_a_text_that_went_while_it_was_embedded_gets_no_vector(tmp_path: Path) -> None:
    """
    Its note became private between the reading of the text and the writing of the vector.
    """
    told = iter([["tea", "secret"], ["tea", ""]])
    made = store(tmp_path)
    embedding = Embedding(Numbered())
    hashes = [hash_of_text(text) for text in ("tea", "secret")]

    assert EmbeddingQueue(embedding, made, lambda _: next(told)).embed_all(hashes, lambda: 0.0) == 1

    assert holds(made, "tea")
    assert made.missing(hashes) == hashes[1:]


# --- Keeping --------------------------------------------------------------------------------------


def test_vectors_are_still_there_after_a_restart(tmp_path: Path) -> None:
    """
    Peers' faults 123: Embed, stop, start: nothing is missing, and the count comes from storage (A38).
    """
    hashes = fill(store(tmp_path), "tea", "milk", "買菜")

    again = store(tmp_path)

    assert (len(again), again.missing(hashes), again.faults) == (3, [], ())
    assert all(holds(again, text) for text in ("tea", "milk", "買菜"))
    header = json.loads((tmp_path / "box-1.keys.jsonl").read_text().splitlines()[0])
    assert header == {"vectors_file": 1, "model": "m1", "dim": DIM, "recipe": "r"}
    assert np.load(tmp_path / "box-1.npy").shape == (3, DIM)


def test_a_text_is_kept_once(tmp_path: Path) -> None:
    """
    Equal texts share a row, within one call and between calls (A40).
    """
    made = store(tmp_path)
    hashes = fill(made, "tea", "tea", "milk")

    assert made.add(hashes, np.ones((3, DIM))).kept == 0
    assert len(made) == 2
    assert holds(made, "tea")


def test_vectors_are_brought_to_length_one_and_bad_ones_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """
    Peers' faults 127.

    Length 3.7 is normalised; zero, NaN and infinite vectors are refused, logged, and not asked for again.
    """
    made = store(tmp_path)
    good, zero, nan, infinite = (hash_of_text(word) for word in ("good", "zero", "nan", "infinite"))
    rows = np.vstack([3.7 * vector("good"), np.zeros(DIM), np.full(DIM, np.nan), np.full(DIM, np.inf)])

    with caplog.at_level(logging.WARNING):
        added = made.add([good, zero, nan, infinite], rows)

    assert (added.kept, set(added.refused)) == (1, {zero, nan, infinite})
    assert holds(made, "good")
    assert made.missing([good, zero, nan, infinite]) == []
    assert "3 zero or non-finite" in caplog.text
    assert store(tmp_path).missing([good, zero]) == [zero]


def test_rows_that_do_not_fit_are_errors(tmp_path: Path) -> None:
    """
    Another width, or another number of rows than texts, is the embedder's fault and named so.
    """
    made = store(tmp_path)

    with pytest.raises(DimensionMismatch, match="gave 12 numbers a text"):
        made.add([hash_of_text("tea")], np.ones((1, 12)))
    with pytest.raises(EmbedderFailed, match="for 1 texts"):
        made.add([hash_of_text("tea")], np.ones((2, DIM)))
    assert len(made) == 0


def test_many_vectors_are_saved_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Peers' faults 128: A part is filled before the next begins, and none grows beyond its limit.
    """
    monkeypatch.setattr(vectors_module, "PART_ROWS", 7)
    made = store(tmp_path)
    texts = [f"text {number}" for number in range(20)]
    fill(made, *texts[:5])
    fill(made, *texts[5:])

    again = store(tmp_path)

    assert [len(part) for part in again.table.parts] == [7, 7, 6]
    assert all(holds(again, text) for text in texts)


# --- Other machines, other models -----------------------------------------------------------------


def test_two_machines_share_what_each_embedded(tmp_path: Path) -> None:
    """
    Peers' faults 37: What one machine embedded the other does not embed again, and each writes its own files.
    """
    one, two = store(tmp_path, "one"), store(tmp_path, "two")
    first = fill(one, "tea", "milk")

    assert two.refresh()

    assert two.missing([*first, hash_of_text("rice")]) == [hash_of_text("rice")]
    fill(two, "rice")
    assert sorted(path.name for path in tmp_path.glob("*.npy")) == ["one-1.npy", "two-1.npy"]
    assert one.refresh()
    assert holds(one, "rice")
    assert not one.refresh()


def test_machines_whose_names_begin_alike_keep_to_their_own(tmp_path: Path) -> None:
    """
    "box" and "box-2" are two machines.
    """
    fill(store(tmp_path, "box-2"), "tea")
    made = store(tmp_path, "box")
    fill(made, "milk")

    assert made.collect([]) == 1

    assert sorted(path.name for path in tmp_path.glob("*.npy")) == ["box-2-1.npy"]


@pytest.mark.parametrize(
    ("changed", "word"),
    [({"model": "m2"}, "m1 (70)"), ({"dim": 12}, "m1 (70)"), ({"recipe": "r2"}, "recipe 'r'")],
)
def test_vectors_of_another_embedder_are_not_used_and_named(
    tmp_path: Path, changed: dict[str, str | int], word: str
) -> None:
    """
    Another model, width or recipe: a warning with the command, no vectors, no file touched, nothing re-embedded
    unasked (A38, A39, rule 6).
    """
    fill(store(tmp_path), "tea")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    other = store(tmp_path, **changed)  # type: ignore[arg-type]

    assert (len(other), other.needs_reembed) == (0, True)
    (fault,) = other.faults
    assert word in fault
    assert fault.endswith("Run `diurnal reembed`.")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_legacy_header_without_a_model_is_a_mismatch(tmp_path: Path) -> None:
    """
    An old file that does not say who made it is tolerated and not used (A39).
    """
    fill(store(tmp_path), "tea")
    keys = tmp_path / "box-1.keys.jsonl"
    lines = keys.read_text().splitlines(keepends=True)
    keys.write_text("".join(['{"vectors_file": 1, "dim": 70}\n', *lines[1:]]))

    again = store(tmp_path)

    assert (len(again), again.needs_reembed) == (0, True)
    assert "made by an unnamed model (70)" in again.faults[0]


def test_a_reembedding_can_be_interrupted_and_ends_by_dropping_the_old(tmp_path: Path) -> None:
    """
    Old and new files stand side by side until the end; what was done before an interruption counts (A40).
    """
    fill(store(tmp_path), "tea", "milk")
    interrupted = store(tmp_path, model="m2")
    fill(interrupted, "tea")

    resumed = store(tmp_path, model="m2")
    assert resumed.needs_reembed
    assert resumed.missing([hash_of_text("tea"), hash_of_text("milk")]) == [hash_of_text("milk")]
    fill(resumed, "milk")
    assert resumed.drop_foreign() == 1

    assert (len(resumed), resumed.needs_reembed, resumed.faults) == (2, False, ())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["box-2.keys.jsonl", "box-2.npy"]


def test_another_machines_model_does_not_stop_this_one(tmp_path: Path) -> None:
    """
    A phone with another embedder leaves its files; this machine's own vectors are used, and its files named.
    """
    fill(store(tmp_path, "phone", model="small", dim=12), "tea")
    fill(store(tmp_path, "box"), "milk")

    box = store(tmp_path, "box")

    assert (len(box), box.needs_reembed, len(box.faults)) == (1, False, 1)
    assert box.drop_foreign() == 0
    assert (tmp_path / "phone-1.npy").exists()


# --- What a crash or a sync leaves ----------------------------------------------------------------


@settings(max_examples=40)
@given(st.data())
def test_a_torn_file_is_a_whole_beginning(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """
    Cut either file anywhere: every row that is used is right, and after embedding what is missing all are there.
    """
    folder = tmp_path_factory.mktemp("torn")
    texts = [f"text {number}" for number in range(6)]
    hashes = fill(store(folder, dim=4), *texts)
    path = folder / data.draw(st.sampled_from(["box-1.npy", "box-1.keys.jsonl"]))
    content = path.read_bytes()
    path.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])

    torn = store(folder, dim=4)

    missing = torn.missing(hashes)
    assert missing
    assert all(holds(torn, text) for text in texts if hash_of_text(text) not in missing)
    fill(torn, *[text for text in texts if hash_of_text(text) in missing])
    again = store(folder, dim=4)
    assert all(holds(again, text) for text in texts)
    assert again.faults == ()


def test_zeros_where_a_sync_has_not_finished_count_as_absent(tmp_path: Path) -> None:
    """
    A sparse half of a file is no vector; it is said, and used once it has come.
    """
    fill(store(tmp_path, "other"), "tea", "milk", "rice")
    path = tmp_path / "other-1.npy"
    whole = path.read_bytes()
    path.write_bytes(whole[: -4 * DIM] + bytes(4 * DIM))
    box = store(tmp_path, "box")

    assert box.missing(map(hash_of_text, ["tea", "milk", "rice"])) == [hash_of_text("rice")]
    assert "1 rows that are no vectors" in box.faults[0]

    path.unlink()
    path.write_bytes(whole)
    assert box.refresh()
    assert (holds(box, "rice"), box.faults) == (True, ())


@pytest.mark.parametrize("name", ["box-1.npy", "box-1.keys.jsonl"])
@pytest.mark.parametrize("content", [b"", b"garbage\n" * 99, b'{"vectors_file": 1}\n', b"[1]\n"])
def test_a_file_that_is_something_else_is_named_and_made_again(
    tmp_path: Path, name: str, content: bytes
) -> None:
    """
    Broken files of this machine are replaced by the next vectors it makes.
    """
    hashes = fill(store(tmp_path), "tea", "milk")
    (tmp_path / name).write_bytes(content)

    broken = store(tmp_path)

    assert broken.missing(hashes) == hashes
    if not broken.needs_reembed:
        fill(broken, "tea", "milk")
        assert (store(tmp_path).faults, holds(store(tmp_path), "tea")) == ((), True)


@pytest.mark.parametrize("name", ["box-1.npy", "box-1.keys.jsonl"])
def test_a_lost_half_costs_only_its_rows(tmp_path: Path, name: str) -> None:
    """
    Keys without rows, or rows without keys, are absent rows.
    """
    hashes = fill(store(tmp_path), "tea")
    (tmp_path / name).unlink()

    alone = store(tmp_path)

    assert alone.missing(hashes) == hashes
    fill(alone, "tea")
    assert (holds(store(tmp_path), "tea"), store(tmp_path).faults) == (True, ())


# --- Letting go -----------------------------------------------------------------------------------


def test_orphans_are_collected(tmp_path: Path) -> None:
    """
    What no record says any more goes from the files of this machine, and only from those.
    """
    fill(store(tmp_path, "other"), "old elsewhere")
    made = store(tmp_path)
    fill(made, "tea", "old", "milk")

    assert made.collect([hash_of_text("tea"), hash_of_text("milk")]) == 1

    again = store(tmp_path)
    assert [holds(again, text) for text in ("tea", "milk", "old", "old elsewhere")] == [
        True,
        True,
        False,
        True,
    ]
    own = b"".join(path.read_bytes() for path in tmp_path.glob("box-*"))
    assert hash_of_text("old").encode() not in own
    assert vector("old").tobytes() not in own
    assert made.collect([hash_of_text("tea"), hash_of_text("milk")]) == 0


def test_a_table_that_was_read_outlives_a_collection(tmp_path: Path) -> None:
    """
    A question goes on with the files it began with.
    """
    made = store(tmp_path)
    hashes = fill(made, "tea", "milk")
    table = made.table

    made.collect(hashes[:1])

    assert np.allclose(table.parts[0].vectors[1], vector("milk"))


# --- Searching ------------------------------------------------------------------------------------


@pytest.fixture
def searched(shelf: Shelf) -> tuple[Catalogue, VectorStore, Columns]:
    """Three days of four entries and a page; one entry has no vector."""
    catalogue, _ = shelf.open()
    notes = [
        diary(MONDAY + timedelta(days=day), *[f"day {day} entry {number}" for number in range(4)])
        for day in range(3)
    ]
    catalogue.apply(batch(*notes, page("p.md", "a page", "day 0 entry 0")))
    made = store(shelf.folder / "vectors")
    columns = Columns.build(catalogue)
    texts = [record.text for record in catalogue.records(columns.rows.tolist())]
    fill(made, *[text for text in texts if text != "day 1 entry 2"])
    return catalogue, made, columns


def exact(catalogue: Catalogue, columns: Columns, query: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cosines one by one, 0 for the entry without a vector."""
    records = catalogue.records(columns.rows.tolist())
    return np.array(
        [0 if record.text == "day 1 entry 2" else vector(record.text) @ query for record in records],
        np.float32,
    )


def test_similarity_stands_where_the_record_stands(
    searched: tuple[Catalogue, VectorStore, Columns],
) -> None:
    """
    One cosine a record, equal texts alike, 0 where there is no vector.
    """
    catalogue, made, columns = searched
    index = VectorIndex(made.table, DIM, columns)
    query = vector("day 2 entry 1")

    found = index.similarity(query)

    assert np.allclose(found, exact(catalogue, columns, query), atol=1e-6)
    assert (len(index), len(columns)) == (13, 14)
    assert np.allclose(index.similarity_at(query, np.array([6, 9])), found[[6, 9]])
    with pytest.raises(DimensionMismatch):
        index.similarity(query[:5])


def test_what_a_gate_keeps_out_is_not_compared(
    searched: tuple[Catalogue, VectorStore, Columns],
) -> None:
    """
    Of a short span the cosines are those of the whole, to the last bit; nothing is known of the others.
    """
    _, made, columns = searched
    index = VectorIndex(made.table, DIM, columns)
    query = vector("day 2 entry 1")
    whole = index.similarity(query)

    found = index.similarity(query, slice(4, 9))

    assert np.array_equal(found[4:9], whole[4:9])
    assert found[4:9].any()
    assert not found[:4].any()
    assert not found[9:].any()
    assert np.array_equal(index.similarity(query, slice(0, 14)), whole)


def test_more_rows_than_are_picked_out_at_a_time_are_all_compared(
    searched: tuple[Catalogue, VectorStore, Columns], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A span of several helpings is put together without a gap.
    """
    _, made, columns = searched
    index = VectorIndex(made.table, DIM, columns)
    query = vector("day 0 entry 3")
    whole = index.similarity(query)
    monkeypatch.setattr("diurnal.store.vector_index._AT_A_TIME", 2)

    assert np.array_equal(index.similarity_at(query, np.arange(14)), whole)


def test_the_prefilter_is_exact_at_the_top_and_never_above_it(
    searched: tuple[Catalogue, VectorStore, Columns],
) -> None:
    """
    The best by sign bits have their true cosine; no estimate outranks them.
    """
    catalogue, made, columns = searched
    index = VectorIndex(made.table, DIM, columns)
    query = vector("day 2 entry 1")
    true = exact(catalogue, columns, query)

    found = index.similarity(query, exact=3)

    best = np.argsort(-found, kind="stable")[:3]
    assert np.allclose(found[best], true[best], atol=1e-6)
    assert best[0] == int(np.argmax(true))
    assert found[6] == 0


def test_an_index_made_after_a_save_equals_a_new_one(
    searched: tuple[Catalogue, VectorStore, Columns],
) -> None:
    """
    What the index before knew is taken over without a difference, also where lines changed places.
    """
    catalogue, made, columns = searched
    before = VectorIndex(made.table, DIM, columns)
    query = vector("day 0 entry 3")
    applied = catalogue.apply(
        batch(
            diary(MONDAY, "day 0 entry 3", "day 0 entry 0", "brand new", "day 0 entry 1"),
            gone=[f"diary/{MONDAY + timedelta(days=1)}.md"],
        )
    )
    now = columns.after(applied, catalogue)

    after = VectorIndex(made.table, DIM, now, before)
    fresh = VectorIndex(made.table, DIM, now)

    assert np.array_equal(after.rows, fresh.rows)
    assert np.array_equal(after.similarity(query), fresh.similarity(query))


def test_an_index_made_after_vectors_came_equals_a_new_one(
    searched: tuple[Catalogue, VectorStore, Columns],
) -> None:
    """
    Rows that came at the end, in a new part, or between from another machine are all found.
    """
    _, made, columns = searched
    index = VectorIndex(made.table, DIM, columns)
    assert len(index) == 13

    fill(made, "unrelated")
    index = VectorIndex(made.table, DIM, columns, index)
    assert np.array_equal(index.rows, VectorIndex(made.table, DIM, columns).rows)

    fill(store(made.folder, "another"), "day 1 entry 2", "a page")
    assert made.refresh()
    index = VectorIndex(made.table, DIM, columns, index)
    assert np.array_equal(index.rows, VectorIndex(made.table, DIM, columns).rows)
    assert len(index) == len(columns)


def test_the_first_records_after_none_find_the_vectors_that_were_kept(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    """
    A catalogue that is made anew begins empty beside vectors that lie there already.
    """
    made = store(tmp_path / "v")
    fill(made, "tea", "coffee")
    nothing = Columns.build(catalogue)
    before = VectorIndex(made.table, DIM, nothing)
    now = nothing.after(catalogue.apply(batch(page("p.md", "coffee", "tea"))), catalogue)

    after = VectorIndex(made.table, DIM, now, before)

    assert after.has_vector.all()
    assert np.array_equal(after.rows, VectorIndex(made.table, DIM, now).rows)
    assert (2,) == after.similarity(vector("tea")).shape


def test_an_index_over_nothing_answers_nothing(tmp_path: Path, catalogue: Catalogue) -> None:
    """
    Without vectors, or without records, similarity is zeros or empty (B22, A42).
    """
    empty = store(tmp_path / "v")
    columns = Columns.build(catalogue)
    index = VectorIndex(empty.table, DIM, columns)
    assert index.similarity(vector("x")).shape == (0,)

    catalogue.apply(batch(page("p.md", "x")))
    index = VectorIndex(empty.table, DIM, Columns.build(catalogue))
    assert index.similarity(vector("x")).tolist() == [0.0]
    assert not index.has_vector.any()
