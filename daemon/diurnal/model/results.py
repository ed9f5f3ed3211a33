"""What the calls of ``Memory`` other than questions give back.

Plain values like the rest of ``model``: only the standard library, made by the
engine, carried by ``model.wire``, shown by the skins. Every field but the
identifying ones has a default, so that fields can be added and an older client
still reads a newer daemon.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

from diurnal.model.answer import Clock, State
from diurnal.model.record import Link, Note, Record

# --- Reading ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DayCount:
    """A day that has entries, and how many."""

    day: date
    entries: int


@dataclass(frozen=True, slots=True)
class ReadLine:
    """How one line of a note was read: ``line`` is 1-based, ``what`` a short name
    ("entry 14:30", "text of entry", "frontmatter", "fence", "template line", "task due 2026-07-24")."""

    path: str
    line: int
    what: str
    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Day:
    """One day: its records in time order (untimed ones last) and the notes they stand in.

    ``parsed`` is filled when asked for: every line of those notes and how it was read.
    """

    day: date
    records: tuple[Record, ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    parsed: tuple[ReadLine, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note as it was read and its text as it stands on disk.

    ``by_alias`` is the alias that led to it, if it was no name or path; ``link`` opens it in Obsidian.
    """

    note: Note
    text: str = ""
    by_alias: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """One link: from the note ``source`` to the note ``target`` ("" if nothing has that name)."""

    source: str
    target: str
    link: Link


@dataclass(frozen=True, slots=True)
class Links:
    """Links out of a note, links into it, and those of its links that lead nowhere."""

    path: str
    out: tuple[Reference, ...] = ()
    back: tuple[Reference, ...] = ()
    unresolved: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One line of ``since``: a record that came, changed or went ("added", "changed", "removed")."""

    what: str
    id: str
    path: str
    tick: int
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed after a clock. ``restart`` is true if that clock belongs to another instance:
    ``changes`` is then empty and the caller reads everything again from ``clock``."""

    clock: Clock
    changes: tuple[Change, ...] = ()
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a question got what it got, and, if a note was named, the stage that dropped its records."""

    query: str
    lines: tuple[str, ...] = ()
    why_not: tuple[str, ...] = ()


# --- Health -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StorePart:
    """One derived store: the tick it covers, what it holds, how much disk it takes, what it rebuilt."""

    name: str
    tick: int = 0
    rows: int = 0
    size_bytes: int = 0
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """How the memory of one vault is doing.

    ``indexed`` of ``total`` notes are read while ``state`` is "indexing". ``pending`` counts notes seen to
    have changed and not yet read, ``vanished`` those of them that are no longer found; ``skimmed`` counts records known by their words alone so far. ``watching``
    is "events", "polling", "sweeps" (only the rare look at everything, ``watch.reconcile_every_min``) or "off".
    ``vectors_wanted`` counts texts that have no vector yet.
    ``troubled`` maps a note to why it could not be read. ``names_refused`` counts notes in the daily folder
    whose name holds no real
    date. ``pid``, ``socket`` and ``started_at`` are filled by a daemon.
    """

    vault: str
    state: State
    clock: Clock
    version: str = ""
    zone: str = ""
    notes: int = 0
    records: int = 0
    entries: int = 0
    items: int = 0
    passages: int = 0
    days: int = 0
    first_day: date | None = None
    last_day: date | None = None
    untimed_days: int = 0
    names_refused: int = 0
    conflict_copies: int = 0
    private_notes: int = 0
    indexed: int = 0
    total: int = 0
    pending: int = 0
    vanished: int = 0
    skimmed: int = 0
    watching: str = "off"
    embedder: str = ""
    vectors: int = 0
    vectors_wanted: int = 0
    stores: tuple[StorePart, ...] = ()
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    troubled: dict[str, str] = field(default_factory=dict)
    derived_folder: str = ""
    state_folder: str = ""
    jobs: tuple[JobState, ...] = ()
    pid: int = 0
    socket: str = ""
    started_at: datetime | None = None
    memory_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing ``doctor`` saw: ``level`` is "ok", "note", "warning" or "error"; ``mend`` what to do."""

    level: str
    what: str
    path: str = ""
    line: int = 0
    mend: str = ""


@dataclass(frozen=True, slots=True)
class ProbeFigures:
    """How well one ``method`` answered the probes of one ``kind`` ("all": every kind).

    ``method`` is "as set", "changed", "BM25" or "grep"; ``measures`` are means over the probes in per cent.
    ``better`` and ``worse`` count the probes it ranks better or worse (nDCG@10) than the settings that hold.
    """

    method: str
    kind: str
    probes: int
    measures: dict[str, float] = field(default_factory=dict)
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    better: int = 0
    worse: int = 0


@dataclass(frozen=True, slots=True)
class SelfBench:
    """How well probes made of the owner's own notes are answered; ``changed`` are the settings compared with."""

    probes: int
    records: int
    seed: int
    figures: tuple[ProbeFigures, ...] = ()
    changed: tuple[str, ...] = ()


# --- Writing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """What one write did. ``op`` undoes it ("" for a dry run or if nothing was to be done);
    ``diff`` is a unified diff; ``remark`` says what a caller should know ("already there")."""

    op: str
    id: str = ""
    path: str = ""
    line: int = 0
    diff: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One line of the write journal."""

    op: str
    what: str
    at: datetime
    paths: tuple[str, ...] = ()
    by: str = ""
    undone: bool = False
    can_undo: bool = True
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erase took out, by kind of place; nothing of it can be brought back."""

    records: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    diff: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Stripped:
    """What of Diurnal's own was taken out of which *notes*: hall *marks*, timestamp *comments*, days in brief.

    ``op`` undoes it ("" for a dry run or if there was nothing); ``warnings`` say what stayed, and why.
    """

    op: str
    notes: tuple[str, ...] = ()
    marks: int = 0
    comments: int = 0
    briefs: int = 0
    diff: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Memorized:
    """What became of some turns: the episode that keeps them, and the cards that were learned from them.

    ``pending`` is true while the model has not been asked yet; ``model_calls`` is 0 or 1.
    """

    episode: str
    added: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    duplicates: int = 0
    pending: bool = False
    model_calls: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JobState:
    """A scheduled job: when it runs next, how it went last, why it is off."""

    name: str
    on: bool
    cron: str = ""
    next_run: datetime | None = None
    last_run: datetime | None = None
    outcome: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class JobRun:
    """What one run of a job did; ``diff`` shows its edits (those it would make, in a dry run).

    ``left`` counts what was put off because its note was still being worked on; a later run takes it up.
    """

    name: str
    did: str = ""
    ops: tuple[str, ...] = ()
    diff: str = ""
    dry_run: bool = False
    warnings: tuple[str, ...] = ()
    left: int = 0
