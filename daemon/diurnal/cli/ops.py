"""List the last writes, newest first.

example:
  diurnal ops --limit 5
"""

from __future__ import annotations

import argparse
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, at_least_one
from diurnal.cli.show import columns


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=at_least_one, metavar="N", help="how many (20)")


def run(options: argparse.Namespace, out: Out) -> None:
    ops = ask_daemon(options, "ops", limit=options.limit)
    out.show(ops, lambda: columns(map(_row, ops)) if ops else ["Nothing was written yet."])


def _row(op: dict[str, Any]) -> tuple[str, ...]:
    state = "undone" if op["undone"] else op["remark"]
    return (op["op"], op["at"][:16].replace("T", " "), op["what"], ", ".join(op["paths"]), state)
