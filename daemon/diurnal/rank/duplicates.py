"""Records that say the same thing, so that an answer says it once.

A conflict copy, a quotation, a digest line: nearly the same words on the same
day, or without a day. Two equal lunches on two days are two lunches and both
stay. Each record is compared with better ones only, so what is kept of a short
list is the beginning of what is kept of a longer one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from diurnal.rank.tokens import is_single, tokens

# Share of the longer text's tokens that both have when they say the same; no number may differ.
ALIKE = 0.9


def folded_into(texts: Sequence[str], days: Sequence[int | None]) -> list[int]:
    """For each text, best first, the place of the better one that says the same, or its own place.

    Args:
        days: any number for the day of each, None without one. Texts of two different days never fold.
    """
    said: dict[int, frozenset[str]] = {}

    def words(place: int) -> frozenset[str]:
        # Most records share their day with no other of the answer and need not be taken apart.
        if place not in said:
            said[place] = _words_of(texts[place])
        return said[place]

    into: list[int] = []
    for place in range(len(texts)):
        same = (
            other
            for other in range(place)
            if into[other] == other
            and _may_fold(days[place], days[other])
            and _alike(words(place), words(other))
        )
        into.append(next(same, place))
    return into


# The hits of a question and what it would match without its time are for the greater part the same records.
@lru_cache(maxsize=64)
def _words_of(text: str) -> frozenset[str]:
    found = frozenset(tokens(text))
    # Only scripts beyond ASCII are indexed by single characters as well.
    return found if text.isascii() else frozenset(token for token in found if not is_single(token))


def _may_fold(first: int | None, second: int | None) -> bool:
    return first is None or second is None or first == second


def _alike(first: frozenset[str], second: frozenset[str]) -> bool:
    if first == second:
        return bool(first)
    smaller, larger = sorted((len(first), len(second)))
    if smaller < ALIKE * larger:
        return False
    if len(first & second) < ALIKE * larger:
        return False
    return not any(character.isdigit() for token in first ^ second for character in token)
