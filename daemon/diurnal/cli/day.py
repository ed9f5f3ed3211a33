"""Show one day: its entries in time order, those without a time last.

examples:
  diurnal day 2026-07-21
  diurnal day "last Friday"
  diurnal day 2026-07-21 --parsed     how each line of its notes was read
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.cli.show import columns, record_line


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "date", nargs="?", default="today", help="2026-07-21, or words: yesterday, 前天 (today)"
    )
    parser.add_argument("--parsed", action="store_true", help="show how each line was read")
    parser.add_argument("--now", metavar="TIME", help="read words as if it were this time")


def run(options: argparse.Namespace, out: Out) -> None:
    day = ask_daemon(options, "day", date=options.date, parsed=options.parsed or None, now=options.now)
    out.show(day, lambda: _lines(day, out, options.parsed))


def _lines(day: dict[str, Any], out: Out, parsed: bool) -> Iterator[str]:
    yield out.style("bold", f"{day['day']}  {', '.join(map(plain, day['notes']))}".rstrip())
    if parsed:
        yield from columns(
            (f"{line['path']}:{line['line']}", line["what"], line["text"]) for line in day["parsed"]
        )
    else:
        yield from (record_line(record, out) for record in day["records"])
        if not day["records"]:
            yield "Nothing was recorded on that day."
    yield from (out.style("warn", plain(sentence)) for sentence in day["warnings"])
