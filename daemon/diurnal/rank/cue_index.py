"""The few cues that can match a text, found by the words in it.

A vault is read with some two thousand cues, of which a sentence could match
two or three. Each cue names sets of keys and needs one key of every set; it is
filed here under the keys of its rarest set, and only looked at where a text
holds one of them. What is found may still not match.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from diurnal.rank.cues import Cue


class _Filed(NamedTuple):
    """The cues under one key: those that need no other, and those that need a key of ``first`` and of each of ``rest``."""

    free: dict[int, Cue]
    bound: list[tuple[int, Cue, frozenset[str], tuple[frozenset[str], ...]]]


class CueIndex:
    """Cues by the keys they need."""

    def __init__(self, cues: Iterable[Cue]) -> None:
        self._filed: dict[str, _Filed] = {}
        for number, cue in enumerate(cues):
            for key in cue.keys:
                filed = self._filed.setdefault(key, _Filed({}, []))
                if cue.needs:
                    filed.bound.append((number, cue, cue.needs[0], cue.needs[1:]))
                else:
                    filed.free[number] = cue
        self._keys = frozenset(self._filed)

    def possible(self, keys: set[str]) -> list[Cue]:
        """The cues for which *keys* has one key of each set, in their order."""
        lacks = keys.isdisjoint
        found: dict[int, Cue] = {}
        for key in keys & self._keys:
            free, bound = self._filed[key]
            found.update(free)
            for number, cue, first, rest in bound:
                # Nearly all fall here; few have more to ask for.
                if not lacks(first) and not (rest and any(map(lacks, rest))):
                    found[number] = cue
        return [found[number] for number in sorted(found)] if len(found) > 1 else list(found.values())
