"""The few cues that can match a text, found by the words in it.

A vault is read with some two thousand cues, of which a sentence could match
two or three. Each cue names sets of keys and needs one key of every set; it is
filed here under the keys of its rarest set, and only looked at where a text
holds one of them. What is found may still not match.
"""

from __future__ import annotations

from collections.abc import Iterable

from diurnal.rank.cues import Cue


class CueIndex:
    """Cues by the keys they need."""

    def __init__(self, cues: Iterable[Cue]) -> None:
        self._filed: dict[str, list[tuple[int, Cue]]] = {}
        for number, cue in enumerate(cues):
            for key in cue.keys:
                self._filed.setdefault(key, []).append((number, cue))
        self._keys = frozenset(self._filed)

    def possible(self, keys: set[str]) -> list[Cue]:
        """The cues for which *keys* has one key of each set, in their order."""
        lacks = keys.isdisjoint
        found = {
            number: cue
            for key in keys & self._keys
            for number, cue in self._filed[key]
            if not cue.needs or not any(map(lacks, cue.needs))
        }
        return [found[number] for number in sorted(found)] if len(found) > 1 else list(found.values())
