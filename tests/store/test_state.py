"""Where derived data and state lie, and how small files are written."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from diurnal.places import Places, vault_id
from diurnal.store.state import Folders, machine_id, read_json, write_atomically, write_json


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.of({"XDG_STATE_HOME": str(tmp_path / "state"), "HOME": str(tmp_path / "home")})


def test_derived_data_lies_in_the_vault_and_state_outside(tmp_path: Path, places: Places) -> None:
    """
    ``.diurnal`` says in two ways that it need not be kept; the state folder is its owner's alone.
    """
    vault = tmp_path / "Notes"
    vault.mkdir()

    folders = Folders.of(vault, places)
    assert list(vault.iterdir()) == []
    folders.make()

    assert folders.catalogue.parent == vault / ".diurnal" / folders.machine
    assert folders.vectors == vault / ".diurnal" / "vectors"
    assert (vault / ".diurnal" / ".gitignore").read_text() == "*\n"
    tag = (vault / ".diurnal" / "CACHEDIR.TAG").read_text()
    assert tag.startswith("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert folders.state == tmp_path / "state" / "diurnal" / vault_id(vault)
    assert re.fullmatch(r"[0-9a-f]{12}", folders.state.name)
    assert folders.state.stat().st_mode & 0o777 == 0o700


def test_a_cache_folder_keeps_the_vault_clean(tmp_path: Path, places: Places) -> None:
    """
    With ``cache_dir`` nothing is made in the vault, and two vaults do not share a folder.
    """
    vaults = [tmp_path / "a", tmp_path / "b"]
    for vault in vaults:
        vault.mkdir()

    made = [Folders.of(vault, places, cache_dir=tmp_path / "cache") for vault in vaults]
    for folders in made:
        folders.make()

    assert [list(vault.iterdir()) for vault in vaults] == [[], []]
    assert made[0].shared.parent == made[1].shared.parent == tmp_path / "cache"
    assert made[0].shared != made[1].shared


def test_one_vault_has_one_state_however_it_is_named(tmp_path: Path, places: Places) -> None:
    """
    Through a link or a relative part it is the same vault.
    """
    vault = tmp_path / "Notes"
    vault.mkdir()
    (tmp_path / "link").symlink_to(vault)

    names = [vault, tmp_path / "link", vault / ".." / "Notes"]
    assert len({Folders.of(name, places).state for name in names}) == 1


def test_state_falls_back_to_the_home_folder(tmp_path: Path) -> None:
    """
    Without XDG_STATE_HOME, or with a relative one, the specification's default holds.
    """
    for base in ({}, {"XDG_STATE_HOME": "relative"}):
        folders = Folders.of(tmp_path, Places.of({"HOME": str(tmp_path / "home"), **base}))
        assert folders.state.is_relative_to(tmp_path / "home" / ".local" / "state" / "diurnal")


def test_an_open_state_folder_is_closed_to_others(tmp_path: Path, places: Places) -> None:
    """
    A folder that others could read before is made private.
    """
    folders = Folders.of(tmp_path, places)
    folders.state.mkdir(parents=True)
    folders.state.chmod(0o755)

    folders.make()

    assert folders.state.stat().st_mode & 0o777 == 0o700


def test_a_machine_keeps_its_name(tmp_path: Path) -> None:
    """
    Made once; usable in file names; a broken file is replaced.
    """
    first = machine_id(tmp_path)

    assert first == machine_id(tmp_path)
    assert re.fullmatch(r"[a-z0-9-]{1,40}", first)
    for broken in (b"../../etc\n", b"", b"\xffbox-1\n", b"\0\0\0"):
        (tmp_path / "machine").write_bytes(broken)
        assert re.fullmatch(r"[a-z0-9-]{1,40}", machine_id(tmp_path))


def test_a_failed_write_leaves_the_old_file_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A full disk in the middle of a write costs the new file, not the old one.
    """
    path = tmp_path / "jobs.json"
    write_json(path, {"ran": 1})

    def no_space(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        write_json(path, {"ran": 2}, durable=True)

    assert read_json(path) == {"ran": 1}
    assert [file.name for file in tmp_path.iterdir()] == ["jobs.json"]


def test_json_comes_back_and_a_torn_file_is_none(tmp_path: Path) -> None:
    """
    What cannot be read is told apart from what was written, without an exception.
    """
    path = tmp_path / "x.json"
    write_json(path, {"名": [1, None, "é"]}, durable=True)
    assert read_json(path) == {"名": [1, None, "é"]}
    assert path.stat().st_mode & 0o777 == 0o600

    write_atomically(path, b'{"half":')
    assert read_json(path) is None
    assert read_json(tmp_path / "none.json") is None
