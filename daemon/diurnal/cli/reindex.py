"""Build everything derived anew from the notes; no note is touched.

example:
  diurnal reindex
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Daemon, Out
from diurnal.cli.progress import watched


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    with watched(options, out):
        Daemon(options).ask("reindex", slow=True)
    out.show({"done": True}, lambda: ["Everything was built anew."])
