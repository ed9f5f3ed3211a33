"""Word lists written as running text, so that data reads like data, and patterns made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable


def listed(text: str) -> tuple[str, ...]:
    """The words of *text*, which white space separates."""
    return tuple(text.split())


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of *words*, the longest that fits first.

    What several words begin with is written once (``night(?:fall|s)?``), so a
    search compares a few first characters and not hundreds of words.
    """
    tails: dict[str, list[str]] = {}
    ends_here = False
    for word in words:
        if word:
            tails.setdefault(word[0], []).append(word[1:])
        else:
            ends_here = True
    if not tails:
        return ""
    branches = [re.escape(first) + one_of(tails[first]) for first in tails]
    pattern = branches[0] if len(branches) == 1 and not ends_here else f"(?:{'|'.join(branches)})"
    return f"{pattern}?" if ends_here else pattern


def first_of(words: Iterable[str]) -> str:
    """What *words* begin with, as the inside of a character class."""
    return re.escape("".join(sorted({word[0] for word in words})))


def guarded(first: str, pattern: str) -> str:
    """*pattern*, tried only where a character of the class *first* stands; each match must begin with one."""
    return f"(?=[{first}])(?:{pattern})"
