"""Close a card that ceased to be true and add the one that is true now, linked to it.

example:
  diurnal replace 'wiki/people/Maya.md#^c-1x8m' "Maya lives in Paris." --since 2026-03-02
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.written import add_card_options, add_write_options, card_fields, text_of, written_lines


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the card, as `diurnal ask --json` names it")
    parser.add_argument("text", nargs="*", help="what is true now; - reads standard input")
    add_card_options(parser)
    add_write_options(parser)


def run(options: argparse.Namespace, out: Out) -> None:
    written = ask_daemon(
        options,
        "replace",
        id=options.id,
        text=text_of(options.text),
        by=options.by,
        dry_run=options.dry_run or None,
        **card_fields(options),
    )
    out.show(written, lambda: written_lines(written, out))
