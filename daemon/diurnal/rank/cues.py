"""Cue phrases: the small language the hall rules are written in, read into patterns.

A phrase is words with alternatives and bounded gaps (docs/halls.md). Nothing
in it can repeat without a bound, so every pattern runs in linear time. Chinese
is written in either script and matches both. Each phrase yields its *keys*:
one of them is in every text it matches, so a text is only tried against the
few phrases whose keys it has. What the cues speak for is left to the halls.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from diurnal.model.regex import regex
from diurnal.rank.cue_parts import (
    AHEAD,
    NOT_AHEAD,
    SIGNS,
    Part,
    Piece,
    any_of,
    any_word,
    chance,
    chinese,
    either,
    english,
    joined,
)
from diurnal.rank.prepared import CLAUSE, HAN

_PLAIN = rf"(?:[a-z][a-z'-]*|[{HAN}]+)"
_TOKEN = regex(
    rf"(?P<long>\.\.\.|…)|(?P<gap>\.\.)|(?P<list>\{{[a-z-]+\}})|(?P<words>\({_PLAIN}(?:\|{_PLAIN})*\))"
    rf"|(?P<word>[a-z][a-z'-]*\*?|\*[a-z]+)|(?P<may>[{HAN}]\?)|(?P<han>(?:[{HAN}](?!\?))+)"
    r"|(?P<mark>>>|[()|?^$#,:;*!&>-])|(?P<space> +)|(?P<other>.)",
    re.DOTALL,
)


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
        pieces = (piece if isinstance(piece, str) else any_word(piece) for piece in self.pieces)
        # A search begins at the sign itself, not at a space that may stand before it: found as fast as any character.
        return re.compile("".join(pieces).removeprefix(" ?"), re.ASCII)


class CueReader:
    """Reads phrases; those defined under a name may be mentioned in later ones as ``{name}``."""

    def __init__(self) -> None:
        self._lists: dict[str, list[Part]] = {}
        self._mentioned: dict[str, Part] = {}
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
            keys, *needs = sorted(part.needs, key=chance) if len(part.needs) > 1 else part.needs
            cues.append(Cue(hall, weight, phrase, part.pieces, keys, tuple(needs)))
        return cues

    def _parse(self, phrase: str) -> list[Part]:
        # Between Chinese and English a space is a matter of taste; texts arrive without it.
        self._space = f" *{CLAUSE}?" if re.search(f"[{HAN}]", phrase) else f" +{CLAUSE}?"
        tokens = [(m.lastgroup or "", m[0]) for m in _TOKEN.finditer(phrase.strip().lower())]
        parts, rest = self._alternatives(tokens, 0)
        if rest < len(tokens):
            raise CueProblem("has a ) without its (")
        return parts

    def _alternatives(self, tokens: list[tuple[str, str]], at: int) -> tuple[list[Part], int]:
        branches: list[Part] = []
        while True:
            branch, at = self._sequence(tokens, at)
            branches.append(branch)
            if at == len(tokens) or tokens[at][1] != "|":
                return branches, at
            at += 1

    def _sequence(self, tokens: list[tuple[str, str]], at: int) -> tuple[Part, int]:
        if at + 1 < len(tokens) and tokens[at][0] in ("word", "han") and tokens[at + 1][1] == "|":
            return self._single(*tokens[at]), at + 1  # most alternatives are one word
        parts: list[Part] = []
        while at < len(tokens) and tokens[at][1] not in ("|", ")"):
            kind, text = tokens[at]
            if text in ("!", "&"):
                after_space = at > 0 and tokens[at - 1][0] == "space"
                if at + 1 >= len(tokens) or tokens[at + 1][1][0] != "(":
                    raise CueProblem(f"has a {text} that is not followed by a (")
                looked_at, at = self._group(tokens, at + 1)
                # Only looked at: what follows stays for other cues, and its keys are not relied on.
                parts.append(Part((NOT_AHEAD if text == "!" else AHEAD, *looked_at.pieces, ")")))
                # A space on both sides of it is one space.
                at += after_space and at + 1 < len(tokens) and tokens[at + 1][0] == "space"
            elif text[0] == "(":
                part, at = self._group(tokens, at)
                if at + 1 < len(tokens) and tokens[at + 1][1] == "?":
                    at += 1
                    # The space after an optional word is optional with it.
                    spaced = at + 1 < len(tokens) and tokens[at + 1][0] == "space"
                    part = Part(("(?:", *part.pieces, f"{self._space if spaced else ''})?"))
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
                    parts.append(Part((self._space,)))
            else:
                parts.append(self._single(kind, text))
            at += 1
        return joined(parts), at

    def _group(self, tokens: list[tuple[str, str]], at: int) -> tuple[Part, int]:
        """What stands in the brackets opened at *at*, and where they close."""
        kind, text = tokens[at]
        if kind == "words":
            return any_of(text), at
        branches, at = self._alternatives(tokens, at + 1)
        if at >= len(tokens):
            raise CueProblem("has a ( without its )")
        return either(branches), at

    def _single(self, kind: str, text: str) -> Part:
        if kind == "word":
            return english(text)
        if kind == "han":
            return chinese(text)
        if kind == "may":
            return Part((*chinese(text[0]).pieces, "?"))
        if text in SIGNS:
            return SIGNS[text]
        if kind == "list":
            if text[1:-1] not in self._lists:
                raise CueProblem(f"names the list {text}, which is not under 'lists'")
            if text not in self._mentioned:
                self._mentioned[text] = either(self._lists[text[1:-1]])
            return self._mentioned[text]
        if text == "?":
            raise CueProblem("has a ? that does not follow a )")
        raise CueProblem(f"has {text!r}, which is no part of the language of cues")
