"""Which records a search asks for: the tree of a query answered as a mask over one snapshot.

Filters come from the columns and the catalogue, words from the packed postings,
phrases and shapes from the index of word order; what is newer than that index is
read from the records. Everything is decided before anything is ranked, so a weak
match that the filters admit is never pushed out by strong ones they do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diurnal.engine.select_filters import filtered, mask_of
from diurnal.engine.select_sources import Sources
from diurnal.engine.select_texts import TextReader
from diurnal.errors import StoreDamaged
from diurnal.ports import NO_DAY, Mask, OrderFound, SearchFacts
from diurnal.query.asked import asked_words
from diurnal.query.expand import near, shaped
from diurnal.query.nodes import (
    EVERYTHING,
    All,
    AnyOf,
    Cased,
    Filter,
    Fuzzy,
    Node,
    Not,
    Phrase,
    Query,
    Scope,
    TextLeaf,
    Together,
    Wild,
    Word,
    wanted_leaves,
    without_exclusions,
)
from diurnal.query.steps import Want, chains_of

# Records read one by one for a search: about a fifth of a second.
MOST_READ = 2_000

INCOMPLETE = (
    "The index of word order is not ready: phrases, shapes and near words are looked for among the known words only;"
    " it is being made in the background."
)
CUT = "A shape stands for too many words; only the first of them were looked for. Write more letters."
READ_SOME = f"There were too many records to read one by one; only the newest {MOST_READ} were read."


@dataclass(frozen=True, slots=True)
class Selection:
    """The records a search asks for.

    ``mask`` is bool over the positions of the columns. ``words`` are those that shapes and near words stood for,
    for ranking and marking; for a word still being typed only if nothing holds it as it is. ``degraded`` and
    ``warnings`` are sentences for the answer. ``broken`` is true if the index of word order turned out damaged
    and must be made anew.
    """

    mask: Mask
    words: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    broken: bool = False


class Selector:
    """Answers searches over the snapshot it is given; keep one, it remembers the texts it read."""

    def __init__(self, facts: SearchFacts) -> None:
        self._reader = TextReader(facts)

    def select(self, query: Query, sources: Sources) -> Selection:
        """The records *query* asks for; an empty query asks for none."""
        if query.root == EVERYTHING:
            return Selection(np.zeros(len(sources.columns), np.bool_), warnings=query.warnings)
        search = _Search(sources, self._reader)
        everything = np.ones(len(sources.columns), np.bool_)
        mask = search.mask(query.root, everything)
        return Selection(
            mask,
            tuple(search.words),
            tuple(search.degraded),
            (*query.warnings, *search.warnings),
            search.broken,
        )


def newest_first(
    mask: Mask, day: NDArray[np.int32], start: NDArray[np.int64], ordinal: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Positions of *mask* in time, newest first; undated ones last.

    Args:
        mask: bool, shape (N,).
        day: the columns' day, ``NO_DAY`` for undated records.
        start: begin of the recorded span in wall seconds; later ones of a day come first.
        ordinal: place in the note, which decides among equals.
    """
    at = np.nonzero(mask)[0]
    undated = day[at] == NO_DAY
    when = np.where(undated, 0, start[at])
    return at[np.lexsort((ordinal[at], -when, -np.where(undated, 0, day[at]), undated))]


