"""Show a note by name, path or alias.

examples:
  diurnal note Maya
  diurnal note diary/2026-07-21.md --json
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="the note's name, path or alias")


def run(options: argparse.Namespace, out: Out) -> None:
    view = ask_daemon(options, "note", name=options.name)
    out.show(view, lambda: _lines(view, out))


def _lines(view: dict[str, Any], out: Out) -> Iterator[str]:
    note = view["note"]
    alias = f"  (by its alias {view['by_alias']})" if view["by_alias"] else ""
    yield out.style("path", plain(note["path"] + alias))
    yield from plain(view["text"]).splitlines()
    yield from (out.style("warn", plain(sentence)) for sentence in note["warnings"])
