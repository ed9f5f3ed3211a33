"""Forget the notes that vanished at once, if they are meant to be gone.

example:
  diurnal accept-missing
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.progress import watched


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    with watched(options, out):
        ask_daemon(options, "accept_missing", slow=True)
    out.show({"done": True}, lambda: ["What vanished is forgotten."])
