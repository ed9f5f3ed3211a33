"""A text as cues are looked for in it, and the keys that tell which cues are worth looking for.

A prepared text is lower case, marks where its clauses start, keeps no space
between Chinese and English, and has letters in place of the signs inside a
word. Its keys are its words, their first letters, its Chinese characters and
their pairs. What a cue is, and which keys it needs, ``cues`` says.
"""

from __future__ import annotations

import re
from operator import add
from unicodedata import normalize

from diurnal.model.regex import regex

PREFIX = 4
"""Letters of an English word with an open end that make its key; any other word is a key whole."""

STOP = ",;:.!?，。；：！？、\\n"
# In a prepared text the signs inside a word are letters of their own ("well-liked" holds no "liked", "don't" no
# "don"), so that a plain \b ends every English word: much cheaper to compile than looking for neither sign nor letter.
IN_WORDS = str.maketrans("'-", "QH")
_OUT_OF_WORDS = str.maketrans("QH", "'-")
_APOSTROPHE_IN_WORD = regex("(?<=[a-z0-9])'|'(?=[a-z0-9])")
_HYPHEN_IN_WORD = regex("(?<=[a-z0-9])-(?=[a-z0-9])")
_ACCENTED = regex("[\u00c0-\u024f]")
CLAUSE = "\x1f"
"""Stands in a prepared text wherever a clause starts; see :func:`prepare`."""
HAN = "\u3400-\u9fff"
# After 14:30 and v2.4 no clause starts: an ASCII stop needs a space or a Chinese character behind it.
_CLAUSE_START = regex(f"([，。；：！？、…—（「“\n])[ ~]*(?=[^ ~])|([,;:.!?(–])(?:[ ~]+(?=[^ ~])|(?=[{HAN}]))")
_CLAUSE_STARTED = rf"\1\2 {CLAUSE}"
_AFTER_CONNECTIVE = regex(f"{CLAUSE}(?:so|and|then|but|also|please|just|well|yet|or) ")
_MIXED_SPACE = regex(f" (?<=[{HAN}] ) *(?=[a-z0-9~])| (?<=[a-z0-9~] ) *(?=[{HAN}])")
_WORD = regex(f"{CLAUSE}?[a-z][a-zQ]*")


def keys_in(prepared: str) -> set[str]:
    """All keys a prepared text holds."""
    keys = set(_WORD.findall(prepared))
    starts = [word for word in keys if word[0] == CLAUSE]
    keys.update([start[1:] for start in starts])
    keys.update([word[:PREFIX] for word in keys if len(word) > PREFIX])
    keys.update([start[: PREFIX + 1] for start in starts])
    if not prepared.isascii():
        keys.update(prepared)
        keys.update(map(add, prepared, prepared[1:]))
    return keys


def prepare(lower: str) -> str:
    """A lower-case text as patterns expect it: clause starts and signs in words marked, scripts not spaced apart."""
    if not lower.isascii():
        lower = _ACCENTED.sub(_without_accent, _MIXED_SPACE.sub("", lower))
    if "'" in lower:
        lower = _APOSTROPHE_IN_WORD.sub("Q", lower)
    if "-" in lower:
        lower = _HYPHEN_IN_WORD.sub("H", lower)
    marked = CLAUSE + _CLAUSE_START.sub(_CLAUSE_STARTED, lower).lstrip(" ~")
    return _AFTER_CONNECTIVE.sub(_and_again, marked)


def as_written(prepared: str) -> str:
    """A stretch of a prepared text as a reader knows it."""
    return prepared.replace(CLAUSE, "").translate(_OUT_OF_WORDS).strip()


def _without_accent(letter: re.Match[str]) -> str:
    plain = normalize("NFD", letter[0])[0]
    return plain if plain.isascii() else "_"


def _and_again(connective: re.Match[str]) -> str:
    return connective[0] + CLAUSE
