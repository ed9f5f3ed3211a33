"""Which files are notes, and what cannot be looked at."""

from __future__ import annotations

import errno
import os
import unicodedata
from pathlib import Path

import pytest

from diurnal.model.layout import Layout, NotePattern
from diurnal.vault.disk import DiskVault
from notefolder import NoteFolder


def found(vault: DiskVault, *under: str) -> list[str]:
    return sorted(vault.sweep(under or ("",)).found)


def test_every_markdown_file_is_a_note_and_nothing_else_is(folder: NoteFolder, vault: DiskVault) -> None:
    """Only the last ``.md`` is an extension, in any case; folders and pipes of such a name are no notes."""
    for name in ("a.md", "Sub/deep/b.MD", "v1.2.3 notes.md", "x.md.tmp", "pic.png", "note.txt", "plain"):
        folder.write(name)
    folder.write("looks like.md/inside.md")
    os.mkfifo(folder.path("pipe.md"))

    assert found(vault) == ["Sub/deep/b.MD", "a.md", "looks like.md/inside.md", "v1.2.3 notes.md"]


@pytest.mark.parametrize(
    "name",
    [
        "🐘.md",
        "🦊.md",
        "# Meeting [a] (b) & c.md",
        "50% done.md",
        "what?.md",
        "it's.md",
        'say "hi".md',
        "line\nbreak.md",
        "C:\\x\\n.md",
        "\\\\wsl$\\d\\n.md",
        "a_b.md",
        "%41.md",
        "日记/二〇二六.md",
        "Cafe\u0301.md",
        "~.md",
        "-rf.md",
        " lead.md",
    ],
)
def test_a_note_keeps_the_name_the_disk_gave_it(folder: NoteFolder, vault: DiskVault, name: str) -> None:
    """A path is handed out verbatim and can be read back with it, whatever it looks like."""
    folder.write(name, name)

    assert found(vault) == [name]
    assert vault.read(name).data.decode() == name
    assert found(vault, name) == [name]


def test_names_that_only_look_alike_stay_apart(folder: NoteFolder, vault: DiskVault) -> None:
    """Peers' faults 47.

    Spaces, underscores, dashes, case and composed accents distinguish notes where the disk does.
    """
    names = ["a b.md", "a_b.md", "a-b.md", "2026_06_16.md", "2026-06-16.md", "plan.md", "Plan.md"]
    names += [unicodedata.normalize(form, "Café.md") for form in ("NFC", "NFD")]
    for name in names:
        folder.write(name, name)

    assert found(vault) == sorted(names)
    assert all(vault.read(name).data.decode() == name for name in names)


def test_a_name_that_is_no_text_is_reported_and_does_not_stop_the_sweep(
    folder: NoteFolder, vault: DiskVault
) -> None:
    folder.write("good.md")
    Path(os.fsdecode(os.fsencode(folder.root) + b"/b\xe9d.md")).write_text("x")

    sweep = vault.sweep()

    assert list(sweep.found) == ["good.md"]
    (place,) = sweep.troubled
    assert place.encode("utf-8")
    assert "UTF-8" in sweep.troubled[place]


def test_hidden_names_are_kept_out_only_below_the_root(tmp_path: Path) -> None:
    """Peers' faults 16.

    A vault beneath a hidden folder is read; ``.obsidian``, ``.trash`` and the like in it are not.
    """
    folder = NoteFolder(tmp_path / ".local" / "share" / "vault")
    for name in (
        ".obsidian/a.md",
        ".trash/b.md",
        ".diurnal/c.md",
        ".git/d.md",
        "Sub/.hidden/e.md",
        ".f.md",
        "g.md",
    ):
        folder.write(name)
    vault = DiskVault(folder.root)

    assert found(vault) == ["g.md"]
    assert found(vault, ".trash", ".trash/b.md", "Sub/.hidden/e.md", ".f.md") == []
    assert not vault.is_note(".trash/b.md")
    assert vault.stamp(".trash/b.md") is None


def test_a_vault_inside_a_vault_is_a_folder_of_notes(folder: NoteFolder, vault: DiskVault) -> None:
    """As in Obsidian: the inner settings are hidden, each note is found once."""
    folder.write(".obsidian/app.json", "{}")
    folder.write("Inner/.obsidian/app.json", "{}")
    folder.write("Inner/.obsidian/readme.md")
    folder.write("Inner/x.md")

    assert found(vault) == ["Inner/x.md"]


@pytest.mark.parametrize(
    ("ignored", "kept"),
    [
        (("Archive/",), ["Archive.md", "Work/Archive/b.md", "archives/d.md", "c.md"]),
        (("archive",), ["Work/Archive/b.md", "c.md"]),
        (("Archive/", "Work/Archive/b.md"), ["Archive.md", "archives/d.md", "c.md"]),
        (("/^c\\.md$/",), ["Archive.md", "Archive/a.md", "Work/Archive/b.md", "archives/d.md"]),
        (("/(?<name>archive)/",), ["c.md"]),
        (("/(unclosed/",), ["Archive.md", "Archive/a.md", "Work/Archive/b.md", "archives/d.md", "c.md"]),
        (("", "/", "//"), ["Archive.md", "Archive/a.md", "Work/Archive/b.md", "archives/d.md", "c.md"]),
    ],
)
def test_excluded_files_are_prefixes_or_expressions(
    folder: NoteFolder, ignored: tuple[str, ...], kept: list[str]
) -> None:
    """Obsidian's ``userIgnoreFilters``; one that cannot be read hides nothing."""
    for name in ("Archive.md", "Archive/a.md", "Work/Archive/b.md", "archives/d.md", "c.md"):
        folder.write(name)
    vault = DiskVault(folder.root, Layout(ignored=ignored))

    assert found(vault) == sorted(kept)
    assert found(vault, "Archive", "Archive.md", "Work", "archives", "c.md") == sorted(kept)


