"""How often the hall rules are right, and how long one entry takes.

    python bench/halls.py [LINES ...]

LINES are ``.jsonl`` (fields lang, text, hall, hard, also) or the ``.tsv`` of
the tests; without any, that one. Prints the share of right answers for each
language and kind, every wrong line with what was found in it, and CPU time:
of reading the rules, of the first pass over the lines (which compiles the
cues they need), and of an entry after that.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from diurnal.rank.halls import built_in_rules

OWN = Path(__file__).resolve().parents[1] / "tests" / "rank" / "halls.tsv"


class Line(NamedTuple):
    language: str
    kind: str
    text: str
    halls: frozenset[str]


def lines_of(path: Path) -> Iterator[Line]:
    for row in path.read_text(encoding="utf-8").splitlines():
        if path.suffix == ".jsonl":
            case = json.loads(row)
            halls = frozenset({case["hall"], *case.get("also", [])})
            yield Line(case["lang"], "trap" if case["hard"] else "plain", case["text"], halls)
        elif not row.startswith("#"):
            hall, kind, language, text = row.split("\t")
            yield Line(language, kind, text, frozenset({hall}))


def report(path: Path) -> None:
    lines = list(lines_of(path))
    started = time.process_time()
    rules = built_in_rules()
    read = time.process_time()
    for line in lines:
        rules.classify(line.text)
    passed = time.process_time()
    right: Counter[tuple[str, str]] = Counter()
    seen: Counter[tuple[str, str]] = Counter()
    print(path.name)
    print(
        f"  rules read in {read - started:.2f} s, first pass over {len(lines)} lines in {passed - read:.2f} s of CPU"
    )
    for line in lines:
        verdict = rules.explain(line.text)
        for group in ((line.kind, "all"), (line.kind, line.language)):
            seen[group] += 1
            right[group] += verdict.hall in line.halls
        if verdict.hall not in line.halls:
            found = ", ".join(f"{e.hall} {e.weight} '{e.words}'" for e in verdict.evidence) or "nothing"
            print(
                f"  {line.kind}: {'/'.join(sorted(line.halls))}, read as {verdict.hall}: {line.text}\n    {found}"
            )
    for kind, language in sorted(seen):
        share = right[kind, language] / seen[kind, language]
        print(f"  {kind:6}{language:9}{right[kind, language]:4} of {seen[kind, language]:<4} {share:6.1%}")
    for label, chosen in (
        ("all lines", lines),
        ("plain events", [x for x in lines if x.kind == "plain" and "events" in x.halls]),
        ("100 to 200 characters", [x for x in lines if 100 <= len(x.text) <= 200]),
    ):
        if chosen:
            costs = sorted(microseconds(line.text) for line in chosen)
            middle, high = (costs[int(len(costs) * share)] for share in (0.5, 0.95))
            print(
                f"  {label}: {middle:.0f} µs of CPU an entry at the median, {high:.0f} µs at the 95th percentile"
            )


def microseconds(text: str, rounds: int = 7) -> float:
    """CPU time of classifying *text*, the best of *rounds*."""
    classify = built_in_rules().classify
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time_ns()
        classify(text)
        best = min(best, time.process_time_ns() - started)
    return best / 1000


if __name__ == "__main__":
    for name in sys.argv[1:] or [str(OWN)]:
        report(Path(name))
