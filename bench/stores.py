"""How fast the stores build, answer, take a save and open again; beside SQLite FTS5 in the same run.

    python bench/stores.py              20,000 entries
    python bench/stores.py --large      200,000 entries as well
    python bench/stores.py --entries N

Entries are made up: 40 words each, drawn by Zipf's law from 30,000, ten a day. Times are
CPU milliseconds of this process, medians where something is repeated; sizes are of the files.
"""

from __future__ import annotations

import argparse
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

import numpy as np

from diurnal.model.record import Kind, Note, Place, Record, collapsed, hash_of_text, record_id
from diurnal.model.stamp import Stamp
from diurnal.model.time import TimeWindow
from diurnal.ports import Batch, Read
from diurnal.store.aligned_words import AlignedWords
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.postings import Postings
from diurnal.store.segment import build
from diurnal.store.vector_file import hex_of
from diurnal.store.vector_index import VectorIndex
from diurnal.store.vectors import VectorStore

T = TypeVar("T")

FIELDS = ("text", "heading", "names", "day")
NOTES_A_BATCH = 200
DIM = 512


def words_of(record: Record) -> tuple[list[str], list[str], list[str], list[str]]:
    """A tokenizer that costs little, so that the stores are what is measured."""
    return record.text.split(), [], [], [record.day.isoformat()] if record.day else []


