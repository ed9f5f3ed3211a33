"""Build everything derived anew from the notes; no note is touched.

example:
  diurnal reindex
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, ask_daemon
from diurnal.cli.progress import watched


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    with watched(options, out):
        ask_daemon(options, "reindex", slow=True)
    out.show({"done": True}, lambda: ["Everything was built anew."])
