"""List the last writes, newest first.

example:
  diurnal ops --limit 5
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.show import columns


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, metavar="N", help="how many (20)")


def run(options: argparse.Namespace, out: Out) -> None:
    ops = ask_daemon(options, "ops", limit=options.limit)
    out.show(
        ops,
        lambda: columns(
            (
                op["op"],
                op["at"][:16].replace("T", " "),
                op["what"],
                ", ".join(op["paths"]),
                "undone" if op["undone"] else op["remark"],
            )
            for op in ops
        ),
    )
