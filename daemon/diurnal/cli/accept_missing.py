"""Forget the notes that vanished at once, if they are meant to be gone.

example:
  diurnal accept-missing
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.progress import watched
from diurnal.model.spelling import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    before = ask_daemon(options, "status")["notes"]
    with watched(options, out):
        ask_daemon(options, "accept_missing", slow=True)
    forgotten = max(0, before - ask_daemon(options, "status")["notes"])
    said = (
        f"{counted(forgotten, 'note')} forgotten."
        if forgotten
        else "No note is missing; nothing was forgotten."
    )
    out.show({"done": True, "forgotten": forgotten}, lambda: [said])
