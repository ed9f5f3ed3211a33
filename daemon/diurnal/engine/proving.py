"""What a record is proof of: which words it holds, whether it happened, and on which day.

For questions whose answer is a date, and for times that hang on an event. A word
may stand on thousands of days, so columns and postings say nearly all of it: a
text is looked at closely only where it may deny, plan or ask, and a record is
read whole only where it names days. The words that matter and what a text says
of them are ``rank.proof``'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np

from diurnal.model.flag import Flag
from diurnal.model.record import Event, Record, Task
from diurnal.ports import NO_DAY, CatalogueReader, Columns, Mask, Positions, Snapshot
from diurnal.rank.proof import Needed, asks_or_goes_on, doubting, proves
from diurnal.rank.split_verbs import halves
from diurnal.rank.tokens import query_tokens

SEARCHED = ("text", "names", "heading")


@dataclass(frozen=True, slots=True)
class Proof:
    """The record at ``position`` says in ``text`` that something happened on ``day``."""

    position: int
    day: date
    text: str


def is_known(snapshot: Snapshot, token: str) -> bool:
    """True if some record holds *token*, or both halves of a verb that comes apart (吵了一架)."""
    if any(snapshot.words.df(token, field) for field in SEARCHED):
        return True
    firsts, seconds = halves(token)
    return any(snapshot.words.df(half, "text") for half in firsts) and any(
        snapshot.words.df(half, "text") for half in seconds
    )


def stands(snapshot: Snapshot, word: str) -> bool:
    """True if the notes hold every token of *word*."""
    asked = query_tokens(word, stops=True)
    return bool(asked) and all(is_known(snapshot, token) for token in asked)


def holding_records(snapshot: Snapshot, needed: Needed) -> Mask:
    """Which records speak of what is *needed*, by their words, headings and names; bool (N,)."""

    def holding(token: str) -> Mask:
        firsts, seconds = halves(token)
        whole = _holding(snapshot, (token,), SEARCHED)
        return whole | (_holding(snapshot, firsts, ("text",)) & _holding(snapshot, seconds, ("text",)))

    return needed.held_where(holding, len(snapshot.columns))


def most_holding_records(snapshot: Snapshot, needed: Needed) -> Mask:
    """Which records hold the most of what is *needed*, rare words counting more than common ones; bool (N,).

    The verb does not count: who starts a course is told of at its first lesson, not where something else started.
    """
    size = len(snapshot.columns)
    weight = np.zeros(size)
    for word in (*needed.words, *(frozenset(run) for run in needed.runs)):
        if not word.isdisjoint(needed.deed.verb):
            continue
        held = _holding(snapshot, word, SEARCHED)
        weight += held * np.log1p(size / max(1, int(np.count_nonzero(held))))
    best = float(weight.max(initial=0.0))
    most: Mask = (weight > 0) & np.isclose(weight, best)
    return most


def has_day(columns: Columns) -> Mask:
    """Which records have a day at all, their own or one they name."""
    dated: Mask = (columns.day != NO_DAY) | (columns.event_counts > 0)
    return dated


def proofs(
    snapshot: Snapshot, catalogue: CatalogueReader, positions: Positions, needed: Needed
) -> Iterator[Proof]:
    """Those of *positions* that prove what is *needed*, in their order: not a plan, not denied, on a day."""
    columns = snapshot.columns
    positions = positions[(_happened(columns) & has_day(columns))[positions]]
    if not len(positions):
        return
    rows = columns.rows[positions]
    texts = catalogue.texts(rows.tolist())
    planned = columns.has(Flag.PLAN)[positions]
    telling_days = dict(catalogue.with_rows(rows[columns.names_day[positions] | planned].tolist()))
    doubtful = _holding(snapshot, doubting(), ("text",))[positions]
    own_day = columns.day[positions]
    for position, row, is_doubtful, is_planned, ordinal in zip(
        positions.tolist(), rows.tolist(), doubtful.tolist(), planned.tolist(), own_day.tolist(), strict=True
    ):
        text = texts.get(row)
        if text is None:
            continue
        if (needed.is_strict or is_doubtful or asks_or_goes_on(text)) and not proves(
            text, needed, lambda token: snapshot.words.df(token, "names") > 0
        ):
            continue
        record = telling_days.get(row)
        if is_planned and (record is None or not _says_apart_from_plans(record, needed)):
            continue
        day = day_of(record, needed) if record else None if ordinal == NO_DAY else date.fromordinal(ordinal)
        if day is not None:
            yield Proof(position, day, text)


def day_of(record: Record, needed: Needed) -> date | None:
    """The day on which *record* says that what is *needed* was: one it names by itself ("last Friday we swam"), else its own.

    A day that only a later clause names is that clause's: "bought a phone, the old one was stolen on Friday".
    """
    named = [
        event.window.start.date()
        for event in record.events
        if event.grain in ("day", "part")
        and event.window.start
        and not (record.is_plan and record.day and event.window.start.date() > record.day)
        and needed.is_told_with(record.text, event.phrase)
        and not _is_of_these_days(record, event)
    ]
    return named[0] if len(named) == 1 else record.day


# A holiday of several days: 国庆去了杭州, written on the fifth, was not on the first.
_HOLIDAYS = (
    "国庆",
    "國慶",
    "春节",
    "春節",
    "五一",
    "新年",
    "过年",
    "過年",
    "Christmas",
    "Easter",
    "New Year",
)


def _is_of_these_days(record: Record, event: Event) -> bool:
    """True if *event* is a holiday whose days *record* was written in."""
    if record.day is None or event.window.start is None or not event.phrase.endswith(_HOLIDAYS):
        return False
    return 0 <= (record.day - event.window.start.date()).days < 7


def _says_apart_from_plans(record: Record, needed: Needed) -> bool:
    """True if a sentence of *record* that names no day to come says what is *needed*: "took the job. Starts 1 October"."""
    if record.task is not Task.NONE or record.day is None:
        return False
    ahead = [
        event.phrase
        for event in record.events
        if event.window.start and event.window.start.date() > record.day and event.phrase
    ]
    return bool(ahead) and needed.is_told_without(record.text, ahead)


def _happened(columns: Columns) -> Mask:
    """Which records are no task that is open or was given up, and no machine's words."""
    return ~(columns.has(Flag.MACHINE) | columns.of_task(Task.OPEN) | columns.of_task(Task.CANCELLED))


def _holding(snapshot: Snapshot, tokens: Iterable[str], fields: Iterable[str]) -> Mask:
    held = np.zeros(len(snapshot.columns), bool)
    for token in tokens:
        for field in fields:
            held[snapshot.words_at.lookup(token, field)[0]] = True
    return held
