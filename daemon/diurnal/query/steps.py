"""A text leaf as steps of words, for whoever knows where words stand.

``Phrase``, ``Wild``, ``Fuzzy`` and an unfinished ``Word`` all come down to the
same thing: words, known or of a shape, at fixed distances from each other. The
Whoosh index looks them up, ``holds`` tests one text; both read these steps, so
what is found does not depend on who was asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from diurnal.model.record import Record
from diurnal.query.expand import distance, shape_of
from diurnal.query.nodes import Fuzzy, Phrase, TextLeaf, Wild, Word
from diurnal.query.words import index_terms, is_dense, units
from diurnal.rank.fold import fold, fold_keeping_case

# Stand for the two signs while a text is folded; private-use characters fold to themselves.
_STAR, _ANY = "\ue000", "\ue001"
_HIDDEN = str.maketrans({"*": _STAR, "?": _ANY})
_SHOWN = str.maketrans({_STAR: "*", _ANY: "?"})


class Want(StrEnum):
    """How a step names its word."""

    WORD = "word"
    SHAPE = "shape"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Step:
    """One word wanted, ``offset`` places after the first of its chain."""

    want: Want
    text: str
    offset: int = 0
    distance: int = 0


Chain = tuple[Step, ...]


def searched_texts(record: Record) -> list[str]:
    """The texts of *record* a search looks into: its own, the headings above it, its names and its note's title."""
    return [record.text, *record.heading, *record.names, record.title]


def chains_of(leaf: TextLeaf, *, cased: bool = False) -> tuple[Chain, ...]:
    """The chains that must all stand in a record; none if *leaf* holds no word (then nothing is found)."""
    match leaf:
        case Phrase(text):
            chain = _known(text, cased)
        case Word(text, unfinished):
            chain = _known(text, cased)
            if unfinished and chain and not is_dense(chain[-1].text):
                last = chain[-1]
                chain = (*chain[:-1], Step(Want.SHAPE, last.text + "*", last.offset))
        case Fuzzy(text, most):
            chain = _known(text, cased)
            if len(chain) == 1 and not is_dense(chain[0].text):
                chain = (Step(Want.NEAR, chain[0].text, 0, most),)
        case Wild(text):
            return tuple(_wild_chains(text, cased))
    return (chain,) if chain else ()


def _known(text: str, cased: bool) -> Chain:
    return tuple(Step(Want.WORD, unit, position) for unit, position in units(text, cased=cased))


def _wild_chains(text: str, cased: bool) -> Iterator[Chain]:
    """Chains of a text with ``*`` and ``?``; a star that touches no letter parts one chain from the next."""
    chain: list[Step] = []
    position = 0
    for run in _runs(text.translate(_HIDDEN), cased):
        if run == "*":
            if chain:
                yield tuple(chain)
            chain, position = [], 0
        elif run == "?":
            position += 1
        elif "*" in run or "?" in run:
            chain.append(Step(Want.SHAPE, run, position))
            position += 1
        else:
            for unit, at in units(run, cased=cased):
                chain.append(Step(Want.WORD, unit, position + at))
            position = chain[-1].offset + 1 if chain else position
    if chain:
        first = chain[0].offset
        yield tuple(Step(step.want, step.text, step.offset - first, step.distance) for step in chain)


def _is_letter(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character).startswith("M")


def _runs(hidden: str, cased: bool) -> Iterator[str]:
    """Words of *hidden*, those with signs whole, signs beside no letter alone."""
    word = ""
    for character in fold_keeping_case(hidden) if cased else fold(hidden):
        if character in (_STAR, _ANY) or (_is_letter(character) and not is_dense(character)):
            word += character
            continue
        if word:
            yield from _split(word)
            word = ""
        if is_dense(character):
            yield character
    if word:
        yield from _split(word)


def _split(word: str) -> Iterator[str]:
    if word.strip(_STAR + _ANY):
        yield re.sub(f"{_STAR}+", _STAR, word).translate(_SHOWN)
    else:
        yield "*" if _STAR in word else "?"


@dataclass(frozen=True, slots=True)
class PlacedText:
    """Texts with the places of their words; different texts never touch."""

    places: dict[str, tuple[int, ...]]

    @classmethod
    def of(cls, texts: Iterable[str], *, cased: bool = False) -> PlacedText:
        places: dict[str, list[int]] = {}
        for term, position in placed_terms(texts, cased=cased):
            places.setdefault(term, []).append(position)
        return cls({term: tuple(found) for term, found in places.items()})

    def holds(self, chains: tuple[Chain, ...]) -> bool:
        """True if there is a chain and every one of them stands here."""
        return bool(chains) and all(self._has(chain) for chain in chains)

    def _has(self, chain: Chain) -> bool:
        starts: set[int] | None = None
        for step in chain:
            here = {place - step.offset for term in self._terms(step) for place in self.places[term]}
            starts = here if starts is None else starts & here
            if not starts:
                return False
        return True

    def _terms(self, step: Step) -> Iterator[str]:
        if step.want is Want.WORD:
            return iter((step.text,) if step.text in self.places else ())
        if step.want is Want.NEAR:
            spelt = (term for term in self.places if not is_dense(term[:1]))
            return (t for t in spelt if distance(step.text, t, step.distance) <= step.distance)
        return filter(shape_of(step.text), self.places)


# Far enough apart that no chain reaches from one text into the next.
_BETWEEN_TEXTS = 1_000


def placed_terms(texts: Iterable[str], *, cased: bool = False) -> list[tuple[str, int]]:
    """Every term of *texts* with its place, as they are indexed and as they are tested."""
    terms: list[tuple[str, int]] = []
    base = 0
    for text in texts:
        here = units(text, cased=True) if cased else index_terms(text)
        terms += [(term, base + place) for term, place in here] if base else here
        base += (here[-1][1] if here else 0) + _BETWEEN_TEXTS
    return terms
