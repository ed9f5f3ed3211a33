"""What retrieval is compared with: plain BM25 over records, and matching as grep does it.

Both are made anew from texts and held in memory; no answer is ever ranked by them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from math import log

from diurnal.rank.tokens import counted_length, query_tokens, tokens


class Bm25:
    """BM25 (k1 1.2, b 0.75), stemmed, with the stop list: what most systems ship.

    Args:
        texts: a key and a text for each record; keys are told apart, equal scores keep this order.
    """

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._keys: list[str] = []
        self._lengths: list[int] = []
        self._held: dict[str, list[tuple[int, int]]] = {}
        for place, (key, text) in enumerate(texts):
            doc = tokens(text)
            self._keys.append(key)
            self._lengths.append(counted_length(doc))
            for term, count in Counter(doc).items():
                self._held.setdefault(term, []).append((place, count))
        self._mean = sum(self._lengths) / max(1, len(self._lengths))

    def ranked(self, question: str) -> list[str]:
        """Keys of the records that hold a word of *question*, best first."""
        scores: dict[int, float] = {}
        for term in query_tokens(question):
            held = self._held.get(term, [])
            idf = log(1 + (len(self._keys) - len(held) + 0.5) / (len(held) + 0.5))
            for place, count in held:
                damping = 1.2 * (0.25 + 0.75 * self._lengths[place] / self._mean)
                scores[place] = scores.get(place, 0.0) + idf * count * 2.2 / (count + damping)
        return [self._keys[place] for place in sorted(scores, key=lambda place: (-scores[place], place))]


class Grep:
    """Records by how many of the question's words they hold as written, the newest first among equals.

    Args:
        texts: a key and a text for each record, oldest first.
    """

    _WORD = re.compile(r"[^\W_]+")

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._texts = [(key, text.casefold()) for key, text in texts]

    def ranked(self, question: str) -> list[str]:
        """Keys of the records that hold a word of *question*."""
        words = {
            word for word in self._WORD.findall(question.casefold()) if len(word) > 2 or not word.isascii()
        }
        held = [(sum(word in text for word in words), key) for key, text in reversed(self._texts)]
        return [key for count, key in sorted(held, key=lambda item: -item[0]) if count]
