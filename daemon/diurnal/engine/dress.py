"""From positions to an answer: records with their snippets, links, reasons and what hangs on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from diurnal.engine.freshness import Freshness
from diurnal.engine.gates import Asked, is_part_of_day
from diurnal.engine.hop import Hops
from diurnal.engine.question import Question
from diurnal.engine.retrieve import Found
from diurnal.model.answer import Answer
from diurnal.model.flag import Flag
from diurnal.model.hit import Hit
from diurnal.model.record import Privacy, Record
from diurnal.model.time import Gate, TimeWindow
from diurnal.ports import CatalogueReader, Mask, Snapshot
from diurnal.rank.duplicates import folded_into
from diurnal.rank.snippet import snippet_of
from diurnal.render.links import link_to


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """What is needed to dress hits: the catalogue, the hops, the vault's name, a character budget."""

    catalogue: CatalogueReader
    hops: Hops
    vault_name: str
    snippet_chars: int = 240

    def answer(
        self, snapshot: Snapshot, question: Question, asked: Asked, found: Found, fresh: Freshness
    ) -> Answer:
        """The answer *found* amounts to."""
        by_row = self._records(snapshot, np.union1d(found.hits, found.nearby))
        hits = tuple(self._hits(snapshot, question, asked.words, found, by_row))
        near = tuple(self._nearby(snapshot, question, found, hits, by_row))
        missed = (asked.anchor_missed,) if asked.anchor_missed else ()
        return Answer(
            query=question.text,
            hits=hits,
            gate=found.gate,
            clock=snapshot.clock,
            state=fresh.state,
            pending=fresh.pending,
            vanished=fresh.vanished,
            warnings=(*fresh.warnings, *found.warnings, *missed, *unread(snapshot, found.gate, asked.intent)),
            nearby=near,
            intent=asked.intent,
            summary=found.summary,
            total=found.total,
            cursor=found.cursor,
        )

    def _hits(
        self, snapshot: Snapshot, question: Question, words: str, found: Found, by_row: Mapping[int, Record]
    ) -> Iterator[Hit]:
        rows = snapshot.columns.rows[found.hits].tolist()
        shown = [(place, by_row[row]) for place, row in enumerate(rows) if row in by_row]
        for rank, (place, record, also) in enumerate(_folded(shown, found.folds)):
            if rank == question.limit:
                return
            is_scored = found.ranking is not None and place < found.matched + found.weak
            snippet = snippet_of(record.text, words, limit=self.snippet_chars)
            is_carried = place < found.matched and not snippet.marks
            yield Hit(
                record,
                float(found.ranking.scores[place]) if found.ranking is not None and is_scored else 0.0,
                matched=place < found.matched,
                weak=found.matched <= place < found.matched + found.weak,
                parts=found.ranking.parts(place) if found.ranking and is_scored and question.explain else {},
                linked=self.hops.linked(record, for_agent=question.for_agent, rank=rank),
                snippet=snippet,
                context=self._around(snapshot, int(found.hits[place]), question) if is_carried else (),
                also=also,
                reason="; ".join(_reasons(record, found.gate)),
                link=link_to(record, self.vault_name),
            )

    def _around(self, snapshot: Snapshot, position: int, question: Question) -> tuple[Record, ...]:
        """The records beside one that holds no word of the question: they carried it, so they are shown with it."""
        columns = snapshot.columns
        beside = [
            at
            for at in (position - 1, position + 1)
            if 0 <= at < len(columns) and columns.note_group[at] == columns.note_group[position]
        ]
        if question.for_agent:
            beside = [at for at in beside if not columns.has(Flag.OWNER_ONLY)[at]]
        return tuple(self.catalogue.records(columns.rows[beside].tolist())) if beside else ()

    def _nearby(
        self,
        snapshot: Snapshot,
        question: Question,
        found: Found,
        hits: Sequence[Hit],
        by_row: Mapping[int, Record],
    ) -> Iterator[Hit]:
        """What the question would match among its first without a gate, and *hits* do not show."""
        ungated = found.ungated
        if ungated is None:
            return
        rows = snapshot.columns.rows[found.nearby].tolist()
        listed = [(place, by_row[row]) for place, row in enumerate(rows) if row in by_row]
        asked = found.gate.asked or found.gate.windows
        is_inside = snapshot.columns.gate_mask(asked)[found.nearby]
        told = {key for hit in hits for key in (hit.record.id, *hit.also)}
        for rank, (place, record, also) in enumerate(islice(_folded(listed, True), question.limit)):
            if record.id in told:
                continue
            if is_inside[place]:
                said = ["also in the asked time", *_reasons(record, found.gate)]
            else:
                said = [distance_from(record, found.gate), *_reasons(record, Gate())]
            yield Hit(
                record,
                float(ungated.scores[place]),
                also=also,
                # A card is true for a while: what it replaced may be what was true in the asked time.
                linked=self.hops.linked(record, for_agent=question.for_agent, rank=rank)
                if record.card
                else (),
                parts=ungated.parts(place) if question.explain else {},
                snippet=snippet_of(record.text, question.text, limit=self.snippet_chars),
                reason="; ".join(part for part in said if part),
                link=link_to(record, self.vault_name),
            )

    def _records(self, snapshot: Snapshot, positions: NDArray[np.int32]) -> dict[int, Record]:
        return dict(self.catalogue.with_rows(snapshot.columns.rows[positions].tolist()))

    def always(self, snapshot: Snapshot, expired: Mask, *, for_agent: bool) -> tuple[Record, ...]:
        """Open cards that go into every prompt block, until they expire."""
        columns = snapshot.columns
        rows = columns.rows[columns.has(Flag.ALWAYS) & ~columns.has(Flag.CLOSED) & ~expired]
        records = self.catalogue.records(rows.tolist()) if len(rows) else []
        return tuple(item for item in records if not (for_agent and item.privacy is not Privacy.OPEN))


