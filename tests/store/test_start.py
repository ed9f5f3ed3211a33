"""What a start finds in the derived folder, and what it says and does about it (issue 2, "Stores")."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from datetime import date, timedelta
from pathlib import Path

import pytest

from diurnal.errors import StoreDamaged, WriteFailed
from diurnal.model.record import Note
from diurnal.ports import Batch
from diurnal.store import foundation
from diurnal.store.catalogue import Catalogue
from store.conftest import Shelf
from store.samples import batch, diary, page, read
from store.words import everything, open_postings

MONDAY = date(2026, 7, 20)


def vault() -> list[Note]:
    """The notes on disk: enough that the file has many pages."""
    return [
        *(
            diary(MONDAY + timedelta(days=n), *[f"entry {m} of day {n}" for m in range(20)])
            for n in range(40)
        ),
        page("Tea.md", "Gyokuro", aliases=("Green",)),
    ]


@pytest.fixture
def filled(shelf: Shelf) -> Shelf:
    """A catalogue that was filled and closed."""
    catalogue, _ = shelf.open()
    catalogue.apply(batch(*vault()))
    shelf.close()
    return shelf


def holds_the_vault(catalogue: Catalogue) -> bool:
    return all(catalogue.note(note.path) == note for note in vault()) and len(catalogue.known()) == 41


def test_a_first_start_rebuilds_nothing(shelf: Shelf) -> None:
    """
    A new catalogue is at tick 0 and there is nothing to say.
    """
    catalogue, rebuilt = shelf.open()

    assert (rebuilt, catalogue.clock.tick) == ("", 0)


def test_a_restart_changes_nothing(filled: Shelf) -> None:
    """
    The same instance, the same tick, the same notes.
    """
    catalogue, rebuilt = filled.open()
    clock = catalogue.clock
    again, rebuilt_again = filled.open()

    assert (rebuilt, rebuilt_again, again.clock) == ("", "", clock)
    assert holds_the_vault(again)


def test_a_deleted_catalogue_is_read_again(filled: Shelf) -> None:
    """
    Deleting the file gives an empty catalogue of a new instance, and says so (A35).
    """
    before = filled.witness.read_text().strip()
    filled.path.unlink()

    catalogue, rebuilt = filled.open()

    assert rebuilt == "catalog.db was missing; it is read again from the notes."
    assert (catalogue.known(), catalogue.clock.tick) == ({}, 0)
    assert str(catalogue.clock) != before
    catalogue.apply(batch(*vault()))
    assert holds_the_vault(catalogue)


@pytest.mark.parametrize("keep", [0, 1, 15, 16, 99, 1000, 4096, 4097, 20_000, -4096, -1])
def test_a_truncated_catalogue_is_read_again(filled: Shelf, keep: int) -> None:
    """
    A file cut short anywhere is thrown away: nothing of it is answered.
    """
    data = filled.path.read_bytes()
    filled.path.write_bytes(data[:keep])

    catalogue, rebuilt = filled.open()

    assert rebuilt.endswith("; it is read again from the notes.")
    assert catalogue.known() == {}
    catalogue.apply(batch(*vault()))
    assert holds_the_vault(catalogue)


@pytest.mark.parametrize("content", [b"not a database at all" * 300, b"\0" * 8192])
def test_a_file_that_is_no_database_is_replaced(filled: Shelf, content: bytes) -> None:
    """
    Whatever lies at its path, the catalogue opens.
    """
    filled.path.write_bytes(content)

    catalogue, rebuilt = filled.open()

    assert "it is read again" in rebuilt
    assert catalogue.known() == {}


def test_another_recipe_or_schema_is_read_again(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Records of another reader, or tables of another version, are not mixed with ours.
    """
    _, rebuilt = filled.open(recipe="another reader")
    assert rebuilt == "catalog.db was made by another reader; it is read again from the notes."
    filled.close()

    monkeypatch.setattr(foundation, "SCHEMA", 77)
    _, rebuilt = filled.open(recipe="another reader")
    assert rebuilt == "catalog.db has schema 3, this version uses 77; it is read again from the notes."


