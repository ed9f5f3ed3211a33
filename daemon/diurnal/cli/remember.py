"""Add a card, one statement that is true now, to a wiki page.

example:
  diurnal remember "Maya lives in Paris." --page Maya --since 2026-03-02
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.written import add_card_options, add_write_options, card_fields, text_of, written_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", nargs="*", help="the statement; - reads standard input")
    parser.add_argument("--page", metavar="NAME", help="the page it belongs to")
    add_card_options(parser)
    add_write_options(parser)


def run(options: argparse.Namespace, out: Out) -> None:
    written = ask_daemon(
        options,
        "remember",
        text=text_of(options.text),
        page=options.page,
        by=options.by,
        dry_run=options.dry_run or None,
        **card_fields(options),
    )
    out.show(written, lambda: written_lines(written, out))
