"""Take a record, or everything of one owner, out of notes and all that is derived. Cannot be undone.

Without --yes it only shows what would go.

examples:
  diurnal erase 'wiki/people/Maya.md#^c-7q2d'
  diurnal erase --owner guest --yes
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.errors import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", help="the record")
    parser.add_argument("--owner", metavar="NAME", help="everything of this owner")
    parser.add_argument("--yes", action="store_true", help="do it")


def run(options: argparse.Namespace, out: Out) -> None:
    if bool(options.id) == bool(options.owner):
        raise UsageError(
            "Name a record or an owner, and only one of them.", hint="`diurnal erase --help` shows how."
        )
    erased = ask_daemon(
        options, "erase", slow=True, id=options.id, owner=options.owner, dry_run=None if options.yes else True
    )
    out.show(erased, lambda: _lines(erased, options.yes))


def _lines(erased: dict[str, Any], done: bool) -> Iterator[str]:
    yield from plain(erased["diff"]).splitlines()
    count = f"{len(erased['records'])} records in {len(erased['notes'])} notes"
    yield f"{count} are gone for good." if done else f"{count} would go for good. Do it with --yes."
    if erased["remark"]:
        yield plain(erased["remark"])
