"""Drafts to records: the text a person reads, its links, tags, dates, hall, and a name that lasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from diurnal.model.record import (
    Card,
    Event,
    Kind,
    Link,
    Place,
    Privacy,
    Record,
    Task,
    collapsed,
    hash_of_collapsed,
    record_id,
)
from diurnal.model.time import TimeWindow
from diurnal.text.clocks import Clock
from diurnal.text.dates import day_window, field_date
from diurnal.text.draft import Draft
from diurnal.text.fields import Fields, speaker_of, take_fields
from diurnal.text.inline import read_inline
from diurnal.text.links import links_in_value
from diurnal.text.parts import links_by_part, spans_of
from diurnal.text.passages import pieces
from diurnal.text.tags import merge_tags

Classify = Callable[[str], str]
Events = Callable[[str, date | None], tuple[Event, ...]]

LONG_ENTRY = 4
"""An entry or item is cut only beyond this many passages' length: what belongs to one moment stays together."""


@dataclass(slots=True)
class Surroundings:
    """What a note says of all its records."""

    path: str
    place: Place
    day: date | None
    period: TimeWindow | None
    privacy: Privacy
    conflict_of: str
    category: str
    tags: tuple[str, ...]
    names: tuple[str, ...]
    by: str
    is_machine: bool
    machine_authors: frozenset[str]
    evergreen: bool
    day_starts_at: int
    passage_chars: int
    classify: Classify
    events: Events
    skims: bool = False
    seen: dict[tuple[Kind, str], int] = field(default_factory=dict)
    blocks: set[str] = field(default_factory=set)
    apart_links: list[Link] = field(default_factory=list)
    """Those of drafts that give no record: an embed that shows nothing, a field alone on its line."""
    apart_tags: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Reading:
    lines: list[tuple[int, str]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    of_fields: list[Link] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    speaker: str = ""
    fields: Fields = field(default_factory=Fields)


def finish(drafts: Sequence[Draft], around: Surroundings) -> list[Record]:
    """The records of *drafts*, in order; a draft without text gives none."""
    records: list[Record] = []
    for draft in drafts:
        _finish(draft, around, records)
    return records


def completed(record: Record, classify: Classify, events: Events) -> Record:
    """What *record*, which was skimmed, is when read at once."""
    found = events(record.text, record.day)
    return replace(
        record,
        events=found,
        hall=record.hall or classify(record.text),
        is_plan=_is_plan(record.kind, record.task, Fields(), found, record.day),
        is_skimmed=False,
    )


def _finish(draft: Draft, around: Surroundings, records: list[Record]) -> None:
    reading = _read(draft)
    if not reading.lines:
        around.apart_links.extend((*reading.links, *reading.of_fields))
        around.apart_tags.extend((*reading.tags, *reading.fields.tags))
        return
    found = reading.fields
    text = "\n".join(line for _, line in reading.lines)
    day = draft.day or around.day
    limit = around.passage_chars * (1 if draft.kind is Kind.PASSAGE else LONG_ENTRY)
    parts = pieces(text, limit) if len(text) > limit else [text]
    spans = spans_of(reading.lines, parts) if len(parts) > 1 else [(draft.first, draft.last)]
    by = draft.by or found.first("by") or around.by
    is_machine = draft.is_machine or around.is_machine or by.casefold() in around.machine_authors
    card = _card(draft, found, around)
    dated = _events_of_fields(found)
    # Fields with dates of their own (few records have any) decide what a text alone cannot tell later.
    skims = around.skims and not dated
    at = datetime.combine(day, draft.clock.start) if day and draft.clock else None
    recorded = _recorded(draft, day, around)
    speaker = reading.speaker or (by if around.place is Place.EPISODE else "")
    names = tuple(dict.fromkeys((speaker, *around.names))) if speaker else around.names
    tags = merge_tags(reading.tags, found.tags, draft.tags, around.tags)
    links = links_by_part(reading.lines, reading.links, reading.of_fields, text, parts)
    for number, (part, lines) in enumerate(zip(parts, spans, strict=True)):
        plain = collapsed(part)
        if not plain:
            continue
        named = () if skims else around.events(part, day)
        events = (*dated, *named) if number == 0 else named
        key = (draft.kind, plain)
        occurrence = around.seen.get(key, 0)
        around.seen[key] = occurrence + 1
        block = draft.block if number == 0 and draft.block not in around.blocks else ""
        if block:
            around.blocks.add(block)
        records.append(
            Record(
                id=record_id(around.path, draft.kind, plain, occurrence, block),
                kind=draft.kind,
                place=around.place,
                path=around.path,
                lines=lines,
                ordinal=len(records),
                text=part,
                heading=draft.heading,
                day=day,
                at=at,
                recorded=recorded,
                events=events,
                hall=found.hall or ("" if skims else around.classify(part)),
                by=by,
                is_plan=_is_plan(draft.kind, draft.task, found, events, day),
                is_machine=is_machine,
                is_night=draft.is_night,
                conflict_of=around.conflict_of,
                privacy=around.privacy,
                task=draft.task,
                block=block,
                card=card,
                links=links[number],
                tags=tags,
                names=names,
                evergreen=around.evergreen,
                text_hash=hash_of_collapsed(plain),
                is_skimmed=skims,
            )
        )


def _read(draft: Draft) -> _Reading:
    reading = _Reading()
    for number, markup in draft.rows:
        if number in draft.code:
            reading.lines.append((number, markup))
            continue
        text = take_fields(markup, reading.fields)
        if not reading.lines and text.startswith("**"):
            reading.speaker = speaker_of(text)
        inline = read_inline(text, number)
        shown = inline.text.strip()
        if shown:
            reading.lines.append((number, shown))
        reading.links.extend(inline.links)
        reading.tags.extend(inline.tags)
    for values in reading.fields.values.values():
        for value in values:
            reading.of_fields.extend(links_in_value(value, draft.first))
    while reading.lines and not reading.lines[-1][1].strip():
        reading.lines.pop()
    return reading


def _recorded(draft: Draft, day: date | None, around: Surroundings) -> TimeWindow | None:
    if draft.kind is Kind.ITEM:
        return None
    if day is None:
        return around.period
    whole = day_window(day, around.day_starts_at)
    if draft.clock is None:
        return whole if draft.day or around.period is None else around.period
    return _moment(day, draft.clock, draft.is_night)


def _moment(day: date, clock: Clock, is_night: bool) -> TimeWindow:
    """The minute, or the span written; of a night entry the day's last minute, for it keeps its day."""
    if is_night:
        end = TimeWindow.of_day(day).end
        return TimeWindow(datetime.combine(day, time(23, 59)), end)
    start = datetime.combine(day, clock.start.replace(second=0))
    if clock.end is None:
        return TimeWindow(start, start + timedelta(minutes=1) if day < date.max else None)
    end = datetime.combine(day, clock.end)
    if end <= start:  # 23:00 - 01:00
        end = end + timedelta(days=1) if day < date.max else start + timedelta(minutes=1)
    return TimeWindow(start, end)


def _events_of_fields(found: Fields) -> tuple[Event, ...]:
    if not found.dates and not found.values:
        return ()
    dates = found.dates
    event = field_date(found.first("event")) if found.first("event") else None
    events = [Event(TimeWindow.of_day(event), "day", "event")] if event else []
    events += [Event(TimeWindow.of_day(day), "day", what) for what, day in dates.items()]
    return tuple(events)


def _is_plan(kind: Kind, task: Task, found: Fields, events: Sequence[Event], day: date | None) -> bool:
    if task is Task.OPEN:
        return True
    if task is not Task.NONE or "done" in found.dates:
        return False
    if not events and not found.dates:
        return False
    if kind is not Kind.PASSAGE and not {"due", "scheduled", "start"}.isdisjoint(found.dates):
        return True
    end = TimeWindow.of_day(day).end if day else None
    if end is None or not events:
        return False
    return all(event.window.start is not None and event.window.start >= end for event in events)


def _card(draft: Draft, found: Fields, around: Surroundings) -> Card | None:
    if draft.kind is not Kind.ITEM or not (draft.block or found.has_card):
        return None
    importance = found.first("importance").strip()
    until = found.first("until")
    return Card(
        since=field_date(found.first("since")),
        until=field_date(until, last=True) if until else None,
        event=field_date(found.first("event")),
        importance=min(10, max(1, int(importance))) if importance.isascii() and importance.isdigit() else 0,
        category=found.first("category") or around.category,
        src=tuple(source for value in found.values.get("src", ()) for source in _sources(value)),
        next=next(iter(_sources(found.first("next"))), ""),
        owner=found.first("owner"),
        always=found.first("always").strip().casefold() in ("true", "yes", "1", "on"),
        expires=field_date(found.first("expires"), last=True) if found.first("expires") else None,
    )


def _sources(value: str) -> list[str]:
    """The link targets in *value* with their anchors, or its words parted by commas."""
    links = links_in_value(value)
    if links:
        return [f"{link.target}#{link.anchor}" if link.anchor else link.target for link in links]
    return [part.strip() for part in value.split(",") if part.strip()]
