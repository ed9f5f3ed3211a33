"""`ops.jsonl`: a line for each operation that was finished, and one when it is taken back. It holds no text of a note.

Read once at a start and kept in memory. What an operation put where is the
``journal``'s, which also sees to it that one thread writes at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from diurnal.model.results import Operation
from diurnal.vault.journal_lines import Entry, append_line, disk_named, dumped, read_lines, replace_file


@dataclass(slots=True)
class Line:
    """What the log says of one operation."""

    facts: dict[str, Any]
    undone: bool = False

    @property
    def op(self) -> str:
        return str(self.facts["op"])

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.facts["at"])

    @property
    def paths(self) -> tuple[str, ...]:
        """The notes it touched."""
        return tuple(self.facts.get("paths", ()))

    def is_a(self, what: str) -> bool:
        return bool(self.facts.get("what") == what)

    def operation(self, *, has_undo_data: bool) -> Operation:
        """The operation as it is shown."""
        return Operation(
            self.op,
            str(self.facts.get("what", "")),
            self.at,
            self.paths,
            by=str(self.facts.get("by", "")),
            undone=self.undone,
            can_undo=not self.undone and has_undo_data,
            remark=str(self.facts.get("remark", "")),
        )

    def written(self) -> list[dict[str, Any]]:
        """Its lines in the file."""
        return [self.facts, *([{"op": self.op, "undone": self.facts["at"]}] if self.undone else [])]


class OpsLog:
    """The operations that were finished, in their order."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: dict[str, Line] = {}
        self._chains: dict[str, list[str]] = {}
        """Each operation that was re-applied, with those that did so."""
        for facts in read_lines(path):
            self._take(facts)

    def __contains__(self, op: str) -> bool:
        return op in self._lines

    def __iter__(self) -> Iterator[Line]:
        """Every line, oldest first."""
        return iter(self._lines.values())

    def __reversed__(self) -> Iterator[Line]:
        return reversed(self._lines.values())

    def line(self, op: str) -> Line | None:
        return self._lines.get(op)

    def after(self, op: str) -> list[Line]:
        """What was finished after *op*, oldest first; nothing if it is unknown."""
        lines = list(self._lines.values())
        return lines[list(self._lines).index(op) + 1 :] if op in self._lines else []

    def chain(self, op: str) -> list[str]:
        """The operation that *op* re-applied, if any, with all that re-applied it, oldest first."""
        line = self._lines.get(op)
        origin = str(line.facts.get("again_for") or op) if line else op
        return self._chains.get(origin, [op])

    def add(self, entry: Entry) -> None:
        """*entry* is finished."""
        facts: dict[str, Any] = {
            "op": entry.op,
            "what": entry.what,
            "at": entry.at.isoformat(),
            "paths": list(entry.paths),
        }
        for name in ("by", "ids", "remark", "again_for"):
            if value := getattr(entry, name):
                facts[name] = list(value) if isinstance(value, tuple) else value
        self._append(facts)

    def mark_undone(self, op: str, at: datetime) -> None:
        """*op* was taken back, and with it what it re-applied or was re-applied by."""
        for other in self.chain(op):
            self._append({"op": other, "undone": at.isoformat()})

    def forget(self, ops: Iterable[str]) -> None:
        """Leave no line of *ops*."""
        gone = list(ops)
        if not gone:
            return
        for op in gone:
            self._lines.pop(op, None)
        kept = [dumped(facts) for line in self._lines.values() for facts in line.written()]
        with disk_named(self._path):
            replace_file(self._path, b"".join(kept))

    def _append(self, facts: dict[str, Any]) -> None:
        append_line(self._path, facts)
        self._take(facts)

    def _take(self, facts: dict[str, Any]) -> None:
        op = facts["op"]
        if "undone" in facts:
            if op in self._lines:
                self._lines[op].undone = True
            return
        self._lines[op] = Line(facts)
        if origin := facts.get("again_for"):
            self._chains.setdefault(origin, [origin]).append(op)