def unread(snapshot: Snapshot, gate: Gate, intent: str = "", *, by_hall: bool = False) -> Iterator[str]:
    """What an answer may lack while records of a bulk reading are known by their words alone."""
    number = snapshot.columns.skimmed
    if number and (gate or intent or by_hall):
        yield (
            f"{number:,} records are known by their words alone so far: their halls, and the dates they"
            " speak of, are still being found, so some may be missing here. `diurnal status` shows how far it is."
        )


def _folded(
    shown: Sequence[tuple[int, Record]], folds: bool
) -> Iterator[tuple[int, Record, tuple[str, ...]]]:
    """Each record with the ids of those that say the same and rank below it; these come no more."""
    if not folds:
        yield from ((place, record, ()) for place, record in shown)
        return
    days = [record.day.toordinal() if record.day else None for _, record in shown]
    into = folded_into([record.text for _, record in shown], days)
    for at, (place, record) in enumerate(shown):
        if into[at] == at:
            yield (
                place,
                record,
                tuple(shown[other][1].id for other in range(at + 1, len(into)) if into[other] == at),
            )


def _reasons(record: Record, gate: Gate) -> Iterator[str]:
    """What a reader must know to read *record* rightly."""
    if gate and record.at is None and record.day is not None and is_part_of_day(gate) and not record.is_night:
        yield "time unknown"
    if record.is_plan:
        yield "plan"
    if record.conflict_of:
        yield "conflict copy"
    if record.is_machine:
        yield "machine-written"
    if record.card is not None and record.card.is_closed:
        yield "no longer so"
    if (
        gate
        and record.recorded is not None
        and not record.is_night
        and not _overlaps(record.recorded, gate.windows)
    ):
        yield "written on another day about this time"


def _overlaps(span: TimeWindow, windows: Sequence[TimeWindow]) -> bool:
    return any(span.overlaps(window.to_wall()) for window in windows)


def distance_from(record: Record, gate: Gate) -> str:
    """How far *record* lies from the asked windows, in days, as words."""
    asked = [window.to_wall() for window in gate.asked or gate.windows]
    if record.recorded is None or record.day is None:
        return "undated"
    gaps = []
    for window in asked:
        if (
            window.end is not None
            and record.recorded.start is not None
            and record.recorded.start >= window.end
        ):
            gaps.append((record.day.toordinal() - _last_day(window), "after"))
        if (
            window.start is not None
            and record.recorded.end is not None
            and record.recorded.end <= window.start
        ):
            gaps.append((window.start.toordinal() - record.day.toordinal(), "before"))
    if not gaps:
        return "outside the asked time"
    days, side = min(gaps)
    if days <= 0:
        return f"the same day, {side} the asked time"
    return f"{days} day{'s' if days > 1 else ''} {side} the asked time"


def _last_day(window: TimeWindow) -> int:
    """Ordinal of the last day that lies in *window*, which has an end."""
    assert window.end is not None
    ordinal = window.end.toordinal()
    return ordinal - 1 if window.end.time() == window.end.min.time() else ordinal
