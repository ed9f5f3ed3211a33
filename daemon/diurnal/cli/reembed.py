"""Make the vectors that are missing or come from another model; can be interrupted and goes on later.

example:
  diurnal reembed
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Daemon, Out
from diurnal.cli.progress import watched


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    with watched(options, out):
        Daemon(options).ask("reembed", slow=True)
    out.show({"done": True}, lambda: ["Every text has its vector."])