def test_templates_are_no_notes(folder: NoteFolder) -> None:
    for name in ("Templates/Day.md", "Meta/Daily.md", "Meta/other.md", "x.md", "config/y.md"):
        folder.write(name)
    daily = (NotePattern("", "YYYY-MM-DD", "day", "Meta/Daily.md"),)
    vault = DiskVault(folder.root, Layout(daily=daily, templates_folder="Templates", config_folder="config"))

    assert found(vault) == ["Meta/other.md", "x.md"]


def test_a_look_at_a_part_agrees_with_a_look_at_the_whole(folder: NoteFolder, vault: DiskVault) -> None:
    for name in ("a.md", "Sub/b.md", "Sub/deep/c.md", "Subway/d.md"):
        folder.write(name)
    whole = vault.sweep().found

    part = vault.sweep(["Sub", "Sub/b.md", "nowhere.md", "a.md/x.md"]).found

    assert part == {path: whole[path] for path in ("Sub/b.md", "Sub/deep/c.md")}
    assert vault.stamp("Sub/b.md") == whole["Sub/b.md"]


def test_a_spelling_the_disk_does_not_list_is_not_there(
    folder: NoteFolder, vault: DiskVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that folds case answers to ``readme.md`` when it holds ``README.md``; one note must come of it."""
    folder.write("Sub/README.md")
    true_lstat = os.lstat

    def folding_lstat(path: str) -> os.stat_result:
        return true_lstat(str(path).replace("readme.md", "README.md").replace("/sub", "/Sub"))

    monkeypatch.setattr(os, "lstat", folding_lstat)

    assert found(vault, "Sub/readme.md", "Sub/README.md", "sub") == ["Sub/README.md"]


def test_a_folder_that_may_not_be_listed_is_troubled_not_absent(unprivileged: Path) -> None:
    folder = NoteFolder(unprivileged / "vault")
    folder.write("Sub/a.md")
    folder.write("b.md")
    vault = DiskVault(folder.root)
    folder.path("Sub").chmod(0)
    try:
        whole = vault.sweep()
        part = vault.sweep(["Sub/a.md"])
    finally:
        folder.path("Sub").chmod(0o755)

    assert list(whole.found) == ["b.md"]
    assert whole.troubled == {"Sub": "permission denied"}
    assert "permission denied" in part.troubled["Sub/a.md"]


@pytest.mark.parametrize("code", [errno.EIO, errno.ESTALE, errno.EAGAIN, errno.ETIMEDOUT, errno.EACCES])
def test_a_disk_that_answers_with_an_error_troubles_only_that_note(
    folder: NoteFolder, vault: DiskVault, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Peers' faults 18."""
    folder.write("a.md")
    folder.write("b.md")
    true_lstat = os.lstat

    def failing_lstat(path: str) -> os.stat_result:
        if str(path).endswith("a.md"):
            raise OSError(code, os.strerror(code))
        return true_lstat(path)

    monkeypatch.setattr(os, "lstat", failing_lstat)

    sweep = vault.sweep(["a.md", "b.md"])

    assert list(sweep.found) == ["b.md"]
    assert list(sweep.troubled) == ["a.md"]
    assert sweep.troubled["a.md"]


def test_a_note_that_the_cloud_took_away_is_troubled(folder: NoteFolder, vault: DiskVault) -> None:
    """Peers' faults 31: iCloud leaves ``.Note.md.icloud`` where a note was; the note is not gone."""
    folder.write("Sub/.Note.md.icloud", "plist")
    folder.write("Sub/.pic.png.icloud", "plist")

    for under in ("", "Sub", "Sub/Note.md"):
        assert list(vault.sweep([under]).troubled) == ["Sub/Note.md"]

    sweep = vault.sweep()
    assert "not on this machine" in sweep.troubled["Sub/Note.md"]


def test_a_missing_root_says_nothing_about_its_notes(folder: NoteFolder, vault: DiskVault) -> None:
    folder.write("a.md")
    folder.move("", "../elsewhere")

    assert vault.sweep().root_missing
    assert vault.sweep(["a.md"]).root_missing
    assert vault.identity() is None

    folder.path("").mkdir()
    assert vault.sweep().root_empty
    folder.write(".obsidian/app.json")
    assert not vault.sweep().root_empty


def test_a_root_that_is_a_link_is_followed_to_where_it_points_now(tmp_path: Path) -> None:
    one, two = NoteFolder(tmp_path / "one"), NoteFolder(tmp_path / "two")
    one.write("a.md")
    two.write("b.md")
    (tmp_path / "vault").symlink_to("one")
    vault = DiskVault(tmp_path / "vault")
    assert found(vault) == ["a.md"]
    before = vault.identity()

    (tmp_path / "vault").unlink()
    (tmp_path / "vault").symlink_to("two")

    assert found(vault) == ["b.md"]
    assert vault.identity() != before
