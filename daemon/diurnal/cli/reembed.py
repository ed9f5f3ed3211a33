"""Make the vectors that are missing or come from another model; can be interrupted and goes on later.

example:
  diurnal reembed
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.progress import watched


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    with watched(options, out):
        ask_daemon(options, "reembed", slow=True)
    out.show({"done": True}, lambda: ["Every text has its vector."])
