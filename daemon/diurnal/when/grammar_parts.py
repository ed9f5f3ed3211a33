"""Parts of a day: "Friday morning", 昨晚, "late last night".

A part of a day alone says too little; it counts next to a day.
"""

from __future__ import annotations

from datetime import timedelta

from diurnal.when import cycles
from diurnal.when.calendar import Cycle, Span, at_midnight, first_in, inside
from diurnal.when.cascade import Level, Present, Rule, Time, Token


def part_of(present: Present, *tokens: Token) -> Time | None:
    """Friday morning · yesterday in the late afternoon · 星期二早上"""
    day: Time = next(t.value for t in tokens if t.kind == "TIME")
    name = next(t for t in tokens if t.kind in ("PART", "AMPM")).value
    name = {"am": "morning", "pm": "afternoon"}.get(name, name)
    edge = next((t.value for t in tokens if t.kind == "EDGE"), None)
    if isinstance(day.what, tuple) or day.grain != "day":
        return None
    part = cycles.part(name)
    if edge:
        part = edged_part(name, {"beginning": "start", "middle": "mid"}.get(edge, edge))
    need = "weekday" if day.need == "weekday" else ""
    if any(t.kind == "PART" and 2 <= t.end - t.start <= 3 for t in tokens):
        need = ""  # 周六晚上 is no name, "Saturday Night" may be one
    if any(
        t.kind == "PART" and t.end - t.start == len(str(t.value)) + 1 and t.value != "noon" for t in tokens
    ):
        need = "each" if isinstance(day.what, Cycle) else need  # Wednesday evenings: in June each of them
    if isinstance(day.what, Cycle):
        return Time(inside(part, day.what), day.mark, need)
    span = first_in(part, day.what)
    return Time(span, day.mark) if span else None


def edged_part(name: str, edge: str) -> Cycle:
    """early morning · late night"""
    part = cycles.part(name)
    return Cycle("day", "part", lambda day: cycles.edge(part.pick(day) or Span(None, None, "part"), edge))


def this_part(present: Present, *tokens: Token) -> Time | None:
    """this morning · last evening · late this afternoon"""
    which = next(t for t in tokens if t.kind in ("THIS", "LAST", "NEXT"))
    name = next(t.value for t in tokens if t.kind == "PART")
    edge = next((t.value for t in tokens if t.kind == "EDGE"), None)
    cycle = edged_part(name, edge) if edge else cycles.part(name)
    offset = {"THIS": 0, "LAST": -1, "NEXT": 1}[which.kind]
    span = cycle.pick(present.today + timedelta(days=offset))
    mark = {"THIS": "present", "LAST": "past", "NEXT": "future"}[which.kind]
    if span is not None and offset == 0 and name == "morning" and span.start and present.now < span.start:
        span = Span(at_midnight(present.today), span.end, "part")  # "this morning", asked at 04:30
    return Time(span, mark) if span else None


def edge_of_evening(present: Present, edge: Token, time: Token) -> Time | None:
    """late last night"""
    if time.value.grain != "part" or not isinstance(time.value.what, Span):
        return None
    piece = cycles.edge(time.value.what, edge.value)
    return Time(piece, time.value.mark) if piece else None


def about_noon(present: Present, day: Token, part: Token) -> Time | None:
    """yesterday around noon; "yesterday about morning pages" names a topic"""
    return part_of(present, day, part) if part.value in ("noon", "lunch") else None


PARTS = Level(
    [
        Rule("this part", "EDGE? (in|the)* (THIS|LAST|NEXT) EDGE? PART", this_part),
        Rule(
            "part of day",
            "(EDGE dash?)? TIME (comma|at|in|of|the|on|dash)* (EDGE (dash|in|the)*)? (PART|AMPM) (?!of? CLOCK)",
            part_of,
        ),
        Rule("about noon", "TIME around PART", about_noon),
        Rule("day's part", "(in|the|EDGE|dash)* PART (of|on|comma)* the? TIME", part_of),
        Rule("edge of part", "EDGE TIME", edge_of_evening),
    ]
)
