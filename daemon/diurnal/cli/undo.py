"""Take a write back, the last one or the one named; refused if its note changed since.

examples:
  diurnal undo
  diurnal undo o-3f9k --dry-run
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.written import written_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("op", nargs="?", help="the operation, as `diurnal ops` names it")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def run(options: argparse.Namespace, out: Out) -> None:
    written = ask_daemon(options, "undo", op=options.op, dry_run=options.dry_run or None)
    # What is undone needs no word on how to undo it.
    out.show(written, lambda: written_lines({**written, "op": ""}, out))
