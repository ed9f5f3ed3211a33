"""What a gate costs: hits, and hits with ``nearby``, beside the same question with the gate switched off.

    python -m bench.retrieval.gate DATA --set locomo [--set ...] [--together 6] [--losses]

Asks each question that names a time twice, as it is and with its time unread,
ten hits each, and prints the mean share of the evidence in the hits, in hits and
``nearby`` together, and in the hits without the gate. ``--losses`` prints every
question of which hits and ``nearby`` hold less than the answer without a gate. DATA as in ``bench.retrieval``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from bench.retrieval.__main__ import SHOWN, keys_of, opened
from bench.retrieval.data import Asked, History, load

from diurnal.model.answer import Answer


@dataclass(slots=True)
class Gated:
    """Shares of the evidence, one a gated question; ``beyond`` counts what stands in ``nearby``."""

    asked: int = 0
    hits: list[float] = field(default_factory=list)
    together: list[float] = field(default_factory=list)
    ungated: list[float] = field(default_factory=list)
    beyond: list[int] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)
    unlisted: int = 0
    """Records that the answer without a gate lists and neither hits nor ``nearby`` hold."""

    def add(self, asked: Asked, answer: Answer, ungated: Answer, named: dict[str, set[str]]) -> None:
        share = {name: len(keys & asked.evidence) / len(asked.evidence) for name, keys in named.items()}
        self.hits.append(share["hits"])
        self.together.append(share["together"])
        self.ungated.append(share["ungated"])
        self.beyond.append(len(answer.nearby))
        self.unlisted += len(named["ungated"] - named["together"])
        if share["together"] < share["ungated"]:
            lost = ", ".join(sorted((asked.evidence & named["ungated"]) - named["together"]))
            self.losses.append(f"{asked.text!r} at {asked.now:%Y-%m-%d}, gate {answer.gate.phrase!r}: {lost}")

    def lines(self) -> Iterator[str]:
        """The figures, for people."""
        yield f"  {len(self.hits)} of {self.asked} questions get a gate"
        if not self.hits:
            return
        for what, shares in (
            ("hits", self.hits),
            ("hits and nearby", self.together),
            ("gate switched off", self.ungated),
        ):
            yield f"  {what:<20s}{100 * fmean(shares):6.1f} % of the evidence"
        yield f"  less than without the gate: {len(self.losses)} questions; better: {self._better()}"
        yield f"  {fmean(self.beyond):.1f} records in nearby; {self.unlisted} records are listed without the gate only"

    def _better(self) -> int:
        return sum(ours > other for ours, other in zip(self.together, self.ungated, strict=True))


def compare(history: History, gated: Gated) -> None:
    """Ask every question of *history* with its time and without."""
    with opened(history, {}) as (memory, key_at):
        for asked in history.questions:
            gated.asked += 1
            answer = memory.retrieve(asked.text, limit=SHOWN, now=asked.now)
            if not answer.gate:
                continue
            ungated = memory.retrieve(asked.text, limit=SHOWN, now=asked.now, reads_time=False)
            named = {
                "hits": set(keys_of(answer, key_at)),
                "together": set(keys_of(answer, key_at, nearby=True)),
                "ungated": set(keys_of(ungated, key_at)),
            }
            gated.add(asked, answer, ungated, named)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.retrieval.gate", description=__doc__.split("\n\n")[0]
    )
    parser.add_argument("data", type=Path, help="folder of the data sets")
    parser.add_argument("--set", action="append", dest="sets", help="a data set; all of them by default")
    parser.add_argument("--together", type=int, default=1, help="histories that share a vault")
    parser.add_argument("--losses", action="store_true", help="print each question that lost something")
    asked = parser.parse_args(arguments)
    for name in asked.sets or sorted(path.name for path in asked.data.iterdir() if path.is_dir()):
        gated = Gated()
        histories = load(asked.data / name, together=asked.together)
        for history in histories:
            compare(history, gated)
        print(f"\n== {name}: {len(histories)} vaults")
        print("\n".join(gated.lines()))
        if asked.losses:
            print("\n".join(f"  lost: {line}" for line in gated.losses))


if __name__ == "__main__":
    main()
