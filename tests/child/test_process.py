"""The low-priority process: jobs, deaths, and an end in time."""

from __future__ import annotations

import os
import platform
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from diurnal.child.main import IOPRIO_SET, NICENESS
from diurnal.child.process import FIRST_PAUSE_S, IDLE_S, LONGEST_PAUSE_S, Child
from diurnal.ports import Job, Outcome

PATIENCE_S = 30.0


class Stepped:
    """A child with a clock that only the test moves; waiting is for its wake, never for time."""

    def __init__(self, **options: Any) -> None:
        self.woken = threading.Event()
        self.child = Child(
            wake=self.woken.set,
            environment={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
            **options,
        )
        self.now = 0.0

    def ask(self, name: str, **arguments: Any) -> None:
        self.child.ask(Job(f"child.work:{name}", arguments))

    def until(self, done: Callable[[list[Outcome]], bool]) -> list[Outcome]:
        """Step whenever it wakes until *done* says so of all outcomes so far."""
        outcomes: list[Outcome] = []
        while True:
            self.woken.clear()
            outcomes += self.child.step(self.now)
            if done(outcomes):
                return outcomes
            assert self.woken.wait(PATIENCE_S), "the child never said anything"

    def outcome(self) -> Outcome:
        (outcome,) = self.until(bool)
        return outcome


@pytest.fixture
def stepped() -> Iterator[Stepped]:
    stepped = Stepped()
    yield stepped
    stepped.child.stop(0.0)


def test_a_job_is_done_elsewhere_and_what_it_prints_is_no_reply(stepped: Stepped):
    stepped.ask("add", one=2, other=3)

    assert stepped.outcome().result == 5


def test_jobs_run_at_low_priority(stepped: Stepped):
    stepped.ask("niceness")

    assert stepped.outcome().result == min(19, os.nice(0) + NICENESS)


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in IOPRIO_SET,
    reason="no call to ask for it is known here",
)
def test_jobs_leave_the_disk_to_others(stepped: Stepped):
    stepped.ask("disk_class")

    assert stepped.outcome().result == 3


@pytest.mark.parametrize(
    ("how", "fault", "words"),
    [
        ("known", "store-damaged", "The store is damaged."),
        ("system", "system", "No such file or directory"),
        ("unknown", "ValueError", "work.py"),
    ],
)
def test_a_job_that_fails_says_so_without_words_of_a_note_and_the_next_is_done(
    stepped: Stepped, how: str, fault: str, words: str
):
    stepped.ask("fail", how=how)
    outcome = stepped.outcome()

    assert outcome.fault == fault
    assert words in outcome.message
    assert "secret" not in outcome.message
    stepped.ask("add", one=1, other=1)
    assert stepped.outcome().result == 2


def test_a_job_whose_process_was_killed_is_done_again_after_a_pause(stepped: Stepped, tmp_path: Path):
    stepped.ask("die_once", marker=str(tmp_path / "died"))
    stepped.until(lambda _: bool(stepped.child.trouble))

    assert stepped.child.step(FIRST_PAUSE_S / 2) == []
    assert stepped.child.pid is None
    assert stepped.child.due_at() == FIRST_PAUSE_S
    stepped.now = FIRST_PAUSE_S
    assert stepped.outcome().result == "survived"
    assert stepped.child.trouble == ""


def test_the_pause_doubles_while_it_keeps_dying_up_to_a_limit():
    stepped = Stepped(arguments=["false"])
    stepped.ask("add", one=1, other=1)
    pauses = []
    for _ in range(12):
        stepped.child.trouble = ""
        stepped.until(lambda _: bool(stepped.child.trouble))
        due = stepped.child.due_at()
        assert due is not None
        pauses.append(due - stepped.now)
        stepped.now = due

    assert pauses[:4] == [1.0, 2.0, 4.0, 8.0]
    assert max(pauses) == LONGEST_PAUSE_S
    assert "died" in stepped.child.trouble


def test_a_process_that_cannot_be_started_is_said_and_tried_again():
    stepped = Stepped(arguments=["/no/such/program"])
    stepped.ask("add", one=1, other=1)

    assert stepped.child.step(0.0) == []
    assert "cannot be started" in stepped.child.trouble
    assert stepped.child.due_at() == FIRST_PAUSE_S


def test_a_newer_job_of_the_same_function_replaces_one_that_waits(stepped: Stepped, tmp_path: Path):
    stepped.ask("add", one=1, other=1)
    stepped.ask("niceness")
    stepped.ask("add", one=2, other=2)

    outcomes = stepped.until(lambda so_far: len(so_far) == 2)

    # A run that is nice itself meets the end of the scale.
    assert [outcome.result for outcome in outcomes] == [4, min(19, os.nice(0) + NICENESS)]


def test_stopping_ends_a_job_that_hangs(stepped: Stepped, tmp_path: Path):
    marker = tmp_path / "began"
    stepped.ask("hang", marker=str(marker))
    stepped.child.step(0.0)
    pid = stepped.child.pid
    assert pid is not None

    stepped.child.stop(0.0)

    assert stepped.child.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_closing_its_input_ends_it_in_the_middle_of_a_job(stepped: Stepped):
    """So it goes with a daemon that was killed, and no deadline is needed."""
    stepped.ask("add", one=1, other=1)
    stepped.outcome()
    stepped.ask("hang", marker="/dev/null")
    stepped.child.step(0.0)

    stepped.child.stop(PATIENCE_S)

    assert stepped.child.pid is None


def test_an_idle_process_is_let_go_and_started_again_when_needed(stepped: Stepped):
    stepped.ask("add", one=1, other=1)
    stepped.outcome()
    first = stepped.child.pid
    stepped.child.step(0.0)
    stepped.child.step(IDLE_S)
    assert stepped.child.pid is None

    stepped.now = IDLE_S
    stepped.ask("add", one=1, other=2)
    assert stepped.outcome().result == 3
    assert stepped.child.pid not in (None, first)


def test_a_process_killed_between_jobs_is_started_again(stepped: Stepped):
    stepped.ask("add", one=1, other=1)
    stepped.outcome()
    assert stepped.child.pid is not None
    os.kill(stepped.child.pid, signal.SIGKILL)
    stepped.until(lambda _: bool(stepped.child.trouble))

    stepped.ask("add", one=2, other=2)
    stepped.now = FIRST_PAUSE_S
    assert stepped.outcome().result == 4
