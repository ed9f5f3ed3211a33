"""Show the links out of a note, the links into it, and those that lead nowhere.

example:
  diurnal links "Tokyo trip"
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="the note's name, path or alias")


def run(options: argparse.Namespace, out: Out) -> None:
    found = ask_daemon(options, "links", name=options.name)
    out.show(found, lambda: _lines(found, out))


def _lines(found: dict[str, Any], out: Out) -> Iterator[str]:
    yield out.style("bold", plain(found["path"]))
    for title, key, end in (("links to", "out", "target"), ("linked from", "back", "source")):
        for reference in found[key]:
            yield f"  {title} {plain(reference[end])}{_anchor(reference['link'])}"
    for reference in found["unresolved"]:
        link = reference["link"]
        where = f"line {link['line']}" if link["line"] else "in its properties"
        yield out.style("warn", f"  leads nowhere: [[{plain(link['target'])}]], {where}")
    if not (found["out"] or found["back"] or found["unresolved"]):
        yield "  no links"


def _anchor(link: dict[str, Any]) -> str:
    return plain(f"#{link['anchor']}" if link["anchor"] else "")
