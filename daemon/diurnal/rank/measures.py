"""How good a ranking is, against the set of entries that answer the question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log2
from statistics import fmean

CUTS = (1, 5, 10)


@dataclass(slots=True)
class Scores:
    """Measures of many questions, by category; each is a mean over questions, in per cent."""

    by_category: dict[str, dict[str, list[float]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def add(self, category: str, measured: dict[str, float]) -> None:
        for group in ("all", category):
            for name, value in measured.items():
                self.by_category[group][name].append(value)

    def mean(self, category: str, name: str) -> float:
        return 100 * fmean(self.by_category[category][name])

    def count(self, category: str) -> int:
        return len(next(iter(self.by_category[category].values())))


def measure(ranked: Sequence[str], evidence: frozenset[str]) -> dict[str, float]:
    """Recall (share of the evidence, any of it, all of it) at 1, 5 and 10, MRR and nDCG@10 of one ranking."""
    found = [key in evidence for key in ranked]
    measured: dict[str, float] = {}
    for cut in CUTS:
        seen = len(set(ranked[:cut]) & evidence)
        measured[f"recall@{cut}"] = seen / len(evidence)
        measured[f"any@{cut}"] = float(seen > 0)
        measured[f"all@{cut}"] = float(seen == len(evidence))
    measured["share"] = len(set(ranked) & evidence) / len(evidence)
    measured["mrr"] = next((1 / place for place, hit in enumerate(found, 1) if hit), 0.0)
    measured["ndcg@10"] = _gain(found[:10]) / _gain([True] * min(10, len(evidence)))
    return measured


def distinct(keys: Iterable[str]) -> list[str]:
    """Each of *keys* once, at its first place: days of ranked entries, for day-level measures."""
    return list(dict.fromkeys(keys))


def _gain(hits: Sequence[bool]) -> float:
    return sum(hit / log2(place + 1) for place, hit in enumerate(hits, 1))
