"""The text of a prompt: the one shipped with the engine, or the owner's own in its place.

The owner's lie in their configuration folder, never in a vault, which may come
from elsewhere.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from diurnal.errors import BadConfig

SHIPPED = "diurnal.engine.prompts"


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
    return files(SHIPPED).joinpath(f"{name}.md").read_text("utf-8")
