"""Take a vault on, or lay a new one down, and say what was understood.

A folder of notes is adopted as it is: no note is touched. In a folder that is new or empty a
small example vault is laid down.

examples:
  diurnal init ~/Notes
  diurnal init ~/NewVault
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from diurnal.cli.frame import Out, plain
from diurnal.cli.progress import drawn, show
from diurnal.cli.questions import three_questions
from diurnal.cli.set_options import add_settings, settings_from
from diurnal.cli.template import lay_down
from diurnal.client import Client
from diurnal.configure import configure
from diurnal.errors import NotAVault
from diurnal.memory import Memory
from diurnal.model.results import Status
from diurnal.model.spelling import counted, typed
from diurnal.model.wire import to_wire
from diurnal.owned import own_folder
from diurnal.places import LAID_DOWN, Places
from diurnal.registry import is_marked, likely_meant, register, remembered
from diurnal.service.background import answering
from diurnal.store.state import holds_anything
from diurnal.synced import synced_by

# Files looked at before a folder counts as one without notes.
LOOKED_AT = 5000
# What may lie in a folder that still counts as empty.
NO_CONTENT = {".git", ".DS_Store", ".stfolder", ".gitignore", "desktop.ini"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", help="the vault; without it, the current folder if it is one")
    parser.add_argument(
        "--new",
        action="store_true",
        help="lay a new vault down although one has a similar name, or one was there",
    )
    add_settings(parser)


def run(options: argparse.Namespace, out: Out) -> None:
    places = Places.of()
    vault, made = _prepare(options, places)
    configured = configure(vault, arguments=settings_from(options))
    if answering(vault, places):
        with Client(vault) as client:
            found = _describe(client, vault, made)
    else:
        shows = sys.stderr.isatty() and not out.as_json
        if shows:
            show("Reading the notes…")
        # The rest takes minutes for years of notes, and the daemon does it while it answers.
        with Memory.open(
            vault, config=settings_from(options), words_only=True, progress=_show_progress if shows else None
        ) as memory:
            if shows:
                show("")
            found = _describe(memory, vault, made)
    register(vault, places)
    if made:
        (own_folder(places.state_of(vault)) / LAID_DOWN).touch()
    found["synced_by"] = synced_by(vault)
    found["cache_dir_set_by"] = configured.origins.get("cache_dir", "")
    out.show(found, lambda: _lines(found, out))


def _show_progress(read: int, notes: int) -> None:
    show(drawn(read, notes, "notes read"))


def _prepare(options: argparse.Namespace, places: Places) -> tuple[Path, list[str]]:
    """The folder to take on, and the notes laid down in it. Raises NotAVault."""
    named = options.folder or options.vault
    vault = Path(named).expanduser().absolute() if named else Path.cwd()
    _refuse_one_that_is_away(vault, options.new, places)
    if not vault.exists():
        if not vault.parent.is_dir():
            raise NotAVault(
                f"There is no folder {vault.parent}.", hint="Make it first, or check the spelling."
            )
        meant = likely_meant(vault, places)
        if meant and not options.new:
            raise NotAVault(
                f"There is no folder {vault}. {meant}", hint="For a new vault of that name add --new."
            )
        return vault, lay_down(vault)
    if not vault.is_dir():
        raise NotAVault(f"{vault} is a file.", hint="Name a folder.")
    if is_marked(vault):
        return vault, []
    real = Path(os.path.realpath(vault))
    home = Path(os.path.realpath(places.home))
    if real == home or real in home.parents:
        raise NotAVault(f"{vault} holds more than notes.", hint="Name the folder of notes itself.")
    if not named:
        raise NotAVault(f"{vault} has no .obsidian.", hint="Name it to take it on: `diurnal init .`")
    if all(entry.name in NO_CONTENT for entry in vault.iterdir()):
        return vault, lay_down(vault)
    if not any(name.endswith(".md") for name in islice(_files_beneath(vault), LOOKED_AT)):
        raise NotAVault(
            f"{vault} is not empty and holds no notes.", hint="Name a folder of notes, or a new one."
        )
    return vault, []


def _refuse_one_that_is_away(vault: Path, is_meant: bool, places: Places) -> None:
    """Raises NotAVault where a vault is known but nothing is there: example notes would hide it, or be mixed in."""
    is_known = Path(os.path.realpath(vault)) in remembered(places)
    if is_known and not is_meant and not holds_anything(vault):
        raise NotAVault(
            f"{vault} was taken on before, and its notes are not there.",
            hint="Mount it, or bring it back. To lay a new vault down in its place add --new; to forget it: "
            f"`diurnal remove --vault {typed(vault)}`.",
        )


def _files_beneath(folder: Path) -> Iterator[str]:
    for _, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from names


def _describe(memory: Memory | Client, vault: Path, made: list[str]) -> dict[str, Any]:
    status: Status = memory.status()
    return {
        "vault": str(vault),
        "laid_down": made,
        "status": to_wire(status),
        "questions": three_questions(memory),
    }


def _lines(found: dict[str, Any], out: Out) -> Iterator[str]:
    status, vault = found["status"], plain(found["vault"])
    if found["laid_down"]:
        yield f"Laid down {len(found['laid_down'])} files in {vault}."
    else:
        yield f"Took on {vault}; no note was touched."
    untimed, refused = status["untimed_days"], status["names_refused"]
    diary = [
        counted(status["days"], "day"),
        counted(status["entries"], "entry", "entries"),
        f"{counted(untimed, 'day')} untimed" if untimed else "",
        f"{counted(refused, 'name')} refused" if refused else "",
    ]
    yield f"  diary: {', '.join(part for part in diary if part)}"
    yield f"  wiki: {counted(status['items'], 'item')}; other notes: {counted(status['passages'], 'passage')}"
    if status["conflict_copies"]:
        yield f"  {counted(status['conflict_copies'], 'conflict copy', 'conflict copies')}"
    if status["private_notes"]:
        yield f"  {counted(status['private_notes'], 'private note')}, left out"
    for path, why in status["troubled"].items():
        yield out.style("warn", f"  {plain(path)}: {plain(why)}")
    because = f" (the vault is synced by {found['synced_by']})" if found["synced_by"] else ""
    yield f"  derived data: {plain(status['derived_folder'])}{because}; deletable at any time"
    yield f"  state: {plain(status['state_folder'])}"
    if later := _done_later(status):
        yield f"  done behind the answers once it is served: {', '.join(later)}"
    if found["questions"]:
        yield "Ask it:"
        yield from (f'  diurnal ask "{plain(question)}"' for question in found["questions"])
    else:
        yield "There is nothing to ask yet: no note holds text that may be shown."
    yield f"Have it served: diurnal start --vault {plain(typed(found['vault']))}"


def _done_later(status: dict[str, Any]) -> list[str]:
    """What is derived from the notes and was left to the daemon."""
    order = next((part for part in status["stores"] if part["name"] == "word order"), None)
    lacks_order = order is not None and order["tick"] < status["clock"]["tick"]
    later = (
        (status["skimmed"], f"halls and dates in {counted(status['skimmed'], 'record')}"),
        (lacks_order, "the index of phrases"),
        (status["vectors_wanted"], f"the meaning of {counted(status['vectors_wanted'], 'text')}"),
    )
    return [what for is_left, what in later if is_left]
