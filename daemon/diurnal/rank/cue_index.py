"""The few cues that can match a text, found by the words in it.

A vault is read with some two thousand cues, of which a sentence could match
two or three. Each cue names sets of keys and needs one key of every set; here
every key holds one bit for each set it serves, so one pass over a sentence's
keys tells all cues whose needs are met. What is found may still not match.
"""

from __future__ import annotations

from collections.abc import Iterable

from diurnal.rank.cues import Cue


class CueIndex:
    """Cues by the keys they need."""

    def __init__(self, cues: Iterable[Cue]) -> None:
        self._cues = tuple(cues)
        self._sets = max((1 + len(cue.needs) for cue in self._cues), default=1)
        # Bit number * 1 of the first stretch is the first set of a cue, of the next stretch its second set.
        stretch = len(self._cues)
        self._bits: dict[str, int] = {}
        self._idle = 0
        """The sets that cues with fewer sets do not have: nobody need meet them."""
        for number, cue in enumerate(self._cues):
            needs = (cue.keys, *cue.needs)
            for place in range(self._sets):
                bit = 1 << (place * stretch + number)
                if place >= len(needs):
                    self._idle |= bit
                    continue
                for key in needs[place]:
                    self._bits[key] = self._bits.get(key, 0) | bit

    def possible(self, keys: set[str]) -> list[Cue]:
        """The cues for which *keys* has one key of each set, in their order."""
        met = self._idle
        for key in keys & self._bits.keys():
            met |= self._bits[key]
        stretch = len(self._cues)
        left = met & ((1 << stretch) - 1)
        for place in range(1, self._sets):
            left &= met >> (place * stretch)
        possible = []
        while left:
            lowest = left & -left
            possible.append(self._cues[lowest.bit_length() - 1])
            left ^= lowest
        return possible
