"""Reading a record's own text to answer a search: for what no index knows.

Records newer than the index of word order, words on one line or in one block,
and agreement in case. A ``TextReader`` serves any number of
questions and remembers what it read: the content of a row never changes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

from diurnal.model.record import Record
from diurnal.model.regex import regex
from diurnal.ports import SearchFacts
from diurnal.query.asked import asked_words
from diurnal.query.nodes import (
    All,
    AnyOf,
    Cased,
    Filter,
    Fuzzy,
    Node,
    Not,
    Phrase,
    Scope,
    TextLeaf,
    Together,
    Wild,
    Word,
)
from diurnal.query.steps import PlacedText, chains_of, searched_texts
from diurnal.rank.tokens import tokens

# Records whose words stay at hand; between two generations of the index few are newer than it.
_REMEMBERED = 4_000
_BLANK_LINE = regex(r"\n\s*\n")


class Text:
    """One stretch of a record: its words with their places, as they are and with their case."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts
        self._placed: dict[bool, PlacedText] = {}
        self._tokens: set[str] | None = None

    def holds(self, leaf: TextLeaf, *, cased: bool = False) -> bool:
        """True if this stretch alone satisfies *leaf*."""
        if not isinstance(leaf, Word):
            return self._placed_text(cased).holds(chains_of(leaf, cased=cased))
        if cased:
            return self._placed_text(True).holds(chains_of(leaf, cased=True))
        words = asked_words(leaf.text)
        if self._tokens is None:
            self._tokens = {token for text in self._texts for token in tokens(text)}
        found = bool(words) and all(
            word.is_in(self._tokens) or (bool(word.side_by_side) and self.holds(Phrase(word.side_by_side)))
            for word in words
        )
        return found or (leaf.unfinished and self._placed_text(False).holds(chains_of(leaf)))

    def _placed_text(self, cased: bool) -> PlacedText:
        if cased not in self._placed:
            self._placed[cased] = PlacedText.of(self._texts, cased=cased)
        return self._placed[cased]


class TextReader:
    """Texts of records by row, read in batches."""

    def __init__(self, facts: SearchFacts) -> None:
        self._facts = facts
        self._texts: dict[int, Text] = {}
        self._lock = threading.Lock()

    def rows_holding(self, leaf: TextLeaf, rows: list[int]) -> list[int]:
        """Those of *rows* whose record satisfies *leaf*."""
        texts = {row: text for row in rows if (text := self._texts.get(row)) is not None}
        missing = [row for row in rows if row not in texts]
        for row, record in self._facts.with_rows(missing) if missing else ():
            texts[row] = Text(searched_texts(record))
        self._remember(texts)
        return [row for row in rows if row in texts and texts[row].holds(leaf)]

    def _remember(self, texts: dict[int, Text]) -> None:
        with self._lock:
            self._texts.update(texts)
            while len(self._texts) > _REMEMBERED:
                del self._texts[next(iter(self._texts))]

    def rows_with(self, node: Together | Cased, rows: list[int], admits: Admits) -> list[int]:
        """Those of *rows* of which a line, a block or the whole record satisfies *node*, case or place minded.

        *admits* tells whether a row is admitted by a filter: filters speak of the record, wherever they stand.
        """
        return [
            row
            for row, record in self._facts.with_rows(rows)
            if _record_has(record, node, partial(admits, row), cased=False)
        ]


Admits = Callable[[int, Filter], bool]
_Admitted = Callable[[Filter], bool]


def _record_has(record: Record, node: Together | Cased, admitted: _Admitted, *, cased: bool) -> bool:
    if isinstance(node, Cased):
        return _holds(Text(searched_texts(record)), node.part, record, admitted, cased=True)
    return any(
        _holds(Text(stretch), node.part, record, admitted, cased=cased)
        for stretch in _stretches(record, node.scope)
    )


def _stretches(record: Record, scope: Scope) -> Iterator[list[str]]:
    """Lines or blocks of the record's text, empty ones left out; the headings above it are some of their own."""
    if scope is Scope.SECTION:
        yield searched_texts(record)
        return
    pieces = _BLANK_LINE.split(record.text) if scope is Scope.BLOCK else record.text.split("\n")
    # An empty line holds none of the excluded words, but nobody means it.
    yield from ([piece] for piece in (*pieces, *record.heading) if piece.strip())


def _holds(text: Text, node: Node, record: Record, admitted: _Admitted, *, cased: bool) -> bool:
    match node:
        case All(parts):
            return all(_holds(text, part, record, admitted, cased=cased) for part in parts)
        case AnyOf(parts):
            return any(_holds(text, part, record, admitted, cased=cased) for part in parts)
        case Not(part):
            return not _holds(text, part, record, admitted, cased=cased)
        case Cased(part):
            return _holds(text, part, record, admitted, cased=True)
        case Together():
            return _record_has(record, node, admitted, cased=cased)
        case Word() | Phrase() | Wild() | Fuzzy():
            return text.holds(node, cased=cased)
        case _:
            return admitted(node)
