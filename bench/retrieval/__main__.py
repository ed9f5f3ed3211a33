"""Measure retrieval on conversations and diaries, through the daemon's own engine.

    python -m bench.retrieval DATA --set locomo [--set ...] [--together 6] [--category ...]

Every history of a data set is written as a real vault (each day a diary note),
opened with ``Memory.open`` and asked through ``Memory.retrieve``. Prints, per
category: recall of any, of all and the mean share of the evidence in the first
1, 5 and 10 hits, MRR, nDCG@10, the same for days, tokens of the prompt block and
latency; beside BM25 and grep in the same process. DATA is a folder of data sets
in the normalised form (see ``data``).
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles

from bench.retrieval.data import Asked, History, load, place_in_note

from diurnal import Memory
from diurnal.model.answer import Answer
from diurnal.model.block import tokens_in
from diurnal.rank.measures import Scores, distinct, measure
from diurnal.rank.plain import Bm25, Grep

FIGURES = ("recall@1", "recall@5", "recall@10", "any@10", "all@1", "all@5", "all@10", "mrr", "ndcg@10")
# A note and which entry of it.
Place = tuple[str, int]
# Hits asked for: entries are measured on the first ten, days on the first ten different ones.
LIMIT = 100
# Hits of the answer whose cost is measured.
SHOWN = 10


@dataclass(slots=True)
class Results:
    """What one method reached on one data set; ``nearby`` counts hits and nearby together."""

    entries: Scores = field(default_factory=Scores)
    days: Scores = field(default_factory=Scores)
    nearby: Scores = field(default_factory=Scores)
    seconds: list[float] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)

    def add(self, asked: Asked, ranked: Sequence[str], days: dict[str, str]) -> None:
        self.entries.add(asked.category, measure(ranked, asked.evidence))
        wanted = frozenset(days[key] for key in asked.evidence)
        self.days.add(asked.category, measure(distinct(days[key] for key in ranked), wanted))


def write_vault(history: History, folder: Path) -> None:
    """*history* as diary notes beneath *folder*."""
    diary = folder / "diary"
    diary.mkdir(parents=True)
    for day in history.days():
        (diary / f"{day:%Y-%m-%d}.md").write_text(history.note(day), encoding="utf-8")


@contextmanager
def opened(history: History, config: Mapping[str, str]) -> Iterator[tuple[Memory, dict[Place, str]]]:
    """A memory of *history* as a vault of its own, all of it searchable, and the key of the entry at each place."""
    key_at = {
        (f"diary/{day:%Y-%m-%d}.md", place): entry.key
        for day, entries in history.days().items()
        for place, entry in enumerate(entries)
    }
    with tempfile.TemporaryDirectory() as folder:
        # What a vault keeps elsewhere goes with it, and the settings of whoever measures change nothing.
        for name in ("STATE", "CONFIG", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = str(Path(folder) / name.lower())
        vault = Path(folder) / "vault"
        write_vault(history, vault)
        with Memory.open(vault, config=dict(config)) as memory:
            memory.catch_up()
            yield memory, key_at


def run(history: History, config: Mapping[str, str], ours: Results, others: dict[str, Results]) -> None:
    """Ask every question of *history*, of the engine and of what it is compared with."""
    days = history.days()
    day_of = {entry.key: f"{day:%Y-%m-%d}" for day, entries in days.items() for entry in entries}
    in_order = [entry for entries in days.values() for entry in entries]
    methods: dict[str, Bm25 | Grep] = {
        "BM25": Bm25((entry.key, f"{entry.speaker}: {entry.text}") for entry in in_order),
        "grep": Grep((entry.key, entry.text) for entry in in_order),
    }
    with opened(history, config) as (memory, key_at):
        for asked in history.questions:
            begin = time.perf_counter()
            shown = memory.retrieve(asked.text, limit=SHOWN, now=asked.now)
            ours.seconds.append(time.perf_counter() - begin)
            answer = memory.retrieve(asked.text, limit=LIMIT, now=asked.now)
            ours.add(asked, list(keys_of(answer, key_at)), day_of)
            ours.nearby.add(
                asked.category, measure(list(keys_of(answer, key_at, nearby=True)), asked.evidence)
            )
            ours.tokens.append(tokens_in(shown.block(1_000_000)))
    for name, method in methods.items():
        for asked in history.questions:
            begin = time.perf_counter()
            ranked = method.ranked(asked.text)
            others[name].seconds.append(time.perf_counter() - begin)
            others[name].add(asked, ranked, day_of)


def keys_of(answer: Answer, key_at: dict[Place, str], *, nearby: bool = False) -> Iterator[str]:
    """Entries of the hits, and of what is *nearby* if asked for, each once, best first."""
    hits = (*answer.hits, *answer.nearby) if nearby else answer.hits
    yield from distinct(key_at[hit.record.path, place_in_note(hit.record.lines[0])] for hit in hits)


def report(name: str, results: Results) -> None:
    """Print what *name* reached."""
    cost = f"{1000 * fmean(results.seconds):.1f} ms a question"
    if len(results.seconds) > 1:
        cost += f" (p50 {1000 * quantiles(results.seconds, n=20)[9]:.1f}, p95 {1000 * quantiles(results.seconds, n=20)[18]:.1f})"
    block = f", {fmean(results.tokens):.0f} tokens a block" if results.tokens else ""
    print(f"\n{name}: {cost}{block}")
    print(
        f"  {'category':<20s}{'n':>6s}"
        + "".join(f"{what:>11s}" for what in FIGURES)
        + f"{'days all@10':>13s}"
    )
    for category in sorted(results.entries.by_category):
        figures = "".join(f"{results.entries.mean(category, what):11.1f}" for what in FIGURES)
        days = results.days.mean(category, "all@10")
        print(f"  {category:<20s}{results.entries.count(category):>6d}{figures}{days:13.1f}")
    if results.nearby.by_category:
        print(
            f"  hits and nearby together: mean share of the evidence {results.nearby.mean('all', 'share'):.1f}"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.retrieval", description=__doc__.split("\n\n")[0])
    parser.add_argument("data", type=Path, help="folder of the data sets")
    parser.add_argument("--set", action="append", dest="sets", help="a data set; all of them by default")
    parser.add_argument(
        "--together", type=int, default=1, help="histories that share a vault, as noise for each other"
    )
    parser.add_argument("--only", type=int, help="stop after so many vaults")
    parser.add_argument(
        "--setting", action="append", default=[], help="name=value, a setting other than the default"
    )
    asked = parser.parse_args(arguments)
    for name in asked.sets or sorted(path.name for path in asked.data.iterdir() if path.is_dir()):
        ours, others = Results(), {"BM25": Results(), "grep": Results()}
        histories = load(asked.data / name, together=asked.together)[: asked.only]
        for history in histories:
            run(history, dict(item.split("=", 1) for item in asked.setting), ours, others)
        print(f"\n== {name}: {len(histories)} vaults, {sum(len(h.entries) for h in histories)} entries")
        for method, results in {"Diurnal": ours, **others}.items():
            report(method, results)


if __name__ == "__main__":
    main()
