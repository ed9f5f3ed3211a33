"""Keep a conversation in the vault and learn from it.

The turns are a JSON list of {"speaker", "text", "at"}, from a file or standard input.

examples:
  diurnal memorize chat.json --owner maya
  some-agent --export | diurnal memorize -
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from diurnal.cli.frame import Out, ask_daemon, plain
from diurnal.errors import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", help="the turns; - reads standard input")
    parser.add_argument("--owner", metavar="NAME", help="whose cards it may make")
    parser.add_argument("--by", metavar="AUTHOR", help="who writes, if not you")


def run(options: argparse.Namespace, out: Out) -> None:
    turns = _turns(options.file)
    learned = ask_daemon(options, "memorize", slow=True, turns=turns, owner=options.owner, by=options.by)
    out.show(learned, lambda: _lines(learned, out))


def _turns(name: str) -> Any:
    said = "Standard input" if name == "-" else name
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as fault:
        raise UsageError(f"{said} could not be read: {fault.strerror}.") from fault
    except (ValueError, RecursionError) as fault:
        raise UsageError(
            f"{said} is not JSON: {fault}.", hint="`diurnal memorize --help` shows the form."
        ) from fault


def _lines(learned: dict[str, Any], out: Out) -> Iterator[str]:
    yield f"Kept as {out.style('path', plain(learned['episode']))}."
    if learned["pending"]:
        yield "What is to be learned from it follows."
    else:
        yield f"{len(learned['added'])} cards added, {len(learned['closed'])} closed, {learned['duplicates']} known."
    yield from (out.style("warn", plain(sentence)) for sentence in learned["warnings"])
