"""Reading one note: between two equal stamps, and never from outside the vault."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from diurnal.errors import NoteChanged, NoteMissing, NoteUnreadable, OutsideVault
from diurnal.vault import disk
from diurnal.vault.disk import DiskVault
from diurnal.vault.faults import LARGEST_NOTE_BYTES
from notefolder import NoteFolder


@pytest.mark.parametrize(
    "path",
    [
        "../../etc/hostname",
        "/etc/hostname",
        "Sub/../../x.md",
        "Sub/../a.md",
        "%2e%2e/x.md",
        "%2E%2e%2fx.md",
        "%252e%252e/x.md",
        "%2fetc/x.md",
        "..",
        "/",
        "Sub/..",
    ],
)
def test_a_path_that_leaves_the_vault_is_refused_before_anything_is_opened(
    folder: NoteFolder, vault: DiskVault, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Peers' faults 44."""
    folder.write("a.md")
    folder.write("Sub/b.md")
    (folder.root.parent / "x.md").write_text("secret")
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("something was opened"))

    with pytest.raises(OutsideVault):
        vault.read(path)
    with pytest.raises(OutsideVault):
        vault.stamp(path)
    assert vault.sweep([path]).found == {}


@pytest.mark.parametrize(
    "path", ["", "a//b.md", "./a.md", "Sub/./b.md", "a.md/", "nul\0.md", "x" * 300 + ".md"]
)
def test_a_path_that_no_file_can_have_is_missing(folder: NoteFolder, vault: DiskVault, path: str) -> None:
    folder.write("a.md")
    folder.write("Sub/b.md")

    with pytest.raises(NoteMissing):
        vault.read(path)
    assert vault.stamp(path) is None


def test_only_notes_are_read(folder: NoteFolder, vault: DiskVault) -> None:
    """A picture, a hidden file, a folder or a pipe is no note, even if its path is known."""
    folder.write("pic.png")
    folder.write(".obsidian/app.json")
    folder.write("folder.md/x.md")
    os.mkfifo(folder.path("pipe.md"))

    for path in ("pic.png", ".obsidian/app.json", "folder.md", "pipe.md", "nowhere.md", "pic.png/x.md"):
        with pytest.raises(NoteMissing):
            vault.read(path)


def test_a_linked_note_that_leads_out_is_refused(folder: NoteFolder, vault: DiskVault) -> None:
    secret = folder.root.parent / "secret.md"
    secret.write_text("secret")
    folder.link("out.md", secret)
    folder.link("folder", folder.root.parent)

    for path in ("out.md", "folder/secret.md"):
        with pytest.raises(OutsideVault):
            vault.read(path)
    assert vault.sweep().found == {}
    assert vault.stamp("out.md") is None


def test_a_linked_note_that_stays_inside_is_named_by_its_own_path(
    folder: NoteFolder, vault: DiskVault
) -> None:
    folder.write("B/x.md")
    folder.link("alias.md", "B/x.md")
    folder.link("A/link", "../B")

    assert list(vault.sweep().found) == ["B/x.md"]
    for path in ("alias.md", "A/link/x.md"):
        with pytest.raises(NoteMissing, match="B"):
            vault.read(path)


def test_bytes_come_with_the_stamp_they_belong_to(folder: NoteFolder, vault: DiskVault) -> None:
    folder.write("a.md", b"\xef\xbb\xbfone\r\n\x00")

    source = vault.read("a.md")

    assert source.data == b"\xef\xbb\xbfone\r\n\x00"
    assert source.stamp == vault.stamp("a.md")
    assert source.digest == disk.digest_of(source.data)


def test_a_note_written_while_it_is_read_is_read_again(
    folder: NoteFolder, vault: DiskVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder.write("a.md", "first")
    true_fstat, calls = os.fstat, []

    def fstat(handle: int) -> os.stat_result:
        calls.append(handle)
        if len(calls) == 2:
            path.write_text("second, longer")
        return true_fstat(handle)

    monkeypatch.setattr(os, "fstat", fstat)

    source = vault.read("a.md")

    assert source.data == b"second, longer"
    assert source.stamp == vault.stamp("a.md")


def test_a_note_that_never_rests_is_left_for_later(
    folder: NoteFolder, vault: DiskVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder.write("a.md", "x")
    true_fstat = os.fstat

    def fstat(handle: int) -> os.stat_result:
        with path.open("a") as file:
            file.write("x")
        return true_fstat(handle)

    monkeypatch.setattr(os, "fstat", fstat)

    with pytest.raises(NoteChanged):
        vault.read("a.md")


@pytest.mark.parametrize("code", [errno.EAGAIN, errno.EIO, errno.ESTALE, errno.EACCES, errno.EDEADLK])
def test_a_refusal_of_the_disk_names_the_note_and_the_reason(
    folder: NoteFolder, vault: DiskVault, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    folder.write("a.md")

    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "open", refuse)

    with pytest.raises(NoteUnreadable, match=r"^a\.md: .+\.$"):
        vault.read("a.md")


def test_a_note_without_read_permission_is_unreadable(unprivileged: Path) -> None:
    folder = NoteFolder(unprivileged / "vault")
    folder.write("a.md").chmod(0)

    with pytest.raises(NoteUnreadable, match="permission denied"):
        DiskVault(folder.root).read("a.md")


def test_a_file_far_too_large_for_a_note_is_not_loaded(folder: NoteFolder, vault: DiskVault) -> None:
    with folder.write("log.md").open("r+b") as file:
        file.truncate(LARGEST_NOTE_BYTES + 1)

    with pytest.raises(NoteUnreadable, match="64 MB"):
        vault.read("log.md")


def test_what_lies_in_the_vault_is_known_whether_it_is_a_note_or_not(
    folder: NoteFolder, vault: DiskVault, tmp_path: Path
) -> None:
    """
    Folders, hidden files and templates are there; what is missing, or lies outside, is not.
    """
    folder.write("diary/2026-07-21.md", "Tea.")
    folder.write(".hidden.md", "Mine.")
    (tmp_path / "outside.md").write_text("Not of this vault.")

    assert [path for path in ("diary", "diary/2026-07-21.md", ".hidden.md") if not vault.holds(path)] == []
    assert [path for path in ("wiki", "diary/no.md", "../outside.md", "diary/") if vault.holds(path)] == []
