"""Cue phrases: the small language the hall rules are written in, read into patterns.

A phrase is words with alternatives and bounded gaps (docs/halls.md). Nothing
in it can repeat without a bound, so every pattern runs in linear time. Chinese
is written in either script and matches both. Each phrase yields its *keys*:
one of them is in every text it matches, so a text is only tried against the
few phrases whose keys it has. What the cues speak for is left to the halls.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from diurnal.rank.fold import data_lines
from diurnal.rank.prepared import CLAUSE, HAN, IN_WORDS, PREFIX, STOP

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
_NOT_AHEAD, _AHEAD = "(?! *", "(?= *"
_PLAIN = rf"(?:[a-z][a-z'-]*|[{HAN}]+)"
_TOKEN = re.compile(
    rf"(?P<long>\.\.\.|…)|(?P<gap>\.\.)|(?P<list>\{{[a-z-]+\}})|(?P<words>\({_PLAIN}(?:\|{_PLAIN})*\))"
    rf"|(?P<word>[a-z][a-z'-]*\*?|\*[a-z]+)|(?P<may>[{HAN}]\?)|(?P<han>(?:[{HAN}](?!\?))+)"
    r"|(?P<mark>>>|[()|?^$#,:;*!&>-])|(?P<space> +)|(?P<other>.)",
    re.DOTALL,
)


Piece = str | frozenset[str]
"""A stretch of a pattern, or English words any of which may stand there."""


class CueProblem(ValueError):
    """A phrase cannot be read; the message says why in words its writer can use."""


@dataclass(frozen=True)
class Cue:
    """One phrase that speaks for a hall, turns a text around, or takes a stretch of it out of the reckoning.

    ``keys`` (English words or their first four letters, Chinese characters or
    pairs of them; any of these also as the start of a clause): a text without any of them
    cannot match. Nor can one that has none of any set in ``needs``.
    """

    hall: str
    weight: int
    phrase: str
    pieces: tuple[Piece, ...]
    keys: frozenset[str]
    needs: tuple[frozenset[str], ...] = ()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The phrase as a pattern for prepared text; made when first needed, as most never are."""
        pieces = (piece if isinstance(piece, str) else _any_word(piece) for piece in self.pieces)
        return re.compile("".join(pieces), re.ASCII)


class _Part(NamedTuple):
    """A piece of a phrase: its pattern, and sets of keys from each of which it needs one.

    ``first`` holds the keys one of which it starts with, if that is certain; ``word`` is set if it is
    nothing but one English word (long lists of those are sorted by their first letter).
    """

    pieces: tuple[Piece, ...]
    needs: tuple[frozenset[str], ...] = ()
    first: frozenset[str] = frozenset()
    word: str = ""


