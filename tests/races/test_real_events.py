"""The loop in its thread with the system's own events: every shape a save, a move or a delete comes in."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from diurnal.engine.drive import Driver
from diurnal.engine.loop import Loop, Rhythm
from diurnal.engine.settle import SettleTimes
from diurnal.model.answer import State
from diurnal.vault.watch import SystemWatcher
from engine_room import Room, read_plainly

pytestmark = pytest.mark.daemon

# No periodic look helps in these tests: what is found was heard.
RHYTHM = Rhythm(SettleTimes(0.05, 1.0), full_s=3600, poll_s=3600)
PATIENCE_S = 20.0


class LiveRoom(Room):
    """A room whose loop runs in its thread over the system's watcher."""

    def begin(self) -> None:
        self.driver = Driver()
        self.watcher = SystemWatcher(self.driver.wake)
        self.loop = Loop(
            self.reconciler,
            self.watcher,
            new_layout=lambda: None,
            reader_for=lambda _: read_plainly,
            rhythm=RHYTHM,
        )
        self.driver.start(self.loop)
        self.until(lambda: self.loop.freshness.state is State.READY and self.loop.freshness.pending == 0)
        assert self.loop.freshness.watching == "events"

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for *condition*, looking at it again whenever a moment has passed."""
        deadline = time.monotonic() + PATIENCE_S
        pause = threading.Event()
        while not condition():
            if time.monotonic() > deadline:
                pytest.fail(f"waited in vain; the catalogue says {self.texts()}, {self.loop.freshness}")
            pause.wait(0.01)

    def until_equal(self) -> None:
        """Wait until the catalogue says what the disk says."""
        self.until(lambda: self.texts() == self.on_disk() and self.loop.freshness.pending == 0)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[LiveRoom]:
    room = LiveRoom(tmp_path / "vault")
    room.folder.write("note.md", "first")
    room.folder.write("sub/a.md", "a")
    room.folder.write("sub/deep/b.md", "b")
    room.begin()
    yield room
    assert room.driver.stop()


def in_place(room: LiveRoom) -> None:
    room.folder.write("note.md", "second")


def atomic(room: LiveRoom) -> None:
    room.folder.save_by_rename("note.md", "second")


def with_backup(room: LiveRoom) -> None:
    room.folder.save_with_backup("note.md", "second")


def delete_and_create(room: LiveRoom) -> None:
    room.folder.remove("note.md")
    room.folder.write("note.md", "second")


def rename_file(room: LiveRoom) -> None:
    room.folder.move("note.md", "renamed.md")


def rename_case(room: LiveRoom) -> None:
    room.folder.move("note.md", "NOTE.md")


def rename_folder(room: LiveRoom) -> None:
    room.folder.move("sub", "sub2")


def move_file_in(room: LiveRoom) -> None:
    (room.root.parent / "outside.md").write_text("from outside")
    room.folder.move("../outside.md", "in.md")


def move_folder_in(room: LiveRoom) -> None:
    outside = room.root.parent / "nd" / "deep"
    outside.mkdir(parents=True)
    (outside / "x.md").write_text("x")
    room.folder.move("../nd", "nd")


def move_folder_out(room: LiveRoom) -> None:
    room.folder.move("sub", "../taken")


def make_deep_folders(room: LiveRoom) -> None:
    room.folder.write("a/b/c/d.md", "deep")


def remove_folder(room: LiveRoom) -> None:
    room.folder.remove("sub")


def copy_folder(room: LiveRoom) -> None:
    shutil.copytree(room.folder.path("sub"), room.folder.path("copy"))


def swap_notes(room: LiveRoom) -> None:
    room.folder.move("note.md", "swap")
    room.folder.move("sub/a.md", "note.md")
    room.folder.move("swap", "sub/a.md")


def keep_size_and_mtime(room: LiveRoom) -> None:
    path = room.folder.path("note.md")
    before = path.stat()
    path.write_text("FIRST")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


ACTIONS = [
    in_place,
    atomic,
    with_backup,
    delete_and_create,
    rename_file,
    rename_case,
    rename_folder,
    move_file_in,
    move_folder_in,
    move_folder_out,
    make_deep_folders,
    remove_folder,
    copy_folder,
    swap_notes,
    keep_size_and_mtime,
]


@pytest.mark.parametrize("act", ACTIONS, ids=lambda act: act.__name__)
def test_whatever_is_done_to_files_the_catalogue_follows(
    room: LiveRoom, act: Callable[[LiveRoom], None]
) -> None:
    before = room.on_disk()

    act(room)

    assert room.on_disk() != before
    room.until_equal()


@pytest.mark.parametrize("save", [in_place, atomic, with_backup], ids=lambda save: save.__name__)
def test_the_fifth_edit_is_seen_as_the_first_was(
    room: LiveRoom, save: Callable[[LiveRoom], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Peers' faults 6: ``sed -i`` gives the note a new inode each time; folders are watched, never files."""
    for number in range(5):
        save(room)
        room.folder.save_by_rename("note.md", f"edit {number}")
        room.until_equal()


def test_notes_in_folders_behind_links_are_followed_too(room: LiveRoom, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("one")
    room.folder.link("Ext", outside)
    room.until(lambda: "Ext/x.md" in room.texts())

    (outside / "x.md").write_text("two")
    room.until(lambda: room.texts()["Ext/x.md"] == "two")


def test_links_to_the_vault_itself_hide_no_event(room: LiveRoom) -> None:
    """The system may name a folder by a link that we refuse; the note's own path is found all the same."""
    room.folder.link("sub/loop", "..")
    room.folder.link("across", "sub/deep")
    room.until(lambda: any(not watched for watched in [room.vault.watched().recursive]))
    room.until_equal()

    room.folder.write("sub/deep/b.md", "second")
    room.until_equal()
    room.folder.write("new/folder/c.md", "c")
    room.until_equal()


def test_a_vault_deleted_and_made_anew_is_watched_again(room: LiveRoom) -> None:
    shutil.rmtree(room.root)
    room.folder.write(".obsidian/app.json", "{}")
    room.folder.write("note.md", "reborn")
    room.until_equal()

    room.folder.write("note.md", "and edited")
    room.until_equal()


def test_a_burst_of_files_ends_exactly_at_the_disk(room: LiveRoom) -> None:
    """Peers' faults 14: As a checkout writes them: thousands at once, more than one queue of events may hold."""
    for number in range(3000):
        room.folder.write(f"burst/{number % 20}/{number}.md", str(number))
    room.until_equal()

    room.folder.remove("burst/3")
    room.until_equal()


def test_stopping_ends_thread_and_watch(tmp_path: Path) -> None:
    room = LiveRoom(tmp_path / "vault")
    room.folder.write("a.md")
    room.begin()

    assert room.driver.stop()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("diurnal-")]
