"""What a search reads: the columns, the words, the facts and the order of words of one snapshot."""

from __future__ import annotations

from dataclasses import dataclass

from diurnal.ports import Columns, KeywordView, SearchFacts, WordOrder


@dataclass(frozen=True, slots=True)
class Sources:
    """One snapshot as a search reads it. ``fields`` are the fields of the postings a word may stand in.

    ``order`` is None while there is no index of word order: phrases and shapes are then read from the
    records themselves as far as that is quick, and said to be incomplete beyond.
    """

    columns: Columns
    words: KeywordView
    facts: SearchFacts
    order: WordOrder | None = None
    fields: tuple[str, ...] = ("text", "heading", "names", "day")
