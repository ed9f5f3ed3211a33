"""Learn the weights of the default ranking from open data, and say how well they hold.

    python -m bench.retrieval.learn DATA [--write] [--cache DIR]

DATA is a folder of data sets in the normalised form (see ``data``). The model
is one weighted sum of the scorer's own signals, weights of one sign, chosen so
that the entries that answer a question outweigh the others of their history
(softmax over each list). Figures are cross-validated: every history is ranked
by weights that were learned without it, as in use: only records the scorer ties
to the question, and the sittings of an answer spread.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from bench.retrieval.corpora import Embed, Indexed, indexed, similarity
from bench.retrieval.data import load
from bench.retrieval.embedding import CachedEmbedder
from numpy.typing import NDArray

from diurnal.rank.fuse import crowded, spread
from diurnal.rank.meaning import Scale
from diurnal.rank.measures import Scores, measure
from diurnal.rank.profiles import Profile, Weights
from diurnal.rank.question import seek
from diurnal.rank.signals import gather

# Data sets, how many histories share a vault (noise for each other), and how much each counts.
SETS = (("locomo", 1, 1.0), ("memorybank-zh", 1, 0.1), ("memdaily-zh", 6, 0.1))
FOLDS = 5

FULL_REACH = 20.0
MOST_REACH = 60.0
RARE_WORD = 2.0
GROUPS = {
    "words": ("near", "sitting", "reply", "day"),
    "meaning": ("own", "near", "reply"),
    "names": ("speaker", "named"),
    "answers": ("time", "number", "name", "substance", "asks"),
}
COLUMNS = [(group, name) for group, names in GROUPS.items() for name in names]
# A text that ends with a question seldom answers one; every other signal speaks for a record.
SIGN = np.array([-1.0 if name == "asks" else 1.0 for _, name in COLUMNS])
# What the data cannot teach (no links in it) is held at the weight of its neighbour.
TIED = {("names", "named"): ("names", "speaker")}

UNIT = Weights(
    **{group: dict.fromkeys(names, 1.0) for group, names in GROUPS.items()},
    full_reach=FULL_REACH,
    most_reach=MOST_REACH,
    rare_word=RARE_WORD,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """One question: signals of the tied records (n, columns), which of them answer it, their keys and sittings."""

    signals: NDArray[np.float32]
    answers: NDArray[np.bool_]
    keys: list[str]
    evidence: frozenset[str]
    category: str
    sittings: NDArray[np.int32]
    crowded: float


def lists_of(index: Indexed, embed: Embed, scale: Scale) -> list[Listed]:
    """Every question of a history with the signals of its records."""
    found = []
    whole = slice(0, len(index.corpus))
    for asked in index.history.questions:
        sought = seek(asked.text, index.corpus.speakers)
        signals = gather(
            index.corpus,
            sought,
            whole,
            weights=UNIT,
            profile=Profile(),
            similarity=similarity(index, embed([sought.statement])[0]),
            scale=scale,
        )
        tied = np.flatnonzero(signals.ties)
        matrix = np.zeros((len(tied), len(COLUMNS)), np.float32)
        for signal in signals.each:
            matrix[:, COLUMNS.index((signal.group, signal.name))] = signal.weight * signal.values[tied]
        keys = [index.keys[position] for position in tied]
        answers = np.array([key in asked.evidence for key in keys], bool)
        sittings = index.corpus.sitting[tied]
        found.append(Listed(matrix, answers, keys, asked.evidence, asked.category, sittings, crowded(sought)))
    return found


def learn(
    groups: Sequence[tuple[float, Sequence[Listed]]], *, steps: int = 400, l2: float = 1e-2
) -> NDArray[np.float64]:
    """Weights (columns,) that make answers stand out; each data set counts by its weight, whatever its size."""
    packed = [(weight, _packed(lists)) for weight, lists in groups]
    spread = np.sqrt(
        sum(weight * pack.signals.var(axis=0) for weight, pack in packed) / sum(w for w, _ in packed)
    )
    spread = np.maximum(spread, 1e-3)
    weights = np.full(len(COLUMNS), 0.1) * SIGN
    moment, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        slope = 2 * l2 * weights
        for share, pack in packed:
            slope += share * pack.slope(weights / spread) / spread
        # Adam, then back to the allowed sign.
        moment = 0.9 * moment + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        weights -= 0.05 * (moment / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights = np.where(weights * SIGN > 0, weights, 0.0)
    return np.asarray(weights / spread)


@dataclass(frozen=True, slots=True)
class _Pack:
    signals: NDArray[np.float32]
    starts: NDArray[np.intp]
    of: NDArray[np.intp]
    target: NDArray[np.float32]

    def slope(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Gradient of the mean softmax loss."""
        score = self.signals @ weights.astype(np.float32)
        score -= np.maximum.reduceat(score, self.starts)[self.of]
        share = np.exp(score)
        share /= np.add.reduceat(share, self.starts)[self.of]
        return np.asarray(self.signals.T @ (share - self.target), np.float64) / len(self.starts)