class _Search:
    """One search at work: masks of nodes, each within what the rest of the query still leaves open."""

    def __init__(self, sources: Sources, reader: TextReader) -> None:
        self.sources = sources
        self.reader = reader
        self.words: dict[str, None] = {}
        self.degraded: dict[str, None] = {}
        self.warnings: dict[str, None] = {}
        self.broken = False
        self._order = sources.order
        self._completes = False
        self._filters: dict[Filter, Mask] = {}
        self._looked_up: dict[TextLeaf, OrderFound | None] = {}

    def mask(self, node: Node, within: Mask) -> Mask:
        """Which records *within* satisfy *node*."""
        match node:
            case All(parts):
                # Cheap parts first: each leaves less for the next to read.
                for part in sorted(parts, key=_cost):
                    if not within.any():
                        break
                    within = self.mask(part, within)
                return within
            case AnyOf(parts):
                found = np.zeros_like(within)
                for part in parts:
                    found |= self.mask(part, within & ~found)
                return found
            case Not(part):
                return within & ~self.mask(part, within)
            case Together(Scope.SECTION, part):
                return within & self._in_section(part)
            case Together() | Cased():
                return self._by_reading(node, within)
            case Word():
                return self._word(node, within)
            case Phrase() | Wild() | Fuzzy():
                return self._ordered(node, within)
            case _:
                return within & self.filter(node)

    def filter(self, leaf: Filter) -> Mask:
        if leaf not in self._filters:
            self._filters[leaf] = filtered(leaf, self.sources)
        return self._filters[leaf]

    # --- Words ----------------------------------------------------------------------------------

    def _word(self, leaf: Word, within: Mask) -> Mask:
        words = asked_words(leaf.text)
        found = within.copy() if words else np.zeros_like(within)
        for word in words:
            here = self._with_any(word.any_of)
            if word.all_of:
                here |= self._with_all(word.all_of)
            if word.side_by_side:
                apart = found & ~here
                if self._can_order(apart):
                    here |= self._ordered(Phrase(word.side_by_side), apart)
                else:
                    here |= self._with_all(word.parts)
            found &= here
        if leaf.unfinished:
            # Records that hold the very word come first, so longer ones do not count for ranking beside it.
            self._completes = not found.any()
            found = found | self._ordered(leaf, within & ~found)
        return found

    def _with_any(self, tokens: tuple[str, ...]) -> Mask:
        rows = [
            self.sources.words.lookup(token, field)[0] for token in tokens for field in self.sources.fields
        ]
        return mask_of(self.sources, np.concatenate(rows) if rows else np.empty(0, np.int64))

    def _with_all(self, tokens: tuple[str, ...]) -> Mask:
        found = self._with_any(tokens[:1])
        for token in tokens[1:]:
            found &= self._with_any((token,))
        return found

    # --- Word order -----------------------------------------------------------------------------

    def _can_order(self, within: Mask) -> bool:
        return self._order is not None or int(np.count_nonzero(within)) <= MOST_READ

    def _ordered(self, leaf: TextLeaf, within: Mask) -> Mask:
        """Records *within* that satisfy a phrase, a shape, a near word or an unfinished word."""
        found = self._look_up(leaf)
        if found is None or self._order is None:
            return self._read_or_guess(leaf, within)
        newer = within & (self.sources.columns.rows > self._order.last_row)
        return (within & mask_of(self.sources, found.rows)) | self._read_or_guess(leaf, newer)

    def _look_up(self, leaf: TextLeaf) -> OrderFound | None:
        if leaf in self._looked_up or self._order is None:
            return self._looked_up.get(leaf)
        found: OrderFound | None = None
        try:
            found = self._order.select(leaf)
        except StoreDamaged as damage:
            self._order, self.broken = None, True
            self.degraded.setdefault(str(damage))
        else:
            is_typed = isinstance(leaf, Word)
            if self._completes or not is_typed:
                self.words.update(dict.fromkeys(found.words))
            if found.cut and not is_typed:
                self.warnings.setdefault(CUT)
        self._looked_up[leaf] = found
        return found

    def _read_or_guess(self, leaf: TextLeaf, within: Mask) -> Mask:
        """The same without the index: from the records themselves, or where they are too many from known words."""
        if int(np.count_nonzero(within)) > MOST_READ:
            self.degraded.setdefault(INCOMPLETE)
            within = within & self._guess(leaf)
        rows = self._newest_rows(within)
        return within & mask_of(self.sources, self.reader.rows_holding(leaf, rows))

    def _guess(self, leaf: TextLeaf) -> Mask:
        """Records that hold known words every step of *leaf* may stand for; stems, so some are missed."""
        found = np.ones(len(self.sources.columns), np.bool_)
        for chain in chains_of(leaf):
            for step in chain:
                if step.want is Want.WORD:
                    found &= self._word(Word(step.text), found)
                elif step.want is Want.SHAPE:
                    # Without a beginning every word would have to be looked at, which takes seconds.
                    beginning = step.text.split("*")[0].split("?")[0]
                    terms = sorted({*self._terms(beginning)}) if beginning else []
                    found &= self._with_any((*shaped(terms, step.text),))
                else:
                    # Nearly every mistake leaves the first letter alone, and this looks at a tenth of the words.
                    terms = sorted({*self._terms(step.text[0])})
                    found &= self._with_any(tuple(word for word, _ in near(terms, step.text, step.distance)))
        return found

    def _terms(self, beginning: str) -> Iterator[str]:
        for field in self.sources.fields:
            yield from self.sources.words.terms(beginning, field)

    # --- Line, block, case, section -------------------------------------------------------------

    def _by_reading(self, node: Together | Cased, within: Mask) -> Mask:
        within = self.mask(without_exclusions(node.part), within)
        rows = self._newest_rows(within)
        positions = self.sources.columns.positions

        def admits(row: int, leaf: Filter) -> bool:
            return bool(self.filter(leaf)[positions([row])[0]])

        return within & mask_of(self.sources, self.reader.rows_with(node, rows, admits))

    def _newest_rows(self, within: Mask) -> list[int]:
        rows = self.sources.columns.rows[within]
        if len(rows) > MOST_READ:
            self.warnings.setdefault(READ_SOME)
            rows = np.sort(rows)[-MOST_READ:]
        return [int(row) for row in rows]

    def _in_section(self, part: Node) -> Mask:
        """Records of the sections that satisfy *part*: those that hold a wanted word of it, or all if it names none."""
        groups = self.sources.columns.heading_group
        everything = np.ones(len(groups), np.bool_)
        chosen = self._sections(part, groups)[groups] if len(groups) else everything
        wanted = tuple(wanted_leaves(part))
        return self.mask(AnyOf(wanted), chosen) if wanted else chosen

    def _sections(self, node: Node, groups: NDArray[np.int32]) -> Mask:
        """Which sections satisfy *node*: each leaf may stand in another record of the section."""
        count = int(groups.max(initial=-1)) + 1
        match node:
            case All(parts) | AnyOf(parts):
                found = np.full(count, isinstance(node, All))
                for part in parts:
                    here = self._sections(part, groups)
                    found = found & here if isinstance(node, All) else found | here
                return found
            case Not(part):
                return ~self._sections(part, groups)
            case _:
                found = np.zeros(count, np.bool_)
                found[groups[self.mask(node, np.ones(len(groups), np.bool_))]] = True
                return found


def _cost(node: Node) -> int:
    match node:
        case Word(_, unfinished):
            return 2 if unfinished else 1
        case Phrase() | Wild() | Fuzzy():
            return 2
        case All(parts) | AnyOf(parts):
            return max(map(_cost, parts), default=0)
        case Not(part):
            return _cost(part)
        case Together() | Cased():
            return 3
        case _:
            return 0
