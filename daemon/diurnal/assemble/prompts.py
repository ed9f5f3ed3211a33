"""The text of a prompt: the one shipped with the engine, or the owner's own in its place.

The owner's lie in their configuration folder or where their configuration says,
never in a vault, which may come from elsewhere.
"""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from diurnal.errors import BadConfig

SHIPPED = "diurnal.engine.prompts"
_MARKS = (".obsidian", ".diurnal/CACHEDIR.TAG")
"""What lies in a vault of Obsidian's, and in one that Diurnal serves."""


def prompts_folder(named: str | None, config: Path, vault: Path) -> Path:
    """Where the owner's prompts lie: ``prompts`` in their folder *config*, or *named*, which begins there if relative.

    Raises:
        BadConfig: *named* lies in *vault* or in any other vault.
    """
    if not named:
        return config / "prompts"
    folder = config / Path(named).expanduser()
    real, own = Path(os.path.realpath(folder)), Path(os.path.realpath(vault))
    around = next(
        (
            above
            for above in (real, *real.parents)
            if above == own or any((above / mark).exists() for mark in _MARKS)
        ),
        None,
    )
    if around is not None:
        raise BadConfig(
            f"The prompts {folder} (writer.prompts_folder) lie in the vault {around}, which may come from elsewhere.",
            hint=f"Keep them outside of any vault, such as in {config / 'prompts'}.",
        )
    return folder


def load_prompt(name: str, folder: Path | None = None) -> str:
    """The text of the prompt *name* ("memorize"): the owner's in *folder* if there is one, else the shipped one.

    Raises:
        BadConfig: the owner's cannot be read.
    """
    path = folder / f"{name}.md" if folder else None
    if path is not None:
        try:
            return path.read_text("utf-8-sig")
        except FileNotFoundError:
            pass
        except (OSError, UnicodeDecodeError) as fault:
            raise BadConfig(
                f"The prompt {path} cannot be read: {fault}.",
                hint="Save it as UTF-8 with the right to read it, or remove it: the built-in one is then used.",
            ) from fault
    return files(SHIPPED).joinpath(f"{name}.md").read_text("utf-8")
