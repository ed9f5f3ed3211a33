"""The owner's own rules for halls, in place of the shipped ones or added to them.

They lie in the owner's configuration folder, never in a vault, which may come
from elsewhere, and are read at the start: an edit holds from the next one on.
"""

from __future__ import annotations

from pathlib import Path

from diurnal.errors import BadConfig
from diurnal.rank.halls import load_rules


def own_hall_rules(named: str | None, folder: Path) -> str:
    """The text of the rules file *named*, empty if none is; a relative name begins at *folder*.

    Raises:
        BadConfig: it cannot be read, or with every problem in it, one a line.
    """
    if not named:
        return ""
    path = folder / Path(named).expanduser()
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadConfig(
            f"The hall rules {path} (halls.rules) cannot be read: {fault}.",
            hint="Name a file that is there, or set halls.rules to null.",
        ) from fault
    load_rules(text, str(path))
    return text
