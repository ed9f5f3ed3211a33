"""Find records with the query language; filters apply before ranking.

examples:
  diurnal search postgres config
  diurnal search 'tag:work "ingest service" -draft'
  diurnal search 'path:diary kind:entry since:2026-07-01 prefix*'
  diurnal search 'file:Maya OR [status:open]' --limit 50 --json

A search that is all filter lists records by time. See docs/query-language.md.
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.show import answer_lines
from diurnal.errors import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", help="words and filters")
    parser.add_argument("--limit", type=int, metavar="N", help="most hits wanted (20)")
    parser.add_argument("--since", metavar="DATE", help="the same as since: in the search; words too")
    parser.add_argument("--until", metavar="DATE", help="the same as until: in the search; words too")
    parser.add_argument(
        "--kind", choices=("entry", "item", "passage"), help="the same as kind: in the search"
    )
    parser.add_argument("--fresh", action="store_true", help="look at the disk first")
    parser.add_argument("--cursor", metavar="TEXT", help="continue a long listing")
    parser.add_argument("--now", metavar="TIME", help="search as if it were this time")


def run(options: argparse.Namespace, out: Out) -> None:
    filters = [
        f"{name}:{_quoted(value)}"
        for name, value in (("since", options.since), ("until", options.until), ("kind", options.kind))
        if value
    ]
    query = " ".join([*options.query, *filters]).strip()
    if not query:
        raise UsageError("There is nothing to search for.", hint="Give words or filters, as in `tag:work`.")
    answer = ask_daemon(
        options,
        "search",
        query=query,
        limit=options.limit,
        cursor=options.cursor,
        now=options.now,
        fresh=options.fresh or None,
    )
    out.show(answer, lambda: answer_lines(answer, out))


def _quoted(value: str) -> str:
    """*value* as one operator's value, words and all: "last Friday"."""
    return value if value.replace("-", "").isalnum() else f'"{value.replace(chr(34), "")}"'
