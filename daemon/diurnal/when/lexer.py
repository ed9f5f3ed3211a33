"""From a text to islands of time words, in one pass.

The text is scanned once, left to right, for words of either language, numbers
and dates. Tokens that stand next to each other, with nothing but space between,
form an island; a word that is not of time ends it. Islands that hold only small
words are thrown away, so a page without time costs little more than the scan.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from diurnal.model.regex import regex
from diurnal.when import lexer_digits, lexer_zh, lexicon_en, readers_zh
from diurnal.when.cascade import Token
from diurnal.when.lexicon_zh import FOLDED
from diurnal.when.phrases_en import PHRASES, phrases_from
from diurnal.when.telltale import TELLING, may_name_a_time
from diurnal.when.words import one_of

Raw = tuple[str, int, int, Any]
Reader = Callable[[str, int, int], list[Raw] | None]

# "nineteen twenty-eight", "on 15" and "on the ninth" name a time though no word of them does.
TELLING_PAIRS: Final = frozenset({("WORD", "WORD"), ("on", "NUM"), ("the", "NUM"), ("the", "WORD")})
MAX_ISLAND: Final = 40
# A question is not longer; what is pasted behind it is not read for time.
MAX_TEXT: Final = 20_000

_NUMBERED: Final = {"q": ("QUARTER", 4), "h": ("HALF", 2), "w": ("WEEKNO", 53), "wk": ("WEEKNO", 53)}
# Most matches are these: one thing only, alone or not.
_PLAIN: Final = {word: entry for word, entry in lexicon_en.WORDS.items() if word not in PHRASES}
# Words that are not of time are never stopped at; inside a longer word no word begins.
_KNOWN: Final = {*lexicon_en.WORDS, *PHRASES, *_NUMBERED, "b", *map(str.lower, lexicon_en.ACRONYMS)}
_ENGLISH: Final = rf"(?<![a-z])(?=[a-z])(?<![a-z]['’])(?P<en>{one_of(_KNOWN)}(?![a-z])(?:['’][a-z]+)?)(?P<glued>[1-5]?\d(?![\w.]))?"
_MARKS: Final = (
    r"(?P<comma>[,，])|(?P<list>、)|(?P<dash>[-–—~～〜]+|\.\.\.?(?=\d))|(?P<slash>/)|(?P<paren>[()（）@])|(?P<number>\d+[\w.]*)"
    r"|(?P<cmp>[<>]\s?=?|≥|≤)"
)
# What numbers and marks begin with: at any other character neither is tried.
_SIGN: Final = r"(?=[-'’,，、–—~～〜./()（）@\d<>≥≤])"


@cache
def _scan(chinese: bool) -> re.Pattern[str]:
    """The pattern of all tokens; without the Chinese ones it is three times as fast."""
    first = f"{lexer_zh.PATTERN}|" if chinese else ""
    return re.compile(f"{first}{_ENGLISH}|{_SIGN}(?:{lexer_digits.PATTERN}|{_MARKS})")


_IDEOGRAPH: Final = regex("[〇○\u4e00-\u9fff]")
_FOLDABLE: Final = regex(f"[{''.join(map(chr, FOLDED))}]")


def folded(text: str) -> str:
    """*text* in lower case, Simplified, with half-width digits; every character keeps its place."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join([c if len(c.lower()) != 1 else c.lower() for c in text])
    return lower.translate(FOLDED) if _FOLDABLE.search(lower) is not None else lower