def test_pages_overwritten_while_it_was_open_are_found(filled: Shelf) -> None:
    """
    After a start that was never ended, SQLite's own check decides.
    """
    with sqlite3.connect(filled.path) as raw:
        raw.execute("UPDATE meta SET value = '0' WHERE key = 'clean'")
    raw.close()
    data = bytearray(filled.path.read_bytes())
    for at in range(3 * 4096, 12 * 4096, 4096):
        data[at : at + 64] = os.urandom(64)
    filled.path.write_bytes(data)

    catalogue, rebuilt = filled.open()

    assert rebuilt.startswith("catalog.db is damaged")
    assert catalogue.known() == {}


def test_damage_met_while_open_is_named(filled: Shelf) -> None:
    """
    A page that turns bad under an open catalogue gives StoreDamaged, never a silent empty answer.
    """
    data = bytearray(filled.path.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 64] = b"\xff" * 64
    catalogue, _ = filled.open()
    filled.path.write_bytes(data)

    with pytest.raises(StoreDamaged, match="rebuilt from the notes"):
        catalogue.records(range(1, 900))
    filled.catalogue = None


def test_what_turned_bad_after_a_clean_stop_is_found(filled: Shelf) -> None:
    """
    SQLite's own check sees no harm in the letters of a row; the checksum of the closed file does.
    """
    filled.open()
    filled.close()
    data = filled.path.read_bytes()
    at = data.index(b"diary/")
    filled.path.write_bytes(data[:at] + b"dairy/" + data[at + 6 :])

    catalogue, rebuilt = filled.open()

    assert "is damaged (its bytes changed while it was closed)" in rebuilt
    assert catalogue.known() == {}


def test_damage_that_was_met_is_rebuilt_at_the_next_start(filled: Shelf) -> None:
    """
    A row that holds no sound JSON names the catalogue damaged, not the rights of its folder, and the next start mends it.
    """
    catalogue, _ = filled.open()
    with sqlite3.connect(filled.path) as raw:
        raw.execute("UPDATE notes SET fields = '{torn'")
    raw.close()

    with pytest.raises(StoreDamaged, match="rebuilt from the notes"):
        catalogue.find.counts()

    assert catalogue.is_damaged
    filled.close()
    catalogue, rebuilt = filled.open()
    assert rebuilt.startswith("catalog.db is damaged")
    assert catalogue.known() == {}
    assert not catalogue.is_damaged


def test_an_older_copy_becomes_a_new_instance(filled: Shelf) -> None:
    """
    An older catalogue swapped in is noticed, and neither its ticks nor its rows are taken for the newer ones.
    """
    older = filled.path.read_bytes()
    catalogue, _ = filled.open()
    changed = diary(MONDAY, "changed")
    catalogue.apply(batch(changed))
    seen = catalogue.clock
    filled.close()
    filled.path.write_bytes(older)

    catalogue, rebuilt = filled.open()

    assert rebuilt.startswith("catalog.db is an older or another copy")
    assert str(seen) in rebuilt
    assert catalogue.clock.instance != seen.instance
    assert catalogue.since(seen) is None
    # What differs from the notes is found by their stamps, as always.
    catalogue.apply(batch(changed))
    assert catalogue.note(changed.path) == changed


def test_other_stores_follow_an_older_copy(filled: Shelf) -> None:
    """
    With an older catalogue the postings answer as a fresh index would, also where rows were given anew.
    """
    folder = filled.folder / "postings"
    catalogue, _ = filled.open()
    postings, _ = open_postings(folder, catalogue)
    postings.close()
    filled.close()
    older = filled.path.read_bytes()
    catalogue, _ = filled.open()
    postings, _ = open_postings(folder, catalogue)
    postings.apply(catalogue.apply(batch(diary(MONDAY, "first new words"))))
    postings.close()
    filled.close()
    filled.path.write_bytes(older)

    catalogue, _ = filled.open()
    applied = catalogue.apply(batch(diary(MONDAY, "second", "other words")))
    postings, remark = open_postings(folder, catalogue)

    assert remark.startswith("The postings belonged to another catalogue")
    assert applied.born
    fresh, _ = open_postings(filled.folder / "fresh", catalogue)
    assert everything(postings.view()) == everything(fresh.view())
    assert postings.view().df("first", "text") == 0


def test_a_catalogue_of_another_folder_is_noticed(filled: Shelf, tmp_path: Path) -> None:
    """
    Another vault's catalogue in its place is a copy of another instance.
    """
    other, _ = Catalogue.open(tmp_path / "other.db", recipe="samples-1")
    other.apply(batch(page("x.md", "y")))
    other.close()
    shutil.copy(tmp_path / "other.db", filled.path)

    _, rebuilt = filled.open()

    assert rebuilt.startswith("catalog.db is an older or another copy")