_SIGNS = {
    sign: _Part((pattern,))
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
def _chance(keys: frozenset[str]) -> float:
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


class CueReader:
    """Reads phrases; those defined under a name may be mentioned in later ones as ``{name}``."""

    def __init__(self) -> None:
        self._lists: dict[str, list[_Part]] = {}
        self._mentioned: dict[str, _Part] = {}
        self._space = " "

    def define(self, name: str, phrase: str) -> None:
        """Let ``{name}`` stand for *phrase*, or for one more alternative if it already stands for others.

        Raises:
            CueProblem: the phrase is malformed.
        """
        self._lists.setdefault(name, []).extend(self._parse(phrase))
        self._mentioned.pop(f"{{{name}}}", None)

    def read(self, hall: str, weight: int, phrase: str) -> list[Cue]:
        """The cues *phrase* stands for: one for each of its outermost alternatives.

        Raises:
            CueProblem: it is malformed, or has no word that every match must contain.
        """
        cues = []
        for part in self._parse(phrase):
            if not part.needs:
                raise CueProblem(
                    "needs a fixed word: 4 letters before a *, or a Chinese character, outside ( )?"
                )
            keys, *needs = sorted(part.needs, key=_chance) if len(part.needs) > 1 else part.needs
            cues.append(Cue(hall, weight, phrase, part.pieces, keys, tuple(needs)))
        return cues

    def _parse(self, phrase: str) -> list[_Part]:
        # Between Chinese and English a space is a matter of taste; texts arrive without it.
        self._space = f" *{CLAUSE}?" if re.search(f"[{HAN}]", phrase) else f" +{CLAUSE}?"
        tokens = [(m.lastgroup or "", m[0]) for m in _TOKEN.finditer(phrase.strip().lower())]
        parts, rest = self._alternatives(tokens, 0)
        if rest < len(tokens):
            raise CueProblem("has a ) without its (")
        return parts

    def _alternatives(self, tokens: list[tuple[str, str]], at: int) -> tuple[list[_Part], int]:
        branches: list[_Part] = []
        while True:
            branch, at = self._sequence(tokens, at)
            branches.append(branch)
            if at == len(tokens) or tokens[at][1] != "|":
                return branches, at
            at += 1

    def _sequence(self, tokens: list[tuple[str, str]], at: int) -> tuple[_Part, int]:
        if at + 1 < len(tokens) and tokens[at][0] in ("word", "han") and tokens[at + 1][1] == "|":
            return self._single(*tokens[at]), at + 1  # most alternatives are one word
        parts: list[_Part] = []
        while at < len(tokens) and tokens[at][1] not in ("|", ")"):
            kind, text = tokens[at]
            if text in ("!", "&"):
                after_space = at > 0 and tokens[at - 1][0] == "space"
                if at + 1 >= len(tokens) or tokens[at + 1][1][0] != "(":
                    raise CueProblem(f"has a {text} that is not followed by a (")
                looked_at, at = self._group(tokens, at + 1)
                # Only looked at: what follows stays for other cues, and its keys are not relied on.
                parts.append(_Part((_NOT_AHEAD if text == "!" else _AHEAD, *looked_at.pieces, ")")))
                # A space on both sides of it is one space.
                at += after_space and at + 1 < len(tokens) and tokens[at + 1][0] == "space"
            elif text[0] == "(":
                part, at = self._group(tokens, at)
                if at + 1 < len(tokens) and tokens[at + 1][1] == "?":
                    at += 1
                    # The space after an optional word is optional with it.
                    spaced = at + 1 < len(tokens) and tokens[at + 1][0] == "space"
                    part = _Part(("(?:", *part.pieces, f"{self._space if spaced else ''})?"))
                    at += 1 if spaced else 0
                parts.append(part)
            elif kind == "space":
                before, after = tokens[at - 1], tokens[at + 1] if at + 1 < len(tokens) else ("", "")
                idle = (
                    before[1] in ",:;^"
                    or before[0] in ("gap", "long")
                    or after[0] in ("gap", "long")
                    or after[1][:1] == ">"
                )
                if not idle:
                    parts.append(_Part((self._space,)))
            else:
                parts.append(self._single(kind, text))
            at += 1
        return _joined(parts), at

    def _group(self, tokens: list[tuple[str, str]], at: int) -> tuple[_Part, int]:
        """What stands in the brackets opened at *at*, and where they close."""
        kind, text = tokens[at]
        if kind == "words":
            return _any_of(text), at
        branches, at = self._alternatives(tokens, at + 1)
        if at >= len(tokens):
            raise CueProblem("has a ( without its )")
        return _either(branches), at

    def _single(self, kind: str, text: str) -> _Part:
        if kind == "word":
            return _english(text)
        if kind == "han":
            return _chinese(text)
        if kind == "may":
            return _Part((*_chinese(text[0]).pieces, "?"))
        if text in _SIGNS:
            return _SIGNS[text]
        if kind == "list":
            if text[1:-1] not in self._lists:
                raise CueProblem(f"names the list {text}, which is not under 'lists'")
            if text not in self._mentioned:
                self._mentioned[text] = _either(self._lists[text[1:-1]])
            return self._mentioned[text]
        if text == "?":
            raise CueProblem("has a ? that does not follow a )")
        raise CueProblem(f"has {text!r}, which is no part of the language of cues")


def _joined(parts: list[_Part]) -> _Part:
    """*parts* one after the other."""
    if len(parts) == 1:
        return parts[0]
    needs = [need for part in parts for need in part.needs]
    standing = [part for part in parts if part.pieces[0] not in (_NOT_AHEAD, _AHEAD)]
    first = standing[0].first if standing else frozenset()
    if len(standing) > 1 and standing[0].pieces == (CLAUSE,):
        # What a clause must start with is far rarer than what it must hold.
        needs += [frozenset(CLAUSE + key for key in standing[1].first)] if standing[1].first else []
    return _Part(tuple(piece for part in parts for piece in part.pieces), tuple(needs), first)


def _either(branches: list[_Part]) -> _Part:
    words = [branch.word for branch in branches if branch.word]
    joined: list[Piece] = ["(?:"]
    if len(words) >= MANY_WORDS:
        joined += [frozenset(words), "|"]
        spelled = [branch for branch in branches if not branch.word]
    else:
        spelled = branches
    for branch in spelled:
        joined += [*branch.pieces, "|"]
    joined[-1] = ")"
    pieces = tuple(joined)
    if any(not branch.needs for branch in branches):
        return _Part(pieces)
    best = [
        min(branch.needs, key=_chance) if len(branch.needs) > 1 else branch.needs[0] for branch in branches
    ]
    firsts = [branch.first for branch in branches]
    return _Part(
        pieces, (frozenset().union(*best),), frozenset().union(*firsts) if all(firsts) else frozenset()
    )


@cache
def _any_of(words: str) -> _Part:
    return _either([_chinese(word) if word > "\u3400" else _english(word) for word in words[1:-1].split("|")])


@cache
def _any_word(words: frozenset[str]) -> str:
    """A pattern for any of *words* that looks at their first letter before it tries them one by one."""
    by_letter: dict[str, list[str]] = {}
    for word in sorted(words):
        by_letter.setdefault(word[0], []).append(word[1:].translate(IN_WORDS))
    branches = [f"{letter}(?:{'|'.join(rest)})" for letter, rest in by_letter.items()]
    return rf"\b(?:{'|'.join(branches)})\b"


@cache
def _english(word: str) -> _Part:
    if word.startswith("*"):
        return _Part((rf"[a-z]{{1,20}}{word[1:].translate(IN_WORDS)}\b",))
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
    return _Part((source,), (keys,) if known else (), keys, "" if open_end else word)


@cache
def _chinese(run: str) -> _Part:
    plain = run.translate(_folded())
    spellings = [_spellings().get(character, character) for character in plain]
    source = "".join(s if len(s) == 1 else f"[{s}]" for s in spellings)
    first = frozenset(spellings[0])
    if len(plain) == 1:
        return _Part((source,), (first,), first)
    return _Part((source,), (frozenset(a + b for a in spellings[0] for b in spellings[1]),), first)
