"""How records lie in the Whoosh index.

One field holds the words of a record with their places: its text, headings,
names and title, far enough apart that no phrase reaches from one into the next
(one field, because every look-up costs per field and none of them is asked for
alone). A column beside it holds the catalogue row. Nothing is scored, nothing of
the text is stored.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from whoosh import columns, fields, formats

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
    """The field of words. ``add_document`` is never given a value for it: see ``whoosh_gathering``."""

    def __init__(self) -> None:
        super().__init__(Places(), None)


def schema() -> Any:
    """The schema of a new index."""
    return fields.Schema(**{WORDS: PlacedWords(), ROW: fields.COLUMN(columns.NumericColumn("q", default=-1))})
