"""A ranked record and what hangs on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from diurnal.model.record import Record


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a record's text; ``marks`` are the (start, end) offsets of matched words in it."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Linked:
    """A record reached by one hop from a hit, and why: "replaced", "replaced by", "source", "link"."""

    record: Record
    why: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked record.

    ``score`` is comparable between the hits of one answer; ``parts`` holds its factors when explained.
    ``matched`` is true if a word, a name, or meaning above the model's floor tied it to the question;
    ``weak`` hits follow the matches on meaning alone. ``reason`` says what a reader must know about it
    ("time unknown", "conflict copy", "plan", "a day after the asked window").
    ``context`` are neighbours that carried it, ``also`` ids of near-duplicates that were folded into it.
    ``link`` opens it in Obsidian.
    """

    record: Record
    score: float
    matched: bool = True
    weak: bool = False
    parts: dict[str, float] = field(default_factory=dict)
    linked: tuple[Linked, ...] = ()
    snippet: Snippet = Snippet("")
    context: tuple[Record, ...] = ()
    also: tuple[str, ...] = ()
    reason: str = ""
    link: str = ""
