"""Writing a note's file: attributes kept, one clear error for whatever the disk refuses, and then nothing changed."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import signal
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from diurnal.errors import NoteChanged, NoteMissing, NoteUnreadable, OutsideVault, WriteFailed, WriteRefused
from diurnal.text.change import Patch
from diurnal.text.insert import Edit, Insertion
from diurnal.vault.disk import digest_of
from diurnal.vault.faults import LARGEST_NOTE_BYTES
from writes.desk import TODAY, Desk
from writes.test_editors import below_title


def top(source: bytes | None) -> Sequence[Edit]:
    return [Insertion(0, b"top\n")]


def end(source: bytes | None) -> Sequence[Edit]:
    return [Insertion(len(source or b""), b"end\n")]


def write(desk: Desk, path: str, plan: object = top, **options: object) -> None:
    desk.patcher.write([Patch(path, plan, **options)], what="test", at=desk.now)  # type: ignore[arg-type]


@pytest.mark.parametrize("plan", [top, end])
def test_mode_owner_and_attributes_are_kept(desk: Desk, plan: object) -> None:
    """
    A note that is replaced whole keeps its mode, its owner and its extended attributes.
    """
    path = desk.folder.write("a.md", "text\n")
    path.chmod(0o640)
    os.chown(path, os.getuid(), os.getgid())
    try:
        os.setxattr(path, "user.colour", b"blue")
        attributes = {"user.colour": b"blue"}
    except OSError:
        attributes = {}

    write(desk, "a.md", plan)

    status = path.stat()
    assert (0o640, os.getuid(), os.getgid()) == (stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid)
    assert attributes == {name: os.getxattr(path, name) for name in attributes}


def test_an_append_keeps_the_file_it_is(desk: Desk) -> None:
    """
    At the end of a note its bytes are added to the same file: an editor that has it open sees them.
    """
    path = desk.folder.write("a.md", "text\n")
    inode = path.stat().st_ino

    write(desk, "a.md", end)

    assert (inode, "text\nend\n") == (path.stat().st_ino, path.read_text())


def test_a_hash_that_does_not_match_refuses_the_write(desk: Desk) -> None:
    """
    Peers' faults 154.

    With `if_match` a note that changed since it was read is left alone, and the error names its new hash.
    """
    path = desk.folder.write("a.md", "one\n")
    read = digest_of(path.read_bytes())
    path.write_text("two\n")

    with pytest.raises(NoteChanged, match=digest_of(b"two\n")):
        write(desk, "a.md", if_match=read)

    assert "two\n" == path.read_text()
    write(desk, "a.md", if_match=digest_of(b"two\n"))
    assert "top\ntwo\n" == path.read_text()


@pytest.mark.parametrize("plan", [top, end])
def test_a_read_only_note_is_not_written(desk: Desk, plan: object) -> None:
    """
    Read-only is read-only, even where a rename could replace it.
    """
    desk.folder.write("a.md", "text\n").chmod(0o444)
    before = desk.all_bytes()

    with pytest.raises(WriteFailed, match=r"a\.md is read-only"):
        write(desk, "a.md", plan)

    assert (before, []) == (desk.all_bytes(), desk.writing.ops())


@pytest.mark.parametrize("plan", [top, end])
def test_a_full_disk_leaves_the_note_whole(desk: Desk, plan: object) -> None:
    """
    Peers' faults 156: When the disk takes only a part of the bytes, that part is taken back.
    """
    desk.folder.write("a.md", "x" * 5000 + "\n")
    before = desk.all_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    # Two of the four bytes still fit; what the journal writes is far smaller.
    resource.setrlimit(resource.RLIMIT_FSIZE, (5003, limits[1]))
    try:
        with pytest.raises(WriteFailed, match=r"a\.md was not written"):
            write(desk, "a.md", plan)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)

    assert (before, []) == (desk.all_bytes(), desk.writing.ops())
    assert [] == desk.patcher.journal.unfinished()


@pytest.mark.parametrize("plan", [top, end])
def test_a_note_that_is_too_large_to_be_read_whole_is_not_written(desk: Desk, plan: object) -> None:
    """
    One call reads at most 2 GB: a larger note would be cut off where it is replaced. The reader's limit holds here, too.
    """
    path = desk.folder.write("log.md", "")
    with path.open("r+b") as file:
        file.truncate(LARGEST_NOTE_BYTES + 1)

    with pytest.raises(NoteUnreadable, match=r"log\.md: 64 MB are more than a note may have"):
        write(desk, "log.md", plan)

    assert path.stat().st_size == LARGEST_NOTE_BYTES + 1
    assert [] == desk.writing.ops()


def test_where_nothing_can_be_locked_nothing_is_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A state folder on a network drive may know no locks; the error names the way out.
    """
    desk.folder.write("a.md", "text\n")

    def no_locks(handle: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)

    with pytest.raises(WriteFailed, match="could not be locked") as refused:
        write(desk, "a.md")

    assert "XDG_STATE_HOME" in refused.value.hint
    assert {"a.md": b"text\n"} == desk.all_bytes()


