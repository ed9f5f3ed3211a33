"""One spelling for what people write in many: the step before anything is compared.

Folding joins case, width, composed and decomposed accents, accents and no
accents, Traditional and Simplified characters, and leaves out signs without width. It is an equality for searching
and never shown to a reader. ``fold_with_map`` also says where each folded
character stood, so a match can be marked in the text as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from diurnal.model.invisible import INVISIBLE
from diurnal.model.regex import regex


@cache
def data_lines(name: str) -> list[str]:
    """Lines of a table shipped with this package, without comments and blank lines."""
    text = files("diurnal.rank").joinpath("data", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _simplified() -> dict[int, str]:
    traditional, simplified = data_lines("simplified.txt")
    return dict(zip(map(ord, traditional), simplified, strict=True))


_TO_SIMPLIFIED = _simplified()

# Accents, Hebrew points and Arabic vowel marks: left out by writers in a hurry.
# Marks of other scripts (Devanagari, Thai, the kana voicing marks) are letters and stay.
_ACCENT = regex("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u064b-\u0652\u0670]+")
_QUOTES = {0x2019: "'", 0x02BC: "'", 0xFF07: "'", 0x2018: "'", 0x2010: "-", 0x2011: "-"}
_LETTERS = {
    ord(letter): plain
    for letter, plain in zip(
        "øØłŁđĐħĦŧŦıßΣς", ["o", "O", "l", "L", "d", "D", "h", "H", "t", "T", "i", "ss", "σ", "σ"], strict=True
    )
}
_TRANSLATION = _TO_SIMPLIFIED | _QUOTES | _LETTERS | dict.fromkeys(map(ord, INVISIBLE), "")


# The wide signs that stand in most Chinese sentences; each alone folds to the same whatever is beside it.
_WIDE_SIGNS = tuple(zip("，：！？；（）\u3000", ",:!?;() ", strict=True))


@cache
def _settled() -> re.Pattern[str]:
    """Texts that folding leaves as they are: ASCII, Simplified characters, the signs between them."""
    # What is not settled stands between spans of what is: they compile six times quicker than 24,000 characters.
    bounds = sorted(
        {0x33FF, *range(0x4DC0, 0x4E00), 0xA000, *(c for c in _TRANSLATION if 0x3400 <= c < 0xA000)}
    )
    spans = ((before + 1, after - 1) for before, after in pairwise(bounds) if after - before > 1)
    simplified = "".join(f"{chr(first)}-{chr(last)}" for first, last in spans)
    return re.compile(f"[\x00-\x7f\u2014\u201c\u201d\u3001\u3002\u3008-\u3011{simplified}]*")


def is_settled(folded: str) -> bool:
    """True if *folded* holds nothing but ASCII, Simplified characters and the signs between them."""
    return _settled().fullmatch(folded) is not None


def simplified(text: str) -> str:
    """*text* in Simplified characters, character for character: every place in it stays where it was."""
    return text.translate(_TO_SIMPLIFIED)


def fold_keeping_case(text: str) -> str:
    """*text* folded in every way but case, which still tells where a CamelCase word divides."""
    return text if text.isascii() else folded_and_settled(text)[0]


def folded_and_settled(text: str) -> tuple[str, bool]:
    """*text* folded in every way but case, and whether that holds nothing but ASCII, Simplified characters and signs."""
    # Most texts of a vault end here, in a fifth of the time of the way below.
    for wide, plain in _WIDE_SIGNS:
        text = text.replace(wide, plain)
    if _settled().fullmatch(text):
        return text, True
    wide = unicodedata.normalize("NFKC", text)
    bare = _ACCENT.sub("", unicodedata.normalize("NFD", wide))
    folded = unicodedata.normalize("NFC", bare).translate(_TRANSLATION)
    return folded, is_settled(folded)


def fold(text: str) -> str:
    """*text* as it is compared: lower case, one width, no accents, Simplified characters."""
    return fold_keeping_case(text).lower()


@cache
def _continues(character: str) -> bool:
    """True if *character* may compose with the one before it, so the two must be folded together."""
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.category(first).startswith("M") or "\u1160" <= first <= "\u11ff"


def fold_with_map(text: str) -> tuple[str, Sequence[int]]:
    """*text* folded but for case, and for each folded character where its source began.

    Returns:
        The folded text and numbers, one more than it has characters; the last number is
        ``len(text)``, so ``text[where[a]:where[b]]`` wrote ``folded[a:b]``.
    """
    if _ONE_FOR_ONE.fullmatch(text):
        return fold_keeping_case(text), range(len(text) + 1)
    folded: list[str] = []
    where: list[int] = []
    start = 0
    length = len(text)
    while start < length:
        end = start + 1
        if text[start] <= "\x7f":
            plain = _PLAIN_RUN.match(text, start)
            if plain is not None and plain.end() > end:
                # All but the last, which a mark behind the run may change.
                end = plain.end() - 1 if plain.end() < length else length
                folded.append(text[start:end])
                where.extend(range(start, end))
                start = end
                continue
        while end < length and text[end] > "\x7f" and _continues(text[end]):
            end += 1
        piece = _folded_cluster(text[start:end])
        folded.append(piece)
        where.extend([start] * len(piece))
        start = end
    where.append(length)
    return "".join(folded), where


_PLAIN_RUN = regex(r"[\x00-\x7f]+")
# ASCII, quotation marks, Chinese characters with their punctuation, wide forms of ASCII: each folds to one
# character whatever stands beside it.
_ONE_FOR_ONE = regex(r"[\x00-\x7f\u2018-\u201d\u3000-\u3029\u3400-\u9fff\uff01-\uff5e]*")


@lru_cache(maxsize=65_536)
def _folded_cluster(cluster: str) -> str:
    return fold_keeping_case(cluster)
