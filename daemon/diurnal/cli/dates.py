"""List the days that have entries, and how many.

example:
  diurnal dates --last 14
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon, at_least_one
from diurnal.cli.show import columns


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--last", type=at_least_one, metavar="N", help="only the newest N days")


def run(options: argparse.Namespace, out: Out) -> None:
    days = ask_daemon(options, "dates")
    if options.last is not None:
        days = days[-options.last :]
    out.show(
        days,
        lambda: (
            columns((day["day"], str(day["entries"])) for day in days) if days else ["No day has an entry."]
        ),
    )
