"""Only index files that Diurnal wrote are ever opened."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from diurnal.store.seal import Seal
from diurnal.store.whoosh_index import WhooshIndex
from diurnal.store.whoosh_writing import write_generation
from store.whoosh_world import RecordsByRow

RECIPE = "reader-1"


class WritesAFile:
    """Pickled, this writes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return (os.mkdir, (str(self.path),))


@pytest.fixture
def seal(tmp_path: Path) -> Seal:
    return Seal(tmp_path / "state" / "whoosh.seal")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "000001"
    folder.mkdir()
    (folder / "a").write_bytes(b"one")
    (folder / "b").write_bytes(b"two")
    return folder


def test_a_sealed_folder_holds_until_a_byte_of_it_changes(folder: Path, seal: Seal):
    seal.close_over(folder)
    assert seal.holds(folder)

    (folder / "b").write_bytes(b"tWo")

    assert not seal.holds(folder)


@pytest.mark.parametrize("change", ["added", "missing", "link", "folder"])
def test_a_sealed_folder_with_other_files_does_not_hold(folder: Path, seal: Seal, change: str):
    seal.close_over(folder)

    match change:
        case "added":
            (folder / "c").write_bytes(b"")
        case "missing":
            (folder / "b").unlink()
        case "link":
            (folder / "b").rename(folder.parent / "elsewhere")
            (folder / "b").symlink_to(folder.parent / "elsewhere")
        case _:
            (folder / "b").unlink()
            (folder / "b").mkdir()

    assert not seal.holds(folder)


@pytest.mark.parametrize(
    "content", [None, b"", b"{", b"[]", b'{"format": 9}', b'{"format": 1, "folders": 3}', b"\xff"]
)
def test_without_a_readable_seal_nothing_is_sealed(folder: Path, seal: Seal, content: bytes | None):
    seal.close_over(folder)
    seal.file.unlink() if content is None else seal.file.write_bytes(content)

    assert not seal.holds(folder)
    assert seal.newest() == []


def test_the_seal_is_readable_by_its_owner_only(folder: Path, seal: Seal):
    seal.close_over(folder)

    assert seal.file.stat().st_mode & 0o077 == 0
    assert seal.file.parent.stat().st_mode & 0o077 == 0


def test_sealing_keeps_the_seals_it_is_told_to_keep(folder: Path, seal: Seal):
    seal.close_over(folder)
    following = folder.with_name("000002")
    following.mkdir()
    (following / "a").write_bytes(b"")

    seal.close_over(following, kept=(folder.name, "gone"))
    assert seal.newest() == ["000002", "000001"]

    seal.close_over(following)
    assert seal.newest() == ["000002"]


@pytest.mark.parametrize("name", ["_MAIN_1.toc", "terms.txt", "generation.json"])
def test_a_crafted_index_is_never_opened_but_rebuilt(tmp_path: Path, seal: Seal, name: str):
    """Opening a Whoosh index loads pickles: whoever can write into the vault could run code."""
    records, parent, canary = RecordsByRow("green tea"), tmp_path / "whoosh", tmp_path / "canary"
    folder = write_generation(parent, records, RECIPE, seal)
    assert folder is not None
    (folder / name).write_bytes(pickle.dumps(WritesAFile(canary)))
    for segment in folder.glob("*.seg"):
        segment.write_bytes(pickle.dumps(WritesAFile(canary)))

    assert WhooshIndex.open(parent, RECIPE, seal) is None
    rebuilt = write_generation(parent, records, RECIPE, seal)

    assert rebuilt not in (None, folder)
    assert WhooshIndex.open(parent, RECIPE, seal) is not None
    assert not canary.exists()


def test_the_crafted_pickle_of_these_tests_would_work(tmp_path: Path):
    pickle.loads(pickle.dumps(WritesAFile(tmp_path / "canary")))

    assert (tmp_path / "canary").exists()


def test_an_index_moved_in_from_elsewhere_is_not_opened(tmp_path: Path, seal: Seal):
    other = Seal(tmp_path / "other-state" / "whoosh.seal")
    parent = tmp_path / "whoosh"
    write_generation(parent, RecordsByRow("green tea"), RECIPE, other)

    assert WhooshIndex.open(parent, RECIPE, seal) is None