def test_without_a_journal_nothing_is_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Where the undo data cannot be forced to disk the note is left alone.
    """
    desk.folder.write("a.md", "text\n")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(WriteFailed, match="journal"):
        write(desk, "a.md")

    assert {"a.md": b"text\n"} == desk.all_bytes()


def test_a_vanished_vault_is_not_made_anew(desk: Desk) -> None:
    """
    When the vault's folder is gone (a drive that was pulled), the write says so and makes nothing.
    """
    desk.folder.root.rmdir()

    with pytest.raises(WriteFailed, match="is not there"):
        desk.append("Tea.")

    assert not desk.folder.root.exists()


@pytest.mark.parametrize(
    "path",
    ["../out.md", "/tmp/out.md", "%2e%2e/out.md", "Sub/../../out.md", "Out/x.md", "note.md", "Out/new/x.md"],
)
def test_nothing_is_written_outside_the_vault(desk: Desk, path: str) -> None:
    """
    Neither a path nor a link leads a write out of the vault.
    """
    outside = desk.root / "outside"
    (outside / "vaultlike").mkdir(parents=True)
    (outside / "x.md").write_text("theirs\n")
    desk.folder.link("Out", desk.root)  # a folder above the vault is not followed
    desk.folder.link("note.md", outside / "x.md")

    with pytest.raises((OutsideVault, NoteMissing)):
        write(desk, path)

    assert "theirs\n" == (outside / "x.md").read_text()
    assert not (desk.root / "out.md").exists()
    assert not (desk.root / "new").exists()


@pytest.mark.parametrize("path", [".obsidian/x.md", "a.txt", ".hidden.md", "folder/.x/y.md"])
def test_only_notes_are_written(desk: Desk, path: str) -> None:
    """
    Settings and other files are nobody's to write.
    """
    with pytest.raises(WriteRefused):
        write(desk, path)

    assert {} == desk.all_bytes()


def test_names_that_differ_in_case_are_different_notes(desk: Desk) -> None:
    """
    Peers' faults 153: Making `My Note.md` beside `my-note.md` touches only the new one.
    """
    desk.folder.write("my-note.md", "old\n")

    write(desk, "My Note.md")

    assert {"My Note.md": b"top\n", "my-note.md": b"old\n"} == desk.all_bytes()


def test_several_notes_change_together_or_not_at_all(desk: Desk) -> None:
    """
    When the second note of an operation cannot be written, the first is given its bytes back.
    """
    desk.folder.write("a.md", "one\n")
    desk.folder.write("b.md", "two\n").chmod(0o444)
    before = desk.all_bytes()

    with pytest.raises(WriteFailed):
        desk.patcher.write(
            [Patch("new/c.md", top), Patch("a.md", end), Patch("b.md", top)], what="x", at=desk.now
        )

    assert (before, [], []) == (desk.all_bytes(), desk.writing.ops(), desk.folders())


def test_a_file_that_appears_while_it_is_made_is_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A note that a sync brings in the moment we create it is not overwritten: the write is planned anew on it.
    """
    real = os.link

    def late(source: str, target: str, **options: bool) -> None:
        Path(target).write_text("synced\n")
        monkeypatch.setattr(os, "link", real)
        real(source, target, **options)

    monkeypatch.setattr(os, "link", late)

    write(desk, TODAY, end)

    assert "synced\nend\n" == desk.text(TODAY)


def test_twenty_writers_at_once_lose_nothing(desk: Desk) -> None:
    """
    Peers' faults 151: Twenty processes append to one note: each line is there whole and once.
    """
    desk.folder.write(TODAY, "# Day\n")
    children = []
    for n in range(20):
        child = os.fork()
        if child == 0:
            try:
                write(desk, TODAY, below_title(f"- from {n}"))
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)

    assert ["# Day", *sorted(f"- from {n}" for n in range(20))] == sorted(desk.text(TODAY).splitlines())


def test_a_note_with_a_second_name_is_not_torn_from_it(desk: Desk) -> None:
    """
    A hard link: an entry at the end is seen under both names; a write that would take the file's place is refused.
    """
    desk.folder.write("a.md", "- one\n")
    desk.folder.path("b.md").hardlink_to(desk.folder.path("a.md"))

    desk.patcher.write([Patch("a.md", lambda source: [Insertion(6, b"- two\n")])], what="test", at=desk.now)
    assert "- one\n- two\n" == desk.text("a.md") == desk.text("b.md")
    with pytest.raises(WriteFailed, match="hard link"):
        desk.patcher.write([Patch("a.md", lambda source: [Insertion(0, b"# x\n")])], what="test", at=desk.now)

    assert "- one\n- two\n" == desk.text("a.md") == desk.text("b.md")
    assert ["a.md", "b.md"] == sorted(desk.all_bytes())
