"""Show the newest entries, oldest of them first; with -f go on as they come.

examples:
  diurnal tail -n 5
  diurnal tail -f
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Daemon, Out
from diurnal.cli.show import record_line

# Between two questions whether anything changed; the question costs the daemon next to nothing.
LOOK_AGAIN_S = 0.5
# Entries that may come between two looks without one being missed.
MOST_AT_ONCE = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=10, metavar="N", help="how many (10)")
    parser.add_argument("-f", "--follow", action="store_true", help="go on until interrupted")


def run(options: argparse.Namespace, out: Out) -> None:
    with Daemon(options) as daemon:
        if not options.follow:
            records = daemon.ask("tail", n=options.n)
            out.show(
                records,
                lambda: [record_line(record, out) for record in records] or ["There is no entry yet."],
            )
            return
        known = daemon.ask("tail", n=max(options.n, MOST_AT_ONCE))
        for record in known[len(known) - min(options.n, len(known)) :]:
            _print(record, out)
        for record in _following(daemon, {record["id"] for record in known}):
            _print(record, out)


def _following(daemon: Daemon, shown: set[str]) -> Iterator[dict[str, Any]]:
    clock = ""
    while True:
        now = daemon.ask("status")["clock"]
        if now != clock:
            clock = now
            for record in daemon.ask("tail", n=MOST_AT_ONCE):
                if record["id"] not in shown:
                    shown.add(record["id"])
                    yield record
        time.sleep(LOOK_AGAIN_S)


def _print(record: dict[str, Any], out: Out) -> None:
    # One object a line, so that a program can read along.
    line = json.dumps(record, ensure_ascii=False) if out.as_json else record_line(record, out)
    print(line, flush=True)
