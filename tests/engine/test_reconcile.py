"""Bringing the catalogue to the disk: what is read, what is kept, and when a note is gone."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from diurnal.engine import reconcile as reconciling
from diurnal.engine.conflicts import ConflictCopies
from diurnal.errors import NoteChanged, WriteFailed
from diurnal.model.layout import Layout
from diurnal.model.record import Note, Privacy
from diurnal.model.stamp import Source
from diurnal.ports import Applied
from engine_room import GRACE_S, Room, read_plainly


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "vault")


def write_many(room: Room, count: int, folder: str = "notes") -> None:
    for number in range(count):
        room.folder.write(f"{folder}/{number}.md", f"{folder} {number}")


# --- what is read -------------------------------------------------------------------------------


def test_a_first_look_reads_everything_and_a_second_nothing(room: Room) -> None:
    write_many(room, 5)
    room.reconcile()
    assert room.texts() == room.on_disk()
    room.read_paths.clear()
    batches = len(room.catalogue.batches)

    room.reconcile()
    room.reconciler = room.fresh_reconciler()
    room.reconcile()

    assert room.read_paths == []
    assert len(room.catalogue.batches) == batches


def test_a_first_indexing_publishes_its_progress(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciling, "BATCH_NOTES", 4)
    write_many(room, 10)

    room.reconciler.look(now=room.clock)
    sizes = []
    while room.reconciler.queued:
        sizes.append((len(room.reconciler.take(now=room.clock, notes=4).read), room.reconciler.queued))

    assert sizes == [(4, 6), (4, 2), (2, 0)]
    assert [applied.clock.tick for applied in room.published] == [1, 2, 3]


def test_a_batch_is_bounded_in_bytes_too(room: Room) -> None:
    write_many(room, 3)
    room.reconciler.look(now=room.clock)

    assert len(room.reconciler.take(now=room.clock, size=1).read) == 1


def test_the_note_written_last_is_read_first(room: Room) -> None:
    for age, name in enumerate(("newest.md", "older.md", "oldest.md")):
        room.folder.write(name)
        room.folder.age(name, 100 * age)

    room.reconcile()

    assert room.read_paths == ["newest.md", "older.md", "oldest.md"]


def test_a_save_does_not_wait_behind_a_first_indexing(room: Room) -> None:
    write_many(room, 20)
    room.reconciler.look(now=room.clock)
    room.folder.write("today.md", "just saved")

    room.reconciler.look(["today.md"], now=room.clock)

    assert room.reconciler.take(now=room.clock, notes=1).read == ("today.md",)


def write_in_place(room: Room, text: str) -> None:
    room.folder.write("a.md", text)


def save_by_rename(room: Room, text: str) -> None:
    room.folder.save_by_rename("a.md", text)


def save_with_backup(room: Room, text: str) -> None:
    room.folder.save_with_backup("a.md", text)


@pytest.mark.parametrize("save", [write_in_place, save_by_rename, save_with_backup])
def test_every_edit_is_found_once(room: Room, save: Callable[[Room, str], None]) -> None:
    """Peers' faults 22."""
    room.folder.write("a.md", "edit 0")
    room.reconcile()

    for number in range(1, 6):
        save(room, f"edit {number}")
        room.reconcile("a.md")
        assert room.texts() == {"a.md": f"edit {number}"}


# --- stamps -------------------------------------------------------------------------------------


def test_mtimes_reset_over_equal_bytes_read_no_note_anew(room: Room) -> None:
    """Peers' faults 28.

    A sync client touches every file; nothing is parsed, nothing re-dated, and the new stamp is kept.
    """
    write_many(room, 6)
    room.reconcile()
    room.read_paths.clear()
    for number in range(6):
        room.folder.age(f"notes/{number}.md", 86_400 * 30)

    (taken,) = room.reconcile()

    assert room.read_paths == []
    assert len(taken.restamped) == 6
    assert room.reconcile() == []


def test_a_change_behind_an_equal_size_and_mtime_is_found(room: Room) -> None:
    """Peers' faults 29."""
    path = room.folder.write("a.md", "one two three")
    room.reconcile()
    before = path.stat()

    path.write_text("one TWO three")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    room.reconcile()

    assert room.texts() == {"a.md": "one TWO three"}


