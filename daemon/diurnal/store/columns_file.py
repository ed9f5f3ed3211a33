"""The columns on disk between a clean stop and the next start, which they make quicker.

Reading 43,000 records from the catalogue into columns takes 190 ms, this file
5. It is taken away as it is read: while a vault is open there is none, so none
can be out of date or hold what was purged. Whatever is wrong with it, the
columns are read from the catalogue instead.
"""

from __future__ import annotations

from pathlib import Path

from diurnal.errors import StoreDamaged
from diurnal.model.answer import Clock
from diurnal.store.columns import EVENT_COLUMNS, RECORD_COLUMNS, Columns
from diurnal.store.packed import pack, unpack
from diurnal.store.state import write_atomically

_MAGIC = b"diurnal columns 1\n"


def leave(path: Path, columns: Columns, clock: Clock) -> None:
    """Write *columns*, those of the catalogue at *clock*, for the next start."""
    identity = {
        "clock": str(clock),
        "notes": list(columns.paths),
        "paths": list(columns.paths.values()),
        "words": columns.words,
    }
    names = (*RECORD_COLUMNS, *EVENT_COLUMNS)
    write_atomically(path, pack(_MAGIC, identity, [(name, getattr(columns, name)) for name in names]))


def take(path: Path, clock: Clock) -> Columns | None:
    """The columns that were left for *clock*, or None; either way the file is gone afterwards."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    path.unlink()
    try:
        arrays, identity = unpack(_MAGIC, data, "The file of columns")
    except StoreDamaged:
        # Nothing is lost: it only repeats what the catalogue holds.
        return None
    if identity["clock"] != str(clock) or arrays.keys() != {*RECORD_COLUMNS, *EVENT_COLUMNS}:
        return None
    paths = dict(zip(identity["notes"], identity["paths"], strict=True))
    words = tuple(identity["words"])
    numbers = {word: number for number, word in enumerate(words)}
    return Columns(**arrays, paths=paths, words=words, _word_numbers=numbers)
