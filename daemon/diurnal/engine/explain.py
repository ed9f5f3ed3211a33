"""Why a question gets what it gets, and which stage kept a note out of its answer.

The stages are those an answer passes, in their order; the first that drops a
record is named. Nothing is computed twice differently: it asks the same code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from diurnal.engine.answering import Answering
from diurnal.engine.browse import Browser
from diurnal.engine.gates import Asked
from diurnal.engine.question import Question, admitted
from diurnal.engine.retrieve import Found
from diurnal.errors import NameAmbiguous, NoteChanged, NoteMissing, NoteUnreadable, OutsideVault
from diurnal.model.flag import Flag
from diurnal.model.record import Privacy, Record
from diurnal.model.results import Explanation
from diurnal.model.time import TimeWindow
from diurnal.ports import Snapshot

# How far down a ranking a record is looked for before it is said to be "far below".
DEEP = 1_000


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains the answers of *answering*; *browser* knows notes by name and the disk."""

    answering: Answering
    browser: Browser

    def explain(self, question: Question, why_not: str | None = None) -> Explanation:
        """What was read out of *question*, the parts of each score, and why *why_not* is not among the hits."""
        snapshot = self.answering.index.snapshot
        asked, found = self.answering.find(replace(question, explain=True), snapshot)
        lines = tuple(self._lines(snapshot, question, asked, found))
        if why_not is None:
            return Explanation(question.text, lines)
        return Explanation(
            question.text, lines, tuple(self._why_not(snapshot, question, asked, found, why_not))
        )

    def _lines(self, snapshot: Snapshot, question: Question, asked: Asked, found: Found) -> Iterator[str]:
        gate = found.gate
        if gate:
            yield f"time: {gate.phrase or gate.source!s} = {'; '.join(map(spelled, gate.windows))}"
            if gate.widened:
                yield f"widened: {gate.widened}"
        else:
            yield "time: none named, so everything is admitted and what is new gains a little"
        if asked.anchor_missed:
            yield f"anchor: {asked.anchor_missed}"
        if asked.intent:
            yield f"intent: {asked.intent}"
        yield f"searched for: {asked.words.strip() or 'nothing; the records are listed by time'}"
        yield f"records: {len(snapshot.columns)} in the index at {snapshot.clock}, {found.total} qualified"
        for place, position in enumerate(found.hits[: question.limit].tolist()):
            name = snapshot.columns.path_of(position)
            if found.ranking is None or place >= found.matched + found.weak:
                yield f"{place + 1}. {name}: listed"
                continue
            parts = ", ".join(f"{key} {value:.3f}" for key, value in found.ranking.parts(place).items())
            yield f"{place + 1}. {name}: {found.ranking.scores[place]:.4f} = {parts}"

    def _why_not(
        self, snapshot: Snapshot, question: Question, asked: Asked, found: Found, named: str
    ) -> Iterator[str]:
        by_id = self.browser.catalogue.by_ids([self.browser.catalogue.successor(named) or named])
        if by_id:
            rows = [row for row, _ in by_id.values()]
            path = next(iter(by_id.values()))[1].path
        else:
            try:
                path = self.browser.find(named).path
            except NameAmbiguous as fault:
                yield str(fault)
                return
            except NoteMissing:
                yield self._absent(named)
                return
            rows = self.browser.catalogue.find.in_note(path).tolist()
        note = self.browser.catalogue.note(path)
        if note is not None and note.privacy is Privacy.PRIVATE:
            yield f"{path}: private, so it is in no index; only `diurnal note` and `diurnal day` show it"
            return
        if not rows:
            yield f"{path}: it holds no record (empty, or only form, fences and comments)"
            return
        for _, record in self.browser.catalogue.with_rows(rows):
            yield f"{path}:{record.lines[0]}: {self._stage(snapshot, question, asked, found, record)}"

    def _absent(self, name: str) -> str:
        path = name if name.endswith(".md") else f"{name}.md"
        vault = self.browser.vault
        if vault.holds(path) and not vault.is_note(path):
            return f"{path}: ignored (hidden, a template, or an ignore filter)"
        try:
            vault.read(path)
        except NoteMissing as fault:
            # Of a link to another note the hint says which.
            return str(fault) if fault.hint else f"{name}: no note or record has that name"
        except (OutsideVault, NoteUnreadable, NoteChanged) as fault:
            return str(fault)
        return f"{path}: not indexed yet; `diurnal status` shows what is pending"

    def _stage(
        self, snapshot: Snapshot, question: Question, asked: Asked, found: Found, record: Record
    ) -> str:
        columns = snapshot.columns
        rows = [row for row, _ in self.browser.catalogue.by_ids([record.id]).values()]
        position = int(columns.positions(rows)[0]) if rows else -1
        if position < 0:
            return "not indexed yet; `diurnal status` shows what is pending"
        place = np.flatnonzero(found.hits[: question.limit] == position)
        if len(place):
            return f"it is hit number {int(place[0]) + 1}"
        if columns.has(Flag.CLOSED)[position]:
            return "closed: it is no longer so, and is shown beneath its successor"
        expired = self.answering.expired(snapshot, question.now)
        if expired[position]:
            return "expired"
        if not admitted(columns, question, gated=bool(asked.gate), expired=expired)[position]:
            return f"outside the scope {question.scope!r} or another filter"
        if found.gate and not columns.gate_mask(found.gate.windows)[position]:
            is_near = position in found.nearby[: question.limit].tolist()
            return "outside the gate" + ("; it stands in nearby" if is_near else "")
        if found.ranking is None:
            return f"below the cut: the window holds {found.total} records and {question.limit} are shown"
        deep = np.flatnonzero(found.ranking.positions[:DEEP] == position)
        if not len(deep):
            return "no match: no word, name or meaning ties it to the question"
        if int(deep[0]) < question.limit:
            return "a duplicate: it is folded into a hit that says the same"
        return f"below the cut: number {int(deep[0]) + 1} where {question.limit} are shown"


def spelled(window: TimeWindow) -> str:
    """A window as a person reads it, its end left out."""
    start = f"{window.start:%Y-%m-%d %H:%M}" if window.start else "the beginning"
    end = f"{window.end:%Y-%m-%d %H:%M}" if window.end else "now"
    return f"{start} until {end}"
