"""Words of messages: the name that was probably meant, and a number with what it counts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from shlex import quote


def closest(wrong: str, names: Sequence[str], *, cutoff: float = 0.6) -> str:
    """The one of *names* spelled most like *wrong*, or "" if none is close."""
    # difflib takes longer to load than a whole client command may take, and most need no suggestion.
    from difflib import get_close_matches

    return next(iter(get_close_matches(wrong, names, n=1, cutoff=cutoff)), "")


def did_you_mean(wrong: str, names: Sequence[str]) -> str:
    """ "Did you mean 'x'?", or nothing if none of *names* is close."""
    close = closest(wrong, names)
    return f"Did you mean '{close}'?" if close else ""


def counted(number: int, one: str, many: str = "") -> str:
    """``counted(2, "note")`` is "2 notes"; *many* is for words that form it otherwise."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def typed(path: str | os.PathLike[str]) -> str:
    """*path* as a person can paste it into a shell, for every message that names a command."""
    return quote(os.fspath(path))
