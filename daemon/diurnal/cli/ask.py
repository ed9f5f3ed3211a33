"""Answer a question about the notes; a time it names confines the answer.

examples:
  diurnal ask "what did I eat the night before last?"
  diurnal ask "上次搞 PostgreSQL 是什麼時候"
  diurnal ask "dentist" --since 2026-06-01 --limit 3
  diurnal ask "where does Maya live?" --block 800
"""

from __future__ import annotations

import argparse
from typing import Any

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.show import answer_lines
from diurnal.cli.time_options import add_time_options, time_range_of
from diurnal.errors import UsageError

DEFAULT_BLOCK_TOKENS = 1500


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", help="the question")
    parser.add_argument("--limit", type=int, metavar="N", help="most hits wanted (10)")
    add_time_options(parser)
    parser.add_argument(
        "--scope",
        choices=("auto", "entries", "wiki", "episodes", "all"),
        help="where to look; auto: the diary where a time is named, else everything",
    )
    parser.add_argument(
        "--kind", action="append", choices=("entry", "item", "passage"), help="only these kinds"
    )
    parser.add_argument("--by", metavar="AUTHOR", help="only what this author wrote")
    parser.add_argument("--owner", metavar="NAME", help="only cards of this owner")
    parser.add_argument("--fresh", action="store_true", help="look at the disk first")
    parser.add_argument("--explain", action="store_true", help="show the parts of each score")
    parser.add_argument(
        "--block",
        nargs="?",
        type=int,
        const=DEFAULT_BLOCK_TOKENS,
        metavar="TOKENS",
        help=f"print lines for a prompt, cut to this budget ({DEFAULT_BLOCK_TOKENS})",
    )
    parser.add_argument("--cursor", metavar="TEXT", help="continue a long listing")
    parser.add_argument("--now", metavar="TIME", help="ask as if it were this time")


def run(options: argparse.Namespace, out: Out) -> None:
    query, time_range = " ".join(options.query).strip(), time_range_of(options)
    if not query and time_range is None:
        raise UsageError(
            "There is no question.", hint='Ask one, or name a time: `diurnal ask "" --when yesterday`.'
        )
    answer = ask_daemon(
        options,
        "ask",
        query=query,
        limit=options.limit,
        time_range=time_range,
        now=options.now,
        scope=options.scope,
        kinds=options.kind,
        by=options.by,
        owner=options.owner,
        fresh=options.fresh or None,
        explain=options.explain or None,
        reads_time=False if options.no_time else None,
        # A block is for a model's eyes: what is for the owner alone stays out of it.
        for_agent=True if options.block is not None else None,
        cursor=options.cursor,
    )
    if options.block is not None:
        block = _block(answer, options.block)
        out.show({"block": block}, lambda: [block])
    else:
        out.show(answer, lambda: answer_lines(answer, out))


def _block(answer: dict[str, Any], budget_tokens: int) -> str:
    from diurnal.model.answer import Answer
    from diurnal.model.wire import from_wire

    return from_wire(Answer, answer).block(budget_tokens)
