"""Writing the Whoosh index: one folder a generation, finished before anyone opens it.

A new generation starts as links to the files of the one before (Whoosh never
changes a segment file), takes in what is new, lets go what is dead, and is
sealed. Until then its folder is scrap, so a process killed at any point leaves
the generation before it whole. Deciding when to write is left to the engine.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from whoosh import index as whoosh_index

from diurnal.model.answer import Clock
from diurnal.model.record import Record
from diurnal.ports import Rows
from diurnal.store.seal import Seal
from diurnal.store.state import make_derived
from diurnal.store.whoosh_gathering import SegmentWriter
from diurnal.store.whoosh_schema import ROW, SCHEMA_RECIPE, WORDS, schema

META, TERMS = "generation.json", "terms.txt"
# Records are read from the catalogue so many at a time: enough to amortise a statement, little to hold.
_READ_AT_ONCE = 2_000
# Above this share of dead documents all segments are written anew as one.
_MOST_DEAD = 0.25


class CatalogueFeed(Protocol):
    """What writing needs of the catalogue; read-only, and never ahead of what it committed."""

    @property
    def clock(self) -> Clock: ...

    def live_rows(self) -> Rows:
        """Every live row, ascending."""

    def with_rows(self, rows: Any) -> list[tuple[int, Record]]:
        """Each live row of *rows* with its record."""


@dataclass(frozen=True, slots=True)
class Generation:
    """What a finished generation covers: every record up to ``last_row``, hence at least the clock's tick."""

    clock: Clock
    last_row: int
    records: int
    recipe: str

    def write(self, folder: Path) -> None:
        (folder / META).write_text(
            json.dumps(
                {
                    "clock": str(self.clock),
                    "last_row": self.last_row,
                    "records": self.records,
                    "recipe": self.recipe,
                }
            ),
            encoding="utf-8",
        )

    @classmethod
    def read(cls, folder: Path) -> Generation:
        """What *folder* says of itself. Raises OSError, ValueError, KeyError or TypeError if it says nothing."""
        said = json.loads((folder / META).read_text(encoding="utf-8"))
        return cls(
            Clock.parse(said["clock"]), int(said["last_row"]), int(said["records"]), str(said["recipe"])
        )


def full_recipe(recipe: str) -> str:
    """The recipe of the index files: that of the reader and tokenizer, and that of this schema."""
    return f"{recipe}+{SCHEMA_RECIPE}"


def write_generation(
    parent: Path, feed: CatalogueFeed, recipe: str, seal: Seal, *, purge: bool = False
) -> Path | None:
    """Bring the index up to the catalogue, as a new sealed folder beneath *parent*.

    Args:
        parent: the folder of all generations; made if missing.
        feed: the catalogue.
        recipe: of the reader and tokenizer; another one's generations are not built upon.
        seal: where the new generation is sealed; a folder it does not hold is not built upon.
        purge: write everything anew if anything died, so that no word of it is left in any file.

    Returns:
        The new folder, or None if the newest generation already covers the catalogue.

    Raises:
        OSError: a file could not be written; the generation before is whole.
    """
    make_derived(parent)
    clock, live = feed.clock, feed.live_rows()
    before = newest_generation(parent, full_recipe(recipe), seal, clock.instance)
    base, born, last_row = None, live, int(live[-1]) if len(live) else 0
    if before is not None:
        base, generation = before
        indexed = documents_in(base)
        born = live[np.isin(live, indexed, invert=True)]
        dead = len(indexed) - (len(live) - len(born))
        if generation.clock == clock and not len(born) and not (purge and dead):
            return None
        if dead and (purge or dead > _MOST_DEAD * len(indexed)):
            base, born = None, live
        last_row = max(last_row, generation.last_row)
    target = _new_folder(parent)
    if base is None:
        whoosh_index.create_in(str(target), schema())
    else:
        _link_files(base, target)
    _take_in(target, feed, born, live)
    Generation(clock, last_row, len(live), full_recipe(recipe)).write(target)
    seal.close_over(target, kept=(before[0].name,) if before is not None else ())
    return target


def newest_generation(
    parent: Path, full: str, seal: Seal, instance: str | None = None
) -> tuple[Path, Generation] | None:
    """The last sealed generation of that recipe (and catalogue instance) whose files are as they were sealed."""
    for name in seal.newest():
        folder = parent / name
        try:
            generation = Generation.read(folder)
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if generation.recipe != full or (instance is not None and generation.clock.instance != instance):
            continue
        if seal.holds(folder):
            return folder, generation
    return None


def forget_other_generations(parent: Path, kept: Path | None) -> None:
    """Delete every folder beneath *parent* but *kept*: older generations and what killed writers left."""
    for folder in parent.iterdir():
        if folder != kept:
            shutil.rmtree(folder, ignore_errors=True)


def rows_of(reader: Any) -> Rows:
    """The catalogue row of each document of a segment reader."""
    count = reader.doc_count_all()
    return np.fromiter(reader.column_reader(ROW), np.int64, count) if count else np.empty(0, np.int64)


def documents_in(folder: Path) -> Rows:
    """The row of every document of the index in *folder*; -1 for those that were deleted. Only for a sealed folder."""
    index = whoosh_index.open_dir(str(folder))
    reader = index.reader()
    try:
        found = [np.empty(0, np.int64)]
        for leaf, _ in reader.leaf_readers():
            rows = rows_of(leaf)
            rows[[leaf.is_deleted(number) for number in range(len(rows))]] = -1
            found.append(rows)
        return np.concatenate(found)
    finally:
        reader.close()
        index.close()


def _new_folder(parent: Path) -> Path:
    taken = [int(path.name) for path in parent.iterdir() if path.name.isdigit()]
    folder = parent / f"{max(taken, default=0) + 1:06d}"
    folder.mkdir(mode=0o700)
    return folder


def _link_files(base: Path, target: Path) -> None:
    for path in base.iterdir():
        if path.name in (META, TERMS):
            continue
        try:
            os.link(path, target / path.name)
        except OSError:
            # File systems without links (FAT, some network drives).
            shutil.copyfile(path, target / path.name)


def _take_in(folder: Path, feed: CatalogueFeed, born: Rows, live: Rows) -> None:
    index = whoosh_index.open_dir(str(folder))
    writer = SegmentWriter(index)
    try:
        reader = index.reader()
        for leaf, offset in reader.leaf_readers():
            dead = np.isin(rows_of(leaf), live, invert=True)
            for number in np.nonzero(dead)[0]:
                writer.delete(int(number) + offset)
        reader.close()
        for start in range(0, len(born), _READ_AT_ONCE):
            if writer.is_full:
                writer.commit()
                writer = SegmentWriter(index)
            for row, record in feed.with_rows(born[start : start + _READ_AT_ONCE].tolist()):
                writer.take(row, record)
    except BaseException:
        writer.cancel()
        raise
    writer.commit()
    _write_terms(folder, index)
    index.close()
    for lock in folder.glob("*LOCK"):
        lock.unlink()


def _write_terms(folder: Path, index: Any) -> None:
    """All words, ascending, one a line: shapes and near words are looked for in it without opening the index."""
    reader = index.reader()
    words = sorted({word.decode("utf-8", "surrogatepass") for word in reader.lexicon(WORDS)})
    reader.close()
    (folder / TERMS).write_bytes("\n".join(words).encode("utf-8", "surrogatepass"))
