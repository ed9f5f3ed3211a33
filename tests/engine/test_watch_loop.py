"""The loop, step by step, with a watcher that the test speaks for and real files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from diurnal.engine.loop import LOOK_AGAIN_S, UNWATCHED_LOOK_S, Loop
from diurnal.engine.reconcile import Reconciler
from diurnal.engine.vigil import CHECK_S, MISSED_S
from diurnal.errors import NoteMissing
from diurnal.model.answer import State
from diurnal.model.layout import Layout
from engine_room import GRACE_S, read_plainly
from watching import LoopRoom, SpokenWatcher


@pytest.fixture
def room(tmp_path: Path) -> LoopRoom:
    """A loop that has read a vault of three notes."""
    room = LoopRoom(tmp_path / "vault")
    for name in ("a.md", "Sub/b.md", "Sub/c.md"):
        room.folder.write(name, f"first {name}")
    room.run(LOOK_AGAIN_S)
    return room


# --- start --------------------------------------------------------------------------------------


def test_what_happens_while_the_watch_is_put_in_place_is_found(tmp_path: Path) -> None:
    """
    A second look a moment later finds what no event came for, and the watcher is not blamed for it.
    """
    room = LoopRoom(tmp_path / "vault")
    room.folder.write("a.md", "a")
    watch = room.watcher.watch

    def watch_late(watched: object) -> bool:
        room.folder.write("between.md", "b")
        return watch(watched)  # type: ignore[arg-type]

    room.watcher.watch = watch_late  # type: ignore[method-assign, assignment]
    room.run(LOOK_AGAIN_S)

    assert sorted(room.texts()) == ["a.md", "between.md"]
    room.run(MISSED_S + CHECK_S)
    assert room.loop.freshness.warnings == ()


def test_a_first_reading_says_that_it_is_not_finished(tmp_path: Path) -> None:
    room = LoopRoom(tmp_path / "vault")
    for number in range(300):
        room.folder.write(f"{number}.md", str(number))

    first = room.loop.step(room.clock)
    early = room.loop.freshness
    room.run()
    late = room.loop.freshness

    assert first.wait_s == 0
    assert early.state is State.INDEXING
    assert 0 < early.notes < 300
    assert early.notes + early.pending == 300
    assert (late.state, late.notes, late.pending, late.watching) == (State.READY, 300, 0, "events")


def test_watching_waits_until_many_notes_are_read_and_nothing_that_happens_meanwhile_is_lost(
    tmp_path: Path,
) -> None:
    """
    A watcher would be told of each file that is opened. Edits, new notes, new folders and deletions of that time
    are found without it, it is not blamed for them, and afterwards events come as ever.
    """
    room = LoopRoom(tmp_path / "vault")
    for number in range(300):
        room.folder.write(f"{number}.md", str(number))

    room.loop.step(room.clock)
    assert room.loop.freshness.watching == "polling"
    read = next(iter(room.texts()))
    room.folder.write(read, "edited")
    room.folder.write("New/deep/note.md", "new")
    gone = next(f"{number}.md" for number in range(300) if f"{number}.md" not in room.texts())
    (room.root / gone).unlink()
    assert room.watcher.asked == []
    room.run(GRACE_S)

    assert len(room.watcher.asked) == 1
    assert (room.texts()[read], room.texts()["New/deep/note.md"]) == ("edited", "new")
    assert gone not in room.texts()
    room.run(MISSED_S + CHECK_S)
    assert room.loop.freshness.warnings == ()
    assert room.loop.freshness.watching == "events"
    room.folder.write(read, "again")
    room.say(read)
    room.run(0.2)
    assert room.texts()[read] == "again"


def test_what_happens_in_a_long_first_reading_is_found_before_it_ends(tmp_path: Path) -> None:
    room = LoopRoom(tmp_path / "vault")
    for number in range(900):
        room.folder.write(f"{number}.md", str(number))

    room.loop.step(room.clock)
    room.folder.write("saved.md", "meanwhile")
    room.clock += UNWATCHED_LOOK_S
    room.loop.step(room.clock)

    assert room.watcher.asked == []
    assert room.loop.freshness.state is State.INDEXING
    assert room.texts()["saved.md"] == "meanwhile"


def test_many_notes_that_are_all_known_are_watched_at_once(tmp_path: Path) -> None:
    room = LoopRoom(tmp_path / "vault")
    for number in range(300):
        room.folder.write(f"{number}.md", str(number))
    room.run()
    again = SpokenWatcher()
    loop = Loop(
        Reconciler(room.vault, room.catalogue, read_plainly, lambda _: None),
        again,
        new_layout=lambda: None,
        reader_for=lambda _: read_plainly,
    )

    loop.step(room.clock)

    assert len(again.asked) == 1
    assert loop.freshness.watching == "events"


# --- events -------------------------------------------------------------------------------------


def test_an_edit_is_taken_in_once_it_rests(room: LoopRoom) -> None:
    room.folder.write("a.md", "second")
    room.say("a.md")

    room.run()
    assert room.texts()["a.md"] == "first a.md"
    assert room.loop.freshness.pending == 1
    assert room.loop.freshness.pending_paths == ("a.md",)

    room.run(0.05)
    assert room.texts()["a.md"] == "second"
    assert room.loop.freshness.pending == 0


def test_a_note_saved_every_50_ms_is_taken_in_each_second(room: LoopRoom) -> None:
    for number in range(50):
        room.folder.write("a.md", f"edit {number}")
        room.say("a.md")
        room.run(0.04)

    assert room.texts()["a.md"] != "first a.md"
    assert room.read_paths.count("a.md") <= 4


@pytest.mark.parametrize("name", [".git/x.md", ".obsidian/workspace.json", ".trash/y.md", ".z.md"])
def test_what_is_hidden_stirs_nothing(room: LoopRoom, name: str) -> None:
    room.folder.write(name)
    room.say(name)

    room.run(0.2)

    assert room.loop.freshness.pending == 0
    assert sorted(room.texts()) == ["Sub/b.md", "Sub/c.md", "a.md"]


def test_a_deleted_note_goes_after_its_grace_and_no_sooner(room: LoopRoom) -> None:
    room.folder.remove("a.md")
    room.say("a.md")

    room.run(0.1)
    assert "a.md" in room.texts()
    assert room.loop.freshness.pending_paths == ("a.md",)
    assert room.loop.freshness.recheck_at is not None

    room.run(GRACE_S)
    assert "a.md" not in room.texts()
    assert room.loop.freshness.pending == 0


def test_a_gap_in_a_save_drops_nothing(room: LoopRoom) -> None:
    """Peers' faults 7."""
    room.folder.move("a.md", "a.md~")
    room.say("a.md", "a.md~")
    room.run(0.2)
    room.folder.write("a.md", "second")
    room.folder.remove("a.md~")
    room.say("a.md", "a.md~")

    room.run(5)

    assert room.texts()["a.md"] == "second"
    assert all(not batch.gone for batch in room.catalogue.batches)


