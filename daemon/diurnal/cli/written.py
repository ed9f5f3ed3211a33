"""What every writing command shares: its options, and how it shows what it did."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, plain
from diurnal.errors import UsageError


def add_write_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--by`` and ``--dry-run``."""
    parser.add_argument("--by", metavar="AUTHOR", help="who writes, if not you")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def add_card_options(parser: argparse.ArgumentParser) -> None:
    """Add the fields of a card."""
    group = parser.add_argument_group("fields of the card")
    group.add_argument(
        "--since", metavar="DAY", help="from when it holds: 2026-03-02, or words such as yesterday"
    )
    group.add_argument("--event", metavar="DAY", help="the day it happened")
    group.add_argument("--importance", type=int, metavar="1-10", help="10 matters most")
    group.add_argument("--category", metavar="WORD", help="what it is about (the page's folder)")
    group.add_argument("--owner", metavar="NAME", help="whose card it is, where several share a vault")
    group.add_argument("--src", action="append", metavar="ID", help="a record it comes from")
    group.add_argument("--always", action="store_true", help="belongs in every prompt block")
    group.add_argument("--expires", metavar="DAY", help="when it ceases to matter")


def card_fields(options: argparse.Namespace) -> dict[str, Any]:
    """The card's fields that were given."""
    names = ("since", "event", "importance", "category", "owner", "src", "expires")
    fields = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    return fields | ({"always": True} if options.always else {})


def text_of(words: list[str]) -> str:
    """The text to write: the *words*, standard input for ``-`` or a pipe, else what is typed in ``$EDITOR``.

    Raises:
        UsageError: nothing was written.
    """
    if words == ["-"] or (not words and not sys.stdin.isatty()):
        text = sys.stdin.read()
    elif words:
        text = " ".join(words)
    else:
        text = _typed()
    if not text.strip():
        raise UsageError("There is nothing to write.", hint="Give the text, pipe it in, or set EDITOR.")
    return text.strip("\n")


def written_lines(written: dict[str, Any], out: Out) -> Iterator[str]:
    """What a write did: its diff if it was a dry run, else where it stands and how to take it back."""
    if written["diff"]:
        yield from plain(written["diff"]).splitlines()
    if written["remark"]:
        yield plain(written["remark"])
    if written["op"]:
        where = f"{written['path']}:{written['line']}" if written["line"] else written["path"]
        yield f"{out.style('path', plain(where))}  {written['id']}  (undo: diurnal undo {written['op']})"


def _typed() -> str:
    import shlex
    import subprocess
    import tempfile
    from pathlib import Path

    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError(
            "There is nothing to write, and EDITOR is not set.", hint="Give the text as an argument."
        )
    with tempfile.TemporaryDirectory(prefix="diurnal-") as folder:
        draft = Path(folder) / "entry.md"
        draft.touch(mode=0o600)
        subprocess.run([*shlex.split(editor), os.fspath(draft)], check=False)
        return draft.read_text(encoding="utf-8")
