"""The thread that drives a loop."""

from __future__ import annotations

import logging
import threading
import time

from diurnal.engine.drive import WORK_S, Driver, log
from diurnal.engine.loop import Step
from diurnal.errors import WriteFailed


class Busy:
    """Works for longer than the driver lets pass unnoticed, then has nothing to do."""

    def __init__(self, work_s: float) -> None:
        self._work_s = work_s
        self.steps = 0

    def step(self, now: float) -> Step:
        until = time.thread_time() + self._work_s
        while time.thread_time() < until:
            pass
        self._work_s = 0.0
        self.steps += 1
        return Step(wait_s=60.0)

    def close(self) -> None:
        return None


def test_after_much_work_the_loop_tidies_up_once() -> None:
    """
    What a first reading needed in passing is given back when it is over, and not again at each rest.
    """
    tidied = threading.Event()
    times: list[int] = []

    def tidy() -> None:
        times.append(work.steps)
        tidied.set()

    work = Busy(1.1 * WORK_S)
    driver = Driver(tidy=tidy)
    driver.start(work)
    assert tidied.wait(30)
    driver.wake()
    assert driver.stop(30)

    assert [1] == times


def test_after_little_work_there_is_nothing_to_tidy() -> None:
    """
    A save costs milliseconds; giving memory back after each would cost as much again.
    """
    rested = threading.Event()

    class Light(Busy):
        def close(self) -> None:
            rested.set()

    times: list[int] = []
    driver = Driver(tidy=lambda: times.append(1))
    driver.start(Light(0.0))
    assert driver.stop(30)

    assert rested.is_set()
    assert [] == times


def test_a_step_that_fails_does_not_wake_itself_to_fail_again() -> None:
    """
    On a full disk each try writes a little, and the watcher hears of it: the pause holds all the same.
    """
    failed = threading.Event()

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            failed.set()

    told = Told()

    class Full(Busy):
        def step(self, now: float) -> Step:
            self.steps += 1
            driver.wake()
            raise WriteFailed("No space left.")

    log.addHandler(told)
    driver = Driver()
    work = Full(0.0)
    driver.start(work)
    assert failed.wait(30)
    assert driver.fault.startswith("No space left.")
    assert driver.stop(30)

    log.removeHandler(told)
    assert 1 == work.steps
