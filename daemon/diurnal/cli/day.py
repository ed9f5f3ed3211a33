"""Show one day: its entries in time order, those without a time last.

examples:
  diurnal day 2026-07-21
  diurnal day yesterday
  diurnal day 2026-07-21 --parsed     how each line of its notes was read
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.cli.show import columns, record_line

DAYS_AGO = {"today": 0, "今天": 0, "yesterday": 1, "昨天": 1, "前天": 2}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("date", nargs="?", default="today", help="YYYY-MM-DD, today or yesterday")
    parser.add_argument("--parsed", action="store_true", help="show how each line was read")


def run(options: argparse.Namespace, out: Out) -> None:
    wanted = options.date
    if wanted in DAYS_AGO:
        wanted = (date.today() - timedelta(days=DAYS_AGO[wanted])).isoformat()
    day = ask_daemon(options, "day", date=wanted, parsed=options.parsed or None)
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
