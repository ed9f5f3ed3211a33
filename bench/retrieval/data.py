"""Retrieval data in the normalised form: histories of entries, and questions with the entries that answer them.

``entries.jsonl`` holds ``hs`` (the history), ``id`` (unique in it), ``ts`` (local ISO time), ``speaker`` and
``text``; ``questions.jsonl`` holds ``hs``, ``category``, ``question``, ``evidence`` (ids) and
``question_date``. A history becomes a vault: each day one diary note, each entry a ``## HH:MM`` section.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One dated thing somebody said or wrote."""

    key: str
    at: datetime
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, when it was asked, and the keys of the entries that answer it."""

    text: str
    category: str
    now: datetime
    evidence: frozenset[str]


@dataclass(slots=True)
class History:
    """What one vault is made of."""

    name: str
    entries: list[Entry] = field(default_factory=list)
    questions: list[Asked] = field(default_factory=list)

    def days(self) -> dict[date, list[Entry]]:
        """Entries by day, in the order of time; equal times keep their order."""
        by_day: dict[date, list[Entry]] = defaultdict(list)
        for entry in sorted(self.entries, key=lambda entry: entry.at):
            by_day[entry.at.date()].append(entry)
        return dict(by_day)

    def note(self, day: date) -> str:
        """The diary note of *day*."""
        sections = [
            f"## {entry.at:%H:%M}\n\n**{entry.speaker}:** {' '.join(entry.text.split())}\n"
            for entry in self.days()[day]
        ]
        return "\n".join(sections)


def place_in_note(line: int) -> int:
    """Which entry of its day stands at *line* (from 1) of the note: each takes four lines."""
    return (line - 1) // 4


def load(folder: Path, *, together: int = 1) -> list[History]:
    """The histories of a data set that have questions with evidence.

    Args:
        together: how many histories share a vault; more than one makes each the noise of the others.
    """
    entries, questions = _lines(folder / "entries.jsonl"), _lines(folder / "questions.jsonl")
    order = {name: place for place, name in enumerate(dict.fromkeys(line["hs"] for line in entries))}
    histories: dict[int, History] = {}
    known: set[str] = set()
    for line in entries:
        place = order[line["hs"]] // together
        history = histories.setdefault(place, History(line["hs"]))
        key = f"{line['hs']}/{line['id']}"
        known.add(key)
        history.entries.append(Entry(key, datetime.fromisoformat(line["ts"]), line["speaker"], line["text"]))
    for line in questions:
        evidence = frozenset(f"{line['hs']}/{key}" for key in line["evidence"]) & known
        if evidence:
            histories[order[line["hs"]] // together].questions.append(
                Asked(
                    line["question"],
                    line["category"],
                    datetime.fromisoformat(line["question_date"]),
                    evidence,
                )
            )
    return [history for history in histories.values() if history.questions]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