def test_an_equal_stamp_is_trusted_only_if_the_note_had_rested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two writes within one tick of the disk's clock leave one stamp; the bytes then decide."""
    room = Room(tmp_path / "vault", rested_s=0.0)
    path = room.folder.write("a.md", "one")
    frozen = path.lstat()
    true_fstat, true_sweep = os.fstat, room.vault.sweep
    stamp = room.vault.stamp("a.md")
    assert stamp is not None
    room.reconcile()

    path.write_text("two")
    monkeypatch.setattr(os, "fstat", lambda handle: frozen if handle > 2 else true_fstat(handle))
    monkeypatch.setattr(
        room.vault, "sweep", lambda under: type(true_sweep())({**true_sweep(under).found, "a.md": stamp})
    )
    room.reconcile()

    assert room.texts() == {"a.md": "two"}


def test_a_note_that_was_still_warm_is_restamped_once_it_has_rested(tmp_path: Path) -> None:
    room = Room(tmp_path / "vault", rested_s=0.0)
    room.folder.write("a.md", "one")
    room.reconcile()
    room.rested_s = 10.0

    assert [taken.restamped for taken in room.reconcile()] == [("a.md",)]
    assert room.reconcile() == []


def test_rereading_reads_notes_whose_bytes_are_as_before(room: Room) -> None:
    write_many(room, 3)
    room.reconcile()
    room.read_paths.clear()

    room.reconciler.reconcile(now=room.clock, reread=True)

    assert len(room.read_paths) == 3


# --- moves and copies ---------------------------------------------------------------------------


def test_a_moved_note_is_in_one_place_at_once(room: Room) -> None:
    """A rename is seen by the inode, so the old path waits for no grace."""
    room.folder.write("a.md", "text")
    room.reconcile()

    room.folder.move("a.md", "Sub/b.md")
    room.reconcile("a.md", "Sub")

    assert room.texts() == {"Sub/b.md": "text"}


def test_a_copy_is_not_swallowed_by_a_move(room: Room) -> None:
    """Peers' faults 21."""
    room.folder.write("a.md", "same bytes")
    room.reconcile()

    room.folder.move("a.md", "b.md")
    room.folder.write("a.md", "same bytes")
    room.reconcile("a.md", "b.md")
    room.settle()

    assert room.texts() == {"a.md": "same bytes", "b.md": "same bytes"}


def test_two_notes_that_change_places_do(room: Room) -> None:
    room.folder.write("a.md", "A")
    room.folder.write("b.md", "B")
    room.reconcile()

    room.folder.move("a.md", "c")
    room.folder.move("b.md", "a.md")
    room.folder.move("c", "b.md")
    room.reconcile()

    assert room.texts() == {"a.md": "B", "b.md": "A"}


@pytest.mark.parametrize("hints", [("old",), ("new",), ("old", "new"), ("new", "old/deep/1.md"), ("",)])
def test_a_moved_folder_is_found_from_whatever_the_watcher_says_of_it(
    room: Room, hints: tuple[str, ...]
) -> None:
    """Appendix A: a folder's rename names the folder only, one or both ends of it."""
    write_many(room, 3, "old/deep")
    room.folder.write("older.md", "kept")
    room.reconcile()

    room.folder.move("old", "new")
    room.reconcile(*hints)
    room.settle()

    assert room.texts() == room.on_disk()
    assert sorted(room.texts()) == ["new/deep/0.md", "new/deep/1.md", "new/deep/2.md", "older.md"]


def test_a_renamed_folder_that_changes_case_only_leaves_one_of_each(room: Room) -> None:
    """Peers' faults 15."""
    room.folder.write("readme.md", "text")
    room.folder.write("notes/a.md", "a")
    room.reconcile()

    room.folder.move("readme.md", "README.md")
    room.folder.move("notes", "Notes")
    room.reconcile("readme.md", "README.md", "notes", "Notes")

    assert sorted(room.texts()) == ["Notes/a.md", "README.md"]


def test_a_folder_that_takes_the_place_of_a_note_and_back(room: Room) -> None:
    room.folder.write("x.md", "a note")
    room.reconcile()
    room.folder.remove("x.md")
    room.folder.write("x.md/y.md", "in a folder")
    room.reconcile("x.md", grace=False)
    assert room.texts() == {"x.md/y.md": "in a folder"}

    room.folder.remove("x.md")
    room.folder.write("x.md", "a note again")
    room.reconcile("x.md", grace=False)

    assert room.texts() == {"x.md": "a note again"}


# --- gone ---------------------------------------------------------------------------------------


