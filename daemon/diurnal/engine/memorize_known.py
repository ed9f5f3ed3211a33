"""Is a fact known already? By its words, and by its meaning where there is an embedder."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from diurnal.errors import EmbedderFailed
from diurnal.model.record import Record
from diurnal.model.regex import regex
from diurnal.ports import Embedder

# Cosine above which two statements are the same one in other words.
SAME_MEANING = 0.95
# Share of words two statements have in common above which they are the same one.
SAME_WORDS = 0.9

_WORD = regex(r"[^\W_]+")
_CJK = regex(r"[\u2e80-\u9fff\uac00-\ud7af]")


@dataclass(slots=True)
class Known:
    """Statements that need not be learned: records that were shown or recalled, and facts taken in before.

    ``warning`` says why meaning was not compared, if it was to be.
    """

    embedder: Embedder | None
    warning: str = ""
    _texts: list[str] = field(default_factory=list)
    _vectors: dict[str, np.ndarray] = field(default_factory=dict)

    def prepare(self, facts: Sequence[str], records: Sequence[Record]) -> None:
        """Take *records* as known, and embed them and *facts* in one call."""
        self._texts = [record.text for record in records]
        wanted = list(dict.fromkeys([*facts, *self._texts]))
        if self.embedder is None or not facts:
            return
        try:
            vectors = self.embedder.embed(wanted)
        except EmbedderFailed as fault:
            self.warning = f"Facts were compared by their words alone: {fault.message}"
            return
        self._vectors = dict(zip(wanted, vectors, strict=True))

    def has(self, fact: str, *, besides: Sequence[Record] = ()) -> bool:
        """True if *fact* is known. Of *besides*, which it replaces, only the very same words count."""
        apart = {record.text for record in besides}
        return any(
            _key(text) == _key(fact) or (text not in apart and self._is_same(fact, text))
            for text in self._texts
        )

    def add(self, fact: str) -> None:
        """*fact* is known from now on."""
        self._texts.append(fact)

    def _is_same(self, one: str, other: str) -> bool:
        if one in self._vectors and other in self._vectors:
            return float(self._vectors[one] @ self._vectors[other]) > SAME_MEANING
        first, second = _words(one), _words(other)
        both = len(first | second)
        # Numbers decide: a rent of 950 is not a rent of 900.
        return bool(both) and len(first & second) / both >= SAME_WORDS and _numbers(one) == _numbers(other)


def _key(text: str) -> str:
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def _words(text: str) -> frozenset[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    spaced = _CJK.sub(lambda match: f" {match[0]} ", folded)
    return frozenset(_WORD.findall(spaced))


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", unicodedata.normalize("NFKC", text))
