"""What a plain word asks of the tokens of a record.

The tokenizer writes ``gpt-4`` whole and in parts, and Chinese in pairs, so that
records are found however they wrote it. Asking must be the other side of that:
one word may be satisfied whole, joined, or by its parts side by side.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache

from diurnal.query.words import is_dense, units
from diurnal.rank.tokens import spans

# Parts this long mean something apart (tea-cups); shorter ones (a/b, gpt-4) only side by side.
_LONG_PART = 3


@dataclass(frozen=True, slots=True)
class AskedWord:
    """Satisfied by any token of ``any_of``, by all of ``all_of`` (unless empty), or by ``side_by_side`` as a phrase.

    ``parts`` are the tokens that a record with the phrase is likely to hold: what is left to ask where
    no index knows the order of words.
    """

    any_of: tuple[str, ...]
    all_of: tuple[str, ...]
    side_by_side: str = ""
    parts: tuple[str, ...] = ()

    def is_in(self, tokens: Set[str]) -> bool:
        """True if *tokens* satisfy it, the phrase aside."""
        return any(token in tokens for token in self.any_of) or (
            bool(self.all_of) and all(token in tokens for token in self.all_of)
        )


@lru_cache(maxsize=4_096)
def asked_words(text: str) -> tuple[AskedWord, ...]:
    """The words of *text* as the tokenizer divides it; all of them are asked for."""
    found = sorted(spans(text), key=lambda span: (span[1], -span[2]))
    words: list[AskedWord] = []
    group: list[tuple[str, int, int]] = []
    end = -1
    for span in found:
        if group and span[1] >= end:
            words.append(_word_of(text, group))
            group = []
        group.append(span)
        end = max(end, span[2]) if len(group) > 1 else span[2]
    if group:
        words.append(_word_of(text, group))
    return tuple(dict.fromkeys(words))


def _word_of(text: str, group: list[tuple[str, int, int]]) -> AskedWord:
    first = group[0][1]
    last = max(end for _, _, end in group)
    whole = tuple(token for token, start, end in group if (start, end) == (first, last))
    inner = [span for span in group if span[1:] != (first, last)]
    if all(is_dense(character) for character in group[0][0]):
        return AskedWord(whole, () if whole else tuple(token for token, _, _ in inner if len(token) > 1))
    written = text[first:last]
    if not inner or len(units(written)) == 1:
        return AskedWord(whole, ())
    parts = tuple(token for token, _, _ in inner)
    apart = _has_joints(inner, first, last) and all(len(part) >= _LONG_PART for part in parts)
    return AskedWord(whole, parts if apart else (), written, parts)


def _has_joints(inner: list[tuple[str, int, int]], first: int, last: int) -> bool:
    """True if something stands between the parts: ``tea-cups``, not ``Gpt4``."""
    at = first
    for _, start, end in inner:
        if start > at:
            return True
        at = max(at, end)
    return at < last
