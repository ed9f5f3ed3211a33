"""When notes vanish in great numbers: keep them, say so, wait for the owner."""

from __future__ import annotations

from pathlib import Path

import pytest

from diurnal.engine.presence import Absence, reason_to_keep
from diurnal.errors import NoteMissing
from engine_room import GRACE_S, Room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """A vault of forty notes in four folders, all of them known."""
    room = Room(tmp_path / "vault")
    for number in range(40):
        room.folder.write(f"{number % 4}/{number}.md", str(number))
    room.folder.write(".obsidian/app.json", "{}")
    room.reconcile()
    return room


def unmount(room: Room) -> None:
    room.root.rename(room.root.with_name("unmounted"))


def mount(room: Room) -> None:
    if room.root.exists():
        room.root.rmdir()
    room.root.with_name("unmounted").rename(room.root)


def test_a_missing_vault_forgets_nothing(room: Room) -> None:
    """Peers' faults 17."""
    unmount(room)

    room.settle()
    room.reconcile("0", grace=False)
    room.reconciler = room.fresh_reconciler()
    room.settle()

    assert len(room.texts()) == 40
    assert "not there" in room.reconciler.absent.kept_because
    with pytest.raises(NoteMissing):
        room.reconciler.accept_missing(now=room.clock)

    mount(room)
    room.settle()
    assert room.reconciler.absent.kept_because == ""
    assert len(room.texts()) == 40


def test_an_empty_mount_point_forgets_nothing_even_of_a_small_vault(tmp_path: Path) -> None:
    room = Room(tmp_path / "vault")
    room.folder.write("a.md")
    room.folder.write("b.md")
    room.reconcile()
    unmount(room)
    room.root.mkdir()

    room.settle()
    room.reconcile("a.md", grace=False)

    assert len(room.texts()) == 2
    assert "accept-missing" in room.reconciler.absent.kept_because


def test_most_notes_vanishing_at_once_are_kept_until_the_owner_accepts(room: Room) -> None:
    for folder in ("0", "1", "2"):
        room.folder.remove(folder)
    room.folder.write("new.md", "news")

    room.settle()
    assert len(room.texts()) == 41
    assert "30 of 4" in room.reconciler.absent.kept_because
    assert "`diurnal accept-missing`" in room.reconciler.absent.kept_because

    gone = room.reconciler.accept_missing(now=room.clock)
    room.reconciler.take_all(now=room.clock)

    assert len(gone) == 30
    assert room.texts() == room.on_disk()
    assert room.reconciler.absent.kept_because == ""


def test_a_restart_holds_them_back_just_so(room: Room) -> None:
    for folder in ("0", "1", "2"):
        room.folder.remove(folder)
    room.reconciler = room.fresh_reconciler()

    room.reconcile(grace=False)

    assert len(room.texts()) == 40
    assert room.reconciler.absent.kept_because


def test_notes_that_come_back_end_it(room: Room) -> None:
    for folder in ("0", "1", "2"):
        room.folder.move(folder, f"../away-{folder}")
    room.settle()
    assert room.reconciler.absent.kept_because

    for folder in ("0", "1", "2"):
        room.folder.move(f"../away-{folder}", folder)
    room.settle()

    assert room.reconciler.absent.kept_because == ""
    assert len(room.texts()) == 40


def test_a_folder_that_is_deleted_goes(room: Room) -> None:
    """Peers' faults 25: Below half of the vault it is a person's wish, and its notes go after the grace."""
    room.folder.remove("3")

    room.settle()

    assert len(room.texts()) == 30
    assert room.texts() == room.on_disk()


def test_a_small_vault_may_be_emptied_by_hand(tmp_path: Path) -> None:
    room = Room(tmp_path / "vault")
    room.folder.write(".obsidian/app.json", "{}")
    for number in range(10):
        room.folder.write(f"Sub/{number}.md")
    room.reconcile()
    room.folder.remove("Sub")

    room.settle()

    assert room.texts() == {}


def test_deleting_slowly_counts_as_at_once(room: Room) -> None:
    """``rm -r`` of a large vault outlasts one grace period; the second half is still held back."""
    for folder in ("0", "1", "2", "3"):
        room.folder.remove(folder)
        room.settle()

    assert len(room.texts()) == 20
    assert room.reconciler.absent.kept_because


def test_a_vault_that_is_rearranged_is_not_vanishing(room: Room) -> None:
    for folder in ("0", "1", "2", "3"):
        room.folder.move(folder, f"archive/{folder}")
    room.settle()
    assert len(room.texts()) == 40

    # A sync client copies and deletes instead: other inodes, as many come as go.
    for folder in ("0", "1", "2", "3"):
        for path in room.folder.path(f"archive/{folder}").iterdir():
            room.folder.write(f"{folder}/{path.name}", path.read_text())
    room.folder.remove("archive")
    room.settle()

    assert room.texts() == room.on_disk()


def test_while_notes_are_held_back_nothing_is_due(room: Room) -> None:
    for folder in ("0", "1", "2"):
        room.folder.remove(folder)
    room.settle()

    assert room.reconciler.absent.next_due() is None
    room.clock += 100 * GRACE_S
    room.reconcile()
    assert len(room.texts()) == 40


@pytest.mark.parametrize(
    ("absence", "is_kept"),
    [
        (Absence(known=0, vanished=0, root_missing=True), True),
        (Absence(known=0, vanished=0, root_empty=True), False),
        (Absence(known=1, vanished=1, root_empty=True), True),
        (Absence(known=100, vanished=51), True),
        (Absence(known=100, vanished=50), False),
        (Absence(known=20, vanished=19), False),
        (Absence(known=20, vanished=20), True),
        (Absence(known=100, vanished=90, appeared=60), False),
        (Absence(known=100, vanished=90, appeared=30), True),
    ],
)
def test_deleting_becomes_vanishing_past_half_of_a_larger_vault_or_with_all_of_it(
    absence: Absence, is_kept: bool
) -> None:
    assert bool(reason_to_keep(absence)) is is_kept


@pytest.mark.parametrize(
    ("most_percent", "is_kept"),
    [(89, True), (90, False), (100, False)],
    ids=["more", "as many", "all may go"],
)
def test_the_owner_says_how_many_may_vanish_at_once(most_percent: int, is_kept: bool) -> None:
    assert bool(reason_to_keep(Absence(known=100, vanished=90), most_percent)) is is_kept
