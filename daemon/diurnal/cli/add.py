"""Add an entry to the diary: now, or at --at; the text comes from the arguments, a pipe, or $EDITOR.

examples:
  diurnal add "Maya and I agreed to move the ingest service."
  echo "買了烏龍茶" | diurnal add
  diurnal add --at "yesterday 21:30" "Ramen with Maya."
  diurnal add --at 2026-07-21T14:30 --dry-run "Dentist."
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.written import add_write_options, text_of, written_lines

HALLS = ("facts", "events", "discoveries", "preferences", "advice")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", help="the entry; - reads standard input")
    parser.add_argument(
        "--at", metavar="TIME", help="when it happened: 2026-07-21T14:30, or words: 'yesterday 21:30'"
    )
    parser.add_argument("--hall", choices=HALLS, help="write this tag before the entry")
    parser.add_argument("--under", metavar="HEADING", help="add below this heading")
    add_write_options(parser)


def run(options: argparse.Namespace, out: Out) -> None:
    written = ask_daemon(
        options,
        "append",
        text=text_of(options.text),
        at=options.at,
        hall=options.hall,
        under=options.under,
        by=options.by,
        dry_run=options.dry_run or None,
    )
    out.show(written, lambda: written_lines(written, out))
