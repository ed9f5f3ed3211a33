"""extract and upkeep: what they are given to do is done, once, and one fault does not stop the rest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from diurnal.errors import NoteMissing, StoreDamaged, WriterFailed
from diurnal.jobs.base import run_through
from diurnal.jobs.extract import Extract
from diurnal.jobs.upkeep import Chore, Upkeep, prune_undo
from diurnal.model.results import Memorized
from jobs_room import NOW, Room


class Episodes:
    """Conversations that wait for a model."""

    def __init__(self, *paths: str) -> None:
        self.waiting = list(paths)
        self.asked: list[str] = []
        self.fails_at = ""

    def pending(self) -> list[str]:
        return list(self.waiting)

    def memorize(self, path: str, now: datetime) -> Memorized:
        self.asked.append(path)
        if path == self.fails_at:
            raise WriterFailed("No answer.")
        self.waiting.remove(path)
        return Memorized(
            path, added=("c-1",), model_calls=1, warnings=("One card had no text.",) if path == "b" else ()
        )

    @property
    def job(self) -> Extract:
        return Extract(self.pending, self.memorize)


def test_every_waiting_conversation_is_memorized_once() -> None:
    episodes = Episodes("a", "b")
    ran = run_through(episodes.job, NOW)
    assert (ran.did, ran.warnings) == ("2 conversations memorized", ("One card had no text.",))
    assert run_through(episodes.job, NOW).did == ""
    assert episodes.asked == ["a", "b"]


def test_a_model_that_fails_leaves_the_rest_waiting_and_is_asked_no_more() -> None:
    episodes = Episodes("a", "b", "c")
    episodes.fails_at = "b"
    with pytest.raises(WriterFailed):
        run_through(episodes.job, NOW)
    assert (episodes.asked, episodes.waiting) == (["a", "b"], ["b", "c"])


def test_a_conversation_deleted_meanwhile_does_not_keep_the_others() -> None:
    learned: list[str] = []

    def learn(path: str, now: datetime) -> Memorized:
        if path == "a":
            raise NoteMissing("There is no episode a.")
        learned.append(path)
        return Memorized(path)

    assert run_through(Extract(lambda: ["a", "b"], learn), NOW).did == "1 conversation memorized"
    assert learned == ["b"]


def test_a_dry_run_asks_no_model() -> None:
    episodes = Episodes("a", "b")
    assert run_through(episodes.job, NOW, dry_run=True).did == "2 conversations memorized"
    assert (episodes.asked, episodes.waiting) == ([], ["a", "b"])


def test_what_stays_pending_is_left_for_later() -> None:
    ran = run_through(Extract(lambda: ["a"], lambda path, now: Memorized(path, pending=True)), NOW)
    assert (ran.did, ran.left) == ("", 1)


def counting(found: list[int]) -> Callable[[datetime], int]:
    return lambda now: found.pop() if found else 0


def test_the_second_upkeep_finds_nothing_to_tidy() -> None:
    upkeep = Upkeep([Chore("merges", counting([3])), Chore("orphans", counting([4]))])
    assert run_through(upkeep, NOW).did == "7 things tidied"
    assert run_through(upkeep, NOW).did == ""


def test_a_chore_that_fails_is_told_once_the_others_are_done() -> None:
    def damaged(now: datetime) -> int:
        raise StoreDamaged("The words are damaged.")

    done: list[str] = []
    last = Chore("logs", lambda now: done.append("logs") or 1)
    with pytest.raises(StoreDamaged):
        run_through(Upkeep([Chore("merges", damaged), last]), NOW)
    assert done == ["logs"]


def test_a_dry_upkeep_tidies_nothing() -> None:
    found = [3]
    heard: list[str] = []
    run_through(
        Upkeep([Chore("merges", counting(found))]),
        NOW,
        dry_run=True,
        progress=lambda n, of, what: heard.append(what),
    )
    assert (found, heard) == ([3], ["merges"])


def test_undo_data_is_kept_as_long_as_the_owner_said(room: Room) -> None:
    path = room.diary("2041-07-22", "- Decided to go.\n")
    ran = room.run(room.tag_halls())
    upkeep = Upkeep([prune_undo(room.patcher.journal, timedelta(days=30))])
    assert run_through(upkeep, NOW + timedelta(days=30)).did == ""
    assert room.patcher.journal.operations(5)
    assert run_through(upkeep, NOW + timedelta(days=31)).did == "1 thing tidied"
    assert room.patcher.journal.operations(5) == []
    assert run_through(upkeep, NOW + timedelta(days=31)).did == ""
    assert ran.ops and "[hall_facts]" in room.text(path)  # noqa: PT018 -- the note keeps what was written


def test_a_run_told_to_stop_ends_after_its_step_and_says_that_more_is_left() -> None:
    episodes = Episodes("a", "b", "c")
    ran = run_through(episodes.job, NOW, is_stopping=lambda: len(episodes.asked) == 2)
    assert (ran.did, ran.left) == ("2 conversations memorized", 1)
    assert episodes.waiting == ["c"]
