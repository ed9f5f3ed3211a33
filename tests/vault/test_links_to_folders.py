"""Symbolic links to folders: Obsidian's rule, so that every note has one path and walking ends."""

from __future__ import annotations

from pathlib import Path

from diurnal.vault.disk import DiskVault
from notefolder import NoteFolder


def found(vault: DiskVault, *under: str) -> list[str]:
    return sorted(vault.sweep(under or ("",)).found)


def test_a_folder_apart_from_the_vault_is_followed(
    folder: NoteFolder, vault: DiskVault, tmp_path: Path
) -> None:
    """Peers' faults 42."""
    outside = NoteFolder(tmp_path / "outside")
    outside.write("one.md", "1")
    outside.write("deep/two.md", "2")
    folder.link("Ext", outside.root)

    assert found(vault) == ["Ext/deep/two.md", "Ext/one.md"]
    assert vault.read("Ext/deep/two.md").data == b"2"
    assert found(DiskVault(folder.root), "Ext/deep/two.md") == ["Ext/deep/two.md"]
    assert DiskVault(folder.root).read("Ext/one.md").data == b"1"


def test_links_up_across_and_to_themselves_are_not_followed(
    folder: NoteFolder, vault: DiskVault, tmp_path: Path
) -> None:
    """Peers' faults 43."""
    folder.write("A/a.md")
    folder.write("B/b.md")
    for name, target in (
        ("loop", ".."),
        ("A/self", "."),
        ("A/link", "../B"),
        ("root", folder.root),
        ("top", "/"),
        ("ring", "ring"),
    ):
        folder.link(name, target)

    assert found(vault) == ["A/a.md", "B/b.md"]
    assert found(vault, "A", "A/link/b.md", "loop", "ring") == ["A/a.md"]


def test_two_links_to_overlapping_places_give_each_note_one_path(
    folder: NoteFolder, vault: DiskVault, tmp_path: Path
) -> None:
    outside = NoteFolder(tmp_path / "outside")
    outside.write("deep/x.md")
    outside.link("back", folder.root)
    outside.link("round", outside.root)
    folder.link("Z", outside.root)
    folder.link("M", outside.root / "deep")

    assert found(vault) == ["M/x.md"]
    assert found(vault) == found(DiskVault(folder.root))

    folder.remove("M")
    assert found(vault) == ["Z/deep/x.md"]


def test_a_link_that_leads_nowhere_keeps_what_is_known_of_it(
    folder: NoteFolder, vault: DiskVault, tmp_path: Path
) -> None:
    """The drive behind it may not be mounted."""
    folder.link("Ext", tmp_path / "not mounted")

    assert vault.sweep().troubled == {"Ext": "the link leads nowhere"}
    assert vault.sweep(["Ext"]).troubled == {"Ext": "the link leads nowhere"}


def test_an_event_is_brought_back_to_the_path_of_the_note(
    folder: NoteFolder, vault: DiskVault, tmp_path: Path
) -> None:
    """The system names a watched folder by any link that leads to it, also by one that is not followed."""
    outside = NoteFolder(tmp_path / "outside")
    outside.write("x.md")
    folder.write("B/b.md")
    folder.link("A/link", "../B")
    folder.link("loop", "..")
    folder.link("Ext", outside.root)
    vault.sweep()
    root = str(folder.root)

    assert vault.hint(f"{root}/B/b.md") == "B/b.md"
    assert vault.hint(f"{root}/A/link/b.md") == "B/b.md"
    assert vault.hint(f"{root}/loop/vault/A/link/gone.md") == "B/gone.md"
    assert vault.hint(f"{root}/Ext/x.md") == "Ext/x.md"
    assert vault.hint(f"{outside.root}/x.md") == "Ext/x.md"
    assert vault.hint(f"{root}/A/link") == "A/link"
    assert vault.hint(f"{root}/loop/elsewhere/y.md") is None
    assert vault.hint(root) == ""
    assert vault.hint(f"{root}/B/b\ufffd.md") == "B"


def test_a_link_that_is_refused_is_not_watched_either(
    folder: NoteFolder, vault: DiskVault, tmp_path: Path
) -> None:
    """A recursive watch would climb through it over the whole disk, so folders are then watched one by one."""
    folder.write("A/a.md")
    folder.write(".git/x")
    vault.sweep()
    assert vault.watched().recursive

    folder.link("A/up", "/")
    vault.sweep(["A"])

    watched = vault.watched()
    assert not watched.recursive
    assert set(watched.folders) == {str(folder.root), str(folder.root / "A")}
