"""Private and erased: a canary word is in no byte of any store, whatever it had been through."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from diurnal.model.record import Card, Event, Kind, Link, Note, Privacy, hash_of_text
from diurnal.model.time import TimeWindow
from diurnal.store.columns import Columns
from diurnal.store.vector_file import hex_of
from diurnal.store.vectors import VectorStore
from store.conftest import Shelf
from store.samples import batch, diary, entry, note, page
from store.words import open_postings

CANARY = "canaryk3f9"
MONDAY = date(2026, 7, 20)
PATH = "Private/x.md"


def secret() -> Note:
    """A note that has the canary in every field there is."""
    record = entry(
        PATH,
        f"the {CANARY} sings",
        kind=Kind.ITEM,
        heading=(f"About {CANARY}",),
        hall=f"{CANARY}-hall",
        by=f"{CANARY}-author",
        card=Card(category=CANARY, owner=CANARY, src=(f"[[{CANARY}]]",), next=f"{CANARY}#^c-1", importance=3),
        links=(Link(CANARY, CANARY, CANARY),),
        tags=(CANARY,),
        names=(CANARY,),
        block=f"{CANARY}-block",
        events=(Event(TimeWindow.of_day(MONDAY), "day", CANARY),),
    )
    long = entry(PATH, f"{CANARY} " * 3_000, kind=Kind.ITEM)
    return note(
        PATH,
        [record, long],
        aliases=(CANARY,),
        tags=(CANARY,),
        properties={CANARY: (CANARY,)},
        links=(Link(CANARY),),
        warnings=(f"line 3: {CANARY}",),
    )


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def files_with(folder: Path, *needles: bytes) -> list[str]:
    return [name for name, data in bytes_of(folder).items() if any(n in data for n in needles)]


class Stores:
    """All stores of this room over one vault."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._random = np.random.default_rng(5)
        self.catalogue, _ = shelf.open()
        self.postings, _ = open_postings(shelf.folder / "box" / "postings", self.catalogue)
        self.vectors = VectorStore.open(shelf.folder / "vectors", "box", model="m", dim=8, recipe="r")

    def take(self, *notes: Note, gone: tuple[str, ...] = ()) -> None:
        applied = self.catalogue.apply(batch(*notes, gone=gone))
        self.postings.apply(applied)
        hashes = [record.text_hash for _, record in applied.born]
        self.vectors.add(hashes, self._random.standard_normal((len(hashes), 8)))

    def purge(self) -> None:
        """What the engine does when ``owes_purge``."""
        self.postings.purge()
        self.vectors.collect(hex_of(Columns.build(self.catalogue).text_hash))
        assert self.catalogue.settle_purge()


def with_the_secret(shelf: Shelf) -> Stores:
    """A vault of plain notes, and the secret among them, written out to every file."""
    made = Stores(shelf)
    days = [MONDAY + timedelta(days=number) for number in range(30)]
    made.take(*[diary(day, *[f"tea {number} of {day}" for number in range(9)]) for day in days])
    made.take(secret(), page("plain.md", "open"))
    made.postings.flush()
    made.take(*[diary(day, *[f"more tea {number} of {day}" for number in range(9)]) for day in days])
    return made


@pytest.fixture
def stores(shelf: Shelf) -> Stores:
    return with_the_secret(shelf)


def vector_of(stores: Stores, text: str) -> bytes:
    found = stores.vectors.get(hash_of_text(text))
    assert found is not None
    return found.tobytes()


def test_the_canary_is_there_before(stores: Stores) -> None:
    """
    The test sees what it looks for: in the catalogue, in the postings.
    """
    found = {name.rsplit(".", 1)[-1] for name in files_with(stores.shelf.folder, CANARY.encode())}

    assert {"seg"} < found
    assert found & {"db", "db-wal"}


@pytest.mark.parametrize("how", ["private", "deleted", "edited", "moved", "moved later"])
@pytest.mark.parametrize("moment", ["while open", "after a restart", "after closing"])
def test_nothing_is_left_of_what_was_purged(stores: Stores, how: str, moment: str) -> None:
    """
    A note that became private where it stood or by moving, was erased, or lost lines that were erased, leaves no
    byte in catalogue, log, postings or vectors; the rest is untouched.
    """
    traces = (
        CANARY.encode(),
        hash_of_text(f"the {CANARY} sings").encode(),
        vector_of(stores, f"the {CANARY} sings"),
    )
    ids = [record.id for record in secret().records]
    if how == "private":
        stores.take(replace(secret(), privacy=Privacy.PRIVATE, path=PATH))
    elif how == "moved":
        stores.take(replace(page("Vault/Private/x.md"), privacy=Privacy.PRIVATE), gone=(PATH,))
    elif how == "moved later":
        stores.take(replace(page("Vault/Private/x.md", "edited"), privacy=Privacy.PRIVATE))
        stores.take(page("other.md", "a save between"))
        stores.take(gone=(PATH,))
    elif how == "deleted":
        stores.take(gone=(PATH,))
        stores.catalogue.purge(paths=[PATH], ids=ids)
    else:
        stores.take(page(PATH, "nothing to see"))
        stores.catalogue.purge(ids=ids)

    assert stores.catalogue.owes_purge
    if moment == "after a restart":
        # The process died between the catalogue's commit and the other stores' purge.
        stores.postings.close()
        stores = Stores(stores.shelf)
        assert stores.catalogue.owes_purge
    stores.purge()
    if moment == "after closing":
        stores.postings.close()
        stores.shelf.close()

    assert files_with(stores.shelf.folder, *traces) == []
    again, rebuilt = stores.shelf.open()
    assert (rebuilt, again.owes_purge) == ("", False)
    assert sum(again.find.dates().values()) == 270
    postings, _ = open_postings(stores.shelf.folder / "box" / "postings", again)
    assert postings.view().df("tea", "text") == 270


def test_a_purge_beside_a_reader_is_owed_until_it_is_gone(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A process that reads just then keeps old pages alive: the purge stays owed and is done at the next try.
    """
    monkeypatch.setattr("diurnal.store.database.BUSY_MS", 20)
    stores = with_the_secret(shelf)
    reader = sqlite3.connect(shelf.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchone()

    stores.take(replace(secret(), privacy=Privacy.PRIVATE))
    stores.postings.purge()
    settled_beside_reader = stores.catalogue.settle_purge()
    reader.close()

    assert not settled_beside_reader
    assert stores.catalogue.owes_purge
    assert stores.catalogue.settle_purge()
    assert not stores.catalogue.owes_purge
    assert files_with(shelf.folder, CANARY.encode()) == []


def test_only_private_from_the_first_reading_leaves_nothing(shelf: Shelf) -> None:
    """
    A private note is never written to any store, not even for a moment.
    """
    stores = Stores(shelf)
    stores.take(replace(secret(), privacy=Privacy.PRIVATE), page("plain.md", "open"))
    stores.postings.close()

    assert files_with(shelf.folder, CANARY.encode()) == []
    assert not stores.catalogue.owes_purge
