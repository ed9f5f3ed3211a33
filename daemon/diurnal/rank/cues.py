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

from diurnal.rank.fold import data_lines

PREFIX = 4
"""Letters of an English word that make its key."""

_STOP = ",;:.!?，。；：！？、\\n"
_GAP = f"[^{_STOP}]{{0,32}}?"
_LONG_GAP = "[^.!?。！？\\n]{0,80}?"
_LETTER = "a-z0-9_'\u00c0-\u024f"
_WORD_STARTS = f"(?<![{_LETTER}-])"
_WORD_ENDS = f"(?!-?[{_LETTER}])"
_CLAUSE_STARTS = (
    f"(?:\\A|(?<=[{_STOP}…—–(（「“]))[ ~]{{0,40}}(?:(?:so|and|then|but|also|please|just|well|yet|or) )?"
)
_CLAUSE_ENDS = f"(?=[ )）」”]{{0,2}}(?:[{_STOP}]|\\Z))"
_NUMBER = "(?:[0-9]+|[一二两兩三四五六七八九十百千半几幾]+)"
_SIGNS = {
    "^": _CLAUSE_STARTS,
    "$": _CLAUSE_ENDS,
    "#": _NUMBER,
    "*": f"{_WORD_STARTS}[a-z]{{1,20}}{_WORD_ENDS}",
    ",": " ?[,，、] ?",
    ":": " ?[:：]",
    ";": " ?[;；] ?",
    "-": "-",
}
_HAN = re.compile("[\u3400-\u9fff]")
_TOKEN = re.compile(
    r"(?P<long>\.\.\.|…)|(?P<gap>\.\.)|(?P<list>\{[a-z-]+\})|(?P<word>[a-z][a-z'-]*\*?|\*[a-z]+)"
    r"|(?P<may>[\u3400-\u9fff]\?)|(?P<han>(?:[\u3400-\u9fff](?!\?))+)|(?P<mark>[()|?^$#,:;*!&-])|(?P<space> +)|(?P<other>.)",
    re.DOTALL,
)


class CueProblem(ValueError):
    """A phrase cannot be read; the message says why in words its writer can use."""


