"""Say that a card is true no longer; it stays where it is, with the day it ended.

example:
  diurnal close 'wiki/people/Maya.md#^c-7q2d' --until 2026-09-01
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.written import add_write_options, written_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the card, as `diurnal ask --json` names it")
    parser.add_argument(
        "--until", metavar="DAY", help="since when: 2026-09-01, or words such as yesterday (today)"
    )
    add_write_options(parser)


def run(options: argparse.Namespace, out: Out) -> None:
    written = ask_daemon(
        options, "close", id=options.id, until=options.until, by=options.by, dry_run=options.dry_run or None
    )
    out.show(written, lambda: written_lines(written, out))
