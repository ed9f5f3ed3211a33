"""Prompts: readable Markdown beside this file, each of which the owner may replace by one of the same name.

The owner's lie in their configuration folder, never in a vault, which may come
from elsewhere. ``{{name}}`` stands for what is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from diurnal.errors import BadConfig

_SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")


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
            raise BadConfig(f"The prompt {path} cannot be read: {fault}.") from fault
    return files(__name__).joinpath(f"{name}.md").read_text("utf-8")


def filled(prompt: str, values: Mapping[str, str]) -> str:
    """*prompt* with each ``{{name}}`` replaced, once: what was filled in is not looked at again.

    What it has no place for is put at its end, so that an owner's prompt may leave the data out.
    """
    named = set(_SLOT.findall(prompt))
    text = _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), prompt).rstrip("\n")
    return "\n\n".join([text, *(value for name, value in values.items() if name not in named)]) + "\n"
