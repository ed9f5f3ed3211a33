"""Words with their places, for whatever depends on order or on a word's written form.

``rank.tokens`` stems and overlaps words so that questions find them; a phrase
needs the opposite: every word once, as written, numbered. Both fold text the
same way (``rank.fold``), so accents, width and Traditional characters agree.
A *unit* is a run of letters, a run of digits, one character of a script written
without spaces, or one pictogram. Time is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from operator import add

from diurnal.model.regex import regex
from diurnal.rank.fold import fold, fold_keeping_case, folded_and_settled
from diurnal.rank.tokens import is_single

UNITS_RECIPE = "diurnal-units-1"

# A run nobody types whole (a data URL, minified text) is cut, so no term of an index grows without bound.
LONGEST_UNIT = 64


@cache
def _scanner() -> re.Pattern[str]:
    # `re` takes vowel signs and other marks for no letters, though words consist of them.
    marks = "".join(
        chr(code) for code in range(0x300, 0x1F000) if unicodedata.category(chr(code)) in ("Mn", "Mc")
    )
    pictures = "[\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff]"
    return re.compile(rf"(?P<digits>\d+)|(?P<letters>(?:[^\W\d_]|[{marks}])+)|(?P<picture>{pictures})")


# The same in a text of nothing but ASCII and Simplified characters (see ``folded_and_settled``).
_SETTLED_RUN = regex(r"[0-9]+|[a-zA-Z]+|[\u3400-\u4dbf\u4e00-\u9fff]+")
_ASCII = regex(r"[0-9]+|[a-zA-Z]+")
_DIGIT = regex("[0-9]")
_ASCII_MIXED = regex(r"(?<![a-zA-Z0-9])(?:[a-zA-Z]+[0-9]|[0-9]+[a-zA-Z])[a-zA-Z0-9]*")
# Between characters written without spaces, the end of a clause is the end of a word.
_CLAUSE_END = regex(r"[,.!?;:。、]")

_dense = cache(is_single)

# (unit, position, start and end in the folded text)
_Placed = tuple[str, int, int, int]


def _cut(run: str, start: int) -> Iterator[tuple[str, int]]:
    for at in range(0, len(run), LONGEST_UNIT):
        yield run[at : at + LONGEST_UNIT], start + at


def _scan(folded: str) -> Iterator[_Placed]:
    position = 0
    if folded.isascii():
        for found in _ASCII.finditer(folded):
            for unit, start in _cut(found.group(), found.start()):
                yield unit, position, start, start + len(unit)
                position += 1
        return
    dense_until = -1
    for found in _scanner().finditer(folded):
        run, start = found.group(), found.start()
        at = 0
        while at < len(run):
            if _dense(run[at]):
                if dense_until >= 0 and _CLAUSE_END.search(folded, dense_until, start + at):
                    position += 1
                yield run[at], position, start + at, start + at + 1
                at += 1
                dense_until = start + at
            else:
                end = at
                while end < len(run) and not _dense(run[end]):
                    end += 1
                for unit, begin in _cut(run[at:end], start + at):
                    yield unit, position, begin, begin + len(unit)
                    position += 1
                at = end
                dense_until = -1
                continue
            position += 1


def units(text: str, *, cased: bool = False) -> list[tuple[str, int]]:
    """Units of *text* with their positions, which grow by one from word to word.

    Between two characters of an unspaced script a clause mark skips one position,
    so 买菜 does not stand in 买。菜; line breaks and Markdown marks skip none.
    """
    folded = fold_keeping_case(text) if cased else fold(text)
    return _plain_units(folded) or [(unit, position) for unit, position, _, _ in _scan(folded)]


def _plain_units(folded: str) -> list[tuple[str, int]]:
    """The same, ten times as fast, for ASCII without runs that must be cut; empty for other text."""
    if not folded.isascii():
        return []
    runs = _ASCII.findall(folded)
    if max(map(len, runs), default=0) > LONGEST_UNIT:
        return []
    return list(zip(runs, range(len(runs)), strict=True))


def index_terms(text: str) -> list[tuple[str, int]]:
    """Units of *text* for an index, and beside them what makes it fast and complete.

    Two neighbouring characters of an unspaced script also come as a pair at the first one's
    position; ``gpt4`` comes whole at the position of ``gpt``. The list is ordered by position.
    """
    folded, is_settled = (text, True) if text.isascii() else folded_and_settled(text)
    folded = folded.lower()
    has_digit = _DIGIT.search(folded) is not None
    mixed = {found.start(): found.group() for found in _ASCII_MIXED.finditer(folded)} if has_digit else {}
    if is_settled:
        return (not mixed and _plain_units(folded)) or _settled_terms(folded, mixed)
    placed = list(_scan(folded))
    terms: list[tuple[str, int]] = []
    for number, (unit, position, start, _) in enumerate(placed):
        terms.append((unit, position))
        if start in mixed and len(mixed[start]) <= LONGEST_UNIT:
            terms.append((mixed[start], position))
        if number + 1 < len(placed) and _dense(unit):
            after, at, _, _ = placed[number + 1]
            if at == position + 1 and _dense(after):
                terms.append((unit + after, position))
    return terms


def _settled_terms(folded: str, mixed: Mapping[int, str]) -> list[tuple[str, int]]:
    """``index_terms`` of ASCII and Simplified characters, which most texts are, in a fifth of the time."""
    terms: list[tuple[str, int]] = []
    position, dense_until = 0, -1
    for found in _SETTLED_RUN.finditer(folded):
        run, start = found.group(), found.start()
        if run > "\x7f":
            if dense_until >= 0:
                if _CLAUSE_END.search(folded, dense_until, start):
                    position += 1
                else:
                    terms.append((folded[dense_until - 1] + run[0], position - 1))
            for unit, pair in zip(run, map(add, run, run[1:]), strict=False):
                terms.append((unit, position))
                terms.append((pair, position))
                position += 1
            terms.append((run[-1], position))
            position += 1
            dense_until = found.end()
            continue
        terms.append((run[:LONGEST_UNIT], position))
        if start in mixed and len(mixed[start]) <= LONGEST_UNIT:
            terms.append((mixed[start], position))
        position += 1
        for at in range(LONGEST_UNIT, len(run), LONGEST_UNIT):
            terms.append((run[at : at + LONGEST_UNIT], position))
            position += 1
        dense_until = -1
    return terms


def is_dense(unit: str) -> bool:
    """True for one character of a script written without spaces between words."""
    return len(unit) == 1 and _dense(unit)


def has_words(text: str) -> bool:
    """True if anything in *text* could be found: a letter, a digit or a pictogram of any script."""
    return next(_scan(fold(text)), None) is not None
