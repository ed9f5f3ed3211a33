"""Filters: which rows have a tag, lie in a note, are of a day; and what the catalogue counts.

Each answers with live rows, ascending, so that a caller intersects them with
what it has ranked or listed; a record inherits tags and properties from its
note. Names are compared without case and normal form, and ``_`` and ``%`` are
plain characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from diurnal.model.flag import Flag
from diurnal.model.record import Kind, Privacy
from diurnal.ports import Rows
from diurnal.store.database import Reading
from diurnal.store.rows import KINDS, PRIVACIES
from diurnal.store.values import key_of


def _within(column: str, key: str) -> tuple[str, list[str]]:
    """Condition that *column* is *key* or lies beneath it (``a`` covers ``a/b``), by index."""
    # "0" is the character after "/", so everything beneath key sorts before it.
    return f"({column} = ? OR ({column} >= ? AND {column} < ?))", [key, f"{key}/", f"{key}0"]


class Finder:
    """Rows by filter; every answer is int64, ascending, of live records only."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def _rows(self, sql: str, parameters: Sequence[Any] = ()) -> Rows:
        found = self._reading.all(sql, parameters)
        return np.fromiter((row for (row,) in found), np.int64, len(found))

    def with_tag(self, tag: str) -> Rows:
        """Records tagged *tag* or beneath it; a leading ``#`` is dropped.

        A tag that stands beside the records of a note (a line of tags, say) is every record's; what one of them
        carries itself is that one's, though it is listed among the note's tags too.
        """
        condition, keys = _within("t.key", key_of(tag.removeprefix("#").rstrip("/")))
        return self._rows(
            f"SELECT t.row FROM tags t WHERE t.row IS NOT NULL AND {condition}"
            f" UNION SELECT r.row FROM tags t JOIN records r ON r.note = t.note"
            f" WHERE t.row IS NULL AND {condition} AND (t.note, t.key) NOT IN"
            f" (SELECT t.note, t.key FROM tags t WHERE t.row IS NOT NULL AND {condition}) ORDER BY 1",
            keys * 3,
        )

    def in_note(self, path: str) -> Rows:
        """Records of the note *path*, exactly so spelled, in the note's order."""
        return self._rows(
            "SELECT r.row FROM records r JOIN notes n ON n.id = r.note WHERE n.path = ? ORDER BY r.ordinal",
            (path,),
        )

    def expiring(self) -> tuple[Rows, Rows]:
        """Cards that end of themselves, and the (proleptic) ordinal of the first day each no longer holds."""
        # Asked at each save. Sorted by SQLite it would walk through every record instead of the index.
        found = sorted(self._reading.all("SELECT row, expires FROM records WHERE expires IS NOT NULL"))
        rows = np.fromiter((row for row, _ in found), np.int64, len(found))
        days = np.fromiter((day for _, day in found), np.int64, len(found))
        return rows, days

    def of_day(self, day: date) -> Rows:
        """Records of *day* in the order of their notes; those of the night come last in each note anyway."""
        return self._rows(
            "SELECT r.row FROM records r JOIN notes n ON n.id = r.note WHERE r.day = ? ORDER BY n.path, r.ordinal",
            (day.toordinal(),),
        )

    def dates(self) -> dict[date, int]:
        """Each day that has entries, with their number, oldest first; lines of conflict copies count too."""
        found = self._reading.all(
            "SELECT day, count(*) FROM records WHERE kind = ? AND day IS NOT NULL GROUP BY day ORDER BY day",
            (KINDS.index(Kind.ENTRY),),
        )
        return {date.fromordinal(day): number for day, number in found}

    def tail(self, number: int, *, without: Flag | None = None) -> Rows:
        """The latest *number* entries by recorded time, oldest of them first; none that has the flag *without*."""
        rows = self._rows(
            "SELECT r.row FROM records r JOIN notes n ON n.id = r.note"
            " WHERE r.kind = ? AND r.day IS NOT NULL AND NOT r.flags & ?"
            " ORDER BY r.day DESC, r.flags & ? DESC, r.at IS NOT NULL DESC, r.at DESC, n.path DESC, r.ordinal DESC"
            " LIMIT ?",
            (KINDS.index(Kind.ENTRY), int(without or 0), int(Flag.NIGHT), max(number, 0)),
        )
        return rows[::-1].copy()

    def counts(self) -> dict[str, int]:
        """Numbers of notes: all, the private ones, conflict copies; and of ``warnings`` about them."""
        found = self._reading.one(
            "SELECT count(*), total(privacy = ?), total(json_extract(fields, '$.conflict_of') IS NOT NULL),"
            " total(json_array_length(warnings)) FROM notes",
            (PRIVACIES.index(Privacy.PRIVATE),),
        )
        names = ("notes", "private", "conflict_copies", "warnings")
        return dict(zip(names, map(int, found or (0, 0, 0, 0)), strict=True))

    def warnings(self) -> dict[str, list[str]]:
        """Warnings of the reader, by path of the note."""
        found = self._reading.all(
            "SELECT n.path, w.value FROM notes n, json_each(n.warnings) w ORDER BY n.path, w.key"
        )
        by_path: dict[str, list[str]] = {}
        for path, sentence in found:
            by_path.setdefault(path, []).append(sentence)
        return by_path
