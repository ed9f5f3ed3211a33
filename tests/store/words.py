"""A tokenizer for the tests of the postings, and what a view answers, written out to compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from diurnal.model.record import Record
from diurnal.store.postings import Postings
from diurnal.store.postings_view import PostingsView
from diurnal.store.reader import CatalogueReader
from diurnal.store.segment import FIELDS

RECIPE = "words-1"


def split(record: Record) -> tuple[list[str], list[str], list[str], list[str]]:
    """Words between spaces; the day as its ISO text."""
    return (
        record.text.lower().split(),
        " ".join(record.heading).lower().split(),
        [name.lower() for name in record.names],
        [record.day.isoformat()] if record.day else [],
    )


def open_postings(folder: Path, catalogue: CatalogueReader, *, recipe: str = RECIPE) -> tuple[Postings, str]:
    """Postings in *folder*; single letters do not count in a text's length."""
    return Postings.open(folder, catalogue, split, recipe=recipe, is_counted=lambda term: len(term) > 1)


def everything(view: PostingsView) -> dict[str, Any]:
    """All that *view* would ever answer, by term and field."""
    answers: dict[str, Any] = {"rows": view.rows.tolist(), "size": len(view)}
    for field in FIELDS:
        answers[f"{field} lengths"] = view.lengths(field).tolist()
        for term in view.terms("", field):
            rows, counts = view.lookup(term, field)
            answers[f"{field} {term}"] = sorted(zip(rows.tolist(), counts.tolist(), strict=True))
            answers[f"{field} df {term}"] = view.df(term, field)
    return answers
