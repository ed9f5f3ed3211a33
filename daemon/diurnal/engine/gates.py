"""From a question to its gate: the windows it is confined to, and what is left to search for.

``time_range`` replaces the parser; the parser can be switched off; an anchor
("the week after [[Tokyo trip]]") becomes a window once the page or entry it
names has a date, and none if it has not. Widening says what it did.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from diurnal.engine.question import Question
from diurnal.errors import BadTime
from diurnal.model.regex import regex
from diurnal.model.time import Gate, TimeWindow
from diurnal.rank.question import asked_part
from diurnal.when import Anchor, Reading, parse, resolve_anchor, time_range, widen
from diurnal.when.argument import is_iso
from diurnal.when.intent import intent_of
from diurnal.when.leftover import tidied
from diurnal.when.lexer import folded


@dataclass(frozen=True, slots=True)
class Placed:
    """Where in time an anchor lies; without a span ``missed`` says why not, as a sentence."""

    span: TimeWindow | None
    missed: str = ""


FindAnchor = Callable[[Anchor], Placed]

_RECENTLY = regex(
    r"\b(?:lately|recently|of late|these days)\b|最近|近来|近來|近日|这阵子|這陣子|这些天|這些天",
    re.IGNORECASE,
)

_LEADING = regex(r"^(?:in|on|at|during|from|for|over|within|of|在|于|於)\s*(?=\S)", re.IGNORECASE)

SHORT = timedelta(days=2)
"""A window up to this long is listed whole if nothing in it matches; a longer one says that nothing does."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's time and what is left of it: the gate, the words to search for, the intent.

    ``anchor_missed`` is a sentence if the question hangs its time on an event whose day is not known.
    ``topic`` is all that is asked besides the time, the event that the time hangs on included; None is every word.
    """

    gate: Gate
    words: str
    is_pure: bool
    intent: str
    anchor_missed: str = ""
    topic: str | None = None


def read_time(
    question: Question, *, languages: Sequence[str], day_starts_at: int, zone: str, find_anchor: FindAnchor
) -> Asked:
    """Read the time *question* names.

    Raises:
        BadTime: its ``time_range`` cannot be used.
    """
    text = question.text
    if question.time_range is not None:
        windows = _argument(question, languages, day_starts_at)
        gate = Gate(windows, _said(question.time_range), zone, "argument", asked=windows)
        # "When did I last…" asks for a date whatever the window; its words are all still to be searched for.
        return Asked(gate, text, not text.strip(), intent_of(folded(text), True))
    if not question.reads_time:
        return Asked(Gate(), text, False, "")
    reading = _reading(text, question, languages, day_starts_at)
    source, missed = "question", ""
    if reading.anchor is not None:
        source, placed = "anchor", find_anchor(reading.anchor)
        missed = placed.missed
        if placed.span is not None:
            reading = resolve_anchor(reading, placed.span, question.now, day_starts_at=day_starts_at)
    if not reading.windows:
        words, is_pure = (text, False) if missed else _words(reading, text)
        topic = (
            text.replace(reading.phrase, reading.anchor.name)
            if missed and reading.anchor and reading.phrase
            else None
        )
        return Asked(Gate(), words, is_pure, reading.intent, missed, topic)
    gate = Gate(reading.windows, reading.phrase, zone, source, asked=reading.windows)
    topic = f"{reading.leftover} {reading.anchor.name}" if reading.anchor else reading.leftover
    return Asked(gate, reading.leftover, reading.pure, reading.intent, topic=topic)


def _reading(text: str, question: Question, languages: Sequence[str], day_starts_at: int) -> Reading:
    """The time the asking sentences of *text* name; what only leads up to them ("I was so busy last week.") names none."""
    asking = asked_part(text)
    reading = parse(asking, question.now, languages=languages, day_starts_at=day_starts_at)
    if asking == text or reading.windows or reading.anchor:
        return (
            reading
            if asking == text
            else replace(reading, pure=False, leftover=text.replace(reading.phrase, " ", 1))
        )
    return replace(parse("", question.now), text=text, leftover=text, intent=reading.intent)


def _argument(question: Question, languages: Sequence[str], day_starts_at: int) -> tuple[TimeWindow, ...]:
    """The windows of ``time_range``; a text that is no date is read as words ("last week")."""
    given = question.time_range
    if isinstance(given, str) and not is_iso(given):
        windows = parse(given, question.now, languages=languages, day_starts_at=day_starts_at).windows
        if not windows:
            raise BadTime(
                f"time_range is {given!r}, which names no time.",
                hint='Name one such as "last week" or "2026-07-21", or leave it out to search all time.',
            )
        return windows
    return time_range(given, now=question.now, day_starts_at=day_starts_at, languages=languages)


def _said(given: Any) -> str:
    return given if isinstance(given, str) else ""


def _words(reading: Reading, text: str) -> tuple[str, bool]:
    """What is left to search for, and whether that is nothing, of a question that names no window."""
    if reading.intent == "recent":
        # "lately" gives no window, but nobody searches for the word.
        return tidied(text, tuple(match.span() for match in _RECENTLY.finditer(text)))
    return reading.leftover if reading.intent and reading.leftover else text, False


def is_ahead(gate: Gate, now: datetime) -> bool:
    """True if every window begins after *now*: nothing was written then, though something may be said of it."""
    moment = now.replace(tzinfo=None)
    return all(
        window.start is not None and window.start.replace(tzinfo=None) > moment for window in gate.windows
    )


def is_over(gate: Gate, now: datetime) -> bool:
    """True if every window ends before *now*."""
    moment = now.replace(tzinfo=None)
    return all(
        window.end is not None and window.end.replace(tzinfo=None) <= moment for window in gate.windows
    )


def said_of(gate: Gate) -> str:
    """The words that named the time, without what leads up to them ("in June" as "June")."""
    return _LEADING.sub("", gate.phrase).strip() or "the time asked for"


def length(gate: Gate) -> timedelta | None:
    """The time all windows take together; None if a side is open."""
    total = timedelta()
    for window in gate.windows:
        if window.start is None or window.end is None:
            return None
        total += window.end.replace(tzinfo=None) - window.start.replace(tzinfo=None)
    return total


def is_short(gate: Gate) -> bool:
    """True for windows of up to two days together: few enough records to be listed as they are."""
    total = length(gate)
    return total is not None and total <= SHORT


def is_part_of_day(gate: Gate) -> bool:
    """True if some window is finer than a day, so that untimed records only may belong to it."""
    return any(
        (window.start is not None and window.start.time() != datetime.min.time())
        or (window.end is not None and window.end.time() != datetime.min.time())
        for window in gate.windows
    )


def widenings(gate: Gate, language: str = "en") -> Iterator[Gate]:
    """*gate* made wider step by step, with the sentence of a *language* (see ``render.speech``) that says so."""
    for step in count(1):
        windows, said = widen(gate.asked, step, language)
        if not windows:
            return
        yield replace(gate, windows=windows, widened=said)
