"""Which words of a vocabulary a shape, a near word or a beginning stands for.

A vocabulary is any ascending list of folded words: that of the Whoosh index, or
of the packed postings while there is no Whoosh index, so both answer alike.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence


def starting(vocabulary: Sequence[str], beginning: str) -> Iterator[str]:
    """Words that begin with *beginning*, ascending; a look at those words only."""
    at = bisect_left(vocabulary, beginning)
    while at < len(vocabulary) and vocabulary[at].startswith(beginning):
        yield vocabulary[at]
        at += 1


def shape_of(text: str) -> Callable[[str], bool]:
    """A test for the shape *text*: ``*`` is any run of characters, ``?`` any one; time is linear in the word."""
    pieces = [
        re.compile("".join("." if letter == "?" else re.escape(letter) for letter in piece), re.DOTALL)
        for piece in text.split("*")
    ]
    if len(pieces) == 1:
        return lambda word: pieces[0].fullmatch(word) is not None
    head, *middle, tail = pieces
    tail_length = len(text) - text.rfind("*") - 1

    def fits(word: str) -> bool:
        # Each piece between two stars at its first place: a regular expression would try every place.
        at = head.match(word)
        end = at.end() if at else -1
        for piece in middle:
            at = piece.search(word, end) if end >= 0 else None
            end = at.end() if at else -1
        return 0 <= end <= len(word) - tail_length and tail.match(word, len(word) - tail_length) is not None

    return fits


def shaped(vocabulary: Sequence[str], text: str) -> Iterator[str]:
    """Words of the shape *text*, ascending; a look at those that begin as it does."""
    beginning = re.split(r"[*?]", text, maxsplit=1)[0]
    if text == beginning + "*":
        return starting(vocabulary, beginning)
    return filter(shape_of(text), starting(vocabulary, beginning))


def distance(one: str, other: str, most: int) -> int:
    """Letters to put in, leave out or change between two words; ``most + 1`` if it is more than *most*."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        here = [row]
        for column, sign in enumerate(other, 1):
            here.append(min(before[column] + 1, here[column - 1] + 1, before[column - 1] + (letter != sign)))
        if min(here) > most:
            return most + 1
        before = here
    return min(before[-1], most + 1)


def near(vocabulary: Sequence[str], word: str, most: int) -> Iterator[tuple[str, int]]:
    """Words at most *most* letters from *word*, ascending, each with its distance.

    The vocabulary is walked as the tree its common beginnings make: beginnings already
    too far off are skipped whole.
    """
    size = len(word)
    rows = [list(range(size + 1))]
    at, previous = 0, ""
    while at < len(vocabulary):
        term = vocabulary[at]
        shared = 0
        for one, other in zip(previous, term, strict=False):
            if one != other or shared + 1 >= len(rows):
                break
            shared += 1
        del rows[shared + 1 :]
        depth = shared
        too_far = False
        while depth < len(term):
            letter, before = term[depth], rows[-1]
            here = [depth + 1]
            for column in range(1, size + 1):
                cost = before[column - 1] + (word[column - 1] != letter)
                here.append(min(cost, before[column] + 1, here[column - 1] + 1))
            depth += 1
            if min(here) > most:
                too_far = True
                break
            rows.append(here)
        previous = term
        if too_far:
            # Past every word with this beginning.
            beginning = term[:depth]
            at = bisect_left(vocabulary, beginning[:-1] + chr(min(ord(beginning[-1]) + 1, 0x10FFFF)), at + 1)
            continue
        if rows[-1][size] <= most:
            yield term, rows[-1][size]
        at += 1