def _packed(lists: Sequence[Listed]) -> _Pack:
    useful = [item for item in lists if item.answers.any()]
    sizes = np.array([len(item.answers) for item in useful])
    return _Pack(
        np.concatenate([item.signals for item in useful]),
        np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp),
        np.repeat(np.arange(len(useful)), sizes),
        np.concatenate([item.answers / item.answers.sum() for item in useful]).astype(np.float32),
    )


def score(lists: Sequence[Listed], weights: NDArray[np.float64], scores: Scores) -> None:
    """Add the measures of *lists* ranked by *weights* to *scores*."""
    for item in lists:
        content = item.signals @ weights.astype(np.float32)
        # What counts against a record may leave it below nothing, where less of it would be more.
        content = np.maximum(content, 0)
        best = np.argsort(-content, kind="stable")
        order = np.argsort(-(content * spread(item.sittings, best, item.crowded)), kind="stable")[:10]
        scores.add(item.category, measure([item.keys[place] for place in order], item.evidence))


def as_yaml(weights: NDArray[np.float64]) -> str:
    """The weights file, rounded so that a person can read it; the largest is about 10."""
    named = dict(zip(COLUMNS, (weights * 10 / np.abs(weights).max()).round(2).tolist(), strict=True))
    for column, source in TIED.items():
        named[column] = named[source]
    lines = [
        "# Weights of the default ranking, made by `python -m bench.retrieval.learn` from open conversations",
        "# and diaries in English and Chinese; docs/ranking.md says what each signal is and how well they hold.",
        "# Words weigh what they could tell: times reach / full_reach, where reach is the BM25 that the words of the",
        "# question could reach at most, counted up to most_reach; few words that few records hold count as",
        "# rare_word at least.",
        "weights:",
    ]
    for group, names in GROUPS.items():
        inside = ", ".join(f"{name}: {named[group, name]}" for name in names)
        lines.append(f"  {group}: {{{inside}}}")
    return "\n".join(
        [*lines, f"full_reach: {FULL_REACH}", f"most_reach: {MOST_REACH}", f"rare_word: {RARE_WORD}", ""]
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.retrieval.learn", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of the data sets")
    parser.add_argument("--write", action="store_true", help="write the weights file of the package")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "diurnal-bench")
    asked = parser.parse_args(arguments)
    embed = CachedEmbedder(asked.cache)
    histories: list[tuple[str, float, list[list[Listed]]]] = []
    for name, together, weight in SETS:
        if (asked.data / name).is_dir():
            of_each = [
                lists_of(indexed(history, embed), embed, embed.scale)
                for history in load(asked.data / name, together=together)
            ]
            histories.append((name, weight, of_each))
    embed.save()
    held_out = {name: Scores() for name, _, _ in histories}
    for fold in range(FOLDS):
        weights = learn(
            [
                (
                    weight,
                    [item for place, lists in enumerate(each) if place % FOLDS != fold for item in lists],
                )
                for _, weight, each in histories
            ]
        )
        for name, _, each in histories:
            for place, lists in enumerate(each):
                if place % FOLDS == fold:
                    score(lists, weights, held_out[name])
    for name, scores in held_out.items():
        print(f"{name}, held out ({scores.count('all')} questions):")
        for category in sorted(scores.by_category):
            figures = [
                f"{what} {scores.mean(category, what):.1f}"
                for what in ("recall@1", "recall@5", "recall@10", "all@10", "ndcg@10")
            ]
            print(f"  {category:20s} " + "  ".join(figures))
    final = as_yaml(
        learn([(weight, [item for lists in each for item in lists]) for _, weight, each in histories])
    )
    print(final)
    if asked.write:
        target = Path(__file__).parents[2] / "daemon/diurnal/rank/weights.yaml"
        target.write_text(final, encoding="utf-8")


if __name__ == "__main__":
    main()
