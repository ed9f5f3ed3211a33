"""Figures of a large vault: reading it, starting again, saves, round trips, questions, idle cost.

    python bench/scale.py [--notes 10000] [--entries 20000] [--parts read,ask,daemon]

Lays out an invented vault of notes of 2.2 KB, and prints CPU and wall figures, with a plain scan by grep beside
the round trips. ``read`` works on all notes; ``ask`` and ``daemon`` on as many as give the entries
wanted, with search by meaning as it is shipped. Nothing is asserted. On a shared machine believe the CPU figures.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import first_reading
from invented import RECORDS_A_NOTE, lay_out

QUESTIONS = [
    "where did I fix my bicycle",
    "dinner with Maya",
    "what did we decide about PostgreSQL",
    "when did I last go swimming",
    "dumplings near the market hall",
    "what does my sister do in Lisbon",
    "how many pages did I read about gardens",
    "who brought back the grey notebook",
    "上次修空调是什么时候",
    "和小林吃火锅",
    "谁说预约改到下午",
    "图书馆 排队",
]


@contextmanager
def timed(what: str) -> Iterator[None]:
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    print(
        f"{what:48} {time.perf_counter() - wall:8.3f} s wall {time.process_time() - cpu:8.3f} s CPU",
        flush=True,
    )


def spread(milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds)
    return f"p50 {statistics.median(ordered):7.2f} ms   p95 {ordered[int(len(ordered) * 0.95)]:7.2f} ms"


def read(vault: Path) -> None:
    """What a first reading costs and does to questions meanwhile, and starting again on what was read."""
    os.environ["DIURNAL_MEANING_EMBEDDER"] = "none"
    first_reading.cost(vault)
    first_reading.questions_meanwhile(vault, QUESTIONS)
    from diurnal import Memory

    with timed("open again, nothing changed"):
        memory = Memory.open(vault)
    with timed("  and its first question"):
        memory.retrieve("dumplings")
    memory.close()
    del os.environ["DIURNAL_MEANING_EMBEDDER"]


def ask(vault: Path) -> None:
    """What a question costs inside one process, vectors included."""
    from diurnal import Memory

    with timed("first reading, vectors included"):
        memory = Memory.open(vault)
    print(f"{'':48} {memory.status().records} records")
    for what, question in (
        ("retrieve", memory.retrieve),
        ("ask", memory.ask),
        ("search (query language)", lambda said: memory.search(said.rpartition(" ")[2])),
        ("when", memory.when),
    ):
        print(f"{what:48} {spread(costs_of(question))}  CPU")
    memory.close()
    print(f"{'most memory of this process':48} {most_memory()} MB")


def costs_of(question: Callable[[str], object]) -> list[float]:
    """CPU milliseconds of each of the questions, asked several times over."""
    for said in QUESTIONS:
        question(said)
    took = []
    for _ in range(12):
        for said in QUESTIONS:
            start = time.thread_time()
            question(said)
            took.append((time.thread_time() - start) * 1000)
    return took


def most_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def daemon(vault: Path) -> None:
    """What a person waits for: questions while it works, saves, commands; and what an idle daemon costs."""
    command = [sys.executable, "-m", "diurnal"]
    subprocess.run([*command, "start", "--vault", vault], check=True, stdout=subprocess.DEVNULL)
    from diurnal.client import Client

    client = Client(vault)
    pid = client.status().pid
    began, seen = time.perf_counter(), 0
    with beside(lambda stop: Client(vault).catch_up()) as done:
        took = asked_until(client, done)
        seen = most_of(children_of(pid))
    print(f"{'complete, word order and vectors':48} {time.perf_counter() - began:8.1f} s wall")
    print(f"{'questions while it works':48} {spread(took)}   most {max(took):.0f} ms   wall")
    print(f"{'memory of the daemon, then':48} {memory_of(pid)}; the process beside it {seen} MB")
    took = asked_until(client, timer(10))
    print(f"{'questions while it is idle':48} {spread(took)}   most {max(took):.0f} ms   wall")
    with beside(lambda stop: save_often(vault, stop)):
        took = asked_until(client, timer(10))
    print(
        f"{'questions while five saves a second arrive':48} {spread(took)}   most {max(took):.0f} ms   wall"
    )
    saves(client, vault)
    commands(command, vault)
    client.catch_up()
    before = cpu_of(pid)
    time.sleep(15)
    print(f"{'idle, share of one core':48} {(cpu_of(pid) - before) / 15:.2%}")
    print(f"{'memory of the daemon, idle':48} {memory_of(pid)}")
    subprocess.run([*command, "stop", "--vault", vault], check=True, stdout=subprocess.DEVNULL)
    restart(command, vault)


def asked_until(client: Any, done: threading.Event) -> list[float]:
    """Wall milliseconds of questions asked one after another until *done*."""
    took: list[float] = []
    while not done.is_set():
        start = time.perf_counter()
        client.retrieve(QUESTIONS[len(took) % len(QUESTIONS)])
        took.append((time.perf_counter() - start) * 1000)
        time.sleep(0.02)
    return took


@contextmanager
def beside(work: Callable[[threading.Event], object]) -> Iterator[threading.Event]:
    """*work* on a thread of its own, told to stop at the end; the event is set once it is done."""
    stop, done = threading.Event(), threading.Event()

    def run() -> None:
        work(stop)
        done.set()

    thread = threading.Thread(target=run)
    thread.start()
    yield done
    stop.set()
    thread.join()


def timer(seconds: float) -> threading.Event:
    """An event that is set in so many seconds."""
    event = threading.Event()
    threading.Timer(seconds, event.set).start()
    return event


def save_often(vault: Path, stop: threading.Event) -> None:
    """Five saves a second, each to another day."""
    number = 0
    while not stop.wait(0.2):
        write_day(vault, 2041, number, f"save number {number}")
        number += 1


def write_day(vault: Path, year: int, number: int, said: str) -> None:
    path = vault / "diary" / str(year) / f"{year}-01-{number % 28 + 1:02}.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"- 09:00 {said}\n")


def saves(client: Any, vault: Path) -> None:
    """From the moment a note is written until a search finds its word."""
    took: list[float] = []
    for number in range(30):
        word = f"zebra{number}word"
        start = time.perf_counter()
        write_day(vault, 2040, number, word)
        while not client.search(word).hits:
            time.sleep(0.002)
        took.append((time.perf_counter() - start) * 1000)
    print(f"{'a save until it is found':48} {spread(took)}   wall")


def commands(command: list[str], vault: Path) -> None:
    """A command as a whole process, with grep over the same notes beside it."""
    for what, argv in (
        ("diurnal search, whole process", [*command, "search", "dumplings", "--vault", str(vault)]),
        ("grep -r, whole process", ["grep", "-rl", "dumplings", str(vault)]),
    ):
        walls: list[float] = []
        cpus: list[float] = []
        for _ in range(15):
            used, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run(argv, stdout=subprocess.DEVNULL, check=True)
            walls.append((time.perf_counter() - start) * 1000)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpus.append((after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime) * 1000)
        print(f"{what:48} {spread(walls)}   CPU p50 {statistics.median(cpus):.1f} ms")


def restart(command: list[str], vault: Path) -> None:
    """From `diurnal start` on an unchanged vault to the first answer."""
    from diurnal.client import Client

    wall = time.perf_counter()
    subprocess.run([*command, "start", "--vault", vault], check=True, stdout=subprocess.DEVNULL)
    client = Client(vault)
    client.search("dumplings")
    wall = time.perf_counter() - wall
    pid = client.status().pid
    print(
        f"{'start again until the first answer':48} {wall:8.3f} s wall {cpu_of(pid):8.2f} s CPU of the daemon"
    )
    client.retrieve("dinner with Maya")
    print(f"{'memory of the daemon, after a question':48} {memory_of(pid)}")
    subprocess.run([*command, "stop", "--vault", vault], check=True, stdout=subprocess.DEVNULL)


def memory_of(pid: int) -> str:
    """What a process holds: all of it, and what is its own and cannot be read again from a file."""
    held = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, _, size = line.partition(":")
        held[name] = int(size.split()[0]) // 1024
    return f"{held['Rss']} MB resident, {held['Pss']} MB by share, {held['Anonymous']} MB not from files"


def children_of(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def most_of(pids: list[int]) -> int:
    """Megabytes that the largest of *pids* ever held; 0 if there is none."""
    lines = [line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
    return max((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), default=0)


def cpu_of(pid: int) -> float:
    """Seconds of CPU a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=20_000)
    parser.add_argument("--note-bytes", type=int, default=2_200)
    parser.add_argument("--parts", default="read,ask,daemon")
    options = parser.parse_args()
    parts = {"read": read, "ask": ask, "daemon": daemon}
    place = Path(tempfile.mkdtemp(prefix="diurnal-scale-"))
    os.environ |= {
        "HOME": str(place),
        "XDG_STATE_HOME": str(place / "state"),
        "XDG_CONFIG_HOME": str(place / "config"),
    }
    try:
        for part in options.parts.split(","):
            notes = options.notes if part == "read" else options.entries // RECORDS_A_NOTE
            vault = place / part
            lay_out(vault, notes, options.note_bytes)
            size = sum(path.stat().st_size for path in vault.rglob("*.md"))
            print(json.dumps({"part": part, "notes": notes, "megabytes": round(size / 1e6, 1)}), flush=True)
            parts[part](vault)
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
