"""Figures of a large vault: reading it, starting again, saves, round trips, questions, idle cost.

    python bench/scale.py [--notes 10000] [--entries 20000] [--parts read,ask,daemon]

Lays out a vault of diary, wiki and other notes of 2.2 KB, English and Chinese, as people write them (a few
entries of a few sentences, links, tags, tasks, dates), and prints CPU and wall figures, with a plain scan by
grep beside the round trips. ``read`` works on all notes; ``ask`` and ``daemon`` on as many as give the entries
wanted, with search by meaning as it is shipped. Nothing is asserted. On a shared machine believe the CPU figures.
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
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

RECORDS_A_NOTE = 5
PEOPLE = ["Maya", "Jonas", "Priya", "Dana", "Tomás", "阿明", "小林", "Aunt Rosa"]
SLOTS = {
    "who": PEOPLE,
    "place": ["the harbour", "Lisbon", "the old library", "Kyoto", "the clinic", "the market hall", "Berlin"],
    "thing": ["the ticket machine", "my bicycle", "a letter", "the piano", "the lease", "the grey notebook"],
    "food": ["ramen", "a lentil soup", "dumplings", "pancakes", "grilled sardines", "a bowl of noodles"],
    "tool": ["PostgreSQL", "the ingest service", "nginx", "config.yaml", "v2.4.0", "the staging cluster"],
    "past": ["last Friday", "yesterday", "in March 2019", "two weeks ago", "on 12 May", "last winter"],
    "地": ["书店", "医院", "河边", "超市", "图书馆", "老家"],
    "物": ["自行车", "空调", "旧相机", "租房合同", "钢琴", "护照"],
    "吃": ["拉面", "饺子", "火锅", "番茄炒蛋", "小笼包"],
    "时": ["昨天", "上周五", "三天前", "去年冬天", "五月十二日"],
}
ENGLISH = [
    "Had {food} with [[{who}]] near {place}, and we talked about {name} for an hour.",
    "Woke up late again; the rain kept hammering on the roof until nine.",
    "Fixed {thing} at last, it only needed a new screw and some patience.",
    "Spent the morning moving {tool} to the new machine, which took longer than the {name} people promised.",
    "{who} called {past} and said the appointment at {place} was moved.",
    "We decided to keep {tool} for now and look again after the {name} release.",
    "I prefer to walk along the river before work, it clears my head.",
    "It turns out that {tool} drops connections when the {name} queue is full.",
    "Remember: always write the invoice number on the envelope before sending it.",
    "Read forty pages of {name}, mostly about gardens and the winter of 1962.",
    "The neighbour from downstairs brought back {thing} and stayed for tea.",
    "My sister lives in {place} now; she moved there {past} with her two cats.",
    "Paid 42.50 for the {name} tickets, which is more than I wanted to spend.",
    "Went swimming, 1,200 metres in half an hour, then straight home.",
    "Not sure whether {who} will come along; she never answers when she is travelling.",
    "Dinner was {food}, too salty, but the children liked it.",
    "Long meeting about {name}: three open questions, no owner, same as {past}.",
    "Bought bread, candles, batteries and a birthday card for [[{who}|my friend]].",
]
CHINESE = [
    "今天和[[{who}]]在{地}附近吃了{吃}，聊了一个多小时{name}的事。",
    "早上又起晚了，外面一直下雨，到九点才停。",
    "{物}终于修好了，其实只是少了一颗螺丝。",
    "{时}去了一趟{地}，排队排了很久，回来路上买了些水果。",
    "我们决定先不换{tool}，等{name}的新版本出来再说。",
    "我比较喜欢晚上散步，走一圈脑子就清楚了。",
    "原来{tool}在队列满了以后会断开连接，查了两个小时日志才发现。",
    "{who}打电话来说{时}的预约改到了下午三点。",
    "晚饭是{吃}，有点咸，不过孩子们都说好吃。",
    "下午整理书房，翻出了{物}，想起大学时候住在{地}旁边的日子。",
    "开会讨论{name}，有三个问题没有人负责。",
    "游泳一千二百米，回家以后早早睡了。",
]
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


def invented_names(count: int) -> list[str]:
    """Names that give the vault the long tail of rare words that real ones have."""
    syllables = ["ka", "lo", "mir", "ten", "sa", "ve", "dor", "ni", "bru", "pel", "an", "ster"]
    return ["".join(random.choices(syllables, k=3)).capitalize() for _ in range(count)]


class Scribe:
    """Writes notes the way people do; the same notes every time."""

    def __init__(self) -> None:
        random.seed(7)
        self._names = invented_names(3_000)

    def sentence(self, chinese: bool) -> str:
        words = {slot: random.choice(choices) for slot, choices in SLOTS.items()}
        # A few names are everywhere and most are rare.
        words["name"] = self._names[int(len(self._names) * random.random() ** 3)]
        return random.choice(CHINESE if chinese else ENGLISH).format(**words)

    def said(self, chinese: bool, size: int) -> str:
        sentences: list[str] = []
        while sum(len(sentence.encode()) + 1 for sentence in sentences) < size:
            sentences.append(self.sentence(chinese))
        return ("" if chinese else " ").join(sentences)

    def diary(self, number: int, size: int) -> str:
        """A day: headings with times, bullets with times, prose, or all of them."""
        chinese, parts, hour = number % 3 == 0, [], 7
        for turn in range(RECORDS_A_NOTE):
            said = self.said(chinese, size // RECORDS_A_NOTE - 50)
            hour = min(23, hour + random.randint(1, 4))
            shape = (number + turn) % 5 if number % 4 else 0
            parts.append(
                [
                    f"## {hour:02}:{number % 60:02}\n\n{said}\n",
                    f"- {hour:02}:{number % 60:02} {said}",
                    f"{said}\n",
                    f"- [x] {said} #errands",
                    f"- {said}\n\t- {self.sentence(chinese)}",
                ][shape]
            )
        return "\n".join(parts) + "\n"

    def page(self, number: int, size: int) -> str:
        head = f"---\naliases: [P{number}]\ntags: [pages]\n---\n# {random.choice(self._names)}\n\n"
        said = [self.said(number % 3 == 0, size // RECORDS_A_NOTE) for _ in range(RECORDS_A_NOTE)]
        return head + "".join(f"- {line}\n" for line in said)

    def prose(self, number: int, size: int) -> str:
        said = [self.said(number % 3 == 0, size // RECORDS_A_NOTE) for _ in range(RECORDS_A_NOTE)]
        return f"# {random.choice(self._names)}\n\n" + "\n\n## More\n\n".join(said) + "\n"


def lay_out(vault: Path, notes: int, note_bytes: int) -> None:
    """Write *notes* notes of about *note_bytes* each: two thirds diary, the rest wiki and passages."""
    scribe = Scribe()
    (vault / ".obsidian").mkdir(parents=True)
    first = date(1998, 1, 1)
    for number in range(notes):
        if number % 3 < 2:
            day = first + timedelta(days=number)
            path, text = vault / "diary" / f"{day:%Y}" / f"{day}.md", scribe.diary(number, note_bytes)
        elif number % 2:
            path, text = vault / "wiki" / f"Page {number}.md", scribe.page(number, note_bytes)
        else:
            path, text = (
                vault / "notes" / f"{number % 50}" / f"Note {number}.md",
                scribe.prose(number, note_bytes),
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    long_ago = time.time() - 86_400
    for path in vault.rglob("*.md"):
        os.utime(path, (long_ago, long_ago))


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
    """What reading a whole vault costs, and starting again on it."""
    from diurnal import Memory

    by_word = {"meaning.embedder": "none"}
    with timed("first reading, searchable by word"):
        memory = Memory.open(vault, config=by_word)
    status = memory.status()
    print(f"{'':48} {status.notes} notes, {status.records} records")
    memory.close()
    with timed("open again, nothing changed"):
        memory = Memory.open(vault, config=by_word)
    with timed("  and its first question"):
        memory.retrieve("dumplings")
    memory.close()


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
    """What a person waits for: questions during indexing, saves, commands; and what an idle daemon costs."""
    command = [sys.executable, "-m", "diurnal"]
    subprocess.run([*command, "start", "--vault", vault], check=True, stdout=subprocess.DEVNULL)
    from diurnal.client import Client

    client = Client(vault)
    done = threading.Event()

    def wait_until_complete() -> None:
        Client(vault).catch_up()
        done.set()

    waiting = threading.Thread(target=wait_until_complete)
    waiting.start()
    began = time.perf_counter()
    took: list[float] = []
    while not done.is_set():
        start = time.perf_counter()
        client.retrieve(QUESTIONS[len(took) % len(QUESTIONS)])
        took.append((time.perf_counter() - start) * 1000)
        time.sleep(0.02)
    waiting.join()
    print(f"{'complete, word order and vectors':48} {time.perf_counter() - began:8.1f} s wall")
    print(f"{'questions while it works, wall':48} {spread(took)}   most {max(took):.0f} ms")
    took, pid = [], client.status().pid
    before = cpu_of(pid)
    for number in range(30):
        word = f"zebra{number}word"
        path = vault / "diary" / "2040" / f"2040-01-{number % 28 + 1:02}.md"
        path.parent.mkdir(exist_ok=True)
        start = time.perf_counter()
        path.write_text(f"- 09:00 {word}\n")
        while not client.search(word).hits:
            time.sleep(0.002)
        took.append((time.perf_counter() - start) * 1000)
    print(f"{'a save until it is found':48} {spread(took)}   wall")
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
    client.catch_up()
    before = cpu_of(pid)
    time.sleep(15)
    print(f"{'idle, share of one core':48} {(cpu_of(pid) - before) / 15:.2%}")
    print(f"{'memory of the daemon':48} {client.status().memory_bytes // 2**20} MB")
    subprocess.run([*command, "stop", "--vault", vault], check=True, stdout=subprocess.DEVNULL)


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
