"""How one scanned word falls into the pieces it can be found by.

Has the patterns of what a word is: runs of scripts written without spaces,
Chinese dates, chains such as ``a/b.py``, plain words. A piece may stand inside
another, and each knows its place in the word. Folding the text beforehand and
walking through it are left to ``tokens``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import date
from itertools import chain

from diurnal.model.regex import regex
from diurnal.rank.stems import stem

# Longer chains (data URLs, minified text) are kept only in their parts: nobody types them whole.
LONGEST_WHOLE = 64
# Scripts written without spaces between words, or (Hangul) with endings glued on: pairs of
# characters find any word of two or more, whatever stands around it. Han, kana, bopomofo, Hangul,
# Thai, Lao, Burmese, Khmer.
_DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3031-\u3035\u303b\u3041-\u3096\u3099\u309a"
    "\u309d-\u309f\u30a1-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
DENSE_CHARACTER = regex(f"[{_DENSE}]")


def _marks() -> str:
    """Vowel signs and other marks that belong to words but are not letters to ``re``."""
    blocks = chain(range(0x0300, 0x0E00), range(0x0F00, 0x2000), range(0xA800, 0xAC00))
    return "".join(
        chr(code)
        for code in blocks
        if unicodedata.category(chr(code))[0] == "M" and not DENSE_CHARACTER.match(chr(code))
    )


_PICTURES = "[\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff]"
_JOINTS = "[-._/:@&+']"
# Each way to begin with one set of characters: ``re`` then passes it over at one look, where most words begin.
_SPECIAL = r"[A-Za-z]\+\+|[CFcf]#|\d\d{0,2}(?:,\d{3})+(?![\d,])"
_CHINESE_DATE = (
    r"\d\d{3}年\d{1,2}月\d{1,2}[日号]|\d\d{3}年(?:\d{1,2}月)?|\d\d?月(?:\d{1,2}[日号])?|\d\d?[日号]"
)

ASCII_WORD = regex(rf"{_SPECIAL}|[A-Za-z0-9]+(?:{_JOINTS}[A-Za-z0-9]+)*")
# What ``ANY_WORD`` finds in a settled text, in half the time.
SETTLED_WORD = regex(
    rf"[\u3400-\u4dbf\u4e00-\u9fff]+|{_SPECIAL}|{_CHINESE_DATE}|[A-Za-z0-9]+(?:{_JOINTS}[A-Za-z0-9]+)*"
)


def _any_word() -> str:
    letters = f"(?:[^\\W_{_DENSE}]|[{_marks()}])+"
    return rf"{_SPECIAL}|{_CHINESE_DATE}|[{_DENSE}]+|{letters}(?:{_JOINTS}{letters})*|{_PICTURES}"


# Made only for a text that needs it: to find the marks takes as long as the rest of a question.
ANY_WORD = regex(_any_word)

_CAMEL = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+")
_LETTERS_THEN_DIGITS = regex(r"^([a-z]{3,})(\d+)$")
PART = regex(r"[^-._/:@&+']+")
_WRITTEN_DATE = regex(r"^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$|^(\d{4})年(\d{1,2})月(\d{1,2})[日号]$")
_DATE_PIECE = regex(r"\d+[年月日号]")
# What follows the apostrophe of an English word: an ending, never a word.
_ENDINGS = frozenset(("s", "re", "ve", "ll", "d", "m"))

# (token, start and end inside the word)
Piece = tuple[str, int, int]


def iso_day(word: str) -> str:
    """The day *word* writes as ``YYYY-MM-DD``, or nothing if it is no real date."""
    written = _WRITTEN_DATE.match(word)
    if not written:
        return ""
    year, month, day = written.group(1, 3, 4) if written.group(1) else written.group(5, 6, 7)
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return ""


def _dense_pieces(run: str) -> Iterator[Piece]:
    """Pairs of neighbouring characters, then every single one."""
    for start in range(len(run) - 1):
        yield run[start : start + 2], start, start + 2
    for start, character in enumerate(run):
        yield character, start, start + 1


def _date_pieces(word: str) -> Iterator[Piece]:
    """The parts of ``2012年7月26日``, the day in one spelling, and the whole day as a date."""
    for part in _DATE_PIECE.finditer(word):
        number, unit = part.group()[:-1].lstrip("0") or "0", part.group()[-1]
        yield number + ("日" if unit == "号" else unit), part.start(), part.end()
    if day := iso_day(word):
        yield day, 0, len(word)


def _compound_pieces(word: str) -> Iterator[Piece]:
    """A chain such as ``gpt-4``, ``a/b.py`` or ``Maya's``, whole where that means something, and in parts."""
    lower = word.lower()
    parts = list(PART.finditer(word))
    if "'" in lower:
        stem_part, _, ending = lower.rpartition("'")
        if ending in _ENDINGS:
            yield from pieces(word[: len(stem_part)])
            return
        if ending == "t" and stem_part.isalpha():
            yield stem_part + "t", 0, len(word)
            return
    elif len(word) <= LONGEST_WHOLE:
        yield lower, 0, len(word)
        if day := iso_day(lower):
            if day != lower:
                yield day, 0, len(word)
            if "." not in lower:  # 2026.4.10 may as well be a version, so it is split as one
                return
        # e-mail and email, well-being and wellbeing are one word.
        if "-" in lower and lower.replace("-", "").isalpha():
            yield stem(lower.replace("-", "")), 0, len(word)
    for part in parts:
        for token, start, end in pieces(part.group()):
            yield token, part.start() + start, part.start() + end


def _plain_pieces(word: str) -> Iterator[Piece]:
    """One run of letters and digits, with the words inside ``CamelCase`` and ``gpt4``."""
    lower = word.lower()
    if len(word) > LONGEST_WHOLE:
        # Nobody asks for it whole, yet no letter may be lost: cut it where it can be found again.
        for start in range(0, len(word), LONGEST_WHOLE):
            yield lower[start : start + LONGEST_WHOLE], start, min(start + LONGEST_WHOLE, len(word))
        return
    yield stem(lower), 0, len(word)
    if word[1:] != lower[1:] and not word.isupper():
        for part in _CAMEL.finditer(word):
            if len(part.group()) > 1 and len(part.group()) < len(word):
                yield stem(part.group().lower()), part.start(), part.end()
    elif divided := _LETTERS_THEN_DIGITS.match(lower):
        yield stem(divided.group(1)), 0, divided.end(1)
        yield divided.group(2), divided.start(2), len(word)


def pieces(word: str) -> Iterator[Piece]:
    """Tokens of one scanned word with their place in it; a token may stand inside another."""
    first = word[0]
    if DENSE_CHARACTER.match(first):
        return _dense_pieces(word)
    if word.endswith("++") or word.endswith("#"):
        return iter([(word.lower(), 0, len(word))])
    if "," in word:
        return iter([(word.replace(",", ""), 0, len(word))])
    if first.isdigit() and _DATE_PIECE.match(word):
        return _date_pieces(word)
    if PART.fullmatch(word):
        return _plain_pieces(word)
    return _compound_pieces(word)