@dataclass(frozen=True)
class Cue:
    """One phrase that speaks for a hall, turns a text around, or takes a stretch of it out of the reckoning.

    ``keys``: 4-letter starts of English words, single Chinese characters or
    pairs of them; a text with none of them cannot match.
    """

    hall: str
    weight: int
    phrase: str
    source: str
    keys: frozenset[str]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The phrase as a pattern for lower-case text; made when first needed."""
        return re.compile(self.source)


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a phrase: its pattern, and the keys one of which it needs (None: it can match without any)."""

    source: str
    keys: frozenset[str] | None = None

    @property
    def rarity(self) -> float:
        """How well the keys keep a phrase from being tried in vain; two Chinese characters beat four letters."""
        if not self.keys:
            return 0.0
        return min((3.0 if key > "\u3400" else 1.0) * len(key) for key in self.keys) - len(self.keys) / 100


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
        self._lists: dict[str, _Part] = {}
        self._space = " +"

    def define(self, name: str, phrase: str) -> None:
        """Let ``{name}`` stand for *phrase*, or for one more alternative if it already stands for others.

        Raises:
            CueProblem: the phrase is malformed.
        """
        part = self._parse(phrase)
        self._lists[name] = _either([self._lists[name], part]) if name in self._lists else part

    def read(self, hall: str, weight: int, phrase: str) -> Cue:
        """The cue *phrase* stands for.

        Raises:
            CueProblem: it is malformed, or has no word that every match must contain.
        """
        part = self._parse(phrase)
        if not part.keys:
            raise CueProblem("needs a fixed word: 4 letters before a *, or a Chinese character, outside ( )?")
        return Cue(hall, weight, phrase, part.source, part.keys)

    def _parse(self, phrase: str) -> _Part:
        # Between Chinese and English a space is a matter of taste; texts arrive without it.
        self._space = " *" if _HAN.search(phrase) else " +"
        tokens = [(m.lastgroup or "", m[0]) for m in _TOKEN.finditer(phrase.strip().lower())]
        part, rest = self._alternatives(tokens, 0)
        if rest < len(tokens):
            raise CueProblem("has a ) without its (")
        return part

    def _alternatives(self, tokens: list[tuple[str, str]], at: int) -> tuple[_Part, int]:
        branches: list[_Part] = []
        while True:
            branch, at = self._sequence(tokens, at)
            branches.append(branch)
            if at < len(tokens) and tokens[at][1] == "|":
                at += 1
                continue
            break
        if len(branches) == 1:
            return branches[0], at
        return _either(branches), at

    def _sequence(self, tokens: list[tuple[str, str]], at: int) -> tuple[_Part, int]:
        parts: list[_Part] = []
        while at < len(tokens) and tokens[at][1] not in ("|", ")"):
            kind, text = tokens[at]
            if text in ("!", "&"):
                if at + 1 >= len(tokens) or tokens[at + 1][1] != "(":
                    raise CueProblem(f"has a {text} that is not followed by a (")
                part, at = self._alternatives(tokens, at + 2)
                if at >= len(tokens):
                    raise CueProblem("has a ( without its )")
                # Only looked at: what follows stays for other cues, and its keys are not relied on.
                parts.append(_Part(f"(?{'!' if text == '!' else '='} *(?:{part.source}))"))
            elif text == "(":
                part, at = self._alternatives(tokens, at + 1)
                if at >= len(tokens):
                    raise CueProblem("has a ( without its )")
                part = _Part(f"(?:{part.source})", part.keys)
                if at + 1 < len(tokens) and tokens[at + 1][1] == "?":
                    at += 1
                    # The space after an optional word is optional with it.
                    spaced = at + 1 < len(tokens) and tokens[at + 1][0] == "space"
                    part = _Part(f"(?:{part.source}{' +' if spaced else ''})?")
                    at += 1 if spaced else 0
                parts.append(part)
            elif kind == "space":
                beside_gap = any(
                    0 <= i < len(tokens) and tokens[i][0] in ("gap", "long") for i in (at - 1, at + 1)
                )
                parts.append(_Part("" if beside_gap else self._space))
            else:
                parts.append(self._single(kind, text))
            at += 1
        source = "".join(part.source for part in parts)
        return _Part(source, max(parts, key=lambda part: part.rarity, default=_Part("")).keys), at

    def _single(self, kind: str, text: str) -> _Part:
        if kind == "long":
            return _Part(_LONG_GAP)
        if kind == "gap":
            return _Part(_GAP)
        if kind == "word":
            return _english(text)
        if kind == "han":
            return _chinese(text)
        if kind == "may":
            return _Part(_chinese(text[0]).source + "?")
        if kind == "list":
            if text[1:-1] not in self._lists:
                raise CueProblem(f"names the list {text}, which is not under 'lists'")
            return self._lists[text[1:-1]]
        if text in _SIGNS:
            return _Part(_SIGNS[text])
        if text == "?":
            raise CueProblem("has a ? that does not follow a )")
        raise CueProblem(f"has {text!r}, which is no part of the language of cues")


def _either(branches: list[_Part]) -> _Part:
    source = "(?:" + "|".join(branch.source for branch in branches) + ")"
    if any(not branch.keys for branch in branches):
        return _Part(source)
    return _Part(source, frozenset(key for branch in branches for key in branch.keys or ()))


def _english(word: str) -> _Part:
    if word.startswith("*"):
        return _Part(f"{_WORD_STARTS}[a-z]{{1,20}}{re.escape(word[1:])}{_WORD_ENDS}")
    stem = word.removesuffix("*")
    open_end = stem != word
    source = _WORD_STARTS + re.escape(stem) + ("[a-z]{0,20}" if open_end else "") + _WORD_ENDS
    head = stem.split("-")[0]
    known = len(head) >= PREFIX or (not open_end and head == stem) or head != stem
    return _Part(source, frozenset({head[:PREFIX]}) if known else None)


def _chinese(run: str) -> _Part:
    plain = run.translate(_folded())
    spellings = [_spellings().get(character, character) for character in plain]
    source = "".join(s if len(s) == 1 else f"[{s}]" for s in spellings)
    if len(plain) == 1:
        return _Part(source, frozenset(spellings[0]))
    return _Part(source, frozenset(a + b for a in spellings[0] for b in spellings[1]))
