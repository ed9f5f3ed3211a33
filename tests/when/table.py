"""Approved tables of *phrase → windows*: plain text a person can check line by line.

A line ``@ 2025-11-19T10:30`` sets the present for the lines after it, a line
beginning with ``#`` is a heading. To approve a change, edit the line.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from diurnal.when import parse


def shown(moment: datetime | None) -> str:
    """A moment as short as it can be said: the date alone at midnight."""
    if moment is None:
        return "…"
    text = moment.isoformat()
    return text[:10] if text[11:] == "00:00:00" else text[:16]


def windows_of(phrase: str, now: datetime, mode: str = "question") -> str:
    """The windows of *phrase*, or "nothing"."""
    windows = parse(phrase, now, mode=mode).windows
    return " & ".join(f"{shown(w.start)} .. {shown(w.end)}" for w in windows) or "nothing"


def redone(table: Path, mode: str = "question") -> list[str]:
    """The lines of *table*, with the windows as they are read today."""
    now = datetime(2025, 11, 19, 10, 30)
    lines: list[str] = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            now = datetime.fromisoformat(line[1:].strip())
            lines.append(line)
        elif not line.strip() or line.startswith("#"):
            lines.append(line)
        else:
            phrase = line.split("→")[0].rstrip()
            lines.append(f"{phrase} → {windows_of(phrase, now, mode)}")
    return lines
