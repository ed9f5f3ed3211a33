"""The Whoosh index as a question sees it: rows for phrases, shapes and near words.

It selects and never scores; ordinary words are answered by the packed postings.
One object is one finished generation and never changes; a newer one replaces it
by reference. What it finds may be dead by now: the caller drops what its snapshot
does not hold. Anything that goes wrong inside is ``StoreDamaged``: rebuild.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from whoosh import index as whoosh_index

from diurnal.errors import StoreDamaged
from diurnal.model.answer import Clock
from diurnal.ports import Rows
from diurnal.query.expand import near, shaped
from diurnal.query.nodes import Fuzzy, TextLeaf
from diurnal.query.steps import Chain, Step, Want, chains_of
from diurnal.query.words import is_dense
from diurnal.store import whoosh_blocks as blocks
from diurnal.store.seal import Seal
from diurnal.store.whoosh_writing import TERMS, Generation, full_recipe, newest_generation, rows_of

# Words one shape may stand for; `a*` would stand for thousands, and is mostly on its way to a longer word.
MOST_WORDS = 500
# Finding one document by skipping costs about as much as reading so many postings in a block.
_SKIPPING_PAYS = 16
# Below this nearly every short word is near every other.
_SHORTEST_MISSPELT = 4
_NO_ROWS: Rows = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A step with the words of this index it stands for."""

    words: list[str]
    offset: int


@dataclass(frozen=True, slots=True)
class Selected:
    """Rows that hold what was asked, ascending; ``words`` are those a shape or near word stood for.

    ``cut`` is true if a shape stood for more than MOST_WORDS words and the rest was left out.
    """

    rows: Rows
    words: tuple[str, ...] = ()
    cut: bool = False


@contextmanager
def _damage_named(folder: Path) -> Iterator[None]:
    try:
        yield
    # Whoosh raises whatever reading garbage leads to, bare Exception among it.
    except Exception as fault:
        raise StoreDamaged(
            f"The Whoosh index {folder} is damaged ({type(fault).__name__}: {fault}).",
            hint="It is rebuilt from the notes; until then phrases and shapes are answered from the words alone.",
        ) from fault


class WhooshIndex:
    """One sealed generation, open. Safe to use from several threads, one question at a time."""

    def __init__(self, folder: Path, generation: Generation) -> None:
        self.folder = folder
        self.generation = generation
        self._lock = threading.Lock()
        with _damage_named(folder):
            self._terms = (folder / TERMS).read_bytes().decode("utf-8", "surrogatepass").split("\n")
            # Pairs of characters are near each other by the thousand, and never meant.
            self._spelt = [term for term in self._terms if not is_dense(term[:1])]
            self._index = whoosh_index.open_dir(str(folder))
            self._reader = self._index.reader()
            self._leaves = [
                (leaf, rows_of(leaf)) for leaf, _ in self._reader.leaf_readers() if leaf.doc_count_all()
            ]

    @classmethod
    def open(cls, parent: Path, recipe: str, seal: Seal, instance: str | None = None) -> WhooshIndex | None:
        """The newest generation beneath *parent* that is sealed and of this recipe; None if there is none.

        Raises:
            StoreDamaged: its files are as sealed and still cannot be read.
        """
        newest = newest_generation(parent, full_recipe(recipe), seal, instance)
        return cls(*newest) if newest else None

    @property
    def covers(self) -> Clock:
        """The clock up to which every record is in the index."""
        return self.generation.clock

    @property
    def last_row(self) -> int:
        """Every record with a row up to this one is in the index; rows after it are too new for it."""
        return self.generation.last_row

    def select(self, leaf: TextLeaf) -> Selected:
        """Rows of records in which every chain of *leaf* stands. Raises StoreDamaged."""
        chains = [_with_pairs(chain) for chain in chains_of(leaf)]
        if not chains:
            return Selected(_NO_ROWS)
        words: dict[str, None] = {}
        cut = False
        wanted: list[list[_Wanted]] = []
        for chain in chains:
            steps: list[_Wanted] = []
            for step in chain:
                terms = self._words_of(step)
                cut = cut or len(terms) > MOST_WORDS
                del terms[MOST_WORDS:]
                if step.want is not Want.WORD:
                    words.update(dict.fromkeys(terms))
                steps.append(_Wanted(terms, step.offset))
            wanted.append(steps)
        with self._lock, _damage_named(self.folder):
            found = [rows[_documents_with_all(reader, wanted)] for reader, rows in self._leaves]
        rows = np.sort(np.concatenate(found)) if found else _NO_ROWS
        return Selected(rows, tuple(words), cut)

    def _words_of(self, step: Step) -> list[str]:
        if step.want is Want.WORD:
            return [step.text]
        if step.want is Want.NEAR:
            return [word for word, _ in islice(near(self._spelt, step.text, step.distance), MOST_WORDS + 1)]
        return list(islice(shaped(self._terms, step.text), MOST_WORDS + 1))

    def suggest(self, word: str, alive: Rows, most: int = 3) -> list[str]:
        """Words like *word* that live records hold, the nearest and then the most frequent first.

        *alive* are the live rows, ascending. Empty for words of up to three letters and unspaced scripts.
        """
        step = _near_step(word)
        if step is None:
            return []
        asked = step.text
        offered: list[tuple[int, int, str]] = []
        with self._lock, _damage_named(self.folder):
            for term, distance in near(self._spelt, asked, 2):
                if term == asked:
                    continue
                held = [rows[_documents(reader, [term])] for reader, rows in self._leaves if len(rows)]
                number = int(np.isin(np.concatenate(held), alive).sum()) if held else 0
                if number:
                    offered.append((distance, -number, term))
        return [term for _, _, term in sorted(offered)[:most]]

    def close(self) -> None:
        """Let go of the files; questions still running on this generation finish first."""
        with self._lock:
            self._reader.close()
            self._index.close()