def make_days(entries: int, seed: int = 1) -> tuple[list[Note], list[str]]:
    """Diary notes with *entries* entries in all, and the vocabulary, most common word first."""
    chance = random.Random(seed)
    letters = "etaoinshrdlucmfwyp"
    words = list(
        dict.fromkeys("".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(40_000))
    )
    words = words[:30_000]
    weights = [1 / (rank + 5) for rank in range(len(words))]
    notes = []
    for number in range(entries // 10):
        day = date(1990, 1, 1) + timedelta(days=number)
        notes.append(note_of(day, [" ".join(chance.choices(words, weights, k=40)) for _ in range(10)]))
    return notes, words


def note_of(day: date, texts: list[str]) -> Note:
    path = f"diary/{day}.md"
    records = tuple(
        Record(
            id=record_id(path, Kind.ENTRY, collapsed(text), 0),
            kind=Kind.ENTRY,
            place=Place.DIARY,
            path=path,
            lines=(at + 1, at + 1),
            ordinal=at,
            text=text,
            day=day,
            recorded=TimeWindow.of_day(day),
            text_hash=hash_of_text(text),
        )
        for at, text in enumerate(texts)
    )
    return Note(path=path, place=Place.DIARY, title=str(day), records=records)


def batch_of(notes: list[Note]) -> Batch:
    return Batch(read=[Read(note, Stamp(1, 1, 1, 1), 2, "digest") for note in notes])


def milliseconds(do: Callable[[], T]) -> tuple[float, T]:
    """CPU time of one call, and what it gave."""
    start = time.process_time()
    result = do()
    return 1000 * (time.process_time() - start), result


def median_ms(do: Callable[[int], object], times: int) -> float:
    """Median of *times* calls, each given its number."""
    taken = []
    for number in range(times):
        start = time.perf_counter()
        do(number)
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def say(what: str, value: float, unit: str = "ms", other: str = "") -> None:
    print(f"  {what:<58}{value:>10.2f} {unit:<4}{other}")


def questions(words: list[str], kind: str) -> Iterator[list[str]]:
    """Three words a question: "ordinary" ones of middling frequency, or "common" ones."""
    chance = random.Random(7)
    pool = words[200:4_000] if kind == "ordinary" else words[:20]
    while True:
        yield chance.sample(pool, 3)


def score(words: AlignedWords, asked: list[str], size: int) -> int:
    """BM25 over all fields as a ranker does it; the best position."""
    total = np.zeros(size, np.float32)
    for term in asked:
        for field in FIELDS:
            positions, counts = words.lookup(term, field)
            if len(positions):
                total[positions] += counts / (counts + 1.2)
    best = np.argpartition(-total, 10)[:10]
    return int(best[0])


def run(entries: int, folder: Path) -> None:
    notes, words = make_days(entries)
    print(f"\n{entries:,} entries, {len(notes):,} days")
    catalogue, _ = Catalogue.open(folder / "catalog.db", recipe="bench")
    spent, applied = milliseconds(
        lambda: [
            catalogue.apply(batch_of(notes[at : at + NOTES_A_BATCH]))
            for at in range(0, len(notes), NOTES_A_BATCH)
        ]
    )
    say("catalogue: take all notes in", spent)
    docs = [(row, words_of(record)) for one in applied for row, record in one.born]
    spent, _ = milliseconds(lambda: build(docs, lambda term: True))
    say("postings: one segment from token lists", spent)
    spent, (postings, _) = milliseconds(
        lambda: Postings.open(folder / "postings", catalogue, words_of, recipe="bench")
    )
    say("postings: all from the catalogue, written", spent)
    while postings.step():
        pass
    spent, columns = milliseconds(lambda: Columns.build(catalogue))
    say("columns: build", spent)
    lookups(postings, columns, words, folder, notes)
    saves(catalogue, postings, columns, notes)
    vectors(folder, columns)
    postings.close()
    catalogue.close()
    spent, (catalogue, rebuilt) = milliseconds(lambda: Catalogue.open(folder / "catalog.db", recipe="bench"))
    assert not rebuilt
    again, (postings, rebuilt) = milliseconds(
        lambda: Postings.open(folder / "postings", catalogue, words_of, recipe="bench")
    )
    assert not rebuilt
    say("open again: catalogue and postings", spent + again)
    for name in ("catalog.db", "postings", "vectors", "fts.db"):
        place = folder / name
        files = [place] if place.is_file() else list(place.iterdir())
        say(f"on disk: {name}", sum(file.stat().st_size for file in files) / 1e6, "MB")
    postings.close()
    catalogue.close()
    # A process of its own, as a daemon after a restart: this one has made all the notes, too.
    sys.stdout.flush()
    subprocess.run([sys.executable, __file__, "--open", str(folder)], check=True)


def lookups(postings: Postings, columns: Columns, words: list[str], folder: Path, notes: list[Note]) -> None:
    """Three-word questions against the postings and against FTS5 with the same words."""
    aligned = AlignedWords(postings.view(), columns)
    fts = sqlite3.connect(folder / "fts.db")
    fts.execute("CREATE VIRTUAL TABLE entries USING fts5(text)")
    spent, _ = milliseconds(
        lambda: fts.executemany(
            "INSERT INTO entries VALUES (?)", [(record.text,) for note in notes for record in note.records]
        )
    )
    fts.commit()
    say("(SQLite FTS5: take all entries in)", spent)
    for kind in ("ordinary", "common"):
        asked = questions(words, kind)
        own = median_ms(lambda _: score(aligned, next(asked), len(columns)), 200)  # noqa: B023
        asked_fts = questions(words, kind)
        theirs = median_ms(
            lambda _: fts.execute(
                "SELECT rowid FROM entries WHERE entries MATCH ? ORDER BY bm25(entries) LIMIT 10",
                (" OR ".join(next(asked_fts)),),  # noqa: B023
            ).fetchall(),
            50,
        )
        say(f"question of 3 {kind} words, scored, best 10", own, other=f"  FTS5 {theirs:.2f}")
    fts.close()
    day = date(1990, 6, 1)
    say("gate of one day", median_ms(lambda _: columns.gate_mask([TimeWindow.of_day(day)]), 50))


def saves(catalogue: Catalogue, postings: Postings, columns: Columns, notes: list[Note]) -> None:
    """One entry added to a day of ten, until a question can see it."""
    taken: dict[str, list[float]] = {"catalogue": [], "postings": [], "columns": [], "aligned": []}

    def timed(part: str, do: Callable[[], T]) -> T:
        start = time.perf_counter()
        result = do()
        taken[part].append(1000 * (time.perf_counter() - start))
        return result

    for number in range(100):
        old = notes[number * 7 % len(notes)]
        day = old.records[0].day
        assert day is not None
        saved = replace(note_of(day, [*(r.text for r in old.records), f"saved number {number}"]))
        applied = timed("catalogue", lambda: catalogue.apply(batch_of([saved])))  # noqa: B023
        timed("postings", lambda: postings.apply(applied))  # noqa: B023
        columns = timed("columns", lambda: columns.after(applied, catalogue))  # noqa: B023
        timed("aligned", lambda: AlignedWords(postings.view(), columns))  # noqa: B023
    parts = ", ".join(f"{name} {statistics.median(times):.2f}" for name, times in taken.items())
    say("a save, until it can be found", sum(map(statistics.median, taken.values())), other=f"  ({parts})")


def vectors(folder: Path, columns: Columns) -> None:
    """Vectors for every entry: kept, opened, searched."""
    hashes = hex_of(columns.text_hash)
    chance = np.random.default_rng(1)
    store = VectorStore.open(folder / "vectors", "bench", model="random", dim=DIM, recipe="bench")
    spent = 0.0
    for at in range(0, len(hashes), 10_000):
        some = hashes[at : at + 10_000]
        made = chance.standard_normal((len(some), DIM), np.float32)
        took, _ = milliseconds(lambda: store.add(some, made))  # noqa: B023
        spent += took
    say(f"vectors: keep rows of {DIM}", spent)
    spent, store = milliseconds(
        lambda: VectorStore.open(folder / "vectors", "bench", model="random", dim=DIM, recipe="bench")
    )
    say("vectors: open", spent)
    index = VectorIndex(store.table, DIM, columns)
    query = store.get(hashes[0])
    assert query is not None
    say("meaning: every row exactly", median_ms(lambda _: index.similarity(query, exact=len(columns)), 20))
    say(
        "meaning: sign bits, best 2,000 exactly",
        median_ms(lambda _: index.similarity(query, exact=2_000), 20),
    )


def open_all(folder: Path) -> None:
    """Open every store, ask a question of each, and say what memory that took."""

    def resident() -> float:
        return float(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6

    imported = resident()
    catalogue, _ = Catalogue.open(folder / "catalog.db", recipe="bench")
    postings, _ = Postings.open(folder / "postings", catalogue, words_of, recipe="bench")
    columns = Columns.build(catalogue)
    score(AlignedWords(postings.view(), columns), ["the"], len(columns))
    words = resident()
    store = VectorStore.open(folder / "vectors", "bench", model="random", dim=DIM, recipe="bench")
    index = VectorIndex(store.table, DIM, columns)
    index.similarity(np.ones(DIM, np.float32), exact=len(columns))
    say("resident memory: imports", imported, "MB")
    say("resident memory: with catalogue, postings, columns", words, "MB")
    say("resident memory: with every vector read (mapped)", resident(), "MB")
    catalogue.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true", help="200,000 entries as well")
    parser.add_argument("--entries", type=int, default=20_000, metavar="N")
    parser.add_argument("--open", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.open:
        open_all(arguments.open)
        return
    for entries in [arguments.entries, *([200_000] if arguments.large else [])]:
        with tempfile.TemporaryDirectory() as folder:
            run(entries, Path(folder))


if __name__ == "__main__":
    main()
