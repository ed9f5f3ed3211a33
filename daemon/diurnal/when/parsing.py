"""Questions and statements read for the time they name.

``parse`` is the one door: islands of time words go through the levels of the
grammar, weak words must show evidence, and what remains becomes windows in the
zone of *now*. It never raises on any text, and a text without time comes back
with no windows: a wrong window hides the answer, none does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from diurnal.model.time import TimeWindow
from diurnal.when import (
    evidence,
    grammar_clock,
    grammar_cycles,
    grammar_dates,
    grammar_joined,
    grammar_lengths,
    grammar_lists,
    grammar_parts,
    grammar_pieces,
    grammar_ranges,
    grammar_relative,
    grammar_sides,
)
from diurnal.when.anchor_words import find_event
from diurnal.when.anchors import find_anchor
from diurnal.when.calendar import Cycle, Span, meant_in_a_note
from diurnal.when.cascade import Cascade, Present, Time, Token, settled
from diurnal.when.conventions import MAX_CONSIDERED, MAX_PHRASES, PLANNED_DAYS_AHEAD
from diurnal.when.grammar_numbers import join_numbers
from diurnal.when.intent import intent_of
from diurnal.when.leftover import tidied
from diurnal.when.lexer import folded, islands
from diurnal.when.names import belongs_to_a_name
from diurnal.when.reading import Reading
from diurnal.when.windows import window_of

LANGUAGES: Final = ("en", "zh")

GRAMMAR: Final = Cascade(
    (
        grammar_lengths.LENGTHS,
        grammar_dates.DATES,
        grammar_cycles.CYCLES,
        grammar_relative.RELATIVE,
        grammar_pieces.PIECES,
        grammar_joined.JOINED,
        grammar_pieces.PIECES,
        grammar_parts.PARTS,
        grammar_clock.CLOCKS,
        grammar_joined.JOINED,
        grammar_ranges.OFFSETS,
        grammar_ranges.RANGES,
        grammar_lists.LISTS,
        grammar_sides.RELATIONS,
    )
)


@dataclass(frozen=True, slots=True)
class Found:
    """One phrase of time: its offsets, what it is, and the windows it stands for (one at least)."""

    start: int
    end: int
    time: Time
    grain: str
    windows: tuple[TimeWindow, ...]


def present_at(now: datetime, day_starts_at: int = 0) -> Present:
    """The present as the grammar needs it: wall time, and exact steps from it."""
    wall = now.replace(tzinfo=None)

    def exactly(length: timedelta) -> datetime:
        if now.tzinfo is None:
            return wall + length
        return (now.astimezone(UTC) + length).astimezone(now.tzinfo).replace(tzinfo=None)

    return Present(wall, exactly, day_starts_at)


def parse(
    text: str,
    now: datetime,
    *,
    mode: str = "question",
    languages: Sequence[str] = LANGUAGES,
    day_starts_at: int = 0,
) -> Reading:
    """The time *text* names, seen from *now*.

    Args:
        text: a question, or with ``mode="statement"`` something written on the day of *now*.
        now: naive wall time, or aware; windows come back alike.
        mode: "question" reads towards the past ("Friday" is the last one); "statement" takes
            explicit dates and what is marked as past only.
        languages: of "en" and "zh", which to read.
        day_starts_at: hour at which a day begins; 01:30 then belongs to the day before.

    Returns:
        A Reading; without windows if no time is named.
    """
    present = present_at(now, day_starts_at)
    low = folded(text)
    found = _phrases(text, low, now, present, tuple(languages), mode)
    spans = tuple((f.start, f.end) for f in found)
    anchor, anchor_span = find_anchor(text, low)
    if anchor_span is None and mode == "question" and (told := find_event(text, low, spans)) is not None:
        anchor, anchor_span = told
    if anchor_span is not None:
        # 前一天 in [[搬家]]前一天 is no day of its own; a time said elsewhere outweighs the anchor.
        found = [f for f in found if f.end <= anchor_span[0] or anchor_span[1] <= f.start]
        if found:
            anchor = None
        spans = tuple((f.start, f.end) for f in found) or (anchor_span,)
    windows = tuple(sorted({w for f in found for w in f.windows}, key=_order))
    leftover, pure = tidied(text, spans)
    first = found[0] if found else None
    return Reading(
        text=text,
        windows=windows,
        phrase=text[spans[0][0] : spans[0][1]] if spans else "",
        span=spans[0] if spans else None,
        spans=spans,
        leftover=leftover,
        pure=pure and bool(spans),
        intent=intent_of(low, bool(windows)),
        grain=first.grain if first else "",
        relation=_relation(first.windows[0]) if first else "",
        mark=first.time.mark if first else "",
        anchor=anchor,
    )


def mentions(text: str, now: datetime, *, day_starts_at: int = 0) -> tuple[tuple[TimeWindow, str, str], ...]:
    """Every event time a statement written at *now* names, as (window, grain, phrase).

    Cheap enough for every entry of a vault: a text without words of time costs one scan.
    """
    low = folded(text)
    present = present_at(now, day_starts_at)
    return tuple(
        (window, f.grain, text[f.start : f.end])
        for f in _phrases(text, low, now, present, LANGUAGES, "statement")
        for window in f.windows
    )


def _phrases(
    text: str, low: str, now: datetime, present: Present, languages: tuple[str, ...], mode: str
) -> list[Found]:
    """Every phrase of time in *text* that counts, in order."""
    found: list[Found] = []
    considered = 0
    for island in islands(text, low, languages):
        tokens = read(island, low, present)
        for position, token in enumerate(tokens):
            if token.kind != "TIME":
                continue
            if _habitual(tokens, position):
                continue
            time: Time = token.value
            if not evidence.enough(time, text, low, token.start, token.end):
                if time.otherwise is None:
                    continue
                if isinstance(time.otherwise, Token):
                    token, time = time.otherwise, time.otherwise.value
                else:
                    time = time.otherwise
                if not evidence.enough(time, text, low, token.start, token.end):
                    continue
            if mode == "question" and evidence.describes(time, low, token.start, token.end):
                continue
            if evidence.excluded(low, token.start, token.end):
                continue
            if belongs_to_a_name(time, text, low, token.start, token.end):
                continue
            spans = _spans(time, present, mode)
            windows = tuple(
                w for w in (window_of(s, now, present.day_starts_at) for s in spans) if not _void(w)
            )
            if not windows:
                continue
            start, end = evidence.with_small_words(low, token.start, token.end)
            if found and start < found[-1].end:
                start = token.start
            found.append(Found(start, end, time, spans[0].grain, windows))
        considered += len(tokens)
        if len(found) >= MAX_PHRASES or considered >= MAX_CONSIDERED:
            break
    if mode == "question" and len(found) == 2:
        found = _put_together(found[0], found[1], low, now, present)
    # An hour without a day means today's only where no other time is named.
    days_named = [f for f in found if f.time.need != "clock"]
    return days_named or found


# Which cycle may be put into which span that the question names apart from it.
_PARTED: Final = frozenset({("year", "year"), ("week", "week")})


def _put_together(first: Found, second: Found, low: str, now: datetime, present: Present) -> list[Found]:
    """Christmas dinner last year · on Monday at the office last week: one time, its parts said apart.

    Only a day of the year with a year, and a weekday with the week that begins or ends the question.
    """
    inner, outer = (first, second) if isinstance(first.time.what, Cycle) else (second, first)
    cycle, around = inner.time.what, outer.time.what
    if (
        not isinstance(cycle, Cycle)
        or not isinstance(around, Span)
        or (cycle.period, around.grain) not in _PARTED
    ):
        return [first, second]
    if evidence.are_two(low, first.end, second.start):
        return [first, second]
    if cycle.period == "week" and outer is second and not evidence.closes(low, second.end):
        return [first, second]
    time = grammar_joined.joined(present, Token("TIME", 0, 0, inner.time), Token("TIME", 0, 0, outer.time))
    if time is None or not isinstance(time.what, Span):
        return [first, second]
    windows = (window_of(time.what, now, present.day_starts_at),)
    return [replace(found, time=time, grain=time.grain, windows=windows) for found in (first, second)]


def _habitual(tokens: list[Token], position: int) -> bool:
    """True for every Monday, 每周五, 每月15号: a habit, not a time."""
    before = [t.kind for t in tokens[max(0, position - 3) : position] if t.kind != "of"]
    if before[-1:] == ["EVERY"]:
        return True
    # "Each day last week" is that week, 每月15号 a habit.
    is_named = tokens[position].value.mark in ("past", "present") and isinstance(
        tokens[position].value.what, Span
    )
    return before[-2:] in (["EVERY", "UNIT"], ["EVERY", "DUR"]) and not is_named


def read(tokens: list[Token], low: str, present: Present) -> list[Token]:
    """An island after every level of the grammar."""
    return GRAMMAR(grammar_clock.noon_as_an_hour(join_numbers(tokens, low)), present)


def _spans(time: Time, present: Present, mode: str) -> tuple[Span, ...]:
    """What a time stands for; in a statement only what is explicit or marked as past."""
    what = time.what
    if mode == "statement" and (time.mark not in ("past", "exact", "dated") or time.need in evidence.BARE):
        return ()
    try:
        if isinstance(what, Cycle):
            # "30 July" in a note of 21 July is the coming one, in a question the last.
            span = (
                meant_in_a_note(what, present.today, PLANNED_DAYS_AHEAD)
                if mode == "statement"
                else settled(present, time)
            )
            what = (span,) if span else ()
    except (OverflowError, ValueError):
        return ()  # before year 1 or after 9999
    spans = what if isinstance(what, tuple) else (what,)
    if mode == "statement" and any(s.start is None or s.end is None for s in spans):
        return ()  # "since 2020 I run" dates no event
    return spans


def _order(window: TimeWindow) -> tuple[datetime, datetime]:
    start = window.start.replace(tzinfo=None) if window.start else datetime.min
    return start, window.end.replace(tzinfo=None) if window.end else datetime.max


def _void(window: TimeWindow) -> bool:
    """True for "tomorrow until now"."""
    return window.start is not None and window.end is not None and window.start >= window.end


def _relation(window: TimeWindow) -> str:
    if window.start is None:
        return "before"
    if window.end is None:
        return "since"
    return "in"
