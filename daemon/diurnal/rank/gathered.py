"""A corpus made straight from records, without a store: for learning the weights and for tests.

Gives exactly the columns and postings that the stores give for the same
records, only slower and all in memory.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

import numpy as np

from diurnal.model.record import Record
from diurnal.rank.corpus import Corpus, Floats, Positions
from diurnal.rank.fields import FIELDS, is_counted, record_tokens

_EPOCH = datetime(1970, 1, 1)
# Later than every day: undated records stand at the end.
_NO_DAY = int(np.iinfo(np.int32).max)


class GatheredWords:
    """Postings of records given in order; positions are places in that order."""

    def __init__(self, records: Sequence[Record]) -> None:
        held: dict[tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        self.lengths = np.zeros(len(records), np.float32)
        for position, record in enumerate(records):
            for field, tokens in zip(FIELDS, record_tokens(record), strict=True):
                for term, count in Counter(tokens).items():
                    positions, counts = held[term, field]
                    positions.append(position)
                    counts.append(count)
                if field == "text":
                    self.lengths[position] = sum(map(is_counted, tokens))
        self._held = {
            key: (np.array(positions, np.int32), np.array(counts, np.float32))
            for key, (positions, counts) in held.items()
        }

    def lookup(self, term: str, field: str) -> tuple[Positions, Floats]:
        """Positions that hold *term* in *field*, ascending, and how often."""
        return self._held.get((term, field), (np.zeros(0, np.int32), np.zeros(0, np.float32)))

    def terms(self, prefix: str, field: str) -> Iterable[str]:
        """Terms of *field* that begin with *prefix*, ascending."""
        return sorted(term for term, where in self._held if where == field and term.startswith(prefix))


def in_order(records: Iterable[Record]) -> list[Record]:
    """*records* in the order of day, path and ordinal, undated ones last."""
    return sorted(records, key=lambda record: (_day(record), record.path, record.ordinal))


def gathered(records: Sequence[Record]) -> Corpus:
    """The corpus of *records*, which must be ``in_order``."""
    words = GatheredWords(records)
    halls = sorted({record.hall for record in records})
    day = np.array([_day(record) for record in records], np.int32)
    paths = {path: number for number, path in enumerate(dict.fromkeys(record.path for record in records))}
    note = np.array([paths[record.path] for record in records], np.int32)
    begins = np.ones(len(records), np.int32)
    begins[1:] = (day[1:] != day[:-1]) | (note[1:] != note[:-1])
    return Corpus(
        day=day,
        is_dated=np.array([record.day is not None for record in records], bool),
        start=np.array([_start(record) for record in records], np.int64),
        is_timed=np.array([record.at is not None for record in records], bool),
        run=np.cumsum(begins, dtype=np.int32),
        length=words.lengths,
        hall=np.array([halls.index(record.hall) for record in records], np.int32),
        halls=halls,
        importance=np.array([record.card.importance if record.card else 0 for record in records], np.uint8),
        is_evergreen=np.array([record.evergreen for record in records], bool),
        is_machine=np.array([record.is_machine for record in records], bool),
        words=words,
    )


def _day(record: Record) -> int:
    return record.day.toordinal() if record.day else _NO_DAY


def _start(record: Record) -> int:
    if record.day is None:
        return 0
    moment = record.at or datetime.combine(record.day, datetime.min.time())
    return int((moment - _EPOCH).total_seconds())
