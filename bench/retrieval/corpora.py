"""Histories as the scorer sees them, with vectors: read by the project's own reader, no vault on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from bench.retrieval.data import History, place_in_note

from diurnal.model.layout import Layout
from diurnal.model.record import Record
from diurnal.rank.corpus import Corpus, Floats
from diurnal.rank.fields import said
from diurnal.rank.gathered import gathered, in_order
from diurnal.text.reader import Reader

Embed = Callable[[Sequence[str]], Floats]


@dataclass(frozen=True, slots=True)
class Indexed:
    """A history's corpus; ``keys`` names the entry of each position, ``vectors`` float32 (N, dim)."""

    history: History
    records: list[Record]
    corpus: Corpus
    keys: list[str]
    vectors: Floats


def indexed(history: History, embed: Embed) -> Indexed:
    """*history* read from the notes it would be, with a vector of each record."""
    reader = Reader(Layout(), classify=lambda text: "events", events=lambda text, day: ())
    keys: dict[str, str] = {}
    records: list[Record] = []
    for day, entries in history.days().items():
        path = f"diary/{day:%Y-%m-%d}.md"
        for record in reader.read(path, history.note(day).encode()).records:
            keys[record.id] = entries[place_in_note(record.lines[0])].key
            records.append(record)
    records = in_order(records)
    vectors = embed([said(record) for record in records])
    return Indexed(history, records, gathered(records), [keys[record.id] for record in records], vectors)


def similarity(index: Indexed, question: Floats) -> Floats:
    """Cosine of *question* with each record."""
    return np.asarray(index.vectors @ question, np.float32)
