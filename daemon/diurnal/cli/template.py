"""The vault that `diurnal init` lays down in a new or empty folder."""

from __future__ import annotations

import os
from pathlib import Path

import diurnal
from diurnal.errors import WriteFailed


def template_folder() -> Path:
    """Where the template lies: inside an installed package, or beside it in a checkout."""
    package = Path(diurnal.__file__).parent
    installed = package / "_template"
    return installed if installed.is_dir() else package.parents[1] / "vault_template"


def lay_down(vault: Path) -> list[str]:
    """Copy the template into *vault*; gives the notes made. Nothing that is there is overwritten.

    Raises:
        WriteFailed: the folder or a file in it could not be made.
    """
    source, made = template_folder(), []
    try:
        vault.mkdir(exist_ok=True)
        for path in sorted(source.rglob("*")):
            target = vault / path.relative_to(source)
            if path.is_dir():
                target.mkdir(exist_ok=True)
                continue
            with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb") as file:
                file.write(path.read_bytes())
            made.append(target.relative_to(vault).as_posix())
    except OSError as fault:
        raise WriteFailed(f"The vault could not be laid down at {vault}: {fault.strerror}.") from fault
    return made
