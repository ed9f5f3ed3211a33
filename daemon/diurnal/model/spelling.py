"""The name that was probably meant, for every message that has to refuse one."""

from __future__ import annotations

from collections.abc import Sequence


def closest(wrong: str, names: Sequence[str], *, cutoff: float = 0.6) -> str:
    """The one of *names* spelled most like *wrong*, or "" if none is close."""
    # difflib takes longer to load than a whole client command may take, and most need no suggestion.
    from difflib import get_close_matches

    return next(iter(get_close_matches(wrong, names, n=1, cutoff=cutoff)), "")


def did_you_mean(wrong: str, names: Sequence[str]) -> str:
    """ "Did you mean 'x'?", or nothing if none of *names* is close."""
    close = closest(wrong, names)
    return f"Did you mean '{close}'?" if close else ""
