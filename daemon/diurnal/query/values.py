"""What stands behind an operator's colon: dates, kinds, halls, places.

Each reader turns the written value into a leaf, or raises BadQuery with one
sentence when the value can mean nothing. Words for dates ("last week") are
read by a function that is passed in, so this room knows no clock.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from diurnal.errors import BadQuery
from diurnal.model.record import Kind, Place, Task
from diurnal.model.regex import regex
from diurnal.model.time import TimeWindow
from diurnal.query.nodes import EVERYTHING, During, Facet, Has, Node, Property, TaskIs

WindowOf = Callable[[str], TimeWindow | None]

HALLS = ("facts", "events", "discoveries", "preferences", "advice")
_CHOICES: dict[Facet, tuple[str, tuple[str, ...]]] = {
    Facet.KIND: ("a kind of record", tuple(Kind)),
    Facet.PLACE: ("a place in the vault", tuple(Place)),
    Facet.HALL: ("a hall", HALLS),
}
_SINGULAR = {
    "entries": "entry",
    "items": "item",
    "passages": "passage",
    "episodes": "episode",
    "fact": "facts",
    "event": "events",
    "discovery": "discoveries",
    "preference": "preferences",
}

DATES = ("since", "until", "day")
TASKS = {
    "task": frozenset((Task.OPEN, Task.DONE, Task.CANCELLED)),
    "task-todo": frozenset((Task.OPEN,)),
    "task-done": frozenset((Task.DONE,)),
}

_ISO = regex(
    r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2})?)?)?|-[Ww](\d{1,2}))?\Z", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Span:
    """A date operator before it becomes a window: ``since`` uses the start, ``until`` the end, ``day`` both."""

    operator: str
    window: TimeWindow


def _following(start: datetime, length: timedelta) -> datetime | None:
    """The end of a span; None where the calendar has none, which leaves it open."""
    try:
        return start + length
    except OverflowError:
        return None


def iso_window(text: str) -> TimeWindow | None:
    """The year, month, ISO week, day or minute that *text* writes, or None if it is none of these."""
    found = _ISO.match(text)
    if not found:
        return None
    year, month, day, hour, minute, week = (int(part) if part else None for part in found.groups())
    assert year is not None
    try:
        if week is not None:
            start = datetime.combine(date.fromisocalendar(year, week, 1), datetime.min.time())
            return TimeWindow(start, _following(start, timedelta(days=7)))
        start = datetime(year, month or 1, day or 1, hour or 0, minute or 0)
    except ValueError:
        return None
    if hour is not None:
        return TimeWindow(start, _following(start, timedelta(minutes=1)))
    if day is not None:
        return TimeWindow.of_day(start.date())
    if month is not None:
        return TimeWindow(start, _following(start, timedelta(days=calendar.monthrange(year, month)[1])))
    return TimeWindow(start, _following(start, timedelta(days=366 if calendar.isleap(year) else 365)))


def read_span(operator: str, text: str, window_of: WindowOf | None) -> Span:
    """The window ``operator:text`` names. Raises BadQuery if *text* is no date."""
    window = iso_window(text)
    if window is None and window_of is not None:
        window = window_of(text) or window_of(text.replace("-", " ").replace("_", " "))
    if window is None:
        raise BadQuery(
            f"{operator}:{text} is not a date; write 2026-07-21, 2026-07 or 2026, or words in quotes as in "
            f'{operator}:"last week".'
        )
    return Span(operator, window.to_wall())


def join_spans(spans: list[Span]) -> TimeWindow | None:
    """The one window all *spans* leave open, or None if they exclude each other."""
    start: datetime | None = None
    end: datetime | None = None
    for span in spans:
        if span.operator != "until" and span.window.start is not None:
            start = max(start, span.window.start) if start else span.window.start
        if span.operator != "since" and span.window.end is not None:
            end = min(end, span.window.end) if end else span.window.end
    if start is not None and end is not None and start >= end:
        return None
    return TimeWindow(start, end)


def read_facet(facet: Facet, text: str) -> Node:
    """The filter ``facet:text``, or everything for a tag without a name. Raises BadQuery where only certain words are possible and this is none."""
    value = text.strip()
    if facet is Facet.TAG:
        tag = value.lstrip("#＃").rstrip("/")
        return Has(facet, tag) if tag else EVERYTHING
    if facet not in _CHOICES:
        return Has(facet, value)
    what, known = _CHOICES[facet]
    word = value.lower().removeprefix("hall_").removeprefix("hall/")
    word = _SINGULAR.get(word, word) if _SINGULAR.get(word, word) in known else word
    if word not in known:
        raise BadQuery(
            f"{facet}:{value} is not {what}; expected {', '.join(known[:-1])} or {known[-1]}.",
        )
    return Has(facet, word)


def read_property(name: str, value: str) -> Node:
    """The filter ``[name:value]``."""
    if value.lower() == "null":
        return Property(name, None, "null")
    if value[:1] in ("<", ">") and value[1:].strip():
        return Property(name, value[1:].strip(), value[0])
    return Property(name, value)


def read_task(operator: str) -> Node:
    """The filter ``task:``, ``task-todo:`` or ``task-done:`` without its words."""
    return TaskIs(TASKS[operator])


def during(spans: list[Span]) -> During | None:
    """One filter for *spans*, or None if no moment is in all of them."""
    window = join_spans(spans)
    return During(window) if window is not None else None