def test_a_flood_of_events_means_look_at_everything(room: LoopRoom) -> None:
    """Peers' faults 14: Where so many come, the system may have dropped others without a word."""
    for number in range(40):
        room.folder.write(f"new/{number}.md", str(number))
    room.watcher.say(room.root / "new/0.md", flood=True)

    room.run()

    assert len(room.texts()) == 43
    assert room.texts() == room.on_disk()


def test_a_note_that_is_being_written_is_read_when_it_rests(
    room: LoopRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_fstat = os.fstat

    def restless_fstat(handle: int) -> os.stat_result:
        with room.folder.path("a.md").open("a") as file:
            file.write("x")
        return true_fstat(handle)

    room.say("a.md")
    room.folder.write("a.md", "second")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fstat", restless_fstat)
        room.run(0.1)
    assert room.loop.freshness.pending == 1

    room.run(0.1)
    assert room.texts() == room.on_disk()


def test_a_note_read_warm_is_looked_at_again_when_its_stamp_can_be_trusted(tmp_path: Path) -> None:
    room = LoopRoom(tmp_path / "vault", rested_s=0.0)
    room.folder.write("a.md", "one")
    room.run()
    room.rested_s = 10.0

    room.run(2.5)
    restamped = [path for batch in room.catalogue.batches for path, _, _ in batch.restamped]
    assert restamped == ["a.md"]

    room.run(20)
    assert len(room.catalogue.batches) == 2


def test_a_stamp_from_the_future_is_not_looked_at_for_ever(tmp_path: Path) -> None:
    room = LoopRoom(tmp_path / "vault")
    room.folder.write("a.md", "one")
    room.folder.age("a.md", -86_400)

    room.run(LOOK_AGAIN_S)
    looked = len(room.catalogue.batches)
    room.run(60)

    assert len(room.catalogue.batches) == looked <= 2


# --- the watcher itself -------------------------------------------------------------------------


def test_a_refused_watch_becomes_polling_with_a_warning_that_names_the_limit(tmp_path: Path) -> None:
    """Peers' faults 13."""
    room = LoopRoom(tmp_path / "vault")
    room.watcher.refusal = "Changes are found by polling: fs.inotify.max_user_watches is used up."
    room.folder.write("a.md", "one")
    room.run()
    assert room.loop.freshness.watching == "polling"
    assert "max_user_watches" in room.loop.freshness.warnings[0]

    room.folder.write("a.md", "two")
    room.run(4)
    assert room.texts() == {"a.md": "two"}
    assert len(room.watcher.asked) == 1

    room.watcher.refusal = ""
    room.run(300)
    assert room.loop.freshness.watching == "events"
    assert room.loop.freshness.warnings == ()


def test_a_watch_that_breaks_down_is_put_up_again_and_nothing_is_lost(room: LoopRoom) -> None:
    room.run(301)
    room.watcher.warning = "watching ended by itself"
    room.folder.write("unheard.md", "new")

    room.run(1)

    assert "unheard.md" in room.texts()
    assert len(room.watcher.asked) == 2
    assert room.loop.freshness.watching == "events"


def test_a_watch_that_breaks_down_at_once_is_not_put_up_each_second(room: LoopRoom) -> None:
    room.watcher.warning = "watching ended by itself"
    room.run(30)

    assert len(room.watcher.asked) == 1
    assert room.loop.freshness.watching == "polling"
    assert room.loop.freshness.warnings

    room.folder.write("a.md", "second")
    room.run(4)
    assert room.texts()["a.md"] == "second"


def test_a_watcher_without_a_pulse_is_replaced(room: LoopRoom) -> None:
    room.run(301)
    room.watcher.is_dead = True
    room.folder.write("new.md", "new")

    room.run(20)

    assert "new.md" in room.texts()
    assert len(room.watcher.asked) == 2


def test_a_watcher_that_says_nothing_of_changes_is_found_out(room: LoopRoom) -> None:
    """Peers' faults 9.

    It lives, but no event comes: the periodic look finds the notes, says so, and the watcher is replaced.
    """
    for number in range(3):
        room.folder.write(f"quiet/{number}.md", "new")

    room.run(310)

    assert len(room.texts()) == 6
    assert len(room.watcher.asked) == 2
    assert any("said nothing of 3 changed notes" in warning for warning in room.loop.freshness.warnings)


def test_a_watcher_that_is_only_a_little_late_is_not_blamed(room: LoopRoom) -> None:
    room.run(299.9)
    room.folder.write("Sub/late.md", "new")
    room.run(0.2)
    assert "Sub/late.md" in room.texts()

    room.say("Sub")
    room.run(10)

    assert len(room.watcher.asked) == 1
    assert room.loop.freshness.warnings == ()


def test_touched_notes_are_no_fault_of_the_watcher(room: LoopRoom) -> None:
    room.folder.age("a.md", 50)

    room.run(310)

    assert len(room.watcher.asked) == 1


def test_a_vault_folder_that_is_swapped_is_watched_and_read_anew(room: LoopRoom) -> None:
    """A root deleted and made again gives neither an event nor an error."""
    room.root.rename(room.root.with_name("old"))
    room.folder.write("a.md", "from the other folder")
    room.folder.write("Sub/b.md", "first Sub/b.md")

    room.run(2)

    assert room.texts() == room.on_disk() == {"a.md": "from the other folder", "Sub/b.md": "first Sub/b.md"}
    assert len(room.watcher.asked) == 2


def test_a_vault_that_goes_away_and_comes_back(room: LoopRoom) -> None:
    room.root.rename(room.root.with_name("away"))
    room.run(30)
    gone = room.loop.freshness
    assert gone.state is State.STALE
    assert "not there" in gone.warnings[0]
    assert len(room.texts()) == 3
    with pytest.raises(NoteMissing):
        room.loop.accept_missing(room.clock)

    room.root.with_name("away").rename(room.root)
    room.run(1.5)
    assert room.loop.freshness.state is State.READY
    assert room.loop.freshness.watching == "events"


def test_a_link_that_is_refused_changes_what_is_watched(room: LoopRoom) -> None:
    room.folder.link("up", "..")
    room.say("up")

    room.run(0.2)

    assert [watched.recursive for watched in room.watcher.asked] == [True, False]
    room.folder.write("New/deep/d.md", "d")
    room.say("New")
    room.run(0.2)
    assert "New/deep/d.md" in room.texts()
    assert str(room.root / "New/deep") in room.watcher.asked[-1].folders


# --- settings -----------------------------------------------------------------------------------


def test_changed_settings_read_every_note_anew(room: LoopRoom) -> None:
    room.new_layout = Layout(ignored=("Sub/",))
    room.say(".obsidian/app.json")
    room.folder.write("a.md", "first a.md")

    room.run()

    assert room.texts() == {"a.md": "first a.md"}
    assert sum(read.note.path == "a.md" for batch in room.catalogue.batches for read in batch.read) == 2


# --- questions ----------------------------------------------------------------------------------


def test_a_fresh_question_sees_what_no_event_told(room: LoopRoom) -> None:
    room.folder.write("a.md", "second")
    room.folder.write("new.md", "new")

    freshness = room.loop.look_afresh(room.clock)

    assert room.texts() == room.on_disk()
    assert (freshness.state, freshness.pending) == (State.READY, 0)


def test_a_fresh_look_tells_when_a_missing_note_will_be_gone(room: LoopRoom) -> None:
    room.folder.remove("a.md")

    freshness = room.loop.look_afresh(room.clock)
    assert "a.md" in room.texts()
    assert freshness.recheck_at == room.clock + GRACE_S

    room.loop.look_afresh(room.clock + GRACE_S)
    assert "a.md" not in room.texts()

    room.folder.remove("Sub/b.md")
    room.loop.look_afresh(room.clock, grace=False)
    assert "Sub/b.md" not in room.texts()


def test_hits_are_checked_against_the_disk(room: LoopRoom) -> None:
    """Peers' faults 24.

    A changed note is taken in before the answer, a vanished one is dropped once its grace is over.
    """
    assert not room.loop.check_hits(["a.md", "Sub/b.md"], room.clock).must_ask_again
    room.folder.write("a.md", "second")
    room.folder.remove("Sub/b.md")

    check = room.loop.check_hits(["a.md", "Sub/b.md", "Sub/c.md", "a.md"], room.clock)
    assert (check.changed, check.missing, check.gone) == (("a.md",), ("Sub/b.md",), ())
    assert room.texts()["a.md"] == "second"

    check = room.loop.check_hits(["a.md", "Sub/b.md"], room.clock + GRACE_S)
    assert (check.changed, check.missing, check.gone) == ((), (), ("Sub/b.md",))
    assert check.must_ask_again
    assert sorted(room.texts()) == ["Sub/c.md", "a.md"]


def test_a_question_waits_for_a_note_in_the_gap_of_a_save(room: LoopRoom) -> None:
    """Peers' faults 7: For 50 to 200 ms the note is not there; the answer then holds what the save brought."""
    room.folder.move("a.md", "a.md~")
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if sum(pauses) >= 0.2 and not room.folder.path("a.md").exists():
            room.folder.write("a.md", "second")

    check = room.loop.check_hits(["a.md", "Sub/b.md"], room.clock, pause=pause)

    assert (check.changed, check.missing, check.gone) == (("a.md",), (), ())
    assert room.texts()["a.md"] == "second"
    assert sum(pauses) < GRACE_S


def test_a_question_waits_no_longer_than_the_grace_for_a_deleted_note(room: LoopRoom) -> None:
    room.folder.remove("a.md")
    pauses: list[float] = []

    check = room.loop.check_hits(["a.md"], room.clock, pause=pauses.append)

    assert check.gone == ("a.md",)
    assert "a.md" not in room.texts()
    assert GRACE_S <= sum(pauses) < GRACE_S + 0.1


def test_what_the_loop_takes_in_while_a_question_waits_is_not_passed_over(room: LoopRoom) -> None:
    """Peers' faults 7 and 24: by the time the question looks again, index and disk agree without its doing."""
    room.folder.move("a.md", "a.md~")
    room.folder.remove("Sub/b.md")
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            room.folder.write("a.md", "second")
            room.say("a.md", "Sub/b.md")
        room.run(seconds)

    check = room.loop.check_hits(["a.md", "Sub/b.md", "Sub/c.md"], room.clock, pause=pause)

    assert (check.changed, check.missing, check.gone) == (("a.md",), (), ("Sub/b.md",))


def test_a_hit_whose_note_is_known_no_longer_means_ask_again(room: LoopRoom) -> None:
    """Peers' faults 24: the loop took in the deletion after the answer was made and before it was checked."""
    room.folder.remove("a.md")
    room.say("a.md")
    room.run(GRACE_S + 0.1)

    assert room.loop.check_hits(["a.md"], room.clock).must_ask_again


def test_a_question_does_not_wait_for_a_vault_that_is_not_there(room: LoopRoom) -> None:
    room.root.rename(room.root.with_name("away"))

    check = room.loop.check_hits(["a.md"], room.clock, pause=lambda _: pytest.fail("waited"))

    assert not check.must_ask_again
    assert "a.md" in room.texts()


def test_a_hit_that_is_out_of_reach_stands(room: LoopRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> os.stat_result:
        raise OSError(5, "I/O error")

    monkeypatch.setattr(os, "lstat", refuse)

    assert not room.loop.check_hits(["a.md"], room.clock).must_ask_again


def test_a_check_does_not_wait_for_a_first_reading(tmp_path: Path) -> None:
    room = LoopRoom(tmp_path / "vault")
    for number in range(400):
        room.folder.write(f"{number}.md", str(number))
    room.loop.step(room.clock)
    path = next(iter(room.texts()))
    room.folder.write(path, "changed")

    check = room.loop.check_hits([path], room.clock)

    assert check.changed == (path,)
    assert room.loop.freshness.state is State.INDEXING
    assert room.loop.freshness.pending > 100


def test_a_writer_need_not_wait_for_its_own_event(room: LoopRoom) -> None:
    room.folder.write("a.md", "written by us")
    room.loop.hint(["a.md"], room.clock)

    room.run(0.05)

    assert room.texts()["a.md"] == "written by us"


def test_notes_held_back_are_forgotten_when_the_owner_says_so(tmp_path: Path) -> None:
    room = LoopRoom(tmp_path / "vault")
    for number in range(30):
        room.folder.write(f"{number % 2}/{number}.md", str(number))
    room.folder.write("stays.md")
    room.run()
    room.folder.remove("0")
    room.folder.remove("1")
    room.say("0", "1")
    room.run(5)
    assert room.loop.freshness.state is State.STALE
    assert room.loop.freshness.pending == 30

    gone = room.loop.accept_missing(room.clock)

    assert len(gone) == 30
    assert list(room.texts()) == ["stays.md"]
    assert (room.loop.freshness.state, room.loop.freshness.pending) == (State.READY, 0)
