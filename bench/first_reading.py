"""A first reading in the daemon: CPU until each part of it is done, and what questions wait meanwhile.

A part of ``scale``. Questions are asked every 50 ms over the socket; the same ones once nothing is left to do.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from diurnal.client import Client
from diurnal.model.results import Status

STAGES: dict[str, Callable[[Status], bool]] = {
    "searchable by word": lambda status: status.state == "ready",
    "halls and dates are found": lambda status: not status.skimmed,
}


@contextmanager
def served(vault: Path) -> Iterator[Client]:
    """A daemon on *vault* from its start to its stop."""
    command = [sys.executable, "-m", "diurnal"]
    subprocess.run([*command, "start", "--vault", vault], check=True, stdout=subprocess.DEVNULL)
    try:
        with Client(vault) as client:
            yield client
    finally:
        subprocess.run([*command, "stop", "--vault", vault], check=True, stdout=subprocess.DEVNULL)


def cost(vault: Path) -> None:
    """CPU of the daemon and its low-priority process until each part is done; what was derived is deleted again."""
    with served(vault) as client:
        began, status = time.perf_counter(), client.status()
        derived = Path(status.derived_folder)
        for what, is_done in STAGES.items():
            while not is_done(client.status()):
                time.sleep(2)  # each status is CPU that is measured
            _tell(f"until {what}", began, status.pid)
        client.catch_up()
        _tell("until complete, word order too", began, status.pid)
        status = client.status()
        print(f"{'':48} {status.notes} notes, {status.records} records, {status.memory_bytes // 2**20} MB")
    shutil.rmtree(derived)


def _tell(what: str, began: float, pid: int) -> None:
    own, child = _cpu_of(pid)
    print(
        f"{what:48} {time.perf_counter() - began:8.3f} s wall {own + child:8.3f} s CPU"
        f" ({own:.2f} of it in the daemon)",
        flush=True,
    )


def _cpu_of(pid: int) -> tuple[float, float]:
    """Seconds of CPU that a process used, and those that its children used, living or ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own, ended = (sum(map(int, fields[at : at + 2])) / os.sysconf("SC_CLK_TCK") for at in (11, 13))
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return own, ended + sum(sum(_cpu_of(child)) for child in children)


def questions_meanwhile(vault: Path, questions: Sequence[str]) -> None:
    """What each of *questions* waits during a first reading, and once nothing is left to do."""
    with served(vault) as client:
        for what, is_done in STAGES.items():
            _ask(client, f"questions until {what}", questions, lambda done=is_done: done(client.status()))
        client.catch_up()
        until = time.perf_counter() + 10
        _ask(client, "questions to an idle daemon", questions, lambda: time.perf_counter() > until)


def _ask(client: Client, what: str, questions: Sequence[str], is_over: Callable[[], bool]) -> None:
    """Ask every 50 ms until *is_over*, which is looked at between two of them, and tell the waits."""
    took: list[float] = []
    while not (took and is_over()):
        start = time.perf_counter()
        client.retrieve(questions[len(took) % len(questions)])
        took.append((time.perf_counter() - start) * 1000)
        time.sleep(max(0.0, 0.05 - took[-1] / 1000))
    ordered = sorted(took)
    print(
        f"{what:48} p50 {statistics.median(ordered):7.2f} ms   p95 {ordered[int(len(ordered) * 0.95)]:7.2f} ms"
        f"   most {ordered[-1]:.0f} ms   wall, {len(ordered)} questions",
        flush=True,
    )
