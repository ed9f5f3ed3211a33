"""Stop the daemon once what it is doing is done.

example:
  diurnal stop
"""

from __future__ import annotations

import argparse
from pathlib import Path

from diurnal.cli.frame import Out, plain, vault_of
from diurnal.config.settings import StartSettings
from diurnal.configure import configure
from diurnal.errors import BadConfig
from diurnal.places import Places
from diurnal.service.background import stop_daemon


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(options: argparse.Namespace, out: Out) -> None:
    vault = vault_of(options)
    stopped = stop_daemon(vault, Places.of(), _patience(vault))
    out.show({"stopped": stopped}, lambda: [plain(f"{vault}: {'stopped' if stopped else 'no daemon ran'}.")])


def _patience(vault: Path) -> StartSettings:
    """How long it may take: by the defaults where a setting is wrong, which the running daemon never read."""
    try:
        return configure(vault).settings.start
    except BadConfig:
        return StartSettings()
