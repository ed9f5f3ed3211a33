"""Figures of a large vault: reading it, starting again, saves, round trips, idle cost.

    python bench/scale.py [--notes 10000] [--entries 20000] [--keep FOLDER]

Prints CPU and wall figures of a generated vault (English and Chinese, diary, wiki and other notes), with a
plain scan by grep beside the round trips. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

WORDS = [
    "river",
    "lunch",
    "garden",
    "meeting",
    "config",
    "server",
    "train",
    "letter",
    "ticket",
    "window",
    "coffee",
    "notebook",
    "bridge",
    "winter",
    "market",
    "doctor",
    "plumber",
    "invoice",
    "holiday",
    "piano",
    "rehearsal",
    "deadline",
    "kitchen",
    "balcony",
    "neighbour",
    "bicycle",
    "museum",
    "harbour",
    "library",
]
CHINESE = [
    "今天去买菜和水果",
    "下午开会讨论配置",
    "晚上和朋友吃面",
    "整理了书房",
    "给阿姨打电话",
    "修好了自行车",
]
PEOPLE = ["Maya", "Jonas", "Priya", "Dana", "阿明", "小林"]


def lay_out(vault: Path, notes: int, note_bytes: int) -> None:
    """Write *notes* notes of about *note_bytes* each: two thirds diary, the rest wiki and passages."""
    random.seed(7)
    (vault / ".obsidian").mkdir(parents=True)
    first = date(2000, 1, 1)
    for number in range(notes):
        if number % 3 < 2:
            day = first + timedelta(days=number)
            path = vault / "diary" / f"{day:%Y}" / f"{day}.md"
        elif number % 2:
            path = vault / "wiki" / f"Page {number}.md"
        else:
            path = vault / "notes" / f"{number % 50}" / f"Note {number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines: list[str] = []
        size, hour = 0, 6
        while size < note_bytes:
            hour = hour % 23 + 1
            said = " ".join(random.choices(WORDS, k=14)) if number % 4 else random.choice(CHINESE)
            line = f"- {hour:02}:{number % 60:02} {said} with [[{random.choice(PEOPLE)}]]\n"
            lines.append(line)
            size += len(line.encode())
        path.write_text("".join(lines), encoding="utf-8")


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


def in_process(vault: Path) -> None:
    """What reading and asking cost inside one process."""
    from diurnal import Memory

    with timed("first reading, searchable by word"):
        memory = Memory.open(vault, config={"meaning.embedder": "none"})
    status = memory.status()
    print(f"{'':48} {status.notes} notes, {status.records} records")
    took = []
    for _ in range(200):
        question = " ".join(random.sample(WORDS, 3))
        start = time.perf_counter()
        memory.retrieve(question)
        took.append((time.perf_counter() - start) * 1000)
    print(f"{'retrieve, three words, by word':48} {spread(took)}")
    memory.close()
    with timed("open again, nothing changed"):
        memory = Memory.open(vault, config={"meaning.embedder": "none"})
    memory.close()
    print(
        f"{'most memory of this process':48} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB"
    )


def through_the_daemon(vault: Path) -> None:
    """What a person waits for: saves, commands, and what a daemon costs while nothing happens."""
    command = [sys.executable, "-m", "diurnal"]
    subprocess.run([*command, "start", "--vault", vault, "--set", "meaning.embedder=none"], check=True)
    from diurnal.client import Client

    client = Client(vault)
    client.catch_up()
    took = []
    for number in range(30):
        word = f"zebra{number}word"
        path = vault / "diary" / "2030" / f"2030-01-{number % 28 + 1:02}.md"
        path.parent.mkdir(exist_ok=True)
        start = time.perf_counter()
        path.write_text(f"- 09:00 {word}\n")
        while not client.search(word).hits:
            pass
        took.append((time.perf_counter() - start) * 1000)
    print(f"{'a save until it is found':48} {spread(took)}")
    for what, argv in (
        ("diurnal search, whole process", [*command, "search", "river", "--vault", str(vault)]),
        ("grep -r, whole process", ["grep", "-rl", "river", str(vault)]),
    ):
        walls, cpus = [], []
        for _ in range(15):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run(argv, stdout=subprocess.DEVNULL, check=True)
            walls.append((time.perf_counter() - start) * 1000)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpus.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
        print(f"{what:48} {spread(walls)}   CPU p50 {statistics.median(cpus):.1f} ms")
    pid = client.status().pid
    before = cpu_of(pid)
    time.sleep(10)
    print(f"{'idle, share of one core':48} {(cpu_of(pid) - before) / 10:.2%}")
    print(f"{'memory of the daemon':48} {client.status().memory_bytes // 2**20} MB")
    subprocess.run([*command, "stop", "--vault", vault], check=True)


def cpu_of(pid: int) -> float:
    """Seconds of CPU a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--note-bytes", type=int, default=2_200)
    options = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="diurnal-scale-"))
    os.environ |= {
        "HOME": str(place),
        "XDG_STATE_HOME": str(place / "state"),
        "XDG_CONFIG_HOME": str(place / "config"),
    }
    try:
        vault = place / "vault"
        lay_out(vault, options.notes, options.note_bytes)
        size = sum(path.stat().st_size for path in vault.rglob("*.md"))
        print(json.dumps({"notes": options.notes, "megabytes": round(size / 1e6, 1)}))
        in_process(vault)
        through_the_daemon(vault)
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
