"""A progress bar for long work in the daemon, shown only on a terminal.

A second connection asks for the status while the first waits for its answer.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from diurnal.cli.frame import Daemon, Out
from diurnal.errors import DiurnalError

WIDTH = 32
EVERY_S = 0.2


@contextmanager
def watched(options: argparse.Namespace, out: Out) -> Iterator[None]:
    """Show how far the daemon is while the body waits for it."""
    if out.as_json or not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(options, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        show("")


def _watch(options: argparse.Namespace, done: threading.Event) -> None:
    with Daemon(options) as daemon:
        while not done.wait(EVERY_S):
            try:
                status = daemon.ask("status", start=False)
            except DiurnalError:
                # The work itself reports what is wrong; a bar that cannot be drawn is no news.
                return
            if line := bar(status):
                show(line)


def bar(status: dict[str, Any]) -> str:
    """What is going on as one line: notes read, then vectors made; nothing if all is done."""
    for what, have, want in (
        ("notes read", status["indexed"], status["total"] if status["state"] == "indexing" else 0),
        # Wanted are those that have none yet.
        (
            "vectors made",
            status["vectors"],
            status["vectors_wanted"] and status["vectors"] + status["vectors_wanted"],
        ),
    ):
        if want and have < want:
            return drawn(have, want, what)
    return ""


def drawn(have: int, want: int, what: str) -> str:
    """How far something is: *have* of *want*, of which there is at least one."""
    filled = WIDTH * have // want
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {have:,} of {want:,} {what}"


def show(line: str) -> None:
    """Put *line* in place of the one before on the terminal; an empty one takes that away."""
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()