def test_a_lost_log_is_an_older_copy_or_damage(filled: Shelf) -> None:
    """
    What had only been in SQLite's log when the process died is missed, and read again from the notes.
    """
    catalogue, _ = filled.open()
    before = filled.path.read_bytes()
    logged = diary(MONDAY, "only in the log")
    catalogue.apply(Batch(read=[read(logged, 2)]))
    filled.close()
    filled.path.write_bytes(before)

    catalogue, rebuilt = filled.open()

    assert "older or another copy" in rebuilt
    reconciled(catalogue, {note.path: (note, 1) for note in vault()} | {logged.path: (logged, 2)})


@pytest.mark.parametrize("seed", range(8))
def test_an_older_file_under_a_newer_log_gives_no_mixture(shelf: Shelf, seed: int) -> None:
    """
    A catalogue restored from a backup beside the log of a crash: it is told or harmless, and never a mixture of
    old and new records.
    """
    chance = random.Random(seed)
    catalogue, _ = shelf.open()
    days = [MONDAY + timedelta(days=number) for number in range(60)]
    disk: dict[str, tuple[Note, int]] = {}

    def save(version: int, days: list[date]) -> None:
        notes = [diary(day, *[f"{version} {chance.random()}" for _ in range(9)]) for day in days]
        disk.update({note.path: (note, version) for note in notes})
        catalogue.apply(Batch(read=[read(note, version) for note in notes]))

    save(1, days)
    shelf.close()
    older = shelf.path.read_bytes()
    catalogue, _ = shelf.open()
    for version in range(2, 6):
        save(version, chance.sample(days, chance.randint(1, 40)))
        if chance.random() < 0.5:
            checkpoint = sqlite3.connect(shelf.path)
            checkpoint.execute("PRAGMA wal_checkpoint(RESTART)")
            checkpoint.close()
    save(6, chance.sample(days, 3))
    newer_log = shelf.path.with_name("catalog.db-wal").read_bytes()
    shelf.close()
    shelf.path.write_bytes(older)
    shelf.path.with_name("catalog.db-wal").write_bytes(newer_log)

    catalogue, _ = shelf.open()

    reconciled(catalogue, disk)
    assert len(catalogue.live_rows()) == 9 * len(days)


def reconciled(catalogue: Catalogue, disk: dict[str, tuple[Note, int]]) -> None:
    """Bring *catalogue* up to date as a start does, by stamps; fails unless it then holds the notes on *disk*."""
    known = catalogue.known()
    stale = [
        read(note, version)
        for path, (note, version) in disk.items()
        if path not in known or known[path].stamp != read(note, version).stamp
    ]
    catalogue.apply(Batch(read=stale, gone=[path for path in known if path not in disk]))
    for path, (note, _) in disk.items():
        assert catalogue.note(path) == note


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe nonsense"])
def test_a_lost_witness_is_no_reason_to_rebuild(filled: Shelf, content: bytes | None) -> None:
    """
    Losing the state folder loses undo and last runs, nothing else.
    """
    if content is None:
        filled.witness.unlink()
    else:
        filled.witness.write_bytes(content)

    catalogue, rebuilt = filled.open()

    assert rebuilt == ""
    assert holds_the_vault(catalogue)
    assert filled.witness.read_text().strip() == str(catalogue.clock)


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """
    A catalogue that is a folder, or lies in none, gives one sentence and throws nothing away.
    """
    (tmp_path / "catalog.db").mkdir()

    with pytest.raises(WriteFailed, match="could not be used"):
        Catalogue.open(tmp_path / "catalog.db", recipe="samples-1")

    assert (tmp_path / "catalog.db").is_dir()


def test_a_locked_catalogue_is_not_thrown_away(filled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A lock held by another program is no damage.
    """
    monkeypatch.setattr("diurnal.store.database.BUSY_MS", 10)
    holder = sqlite3.connect(filled.path, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(WriteFailed, match="locked"):
            Catalogue.open(filled.path, recipe="samples-1")
    finally:
        holder.close()

    catalogue, rebuilt = filled.open()
    assert rebuilt == ""
    assert holds_the_vault(catalogue)
