"""Stop the daemon and delete what Diurnal derived from a vault: no note is touched.

Without --yes it only lists what would be deleted. What can be undone no longer can be afterwards.

examples:
  diurnal remove
  diurnal remove --yes
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from diurnal.claim import Claim
from diurnal.cli.frame import Out, plain, vault_of
from diurnal.configure import configure
from diurnal.errors import UsageError, WriteFailed
from diurnal.places import Places, vault_id
from diurnal.registry import is_derived, unregister
from diurnal.service.autostart import Manager, manager_of
from diurnal.service.background import stop_daemon

DERIVED = ".diurnal"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do it")


def run(options: argparse.Namespace, out: Out) -> None:
    vault, places = vault_of(options), Places.of()
    settings = configure(vault).settings
    cache = [Path(settings.cache_dir).expanduser()] if settings.cache_dir else [places.cache]
    derived = [vault / DERIVED, *(folder / vault_id(vault) for folder in cache)]
    folders = [folder for folder in derived if is_derived(folder)]
    # A vault that is away keeps what was derived inside it.
    left = [] if folders or vault.is_dir() else [str(vault / DERIVED)]
    state = places.state_of(vault)
    starter = _starter(vault)
    if options.yes:
        if starter is not None:
            starter.off()
        stop_daemon(vault, places, settings.start)
        # Held while deleting, so that no client starts a daemon in between.
        with Claim.take(vault, places, "diurnal remove"):
            for folder in folders:
                _delete(folder)
            unregister(vault, places)
        _delete(state)
    gone = [str(path) for path in (*folders, state, *([starter.path] if starter else []))]
    out.show({"deleted": gone, "left": left, "done": options.yes}, lambda: _lines(gone, left, options.yes))


def _starter(vault: Path) -> Manager | None:
    """What starts the daemon at login, if anything does."""
    try:
        manager = manager_of(vault, os.environ)
    except UsageError:
        # A machine without one starts nothing.
        return None
    return manager if manager.is_on() else None


def _delete(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as fault:
        raise WriteFailed(f"{folder} could not be deleted: {fault.strerror}.") from fault


def _lines(gone: list[str], left: list[str], done: bool) -> Iterator[str]:
    yield from (f"  {plain(path)}" for path in gone)
    yield "These were deleted; no note was touched." if done else "These would be deleted. Do it with --yes."
    yield from (
        f"{plain(path)} cannot be reached while the vault is away; once it is back, `diurnal remove` there takes it too."
        for path in left
    )
