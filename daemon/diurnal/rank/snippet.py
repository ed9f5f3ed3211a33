"""The piece of a record's text that shows why it was found."""

from __future__ import annotations

from diurnal.model.hit import Snippet
from diurnal.rank.tokens import query_tokens, spans


def snippet_of(text: str, words: str, *, limit: int = 240) -> Snippet:
    """At most *limit* characters of *text* around the first match of *words*, with the matches marked."""
    wanted = set(query_tokens(words))
    marks = [(start, end) for token, start, end in spans(text) if token in wanted]
    begin = max(0, min((start for start, _ in marks), default=0) - limit // 3)
    end = min(len(text), begin + limit)
    inside = [(max(start, begin) - begin, min(stop, end) - begin) for start, stop in marks if start < end and stop > begin]
    return Snippet(text[begin:end], tuple(dict.fromkeys(inside)))
