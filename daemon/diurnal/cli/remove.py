"""Stop the daemon and delete what Diurnal derived from a vault: no note is touched, unless you ask for it.

Without --yes it only lists what would be deleted. What can be undone no longer can be afterwards.
--strip first takes Diurnal's own marks out of your notes: hall marks, timestamp comments, days in brief.

examples:
  diurnal remove
  diurnal remove --strip
  diurnal remove --strip --yes
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from diurnal.claim import Claim
from diurnal.cli.frame import Out, ask_daemon, plain, vault_of
from diurnal.configure import configure
from diurnal.errors import UsageError, WriteFailed
from diurnal.places import Places, vault_id
from diurnal.registry import is_derived, unregister
from diurnal.service.autostart import Manager, manager_of
from diurnal.service.background import stop_daemon

DERIVED = ".diurnal"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strip", action="store_true", help="first take Diurnal's own marks out of the notes"
    )
    parser.add_argument("--yes", action="store_true", help="do it")


def run(options: argparse.Namespace, out: Out) -> None:
    stripped = _strip(options) if options.strip else None
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
    told = {
        "deleted": gone,
        "left": left,
        "done": options.yes,
        **({"stripped": stripped} if stripped else {}),
    }
    out.show(told, lambda: _lines(gone, left, stripped, options.yes))


def _strip(options: argparse.Namespace) -> dict[str, Any]:
    """What was taken out of the notes, or would be; the daemon must know it all before it is deleted."""
    stripped: dict[str, Any] = ask_daemon(options, "strip", slow=True, dry_run=None if options.yes else True)
    if options.yes:
        marked = ask_daemon(options, "strip", slow=True, dry_run=True)["notes"]
        if marked:
            raise WriteFailed(
                f"{len(marked)} notes hold marks again ({marked[0]}), so nothing was deleted.",
                hint="Somebody saved them meanwhile; run it once more.",
            )
    return stripped


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


def _lines(gone: list[str], left: list[str], stripped: dict[str, Any] | None, done: bool) -> Iterator[str]:
    if stripped is not None:
        yield from plain(stripped["diff"]).splitlines()
        yield from map(plain, stripped["warnings"])
        count = f"{stripped['marks']} hall marks, {stripped['comments']} timestamps, {stripped['briefs']} days in brief"
        verb = "were" if done else "would be"
        yield f"{count} {verb} taken out of {len(stripped['notes'])} notes."
    yield from (f"  {plain(path)}" for path in gone)
    touched = "no note was touched" if stripped is None else "nothing else in a note was touched"
    yield f"These were deleted; {touched}." if done else "These would be deleted. Do it with --yes."
    yield from (
        f"{plain(path)} cannot be reached while the vault is away; once it is back, `diurnal remove` there takes it too."
        for path in left
    )
