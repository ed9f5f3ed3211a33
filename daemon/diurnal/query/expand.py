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
    """Letters to put in, leave out, change or swap with the next between two words; ``most + 1`` if more than *most*."""
    found = next(near([one], other, most), None)
    return found[1] if found else most + 1


def near(vocabulary: Sequence[str], word: str, most: int) -> Iterator[tuple[str, int]]:
    """Words at most *most* letters from *word*, ascending, each with its distance.

    The vocabulary is walked as the tree its common beginnings make, and beginnings already too far off
    are skipped whole. Only the cells of the edit table that can still count are filled.
    """
    size, beyond = len(word), most + 1
    # rows[d][c]: distance between the first d letters of the term and the first c of the word.
    rows = [[min(column, beyond) for column in range(size + 1)]]
    at, previous = 0, ""
    while at < len(vocabulary):
        term = vocabulary[at]
        depth = 0
        for one, other in zip(previous, term, strict=False):
            if one != other or depth + 1 >= len(rows):
                break
            depth += 1
        del rows[depth + 1 :]
        previous = term
        while depth < len(term) and len(rows) == depth + 1:
            row = _next_row(rows, term, word, most)
            depth += 1
            if min(row) <= most:
                rows.append(row)
        if len(rows) == depth + 1:
            if rows[-1][size] <= most:
                yield term, rows[-1][size]
            at += 1
        else:
            # Past every word with this beginning.
            after = term[: depth - 1] + chr(min(ord(term[depth - 1]) + 1, 0x10FFFF))
            at = bisect_left(vocabulary, after, at + 1)


def _next_row(rows: list[list[int]], term: str, word: str, most: int) -> list[int]:
    """The row of the edit table for the next letter of *term*; cells far from the diagonal stay beyond *most*."""
    depth, size, beyond = len(rows), len(word), most + 1
    before = rows[-1]
    letter = term[depth - 1]
    here = [beyond] * (size + 1)
    if depth <= most:
        here[0] = depth
    for column in range(max(1, depth - most), min(size, depth + most) + 1):
        cell = before[column - 1] + (word[column - 1] != letter)
        if before[column] < cell:
            cell = before[column] + 1
        if here[column - 1] < cell:
            cell = here[column - 1] + 1
        if depth > 1 and column > 1 and letter == word[column - 2] and term[depth - 2] == word[column - 1]:
            cell = min(cell, rows[-2][column - 2] + 1)
        here[column] = min(cell, beyond)
    return here
