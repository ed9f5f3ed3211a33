"""Ranking by the journal profile (``search.profile: journal``): words, age and hall of each text, nothing else.

The profile scores texts, so the texts of all that may be answered are read, each
once: a row of the catalogue never changes what it holds. It knows neither
vectors nor names; no answer needs them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diurnal.engine.scoring import Ranking
from diurnal.model.flag import Flag
from diurnal.model.record import Record
from diurnal.ports import Mask, Snapshot
from diurnal.rank.journal import JournalFigures, journal_ranking
from diurnal.rank.profiles import MACHINE

ReadRows = Callable[[Iterable[int]], Iterable[tuple[int, Record]]]

_EPOCH = datetime(1970, 1, 1)
_DAY_SECONDS = 86_400

# Texts of rows that are gone are forgotten once they are as many as those that live.
MOST_KEPT = 2


@dataclass(frozen=True, slots=True)
class JournalParts:
    """What each score is made of, by position."""

    by_position: Mapping[int, dict[str, float]]

    def parts_at(self, position: int) -> dict[str, float]:
        return self.by_position[position]

    def is_meant(self, position: int) -> bool:
        return False


class JournalRanker:
    """Ranks records of a snapshot as ``rank.journal`` scores them; *read* gives the records of rows that live."""

    def __init__(self, read: ReadRows, figures: JournalFigures) -> None:
        self._read = read
        self._figures = figures
        self._lock = threading.Lock()
        self._texts: dict[int, str] = {}

    def rank(
        self,
        snapshot: Snapshot,
        words: str,
        mask: Mask,
        *,
        now: datetime | None,
        for_agent: bool,
        topic: str | None = None,
    ) -> Ranking:
        """The records of *mask* that hold a keyword of *words*, best first.

        Args:
            words: the question, or what is left of it without its time.
            mask: bool (N,), what may be answered.
            now: wall time to reckon age from; None: all count as equally old.
            for_agent, topic: change nothing; only words of the question are looked for.
        """
        columns = snapshot.columns
        asked = np.flatnonzero(mask).astype(np.int32)
        texts = self._texts_of(columns.rows[asked].tolist(), len(columns))
        # A row without a text went with a batch that this snapshot has not seen yet.
        held = [place for place, text in enumerate(texts) if text is not None]
        positions = asked[held]
        found = journal_ranking(
            [text for text in texts if text is not None],
            self._ages(snapshot, positions, now),
            words,
            self._figures,
        )
        is_machine = columns.has(Flag.MACHINE)
        factors = [MACHINE if is_machine[positions[place]] else 1.0 for place, _ in found]
        scores = np.array(
            [score.score * factor for (_, score), factor in zip(found, factors, strict=True)], np.float32
        )
        order = np.argsort(-scores, kind="stable")
        best = positions[[place for place, _ in found]][order]
        parts = {
            int(positions[place]): {**score.parts, "machine": factor}
            for (place, score), factor in zip(found, factors, strict=True)
        }
        return Ranking(best, scores[order], len(best), JournalParts(parts))

    def _ages(self, snapshot: Snapshot, positions: NDArray[np.int32], now: datetime | None) -> list[float]:
        """Days since each record; for what has no date or never ages, the age at which age says nothing."""
        if now is None:
            return [0.0] * len(positions)
        seconds = (now.replace(tzinfo=None) - _EPOCH).total_seconds()
        columns = snapshot.columns
        fades = (columns.has(Flag.RECORDED) & ~columns.has(Flag.EVERGREEN))[positions]
        start = np.where(fades, columns.start[positions], 0)
        ages = np.where(fades, np.maximum(0, seconds - start) / _DAY_SECONDS, self._figures.days)
        return [float(age) for age in ages]

    def _texts_of(self, rows: list[int], living: int) -> list[str | None]:
        with self._lock:
            unread = [row for row in rows if row not in self._texts]
            if len(self._texts) + len(unread) > MOST_KEPT * living:
                self._texts.clear()
                unread = rows
            self._texts.update((row, record.text) for row, record in self._read(unread))
            return [self._texts.get(row) for row in rows]
