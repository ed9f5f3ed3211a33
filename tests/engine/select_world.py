"""Real stores over notes made by hand, for tests of what a search selects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from diurnal.engine.select import Selection, Selector
from diurnal.engine.select_sources import Sources
from diurnal.model.record import Note, Record
from diurnal.query import parse
from diurnal.rank.tokens import day_words, tokens
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.postings import Postings
from diurnal.store.seal import Seal
from diurnal.store.search_facts import SearchFacts
from diurnal.store.whoosh_index import WhooshIndex
from diurnal.store.whoosh_writing import write_generation
from store.samples import RECIPE, batch


def fields_of(record: Record) -> list[list[str]]:
    """Tokens of a record for each field of the postings."""
    return [
        tokens(record.text),
        [token for heading in record.heading for token in tokens(heading)],
        [token for name in (*record.names, record.title) for token in tokens(name)],
        tokens(day_words(record.day)) if record.day else [],
    ]


class World:
    """A catalogue with postings and, as far as it was told to write it, a Whoosh index."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seal = Seal(folder / "state" / "seal")
        self.catalogue, _ = Catalogue.open(folder / "catalog.db", recipe=RECIPE)
        self.postings, _ = Postings.open(folder / "postings", self.catalogue, fields_of, recipe=RECIPE)
        self.columns = Columns.build(self.catalogue)
        self.facts = SearchFacts(self.catalogue)
        self.order: WhooshIndex | None = None
        self.selector = Selector(self.facts)

    def take(self, *notes: Note, gone: Sequence[str] = ()) -> None:
        applied = self.catalogue.apply(batch(*notes, gone=gone))
        self.postings.apply(applied)
        self.columns = self.columns.after(applied, self.catalogue)

    def write_order(self) -> None:
        """Bring the index of word order up to now."""
        write_generation(self.folder / "whoosh", self.catalogue, RECIPE, self.seal)
        self.order = WhooshIndex.open(self.folder / "whoosh", RECIPE, self.seal)

    @property
    def sources(self) -> Sources:
        return Sources(self.columns, self.postings.view(), self.facts, self.order)

    def select(self, text: str) -> Selection:
        return self.selector.select(parse(text), self.sources)

    def found(self, text: str) -> list[str]:
        """Texts of the records that *text* selects, sorted."""
        rows = self.columns.rows[self.select(text).mask]
        return sorted(record.text for record in self.catalogue.records(rows.tolist()))

    def close(self) -> None:
        if self.order is not None:
            self.order.close()
        self.catalogue.close()
