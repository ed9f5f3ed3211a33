"""Say why a question gets what it gets and, with --why-not, which stage left a note out.

examples:
  diurnal explain "what did we decide last week?"
  diurnal explain "dentist in June" --why-not "diary/2026-06-12.md"
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon, plain


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", help="the question")
    parser.add_argument(
        "--why-not", metavar="NOTE", help="a note's name, or a record's id, that was expected"
    )
    parser.add_argument("--now", metavar="TIME", help="ask as if it were this time")


def run(options: argparse.Namespace, out: Out) -> None:
    found = ask_daemon(
        options, "explain", query=" ".join(options.query), why_not=options.why_not, now=options.now
    )
    out.show(found, lambda: map(plain, [*found["lines"], *found["why_not"]]))
