"""Show the newest entries, oldest of them first; with -f go on as they come.

examples:
  diurnal tail -n 5
  diurnal tail -f
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from diurnal.cli.frame import Daemon, Out
from diurnal.cli.show import record_line

# Entries that may come at once without one being missed.
MOST_AT_ONCE = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=10, metavar="N", help="how many (10)")
    parser.add_argument("-f", "--follow", action="store_true", help="go on until interrupted")


def run(options: argparse.Namespace, out: Out) -> None:
    with Daemon(options) as daemon:
        if options.follow:
            _follow(options, daemon, out)
            return
        records = daemon.ask("tail", n=options.n)
        out.show(
            records,
            lambda: [record_line(record, out) for record in records] or ["There is no entry yet."],
        )


def _follow(options: argparse.Namespace, daemon: Daemon, out: Out) -> None:
    with Daemon(options) as news:
        # Before the list, so that nothing comes unseen in between.
        news.ask("subscribe")
        known = daemon.ask("tail", n=max(options.n, MOST_AT_ONCE))
        for record in known[len(known) - min(options.n, len(known)) :]:
            _print(record, out)
        shown = {record["id"] for record in known}
        while True:
            news.told()
            for record in daemon.ask("tail", start=False, n=MOST_AT_ONCE):
                if record["id"] not in shown:
                    shown.add(record["id"])
                    _print(record, out)


def _print(record: dict[str, Any], out: Out) -> None:
    # One object a line, so that a program can read along.
    line = json.dumps(record, ensure_ascii=False) if out.as_json else record_line(record, out)
    print(line, flush=True)
