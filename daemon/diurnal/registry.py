"""Which vaults there are, and which one a command is about.

A vault is registered when it is first served, so that a command given anywhere
finds the only one. Nothing is ever indexed by surprise: a folder is a vault
only if it was named as one, or holds `.obsidian` or `.diurnal`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from diurnal.claim import own_folder
from diurnal.errors import NotAVault, WriteFailed
from diurnal.model.spelling import closest
from diurnal.places import Places

MARKS = (".obsidian", ".diurnal")
VARIABLE = "DIURNAL_VAULT"


def registered(places: Places) -> list[Path]:
    """The registered vaults that still exist, in the order they came."""
    try:
        listed = json.loads(places.vaults_file.read_text(encoding="utf-8", errors="surrogateescape"))
    except (OSError, ValueError):
        return []
    texts = [text for text in listed if isinstance(text, str)] if isinstance(listed, list) else []
    return [path for path in map(Path, texts) if path.is_dir()]


def register(vault: Path, places: Places) -> None:
    """Remember *vault*; does nothing if it is known."""
    real = Path(os.path.realpath(vault))
    known = registered(places)
    if real not in known:
        _write([*known, real], places)


def unregister(vault: Path, places: Places) -> None:
    """Forget *vault*; its notes are not touched."""
    real = Path(os.path.realpath(vault))
    _write([other for other in registered(places) if other != real], places)


def find_vault(
    named: str | os.PathLike[str] | None,
    *,
    environment: Mapping[str, str] | None = None,
    working_folder: Path | None = None,
) -> Path:
    """The vault a command is about: *named*, else `DIURNAL_VAULT`, the nearest parent, the only registered one.

    Raises:
        NotAVault: it does not exist, is none, or none can be told.
    """
    env = os.environ if environment is None else environment
    places = Places.of(env)
    if named is not None:
        return require_vault(Path(named), places, said_by="")
    if env.get(VARIABLE):
        return require_vault(Path(env[VARIABLE]), places, said_by=f" (named by {VARIABLE})")
    here = (working_folder or Path.cwd()).absolute()
    for folder in (here, *here.parents):
        if any((folder / mark).is_dir() for mark in MARKS):
            return folder
    known = registered(places)
    if len(known) == 1:
        return known[0]
    if known:
        listing = ", ".join(str(path) for path in known)
        raise NotAVault(
            "Several vaults are registered and none was named.",
            hint=f"Name one with --vault or {VARIABLE}: {listing}.",
        )
    raise NotAVault(
        f"{here} is in no vault, and no vault is registered.",
        hint="Name one with --vault, or begin with `diurnal init FOLDER`.",
    )


def require_vault(folder: Path, places: Places, *, said_by: str = "") -> Path:
    """*folder* as an absolute path, if it is a vault.

    Raises:
        NotAVault: with the likely intended folder if one is spelled alike.
    """
    path = folder.expanduser().absolute()
    if not path.is_dir():
        raise NotAVault(f"There is no folder {path}{said_by}.", hint=likely_meant(path, places))
    marked = any((path / mark).is_dir() for mark in MARKS)
    if not marked and Path(os.path.realpath(path)) not in registered(places):
        raise NotAVault(
            f"{path}{said_by} is not a vault: it has no .obsidian and was never registered.",
            hint=f"`diurnal init {path}` makes it one.",
        )
    return path


def likely_meant(path: Path, places: Places) -> str:
    """ "Did you mean …?" for a neighbour or a registered vault spelled like *path*; else nothing."""
    beside = [other for other in _folders_in(path.parent) if other != path]
    names = {str(other): other.name for other in (*beside, *registered(places))}
    close = closest(path.name, list(names.values()), cutoff=0.75)
    return next((f"Did you mean {full}?" for full, name in names.items() if close and name == close), "")


def _folders_in(folder: Path) -> list[Path]:
    try:
        return [entry for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:
        return []


def _write(vaults: list[Path], places: Places) -> None:
    folder = own_folder(places.state)
    fresh = folder / f"vaults.{os.getpid()}.new"
    try:
        fresh.write_text(
            json.dumps([str(path) for path in vaults], ensure_ascii=False, indent=1),
            encoding="utf-8",
            errors="surrogateescape",
        )
        fresh.replace(places.vaults_file)
    except OSError as fault:
        raise WriteFailed(f"{places.vaults_file} could not be written: {fault.strerror}.") from fault
