"""The live records as columns of numbers, in the order of day, path and place in the note.

Position i of every column is the same record. A gate, a ranker or a listing
works on these without touching the catalogue. One ``Columns`` never changes;
``after`` makes the next from a batch, equal to what ``build`` would make.
Undated records stand at the end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diurnal.model.flag import Flag
from diurnal.model.record import Kind, Place, Task
from diurnal.model.time import TimeWindow
from diurnal.ports import Applied, Rows
from diurnal.store.column_source import Block, read_block
from diurnal.store.gate import admits_night, spans_of
from diurnal.store.reader import CatalogueReader
from diurnal.store.rows import KINDS, PLACES, TASK_SHIFT, TASKS
from diurnal.store.splice import plan, splice, through
from diurnal.store.vector_file import hex_of

Bools = NDArray[np.bool_]
Positions = NDArray[np.int32]


@dataclass(frozen=True)
class Columns:
    """One value a record; N records.

    ``rows`` int64; ``note`` int32, catalogue number of the note (``paths`` names it); ``ordinal`` int32;
    ``day`` int32, proleptic ordinal or ``NO_DAY``; ``start``/``end`` int64, recorded span in wall seconds since
    1970, such that an undated record overlaps nothing; ``kind``, ``place`` uint8, codes of ``rows.KINDS`` and
    ``rows.PLACES``; ``hall``, ``by``, ``owner`` int32, numbers into ``words``; ``importance`` uint8;
    ``flags`` uint16, bits of ``rows.Flag``; ``heading`` uint64, equal for equal headings; ``text_hash``
    (N, 2) uint64. Events stand apart: ``event_counts`` int32 a record, and the spans one after another.
    """

    rows: Rows
    note: NDArray[np.int32]
    ordinal: NDArray[np.int32]
    day: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    kind: NDArray[np.uint8]
    place: NDArray[np.uint8]
    hall: NDArray[np.int32]
    by: NDArray[np.int32]
    owner: NDArray[np.int32]
    importance: NDArray[np.uint8]
    flags: NDArray[np.uint16]
    heading: NDArray[np.uint64]
    text_hash: NDArray[np.uint64]
    event_counts: NDArray[np.int32]
    event_start: NDArray[np.int64]
    event_end: NDArray[np.int64]
    event_fine: Bools
    paths: Mapping[int, str]
    words: tuple[str, ...]
    _word_numbers: Mapping[str, int] = field(repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def build(cls, catalogue: CatalogueReader) -> Columns:
        """Columns of every live record of *catalogue*."""
        block = read_block(catalogue, None, {"": 0})
        return cls._of(block)

    def after(self, applied: Applied, catalogue: CatalogueReader) -> Columns:
        """Columns once *applied* is in: the touched notes are read anew from *catalogue*, the rest is kept."""
        if not applied.touched:
            return self
        block = read_block(catalogue, applied.touched, dict(self._word_numbers))
        old, paths = self._without_notes(applied.touched, block.paths)
        gone = np.flatnonzero(np.isin(self.note, old))
        pieces = plan(len(self), gone, self._places_for(block))
        event_pieces = through(pieces, self.event_starts, _starts(block.arrays["event_counts"]))
        changes = {name: splice(getattr(self, name), block.arrays[name], pieces) for name in RECORD_COLUMNS}
        changes |= {
            name: splice(getattr(self, name), block.events[name], event_pieces) for name in EVENT_COLUMNS
        }
        return Columns(**changes, paths=paths, words=tuple(block.words), _word_numbers=block.words)

    # --- What a record is -----------------------------------------------------------------------

    def has(self, flag: Flag) -> Bools:
        """Which records have *flag*."""
        found: Bools = (self.flags & np.uint16(int(flag))) != 0
        return found

    @cached_property
    def skimmed(self) -> int:
        """How many records still lack their hall and the events they name."""
        return int(np.count_nonzero(self.has(Flag.SKIMMED)))

    def of_kind(self, *kinds: Kind) -> Bools:
        """Which records are of one of *kinds*."""
        return np.isin(self.kind, [KINDS.index(kind) for kind in kinds])

    def of_place(self, *places: Place) -> Bools:
        """Which records lie in one of *places*."""
        return np.isin(self.place, [PLACES.index(place) for place in places])

    def of_hall(self, hall: str) -> Bools:
        return self._of_word(self.hall, hall)

    def of_task(self, state: Task) -> Bools:
        """Which records have a checkbox in *state*."""
        found: Bools = (self.flags >> TASK_SHIFT & 3) == TASKS.index(state)
        return found

    def by_author(self, by: str) -> Bools:
        """Which records *by* wrote; "" is the owner."""
        return self._of_word(self.by, by)

    def owned_by(self, owner: str) -> Bools:
        return self._of_word(self.owner, owner)

    def path_of(self, position: int) -> str:
        return self.paths[int(self.note[position])]

    def text_hashes(self, only: Bools | None = None) -> list[str]:
        """Text hash of each record, or of those of *only*, as in ``Record.text_hash``."""
        return hex_of(self.text_hash if only is None else self.text_hash[only])

    # --- Where a record is ----------------------------------------------------------------------

    @cached_property
    def position_of(self) -> Positions:
        """Position by row, -1 for rows that are not live; one longer than the highest row."""
        table = np.full(int(self.rows.max(initial=0)) + 2, -1, np.int32)
        table[self.rows] = np.arange(len(self), dtype=np.int32)
        return table

    def positions(self, rows: NDArray[np.integer[Any]] | Sequence[int]) -> Positions:
        """Positions of *rows*, -1 where one is not live."""
        asked = np.asarray(rows, np.int64)
        table = self.position_of
        return np.where(asked < len(table) - 1, table[np.minimum(asked, len(table) - 1)], -1).astype(np.int32)

    @cached_property
    def note_group(self) -> Positions:
        """Number of the run of records of one note on one day: where neighbours are looked for."""
        return _runs(self.day, self.note)

    @cached_property
    def heading_group(self) -> Positions:
        """Number of the run of records under one heading of one note."""
        return _runs(self.day, self.note, self.heading)

    def days(self, first: int, last: int) -> slice:
        """Positions of the records of days *first* to *last*, both included (proleptic ordinals)."""
        return slice(
            int(np.searchsorted(self.day, first, "left")), int(np.searchsorted(self.day, last, "right"))
        )

    # --- Time -----------------------------------------------------------------------------------

    @cached_property
    def event_position(self) -> Positions:
        """Position of the record of each event."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.event_counts)

    @cached_property
    def names_day(self) -> Bools:
        """Which records name a time of a day or finer."""
        names = np.zeros(len(self), bool)
        names[self.event_position[self.event_fine]] = True
        return names

    @cached_property
    def event_starts(self) -> NDArray[np.int64]:
        """Where the events of each record begin, and where the last end; one longer than the records."""
        return _starts(self.event_counts)

    def gate_mask(self, windows: Iterable[TimeWindow]) -> Bools:
        """Which records the gate of *windows* admits; all of them if there are no windows.

        By overlap with the recorded span; or with the span of an event whose grain is a day or finer; or
        if a coarser event lies wholly inside. An untimed record has its whole day as its span. One of the
        night after (00:40 after 23:50) counts as the last minute of its day, and by its own minute where the
        small hours themselves are asked for.
        """
        asked = list(windows)
        if not asked:
            return np.ones(len(self), bool)
        mask = np.zeros(len(self), bool)
        event = np.zeros(len(self.event_start), bool)
        spans = spans_of(asked)
        for start, end in spans:
            mask |= (self.start < end) & (self.end > start)
            event |= self.event_fine & (self.event_start < end) & (self.event_end > start)
            event |= (self.event_start >= start) & (self.event_end <= end)
        if len(self._nights):
            mask[self._nights] = admits_night(spans, self.start[self._nights])
        mask[self.event_position[event]] = True
        return mask

    @cached_property
    def _nights(self) -> Positions:
        """Positions of the entries that were written after midnight and belong to the day before."""
        return np.flatnonzero(self.has(Flag.NIGHT) & self.has(Flag.RECORDED)).astype(np.int32)

    # --- Making the next ------------------------------------------------------------------------

    @classmethod
    def _of(cls, block: Block) -> Columns:
        return cls(
            **block.arrays,
            **block.events,
            paths=block.paths,
            words=tuple(block.words),
            _word_numbers=block.words,
        )

    def _without_notes(
        self, touched: Sequence[str], now: Mapping[int, str]
    ) -> tuple[list[int], dict[int, str]]:
        """Numbers that the *touched* notes had, and the paths of all notes as they are *now*."""
        paths = dict(self.paths)
        old = [number for number in now if paths.pop(number, None) is not None]
        if len(old) < len(touched):
            # Some went, or are new, or came again under another number.
            others = set(touched).difference(now[number] for number in old)
            lost = [number for number, path in paths.items() if path in others]
            for number in lost:
                del paths[number]
            old += lost
        return old, {**paths, **now}

    def _places_for(self, block: Block) -> list[int]:
        """For each record of *block* the position here that it comes before."""
        places: list[int] = []
        last, place = None, 0
        # Of all at once: asked one after another, the days of a batch take longer than reading it.
        days, notes = block.arrays["day"], block.arrays["note"].tolist()
        first, past = (np.searchsorted(self.day, days, side).tolist() for side in ("left", "right"))
        for day, note, start, stop in zip(days.tolist(), notes, first, past, strict=True):
            # What a note has on one day stands together: what stood there before goes, and nothing is between.
            if (day, note) != last:
                last = (day, note)
                place = bisect_left(range(len(self)), block.paths[note], start, stop, key=self.path_of)
            places.append(place)
        return places

    def _of_word(self, column: NDArray[np.int32], word: str) -> Bools:
        found: Bools = column == self._word_numbers.get(word, -1)
        return found


EVENT_COLUMNS = ("event_start", "event_end", "event_fine")
RECORD_COLUMNS = tuple(
    item.name
    for item in fields(Columns)
    if item.name not in (*EVENT_COLUMNS, "paths", "words", "_word_numbers")
)


def _starts(counts: NDArray[np.int32]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])


def _runs(*keys: NDArray[Any]) -> Positions:
    """Number of the run of equal keys that each position belongs to, from 0."""
    if not len(keys[0]):
        return np.zeros(0, np.int32)
    begins = np.zeros(len(keys[0]), np.int32)
    for key in keys:
        begins[1:] |= key[1:] != key[:-1]
    return np.cumsum(begins, dtype=np.int32)
