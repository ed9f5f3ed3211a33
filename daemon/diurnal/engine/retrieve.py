"""Answering a question: gate, rank, widen, and say what the result is about.

The order of decisions: a named time is a gate before ranking; a
question that is all time lists its window; an empty window widens and says so;
a short window without a match is listed as it is, a long one says that nothing
in it matches; what the question would match without its time stands in ``nearby``, never in ``hits``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

from diurnal.engine.gates import Asked, is_ahead, is_over, is_part_of_day, is_short, said_of, widenings
from diurnal.engine.listing import cursor_after, read_cursor, spread_order
from diurnal.engine.question import Question, admitted
from diurnal.engine.scoring import Ranking, Scorer
from diurnal.model.flag import Flag
from diurnal.model.regex import regex
from diurnal.model.time import Gate
from diurnal.ports import Mask, Positions, Snapshot
from diurnal.rank.question import as_written
from diurnal.rank.tokens import query_tokens, without_stop_runs
from diurnal.render.speech import language_of, speech


def none() -> Positions:
    """No positions."""
    return np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True)
class Found:
    """What a question found, as positions of one snapshot; ``dress`` makes an ``Answer`` of it.

    ``scores`` belong to ``hits`` (0 for what is only listed); ``matched`` counts the hits that match, ``weak``
    those after them on meaning alone. ``nearby`` is what the question would match without its gate, hits and all;
    an answer shows what its hits do not. ``ranking`` explains the hits, ``ungated`` the nearby ones.
    """

    gate: Gate
    hits: Positions = field(default_factory=none)
    ranking: Ranking | None = None
    matched: int = 0
    weak: int = 0
    nearby: Positions = field(default_factory=none)
    ungated: Ranking | None = None
    total: int = 0
    summary: str = ""
    cursor: str = ""
    warnings: tuple[str, ...] = ()
    folds: bool = False
    """True if records that say the same are shown once; then there are more hits than were asked for."""


def find(
    snapshot: Snapshot, question: Question, asked: Asked, ranker: Scorer, expired: Callable[[Snapshot], Mask]
) -> Found:
    """What *question* finds in *snapshot*; *asked* is its time, already read.

    Raises:
        UsageError: its cursor is none; it is told even where nothing is left to go on with.
    """
    read_cursor(question.cursor, snapshot.clock)
    gone = expired(snapshot)
    open_to_all = admitted(snapshot.columns, question, gated=False, expired=gone)
    if not asked.gate:
        return _without_gate(snapshot, question, asked, ranker, open_to_all)
    allowed = admitted(snapshot.columns, question, gated=True, expired=gone)
    if is_ahead(asked.gate, question.now) and not (allowed & _admits(snapshot, asked.gate)).any():
        # Nothing was written in a time to come, and no note says what happens then: the words are all there is.
        return _without_gate(
            snapshot,
            question,
            replace(asked, gate=Gate(), words=question.text, topic=None),
            ranker,
            open_to_all,
        )
    gate, inside = _open(snapshot, asked.gate, allowed, language_of(question.text))
    if asked.is_pure or not has_words(asked.words) or _asks_for_plans(asked, question.now):
        return _listed(snapshot, question, gate, inside)
    ranking = ranker.rank(snapshot, asked.words, inside, now=None, for_agent=question.for_agent)
    ungated = _ungated(snapshot, question, asked, ranker, open_to_all)
    if ranking.matches:
        found = _filled(snapshot, question, gate, inside, _ranked(snapshot, question, gate, ranking))
    else:
        found = _nothing_matched(snapshot, question, asked, gate, inside, ranking)
    return replace(found, nearby=ungated.positions[: 2 * question.limit], ungated=ungated)


_AFTER = regex(r"\bafter\b|[后後]", re.IGNORECASE)

# "Plans for next week", 下周有什么安排: what is to come is listed; hardly any of it calls itself a plan.
_PLANS = frozenset(query_tokens("plan schedule agenda coming 安排 计划 行程 日程 打算"))


def _asks_for_plans(asked: Asked, now: datetime) -> bool:
    """True if a time not yet over is asked for, and nothing of it but what is planned then."""
    words = query_tokens(without_stop_runs(asked.words))
    return bool(words) and _PLANS.issuperset(words) and not is_over(asked.gate, now)


def content_of(words: str) -> str:
    """The words that are searched for, as they were written; all of *words* if they are stop words."""
    kept = without_stop_runs(words)
    return as_written(kept, frozenset(query_tokens(kept))) or " ".join(words.split()).strip(" ?？。.!！")


def has_words(text: str) -> bool:
    """True if *text* holds something to search for, be it only a stop word."""
    return bool(query_tokens(text) or query_tokens(text, stops=True))


def _without_gate(
    snapshot: Snapshot, question: Question, asked: Asked, ranker: Scorer, allowed: Mask
) -> Found:
    if asked.intent == "recent" and (asked.is_pure or not query_tokens(asked.words)):
        dated = np.flatnonzero(allowed & snapshot.columns.has(Flag.RECORDED)).astype(np.int32)
        newest = dated[::-1]
        return Found(asked.gate, newest[: question.limit], total=len(newest))
    ranking = ranker.rank(
        snapshot, asked.words, allowed, now=question.now, for_agent=question.for_agent, topic=asked.topic
    )
    return _ranked(snapshot, question, asked.gate, ranking)


def _ranked(snapshot: Snapshot, question: Question, gate: Gate, ranking: Ranking) -> Found:
    if gate and is_part_of_day(gate):
        # An untimed bullet may belong to the afternoon that was asked for; what surely does comes first.
        ranking = ranking.ordered_by(snapshot.columns.has(Flag.UNTIMED)[ranking.positions])
    # Twice as many as are shown, here and in ``nearby``, to fill the places of those that only repeat a better one.
    hits = ranking.positions[: 2 * question.limit]
    matched = min(len(hits), ranking.matches)
    return Found(gate, hits, ranking, matched, len(hits) - matched, total=ranking.matches, folds=True)


def _filled(snapshot: Snapshot, question: Question, gate: Gate, inside: Mask, found: Found) -> Found:
    """The hits of a short window with the rest of it behind them, in time order, as long as there is room.

    Whoever names a day asks about that day: what else was written then is nearer to the answer than
    nothing, even if it uses other words ("what did we talk about on 2 May").
    """
    room = question.limit - len(found.hits)
    if room <= 0 or not is_short(gate):
        return found
    rest = np.flatnonzero(inside).astype(np.int32)
    rest = in_time_order(snapshot, rest[~np.isin(rest, found.hits)])[:room]
    return replace(found, hits=np.concatenate([found.hits, rest]))


def _ungated(snapshot: Snapshot, question: Question, asked: Asked, ranker: Scorer, allowed: Mask) -> Ranking:
    """What *question* would match if its time were no gate, in that order: nothing that a gate keeps out is lost.

    What only its words for the time would bring ("week plan" for "the kettle last week") is left out.
    """
    ranking = ranker.rank(
        snapshot, question.text, allowed, now=question.now, for_agent=question.for_agent, topic=asked.topic
    )
    return ranking.first(ranking.matches)


def _open(snapshot: Snapshot, gate: Gate, allowed: Mask, language: str) -> tuple[Gate, Mask]:
    """The gate as asked, or widened if it holds no record at all."""
    inside = allowed & _admits(snapshot, gate)
    if inside.any():
        return gate, inside
    for wider in widenings(gate, language):
        mask = allowed & _admits(snapshot, wider)
        if mask.any():
            return wider, mask
    return gate, inside


def _admits(snapshot: Snapshot, gate: Gate) -> Mask:
    return snapshot.columns.gate_mask(gate.windows)


def _nothing_matched(
    snapshot: Snapshot, question: Question, asked: Asked, gate: Gate, inside: Mask, ranking: Ranking
) -> Found:
    """A short window is the answer even if it says "ramen" and not "eat"; a long one says what it lacks."""
    if inside.any() and (is_short(gate) or gate.widened):
        return _listed(snapshot, question, gate, inside)
    hits = ranking.positions[: question.limit]
    where = said_of(gate)
    says = speech(language_of(question.text))
    if not inside.any():
        said = says.nothing_then(where)
    else:
        said = says.nothing_mentions(where, content_of(asked.words), closest=bool(len(hits)))
    return Found(gate, hits, ranking, 0, len(hits), summary=said)


def _listed(snapshot: Snapshot, question: Question, gate: Gate, inside: Mask) -> Found:
    """The records of a window in time order, spread over its days if they are too many."""
    columns = snapshot.columns
    positions = in_time_order(snapshot, np.flatnonzero(inside).astype(np.int32))
    at, warning = read_cursor(question.cursor, snapshot.clock)
    total = len(positions)
    if total <= question.limit and not at:
        return Found(gate, positions, total=total)
    if gate.source == "anchor" and gate.windows[0].end is None and _AFTER.search(gate.phrase):
        # "What happened after the breakup": what followed next, and not a little of all the years since.
        return Found(
            gate,
            positions[at : at + question.limit],
            total=total,
            summary=speech(language_of(question.text)).following(min(question.limit, total - at), total),
            cursor=cursor_after(at + question.limit, total, snapshot.clock),
            warnings=(warning,) if warning else (),
        )
    worth = columns.importance[positions].astype(np.float32) + (columns.event_counts[positions] > 0)
    order = spread_order(columns.day[positions], worth)
    page = np.sort(order[at : at + question.limit])
    upto = at + len(page)
    return Found(
        gate,
        positions[page],
        total=total,
        summary=speech(language_of(question.text)).spread(len(page), total),
        cursor=cursor_after(upto, total, snapshot.clock),
        warnings=(warning,) if warning else (),
    )


def in_time_order(snapshot: Snapshot, positions: Positions) -> Positions:
    """By day; within a day timed ones by their time, then those of its night, then untimed ones, as written."""
    columns = snapshot.columns
    untimed = columns.has(Flag.UNTIMED)[positions]
    start = np.where(untimed, 0, columns.start[positions])
    return positions[np.lexsort((positions, start, untimed, columns.day[positions]))]
