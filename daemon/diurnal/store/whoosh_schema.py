"""How records lie in the Whoosh index.

One field holds the words of a record with their places: its text, headings,
names and title, far enough apart that no phrase reaches from one into the next
(one field, because every look-up costs per field and none of them is asked for
alone). A column beside it holds the catalogue row. Nothing is scored, nothing of
the text is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from whoosh import columns, fields, formats

from diurnal.model.record import Record
from diurnal.query.steps import placed_terms, searched_texts
from diurnal.query.words import UNITS_RECIPE

WORDS, ROW = "words", "row"
# Changes whenever the same records would give other index files; the tokenizer's recipe is part of it.
SCHEMA_RECIPE = f"whoosh-2.7.4/{UNITS_RECIPE}/1"


PLACE_TYPE = np.dtype("<u4")


class Places(formats.Format):  # type: ignore[misc]
    """A posting's value: the places of the word in the record, as PLACE_TYPE.

    Whoosh's own format pickles every posting, which costs most of the time a phrase takes.
    """

    def __init__(self) -> None:
        super().__init__()


class PlacedWords(fields.FieldType):  # type: ignore[misc]
    """The field of words: takes a Record and indexes its placed terms."""

    def __init__(self) -> None:
        super().__init__(Places(), None)

    def index(self, value: Record, **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        places: dict[str, list[int]] = {}
        for term, place in placed_terms(searched_texts(value)):
            places.setdefault(term, []).append(place)
        for term, found in places.items():
            yield (
                term.encode("utf-8", "surrogatepass"),
                len(found),
                1.0,
                np.array(found, PLACE_TYPE).tobytes(),
            )


def schema() -> Any:
    """The schema of a new index."""
    return fields.Schema(**{WORDS: PlacedWords(), ROW: fields.COLUMN(columns.NumericColumn("q", default=-1))})
