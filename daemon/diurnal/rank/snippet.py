"""The piece of a record's text that shows why it was found, with the matched words marked.

Marks are offsets into the piece, which is cut from the text as the note has it:
whatever its width, accents or normal form, what is marked is what stands there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

from diurnal.model.hit import Snippet
from diurnal.rank.tokens import is_single, query_tokens, spans

# Of a very long text only so much is looked at for a better piece.
LONGEST_READ = 20_000

_ONE_LINE = str.maketrans("\r\n\t", "   ")


def snippet_of(text: str, words: str, *, limit: int = 240) -> Snippet:
    """The piece of *text*, at most *limit* characters and an ellipsis at each cut, that holds most of *words*.

    Args:
        words: the question, or what is left of it without the words for time.

    Returns:
        A piece of one line with its marks ascending and apart; without a match, the beginning of the text.
    """
    found = spans(text[:LONGEST_READ], _asked(words))
    start, end = _best_window(found, len(text), limit)
    before, after = ("…" if start else ""), ("…" if end < len(text) else "")
    piece = text[start:end].translate(_ONE_LINE)
    moved = len(before) - start
    marks = _joined((a + moved, b + moved) for _, a, b in found if start <= a and b <= end)
    return Snippet(before + piece + after, marks)


@lru_cache(maxsize=64)
def _asked(words: str) -> frozenset[str]:
    """The tokens to mark; the same for every hit of an answer."""
    return frozenset(query_tokens(words) or query_tokens(words, stops=True))


def _best_window(found: list[tuple[str, int, int]], size: int, limit: int) -> tuple[int, int]:
    """Start and end of the piece with the most different words, the first of equals."""
    if size <= limit or not found:
        return 0, min(size, limit)
    starts = [start for _, start, _ in found]
    # A little of what stands before the first match is shown, so that it reads as a sentence.
    lead = limit // 6
    width = limit - lead
    best, best_at = -1.0, 0
    for at, (_, start, _) in enumerate(found):
        upto = bisect_left(starts, start + width)
        inside = {token for token, _, end in found[at:upto] if end <= start + width}
        worth = sum(0.5 if is_single(token) else 1.0 for token in inside)
        if worth > best:
            best, best_at = worth, at
        if upto == len(found):
            break
    start = max(0, min(starts[best_at] - lead, size - limit))
    return start, min(size, start + limit)


def _joined(marks: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Overlapping and touching marks as one, ascending."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(set(marks)):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
