"""Say how well your own notes are found, beside BM25 and grep, and whether a setting helps.

Asks questions made of your links, headings and dates, whose answers are known. The same
notes and --seed give the same questions. Nothing is written. docs/ranking.md explains it.

examples:
  diurnal bench self
  diurnal bench self --set search.words=0.5    beside the settings that hold
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.cli.show import columns

HEADINGS = {
    "any@1": "any@1",
    "any@5": "any@5",
    "any@10": "any@10",
    "all@1": "all@1",
    "all@5": "all@5",
    "all@10": "all@10",
    "mrr": "MRR",
    "ndcg@10": "nDCG@10",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("self",), help="your own notes")
    parser.add_argument("--sample", type=int, metavar="N", help="most questions (200)")
    parser.add_argument("--seed", type=int, metavar="N", help="which of all that could be made (7)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of search to compare with those that hold; several are changed together",
    )
    parser.add_argument("--now", metavar="TIME", help="ask as if it were this time")


def run(options: argparse.Namespace, out: Out) -> None:
    found = ask_daemon(
        options,
        "bench_self",
        slow=True,
        sample=options.sample,
        seed=options.seed,
        settings=options.set,
        now=options.now,
    )
    out.show(found, lambda: _lines(found))


def _lines(found: dict[str, Any]) -> Iterator[str]:
    if not found["probes"]:
        yield f"{found['records']} records give no questions: they have no links, headings or dated entries."
        return
    yield f"{found['probes']} questions made of {found['records']} records, seed {found['seed']}; per cent"
    kinds = dict.fromkeys(row["kind"] for row in found["figures"])
    for kind in kinds:
        rows = [row for row in found["figures"] if row["kind"] == kind]
        yield ""
        yield from columns(
            [(f"{kind} ({rows[0]['probes']})", *HEADINGS.values(), "p50 ms", "p95 ms"), *map(_row, rows)]
        )
    if found["changed"]:
        row = next(row for row in found["figures"] if row["method"] == "changed" and row["kind"] == "all")
        yield ""
        yield plain(f"changed: {', '.join(found['changed'])}")
        yield f"ranks {row['better']} questions better and {row['worse']} worse than the settings that hold"


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    figures = [f"{row['measures'][name]:.1f}" for name in HEADINGS]
    return (
        row["method"],
        *(figure.rjust(len(heading)) for figure, heading in zip(figures, HEADINGS.values(), strict=True)),
        f"{row['p50_ms']:.1f}".rjust(6),
        f"{row['p95_ms']:.1f}".rjust(6),
    )
