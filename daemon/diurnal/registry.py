"""Which vaults there are, and which one a command is about.

A vault is registered when it is first served, so that a command given anywhere
finds the only one. Nothing is ever indexed by surprise: a folder is a vault
only if it was named as one, or holds `.obsidian` or a `.diurnal` of ours. A vault that was
served is remembered by its path, so that its daemon is found while the folder is
away (not mounted, being synced).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from diurnal.claim import holder_of
from diurnal.errors import NotAVault, WriteFailed
from diurnal.model.spelling import closest, typed
from diurnal.owned import own_folder
from diurnal.places import CACHE_MAKER, CACHE_TAG_NAME, Places
from diurnal.store.folder_lock import FolderLock

VARIABLE = "DIURNAL_VAULT"


def registered(places: Places) -> list[Path]:
    """The registered vaults that can be asked, in the order they came: their folder is there, or a daemon is."""
    return [path for path in remembered(places) if _is_folder(path) or holder_of(path, places)]


def remembered(places: Places) -> list[Path]:
    """The real paths of all registered vaults, those whose folder is away included."""
    try:
        listed = json.loads(places.vaults_file.read_text(encoding="utf-8", errors="surrogateescape"))
    except (OSError, ValueError):
        return []
    texts = [text for text in listed if isinstance(text, str)] if isinstance(listed, list) else []
    return list(map(Path, texts))


def register(vault: Path, places: Places) -> None:
    """Remember *vault*; does nothing if it is known. What has neither folder nor state any more is forgotten."""
    real = Path(os.path.realpath(vault))
    # At a login several daemons start at once; none may write over what another has just added.
    with FolderLock(own_folder(places.state)).held():
        known = remembered(places)
        if real not in known:
            kept = [other for other in known if _is_folder(other) or places.state_of(other).is_dir()]
            _write([*kept, real], places)


def unregister(vault: Path, places: Places) -> None:
    """Forget *vault*; its notes are not touched."""
    real = Path(os.path.realpath(vault))
    with FolderLock(own_folder(places.state)).held():
        _write([other for other in remembered(places) if other != real], places)


def is_marked(folder: Path) -> bool:
    """Whether *folder* shows that it is a vault: Obsidian's settings or our derived data lie in it.

    A folder that only happens to be called `.diurnal`, such as the virtual environment in which Diurnal
    is installed, makes no vault of a whole home.
    """
    return _is_folder(folder / ".obsidian") or is_derived(folder / ".diurnal")


def is_derived(folder: Path) -> bool:
    """Whether *folder* says of itself that Diurnal made it and that it may be deleted."""
    try:
        said = (folder / CACHE_TAG_NAME).read_bytes()
    except OSError:
        return False
    return CACHE_MAKER.encode() in said and not (folder / "pyvenv.cfg").exists()


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
    here = working_folder or _here()
    served = {str(path) for path in remembered(places)}
    for folder in (here, *here.parents):
        # One without either mark (no Obsidian, its derived data elsewhere) is known by its path.
        if is_marked(folder) or os.path.realpath(folder) in served:
            return folder
    # Served or there: a vault whose folder was deleted for good must not make the only one ambiguous.
    known = registered(places) or remembered(places)
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
    """*folder* as an absolute path, if it is a vault, or was served as one and is away.

    Raises:
        NotAVault: with the likely intended folder if one is spelled alike.
    """
    path = _tidied(folder.expanduser().absolute())
    is_known = Path(os.path.realpath(path)) in remembered(places)
    if is_known and not _is_folder(path):
        return path
    if not _is_folder(path) or (not is_known and _is_closed(path)):
        if _is_closed(path):
            raise NotAVault(
                f"{path}{said_by} cannot be looked at: permission denied.",
                hint="Give yourself the right to read it and the folders above it, or name another vault.",
            )
        raise NotAVault(f"There is no folder {path}{said_by}.", hint=likely_meant(path, places))
    if not is_known and not is_marked(path):
        raise NotAVault(
            f"{path}{said_by} is not a vault: it has no .obsidian and was never registered.",
            hint=f"`diurnal init {typed(path)}` makes it one.",
        )
    return path


def likely_meant(path: Path, places: Places) -> str:
    """ "Did you mean …?" for a neighbour or a registered vault spelled like *path*; else nothing."""
    beside = [other for other in _folders_in(path.parent) if other != path]
    names = {str(other): other.name for other in (*beside, *registered(places))}
    close = closest(path.name, list(names.values()), cutoff=0.75)
    return next((f"Did you mean {full}?" for full, name in names.items() if close and name == close), "")


def _tidied(path: Path) -> Path:
    """*path* without `..`, where that leads to the same place: people read it in messages."""
    short = Path(os.path.normpath(path))
    return short if os.path.realpath(short) == os.path.realpath(path) else path


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        # The shell stands in a folder that is away; it still knows what that was called.
        return Path(os.environ.get("PWD") or "/").absolute()


def _is_folder(path: Path) -> bool:
    """Whether a folder is seen at *path*; one behind a closed door is not."""
    try:
        return path.is_dir()
    except PermissionError:
        return False


def _is_closed(path: Path) -> bool:
    """Whether the rights of *path*, or of a folder above it, keep this user from seeing what it holds."""
    try:
        path.lstat()
    except PermissionError:
        return True
    except OSError:
        return False
    return path.is_dir() and not os.access(path, os.R_OK | os.X_OK)


def _folders_in(folder: Path) -> list[Path]:
    try:
        return [entry for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:
        return []


def _write(vaults: list[Path], places: Places) -> None:
    fresh = places.vaults_file.with_suffix(f".{os.getpid()}.new")
    try:
        fresh.write_text(
            json.dumps([str(path) for path in vaults], ensure_ascii=False, indent=1),
            encoding="utf-8",
            errors="surrogateescape",
        )
        fresh.replace(places.vaults_file)
    except OSError as fault:
        raise WriteFailed(f"{places.vaults_file} could not be written: {fault.strerror}.") from fault