def test_a_note_missing_for_a_moment_stays(room: Room) -> None:
    """neovim's backup leaves a gap of 50 to 200 ms; a look in that gap must not drop the note."""
    room.folder.write("a.md", "before")
    room.reconcile()
    room.folder.move("a.md", "a.md~")

    room.reconcile("a.md")
    room.clock += 0.2
    room.reconcile("a.md")
    assert room.texts() == {"a.md": "before"}

    room.folder.write("a.md", "after")
    room.reconcile("a.md")
    room.clock += 10 * GRACE_S
    room.reconcile()

    assert room.texts() == {"a.md": "after"}
    assert all(batch.gone == () for batch in room.catalogue.batches)


def test_a_note_that_is_gone_between_look_and_reading_waits_too(room: Room) -> None:
    room.folder.write("a.md", "before")
    room.folder.write("b.md", "b")
    room.reconcile()
    room.folder.write("a.md", "changed")
    room.reconciler.look(now=room.clock)
    room.folder.remove("a.md")

    room.reconciler.take_all(now=room.clock)
    assert sorted(room.texts()) == ["a.md", "b.md"]

    room.clock += GRACE_S
    room.reconcile()
    assert room.texts() == {"b.md": "b"}


def test_a_deleted_note_is_gone_after_its_grace(room: Room) -> None:
    write_many(room, 3)
    room.reconcile()
    room.folder.remove("notes/1.md")

    room.reconcile("notes/1.md")
    assert "notes/1.md" in room.texts()
    assert room.reconciler.absent.next_due() == room.clock + GRACE_S

    room.clock += GRACE_S
    room.reconcile("notes/1.md")

    assert sorted(room.texts()) == ["notes/0.md", "notes/2.md"]
    assert room.reconciler.absent.next_due() is None


def test_who_knows_that_nobody_is_saving_need_not_wait(room: Room) -> None:
    write_many(room, 2)
    room.reconcile()
    room.folder.remove("notes/1.md")

    room.reconcile(grace=False)

    assert sorted(room.texts()) == ["notes/0.md"]


def test_a_note_that_is_now_excluded_leaves_at_once_however_many_there_are(room: Room) -> None:
    write_many(room, 30, "Archive")
    room.folder.write("a.md")
    room.reconcile()

    room.vault.layout = Layout(ignored=("Archive/",))
    room.reconcile()

    assert list(room.texts()) == ["a.md"]
    assert room.reconciler.absent.kept_because == ""


# --- trouble ------------------------------------------------------------------------------------


