"""The parts a cue phrase is put together from: a pattern each, and the keys without which it cannot match.

Builds parts of English words, Chinese runs in either script, and the signs of
the language, and joins them one after the other or as alternatives. Of several
sets of keys the rarer is the better index; how rare is only estimated here, so
it decides about speed, never about what matches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from diurnal.rank.fold import data_lines
from diurnal.rank.prepared import CLAUSE, IN_WORDS, PREFIX, STOP

_EVERYDAY = frozenset(
    re.findall(
        r"\S+",
        "a an the i we it to in on at of for and was is are with that this had has have my our his her they you not no"
        " but so as from by off out up down one all only there what when 的 了 是 我 不 一 在 就 有 上 人 去 都",
    )
)
"""Keys nearly every entry holds; useless as an index."""
MANY_WORDS = 8
"""From so many words on, their first letter is looked at before they are tried one by one."""

_REST = "[^.!?。！？\\n]"
_CLAUSE_ENDS = f"(?=[ )）」”]{{0,2}}(?:[{STOP}]|\\Z))"
_NUMBER = "(?:[0-9]+|[一二两兩三四五六七八九十百千半几幾]+)"
NOT_AHEAD, AHEAD = "(?! *", "(?= *"

Piece = str | frozenset[str]
"""A stretch of a pattern, or English words any of which may stand there."""


class Part(NamedTuple):
    """A piece of a phrase: its pattern, and sets of keys from each of which it needs one.

    ``first`` holds the keys one of which it starts with, if that is certain; ``word`` is set if it is
    nothing but one English word (long lists of those are sorted by their first letter).
    """

    pieces: tuple[Piece, ...]
    needs: tuple[frozenset[str], ...] = ()
    first: frozenset[str] = frozenset()
    word: str = ""


SIGNS = {
    sign: Part((pattern,))
    for sign, pattern in {
        "^": CLAUSE,
        "$": _CLAUSE_ENDS,
        "#": _NUMBER,
        "*": r"[a-z]{1,20}\b",
        ",": f" ?[,，、][ {CLAUSE}]*",
        ":": f" ?[:：][ {CLAUSE}]*",
        ";": f" ?[;；][ {CLAUSE}]*",
        "-": "[-H]",
        "..": f"[^{STOP}]{{0,48}}?",
        "...": _REST + "{0,80}?",
        "…": _REST + "{0,80}?",
        ">": f"[^{STOP}]{{0,160}}",
        ">>": _REST + "{0,320}",
    }.items()
}


@cache
def chance(keys: frozenset[str]) -> float:
    """Roughly how many of *keys* an ordinary entry holds by accident: the fewer, the better an index."""
    return sum(map(_chance_of, keys))


@cache
def _chance_of(key: str) -> float:
    if key.startswith(CLAUSE):
        return 0.1 * _chance_of(key[1:])
    if key in _EVERYDAY:
        return 1.0
    if key > "\u3400":
        return 0.1 if len(key) == 1 else 0.004
    return 0.2 / len(key) ** 2


@cache
def _spellings() -> Mapping[str, str]:
    """Each Simplified character with all the characters that are folded to it."""
    traditional, simplified = data_lines("simplified.txt")
    spellings: dict[str, str] = {}
    folded = dict(zip(traditional, simplified, strict=True))
    for character, plain in folded.items():
        # A few characters are the Traditional form of one word and the Simplified form of another.
        if plain not in folded:
            spellings[plain] = spellings.get(plain, plain) + character
    return spellings


@cache
def _folded() -> Mapping[int, str]:
    traditional, simplified = data_lines("simplified.txt")
    return dict(zip(map(ord, traditional), simplified, strict=True))


def joined(parts: list[Part]) -> Part:
    """*parts* one after the other."""
    if len(parts) == 1:
        return parts[0]
    needs = [need for part in parts for need in part.needs]
    standing = [part for part in parts if part.pieces[0] not in (NOT_AHEAD, AHEAD)]
    first = standing[0].first if standing else frozenset()
    if len(standing) > 1 and standing[0].pieces == (CLAUSE,):
        # What a clause must start with is far rarer than what it must hold.
        needs += [frozenset(CLAUSE + key for key in standing[1].first)] if standing[1].first else []
    return Part(tuple(piece for part in parts for piece in part.pieces), tuple(needs), first)


def either(branches: list[Part]) -> Part:
    words = [branch.word for branch in branches if branch.word]
    pattern: list[Piece] = ["(?:"]
    if len(words) >= MANY_WORDS:
        pattern += [frozenset(words), "|"]
        spelled = [branch for branch in branches if not branch.word]
    else:
        spelled = branches
    for branch in spelled:
        pattern += [*branch.pieces, "|"]
    pattern[-1] = ")"
    pieces = tuple(pattern)
    if any(not branch.needs for branch in branches):
        return Part(pieces)
    best = [
        min(branch.needs, key=chance) if len(branch.needs) > 1 else branch.needs[0] for branch in branches
    ]
    firsts = [branch.first for branch in branches]
    return Part(
        pieces, (frozenset().union(*best),), frozenset().union(*firsts) if all(firsts) else frozenset()
    )


@cache
def any_of(words: str) -> Part:
    return either([chinese(word) if word > "\u3400" else english(word) for word in words[1:-1].split("|")])


@cache
def any_word(words: frozenset[str]) -> str:
    """A pattern for any of *words* that looks at their first letter before it tries them one by one."""
    by_letter: dict[str, list[str]] = {}
    for word in sorted(words):
        by_letter.setdefault(word[0], []).append(word[1:].translate(IN_WORDS))
    branches = [f"{letter}(?:{'|'.join(rest)})" for letter, rest in by_letter.items()]
    return rf"\b(?:{'|'.join(branches)})\b"


@cache
def english(word: str) -> Part:
    if word.startswith("*"):
        return Part((rf"[a-z]{{1,20}}{word[1:].translate(IN_WORDS)}\b",))
    stem = word.removesuffix("*")
    open_end = stem != word
    # That it is no word's tail stands behind it: a pattern that begins with plain letters is found at the speed of
    # a string search.
    letters = stem.translate(IN_WORDS)
    source = rf"{letters}(?<=\b{letters}){'[a-z]{0,20}' if open_end else ''}\b"
    head = stem.split("-")[0]
    known = len(head) >= PREFIX or not open_end or head != stem
    whole = word.replace("'", "").isalpha() and not open_end
    key = (word if whole else head[:PREFIX]).translate(IN_WORDS)
    keys = frozenset({key}) if known else frozenset()
    return Part((source,), (keys,) if known else (), keys, "" if open_end else word)


@cache
def chinese(run: str) -> Part:
    plain = run.translate(_folded())
    spellings = [_spellings().get(character, character) for character in plain]
    source = "".join(s if len(s) == 1 else f"[{s}]" for s in spellings)
    first = frozenset(spellings[0])
    if len(plain) == 1:
        return Part((source,), (first,), first)
    return Part((source,), (frozenset(a + b for a in spellings[0] for b in spellings[1]),), first)