def islands(text: str, low: str, languages: tuple[str, ...]) -> Iterator[list[Token]]:
    """Runs of neighbouring time tokens in *text*, whose folded form is *low*."""
    if not may_name_a_time(low):
        return
    scan = _scan("zh" in languages and _IDEOGRAPH.search(low) is not None)
    english = "en" in languages
    run: list[Raw] = []
    telling = False
    end = 0
    for match in scan.finditer(low, 0, MAX_TEXT):
        start = match.start()
        if start < end:
            continue  # inside a phrase that is read already
        name = match.lastgroup or ""
        found: list[Raw] | None = None
        if name == "en" or name == "glued":
            if english:
                plain = _PLAIN.get(match[0])
                found = [(plain[0], start, match.end(), plain[1])] if plain else _english(text, low, match)
        elif name in _READERS:
            found = _READERS[name](match[0], start, match.end())
        if run and (found is None or len(run) >= MAX_ISLAND or not _touching(low, end, start, run[-1])):
            if telling:
                yield [Token(*raw) for raw in run]
            run, telling = [], False
        if found is not None:
            if run and found[0][0] == "of" and low[end - 1].isascii() and not low[start].isascii():
                # The 的 of "last month 的 15号" puts together what "of" would take apart.
                found = [("comma", *found[0][1:])]
            for raw in found:
                telling = telling or raw[0] in TELLING or bool(run and (run[-1][0], raw[0]) in TELLING_PAIRS)
                run.append(raw)
            end = found[-1][2]
    if telling:
        yield [Token(*raw) for raw in run]


def _touching(low: str, end: int, start: int, last: Raw) -> bool:
    if end == start:
        return True
    gap = low[end:start]
    if gap.isspace():
        return "\n" not in gap
    # Aug. 25: the full stop belongs to the abbreviation.
    return gap[0] == "." and low[last[1] : last[2]] in lexicon_en.ABBREVIATED and not gap[1:].strip()


def _english(text: str, low: str, match: re.Match[str]) -> list[Raw] | None:
    word = match["en"]
    start = match.start()
    stop = match.end("en")
    bare, possessive, tail = word.partition("'") if "'" in word else word.partition("’")
    if bare in PHRASES:
        for kind, value, pattern in phrases_from(bare):
            found = pattern.match(low, start)
            if found is not None:
                return [(kind, start, found.end(), value)]
    entry = lexicon_en.WORDS.get(bare)
    glued = match["glued"]
    if entry is None:
        return (
            _acronym(text, start, stop) if glued is None else _numbered(bare, int(glued), start, match.end())
        )
    if possessive and tail != "s":
        return None  # "we'll", "mon'd": not the word itself
    kind, value = entry
    tokens: list[Raw] = [(kind, start, stop, value)]
    if glued is not None:
        if kind != "MONTH":
            return None  # a4, oct12b
        tokens.append(("NUM", match.start("glued"), match.end("glued"), int(glued)))
    return tokens


def _acronym(text: str, start: int, stop: int) -> list[Raw] | None:
    word = text[start:stop]
    if word in lexicon_en.ACRONYMS:
        edge, unit = lexicon_en.ACRONYMS[word]
        return [("EDGE", start, stop, edge), ("THIS", stop, stop, ""), ("UNIT", stop, stop, unit)]
    return None


def _numbered(letter: str, number: int, start: int, stop: int) -> list[Raw] | None:
    """q3, h1, w40; b4 as one types it."""
    if letter == "b":
        return [("before", start, stop, "")] if number == 4 else None
    kind, most = _NUMBERED.get(letter, ("", 0))
    return [(kind, start, stop, number)] if 1 <= number <= most else None


def _mark(name: str) -> Reader:
    return lambda word, start, stop: [(name, start, stop, "")]


def _comparison(sign: str, start: int, stop: int) -> list[Raw]:
    equal = "=" in sign or sign in "≥≤"
    kind = ("since" if equal else "after") if sign[0] in ">≥" else ("until" if equal else "before")
    return [(kind, start, stop, "")]


# What reads the match of each group but the English ones; a group without a reader ends the island.
_READERS: Final[dict[str, Reader]] = (
    readers_zh.READERS
    | lexer_digits.READERS
    | {name: _mark(name) for name in ("comma", "dash", "slash", "paren")}
    | {"list": _mark("and"), "cmp": _comparison}
)
