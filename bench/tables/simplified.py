"""Make the table that folds Traditional characters to Simplified ones.

Reads the character dictionary of the ``opencc-python-reimplemented`` package
(needed only here: ``pip install opencc-python-reimplemented``) and prints two
lines of equal length, the Traditional characters and what each folds to::

    python -m bench.tables.simplified > daemon/diurnal/rank/data/simplified.txt

Folding is an equality for searching, not a conversion for reading: where a
character has several Simplified forms the first one *different from itself*
is taken, so that both spellings of a word meet.
"""

from __future__ import annotations

import sys
from importlib.resources import files

# Characters that are not Traditional by the dictionary, yet are written for
# the same word: spelling of pronouns and of the particle 着.
ALSO = {"著": "着", "妳": "你", "祂": "他", "牠": "它", "祢": "你", "鉅": "巨"}


def read_pairs(lines: list[str]) -> dict[str, str]:
    """Each Traditional character with the Simplified one it folds to."""
    pairs: dict[str, str] = {}
    for line in lines:
        traditional, _, choices = line.strip().partition("\t")
        different = [choice for choice in choices.split() if choice != traditional]
        if len(traditional) == 1 and different and len(different[0]) == 1:
            pairs[traditional] = different[0]
    return pairs


def closed(pairs: dict[str, str]) -> dict[str, str]:
    """The same pairs with every chain followed to its end, so folding twice changes nothing."""
    result: dict[str, str] = {}
    for character, target in pairs.items():
        seen = {character}
        while target in pairs and target not in seen:
            seen.add(target)
            target = pairs[target]
        if target != character:
            result[character] = target
    # A cycle (A→B, B→A) leaves two characters folding to each other: keep one direction.
    return {a: b for a, b in result.items() if result.get(b, b) == b or a > b}


def main() -> None:
    dictionary = files("opencc").joinpath("dictionary/TSCharacters.txt").read_text(encoding="utf-8")
    pairs = closed(read_pairs(dictionary.splitlines()) | ALSO)
    order = sorted(pairs)
    sys.stdout.write("".join(order) + "\n" + "".join(pairs[character] for character in order) + "\n")


if __name__ == "__main__":
    main()