def _near_step(word: str) -> Step | None:
    """The one step of *word* if words near it make sense, else None."""
    chains = chains_of(Fuzzy(word, 2))
    if len(chains) != 1 or len(chains[0]) != 1 or len(chains[0][0].text) < _SHORTEST_MISSPELT:
        return None
    return chains[0][0]


def _with_pairs(chain: Chain) -> Chain:
    """*chain* with neighbouring characters of an unspaced script taken as pairs, which are far rarer."""
    steps: list[Step] = []
    covered = -1
    for number, step in enumerate(chain):
        following = chain[number + 1] if number + 1 < len(chain) else None
        dense = step.want is Want.WORD and is_dense(step.text)
        if (
            dense
            and following is not None
            and following.want is Want.WORD
            and is_dense(following.text)
            and following.offset == step.offset + 1
        ):
            steps.append(Step(Want.WORD, step.text + following.text, step.offset))
            covered = following.offset
        elif step.offset != covered:
            steps.append(step)
    return tuple(steps)


def _documents(reader: Any, words: Sequence[str]) -> Rows:
    """Numbers of the documents with any of *words*, ascending."""
    found = [blocks.documents(reader, word) for word in words]
    return found[0] if len(found) == 1 else np.unique(np.concatenate(found))


def _documents_with_all(reader: Any, chains: Sequence[Sequence[_Wanted]]) -> Rows:
    documents: Rows | None = None
    for chain in chains:
        here = _documents_with(reader, chain)
        documents = here if documents is None else np.intersect1d(documents, here, assume_unique=True)
        if not len(documents):
            break
    return _NO_ROWS if documents is None else documents


def _documents_with(reader: Any, chain: Sequence[_Wanted]) -> Rows:
    """Documents in which a word of every step stands at its distance from the first."""
    if not all(wanted.words for wanted in chain):
        return _NO_ROWS
    if len(chain) == 1:
        return _documents(reader, chain[0].words)
    starts: Rows | None = None
    rarest_first = sorted(
        (sum(blocks.frequency(reader, word) for word in wanted.words), number, wanted)
        for number, wanted in enumerate(chain)
    )
    for frequency, _, wanted in rarest_first:
        among = None if starts is None else blocks.documents_of(starts)
        if among is not None and len(among) * _SKIPPING_PAYS < frequency:
            found = [blocks.placed_in(reader, word, among) for word in wanted.words]
        else:
            found = [blocks.placed(reader, word) for word in wanted.words]
        places = (found[0] if len(found) == 1 else np.unique(np.concatenate(found))) - wanted.offset
        starts = places if starts is None else np.intersect1d(starts, places, assume_unique=True)
        if not len(starts):
            return _NO_ROWS
    return _NO_ROWS if starts is None else blocks.documents_of(starts)