def test_a_note_that_cannot_be_read_is_counted_and_the_others_are_read(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Peers' faults 26."""
    write_many(room, 10)
    refuse(monkeypatch, "notes/3.md", errno.EACCES)

    room.reconcile()

    assert len(room.texts()) == 9
    assert list(room.reconciler.troubled) == ["notes/3.md"]
    assert "permission denied" in room.reconciler.troubled["notes/3.md"]


@pytest.mark.parametrize("code", [errno.EAGAIN, errno.EIO, errno.ESTALE, errno.EACCES, errno.ETIMEDOUT])
def test_a_known_note_that_cannot_be_read_for_a_while_is_kept(room: Room, code: int) -> None:
    """An evicted cloud file, a drive that stutters: keep the old text, say so once, try again."""
    room.folder.write("a.md", "before")
    room.reconcile()
    room.folder.write("a.md", "changed")

    with pytest.MonkeyPatch.context() as patch:
        refuse(patch, "a.md", code)
        room.reconcile()
        room.reconcile()
        assert room.texts() == {"a.md": "before"}
        assert room.catalogue.known()["a.md"].trouble
        assert sum(bool(batch.troubled) for batch in room.catalogue.batches) == 1

    room.reconcile()

    assert room.texts() == {"a.md": "changed"}
    assert room.catalogue.known()["a.md"].trouble == ""
    assert room.reconciler.troubled == {}


def test_notes_beneath_a_folder_out_of_reach_are_kept_and_marked(room: Room) -> None:
    """Peers' faults 17."""
    write_many(room, 3, "Sub/deep")
    room.folder.write("other.md")
    room.reconcile()

    with pytest.MonkeyPatch.context() as patch:
        refuse_listing(patch, "Sub", errno.EACCES)
        room.reconcile(grace=False)
        room.clock += 1000
        room.reconcile()
        assert len(room.texts()) == 4
        assert room.reconciler.troubled == {"Sub": "permission denied"}
        assert room.catalogue.known()["Sub/deep/1.md"].trouble == "permission denied"

    room.reconcile()

    assert room.reconciler.troubled == {}
    assert room.catalogue.known()["Sub/deep/1.md"].trouble == ""


def test_bytes_that_mean_nothing_are_kept_out_and_not_tried_again(room: Room) -> None:
    """Their earlier text cannot pass for what the note says now; two of them cost no more than any note."""
    room.folder.write("a.md", "text")
    room.reconcile()
    room.folder.write("a.md", b"\xff\xfe\x00broken")

    room.reconcile()
    note = room.catalogue.note("a.md")
    assert note is not None
    assert note.records == ()
    assert note.warnings == ("a.md is not text.",)
    assert note.privacy is Privacy.OWNER_ONLY, "what cannot be read may be closed to agents"
    room.read_paths.clear()

    room.reconcile()
    assert room.read_paths == []


def test_a_note_that_trips_the_reader_stops_no_other_and_its_text_is_not_logged(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.folder.write("a.md", "secret")
    room.folder.write("b.md", "two")

    def read(source: Source) -> Note:
        if source.path == "a.md":
            raise ValueError(source.data.decode())
        return read_plainly(source)

    room.reconciler.read = read
    room.reconcile()

    assert room.texts() == {"a.md": "", "b.md": "two"}
    assert "a.md: ValueError" in caplog.text
    assert "secret" not in caplog.text


def test_a_note_that_never_rests_is_handed_back(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.folder.write("a.md", "one")
    room.folder.write("b.md", "two")
    true_read = room.vault.read

    def read(path: str) -> Source:
        if path == "a.md":
            raise NoteChanged("a.md is being written.")
        return true_read(path)

    monkeypatch.setattr(room.vault, "read", read)

    (taken,) = room.reconcile()

    assert taken.restless == ("a.md",)
    assert taken.read == ("b.md",)


def test_a_note_that_is_there_twice_in_the_queue_is_read_once(room: Room) -> None:
    room.folder.write("a.md", "one")
    room.reconciler.look(now=room.clock)
    room.reconciler.look(["a.md"], now=room.clock)
    room.reconciler.look(now=room.clock)

    room.reconciler.take_all(now=room.clock)

    assert room.read_paths == ["a.md"]


def test_notes_lost_behind_the_daemons_back_are_read_again(room: Room) -> None:
    """What the catalogue holds is compared with the disk; no flag of our own can say "clean"."""
    write_many(room, 5)
    room.reconcile()
    for path in ("notes/1.md", "notes/2.md"):
        del room.catalogue.notes[path], room.catalogue._known[path]

    room.reconcile()

    assert len(room.texts()) == 5


# --- conflict copies ----------------------------------------------------------------------------


def test_a_conflict_copy_counts_only_where_its_original_lacks_it(room: Room) -> None:
    room.folder.write("day (conflict).md", "both\nonly here")
    room.folder.write("day.md", "both\nonly there")

    room.reconcile()

    assert room.texts() == {"day.md": "both\nonly there", "day (conflict).md": "only here"}
    note = room.catalogue.note("day (conflict).md")
    assert note is not None
    assert [record.conflict_of for record in note.records] == ["day.md"]


def test_a_conflict_copy_follows_what_becomes_of_its_original(room: Room) -> None:
    room.folder.write("day.md", "both")
    room.folder.write("day (conflict).md", "both\nextra")
    room.reconcile()

    room.folder.write("day.md", "both\nextra")
    room.reconcile("day.md")
    assert room.texts() == {"day.md": "both\nextra", "day (conflict).md": ""}

    room.folder.remove("day.md")
    room.reconciler = room.fresh_reconciler()
    room.reconcile(grace=False)
    assert room.texts() == {"day (conflict).md": "both\nextra"}


def test_only_copies_that_are_still_known_follow_their_original() -> None:
    """
    A copy that was deleted is looked for no more, and one that was never asked about is found the first time.
    """
    copies = ConflictCopies(lambda path: "day.md" if "(" in path else "")
    known = ["day.md", "day (conflict).md", "day (2).md"]

    assert copies.of(["day.md"], known) == ["day (conflict).md", "day (2).md"]
    assert copies.of(["day.md"], known[:2]) == ["day (conflict).md"]
    assert copies.of(["other.md"], known) == []


def test_a_process_that_ends_before_a_copy_was_compared_again_compares_it_at_its_next_start(
    room: Room,
) -> None:
    room.folder.write("day.md", "before")
    room.folder.write("day (conflict).md", "both")
    for name in ("day.md", "day (conflict).md"):
        room.folder.age(name, 60)
    room.reconcile()
    assert "both" == room.texts()["day (conflict).md"]
    room.folder.write("day.md", "both")
    room.reconciler.look(now=room.clock)
    room.reconciler.take(now=room.clock)  # the original alone; then the process ends

    room.reconciler = room.fresh_reconciler()
    room.reconcile()

    assert room.texts() == {"day.md": "both", "day (conflict).md": ""}


def test_a_conflict_copy_that_was_away_when_its_original_changed_is_compared_once_it_is_back(
    room: Room,
) -> None:
    """Its bytes are as they were, but what they are compared with is not."""
    room.folder.write("day (conflict).md", "both")
    room.settle()
    assert room.texts() == {"day (conflict).md": "both"}
    away = room.root.parent / "away"
    (room.root / "day (conflict).md").rename(away)
    room.folder.write("day.md", "both")

    room.reconcile()
    away.rename(room.root / "day (conflict).md")
    room.settle()

    assert room.texts() == {"day.md": "both", "day (conflict).md": ""}


# --- when the catalogue fails -------------------------------------------------------------------


def test_a_batch_that_could_not_be_committed_is_taken_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.folder.write("gone.md", "old")
    room.reconcile()
    room.folder.remove("gone.md")
    room.folder.write("a.md", "new")
    with monkeypatch.context() as patch:
        patch.setattr(room.catalogue, "apply", full_disk)
        with pytest.raises(WriteFailed):
            room.reconcile(grace=False)
    assert room.reconciler.queued == 2

    room.reconciler.take_all(now=room.clock)

    assert room.texts() == {"a.md": "new"}


def full_disk(_: object) -> Applied:
    raise WriteFailed("The disk is full.")


def refuse(patch: pytest.MonkeyPatch, name: str, code: int) -> None:
    """Opening the note *name* fails with *code*."""
    true_open = os.open

    def failing_open(path: str, *rest: int) -> int:
        if str(path).endswith(f"/{name}"):
            raise OSError(code, os.strerror(code))
        return true_open(path, *rest)

    patch.setattr(os, "open", failing_open)


def refuse_listing(patch: pytest.MonkeyPatch, name: str, code: int) -> None:
    """Listing the folder *name* fails with *code*."""
    true_scandir = os.scandir

    def failing_scandir(path: str) -> object:
        if str(path).endswith(f"/{name}"):
            raise OSError(code, os.strerror(code))
        return true_scandir(path)

    patch.setattr(os, "scandir", failing_scandir)


# --- a bulk of new notes ------------------------------------------------------------------------


def skimming(room: Room) -> list[str]:
    """Has the reconciler skim where it may; the paths that it does."""
    skimmed: list[str] = []

    def skim(source: Source) -> Note:
        skimmed.append(source.path)
        return read_plainly(source)

    room.reconciler.skim = skim
    return skimmed


def test_only_what_nobody_knows_is_skimmed_and_only_in_bulk(room: Room) -> None:
    skimmed = skimming(room)
    write_many(room, reconciling.FEW_NOTES)
    room.reconcile()
    assert skimmed == []

    write_many(room, reconciling.FEW_NOTES, folder="more")
    room.folder.write("more/1 (conflict).md", "more 1\nother")
    room.reconciler.reconcile(now=room.clock, reread=True)

    assert sorted(skimmed) == sorted(f"more/{number}.md" for number in range(reconciling.FEW_NOTES))
    assert room.texts()["more/1 (conflict).md"] == "other"


def test_the_last_of_many_new_notes_are_skimmed_like_the_rest(room: Room) -> None:
    """
    A bulk that is nearly through is still one: its last batch does not cost many times what the others did.
    """
    skimmed = skimming(room)
    write_many(room, reconciling.FEW_NOTES + 6)
    room.reconciler.look(now=room.clock)
    while room.reconciler.queued:
        room.reconciler.take(now=room.clock, notes=10)
    assert len(skimmed) == reconciling.FEW_NOTES + 6

    room.folder.write("after.md", "one more")
    room.reconcile()
    assert "after.md" not in skimmed


def test_a_take_before_the_first_look_forgets_no_conflict_copy() -> None:
    copies = ConflictCopies(lambda path: "a.md" if path == "a (conflict).md" else "")

    assert [] == copies.of([], ())
    assert ["a (conflict).md"] == copies.of(["a.md"], ("a.md", "a (conflict).md"))
