"""Stop the daemon once what it is doing is done.

example:
  diurnal stop
"""

from __future__ import annotations

import argparse

from diurnal.cli.frame import Out, plain, vault_of
from diurnal.configure import configure
from diurnal.places import Places
from diurnal.service.background import stop_daemon


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    vault = vault_of(options)
    stopped = stop_daemon(vault, Places.of(), configure(vault).settings.start)
    out.show({"stopped": stopped}, lambda: [plain(f"{vault}: {'stopped' if stopped else 'no daemon ran'}.")])
