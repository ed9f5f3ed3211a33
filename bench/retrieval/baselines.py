"""What is compared with: plain BM25 over entries, and matching as grep does it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from bench.retrieval.data import Entry

from diurnal.rank.tokens import counted_length, query_tokens, tokens


class Bm25:
    """BM25 (k1 1.2, b 0.75) over ``speaker: text``, stemmed, with the stop list: what most systems ship."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._keys = [entry.key for entry in entries]
        docs = [tokens(f"{entry.speaker}: {entry.text}") for entry in entries]
        self._lengths = [counted_length(doc) for doc in docs]
        self._mean = sum(self._lengths) / max(1, len(docs))
        self._held: dict[str, list[tuple[int, int]]] = {}
        for place, doc in enumerate(docs):
            for term, count in Counter(doc).items():
                self._held.setdefault(term, []).append((place, count))

    def ranked(self, question: str) -> list[str]:
        """Keys of the entries that hold a word of *question*, best first."""
        scores: dict[int, float] = {}
        for term in query_tokens(question):
            held = self._held.get(term, [])
            idf = log(1 + (len(self._keys) - len(held) + 0.5) / (len(held) + 0.5))
            for place, count in held:
                damping = 1.2 * (0.25 + 0.75 * self._lengths[place] / self._mean)
                scores[place] = scores.get(place, 0.0) + idf * count * 2.2 / (count + damping)
        return [self._keys[place] for place in sorted(scores, key=lambda place: (-scores[place], place))]


class Grep:
    """Entries by how many of the question's words they hold as written, the newest first among equals."""

    _WORD = re.compile(r"[^\W_]+")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = [(entry.key, entry.text.casefold()) for entry in entries]

    def ranked(self, question: str) -> list[str]:
        """Keys of the entries that hold a word of *question*."""
        words = {
            word for word in self._WORD.findall(question.casefold()) if len(word) > 2 or not word.isascii()
        }
        held = [(sum(word in text for word in words), key) for key, text in reversed(self._entries)]
        return [key for count, key in sorted(held, key=lambda item: -item[0]) if count]
