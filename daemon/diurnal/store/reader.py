"""Reading the catalogue: notes, records by row or id, and what changed since a clock.

``CatalogueReader`` opens an existing file read-only, beside a daemon that writes
it, which is how the child process and ``doctor`` use it. Filters are in
``finder``, names and links in ``namebook``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from diurnal.model.answer import Clock
from diurnal.model.flag import Flag
from diurnal.model.record import Kind, Note, Place, Record
from diurnal.model.results import Change
from diurnal.model.stamp import Stamp
from diurnal.ports import Known, Rows
from diurnal.store.database import Reading
from diurnal.store.finder import Finder
from diurnal.store.namebook import NameBook
from diurnal.store.note_rows import NoteRow, decode_note
from diurnal.store.rows import CONTENT, KINDS, PLACES, decode_record

# ``end`` is a word of SQL.
CONTENT_COLUMNS = ", ".join(f'r."{name}"' for name in CONTENT)
_RECORD = f"SELECT r.row, n.path, r.ordinal, r.first_line, r.last_line, {CONTENT_COLUMNS} FROM records r JOIN notes n ON n.id = r.note"
_NOTE = "SELECT path, id, place, privacy, fields, link_lines, warnings FROM notes"


def _record(found: Sequence[Any]) -> Record:
    return decode_record(found[1], found[2], found[3], found[4], found[5:])


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)


class CatalogueReader:
    """What the catalogue holds, read-only. ``find`` answers filters, ``names`` names and links."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reading = Reading(path)
        # What walks through the whole file has a connection of its own: a question never waits for it.
        self._bulk = Reading(path)
        self.find = Finder(self._reading)
        self.names = NameBook(self._reading)

    @property
    def clock(self) -> Clock:
        """The position last committed."""
        meta = dict(self._reading.all("SELECT key, value FROM meta WHERE key IN ('instance', 'tick')"))
        return Clock(meta["instance"], int(meta["tick"]))

    def known(self) -> dict[str, Known]:
        """Every note the catalogue holds, by path."""
        found = self._bulk.all(
            "SELECT n.path, mtime_ns, ctime_ns, size, inode, read_at_ns, digest, coalesce(t.reason, '')"
            " FROM notes n LEFT JOIN troubles t ON t.path = n.path"
        )
        return {
            path: Known(Stamp(mtime, ctime, size, inode & 0xFFFF_FFFF_FFFF_FFFF), *rest)
            for path, mtime, ctime, size, inode, *rest in found
        }

    def troubles(self) -> dict[str, str]:
        """Notes and folders that could not be read, with the reason."""
        return dict(self._reading.all("SELECT path, reason FROM troubles ORDER BY path"))

    def records(self, rows: Sequence[int]) -> list[Record]:
        """The records of *rows*, in that order. Dead rows are left out."""
        by_row = dict(self.with_rows(rows))
        return [by_row[row] for row in map(int, rows) if row in by_row]

    def with_rows(self, rows: Iterable[int]) -> list[tuple[int, Record]]:
        """Each live row of *rows* with its record, by row."""
        # One JSON array instead of a parameter a row: there is no limit on how many are asked for.
        asked = json.dumps([int(row) for row in rows])
        found = self._reading.all(
            f"{_RECORD} WHERE r.row IN (SELECT value FROM json_each(?)) ORDER BY r.row", (asked,)
        )
        return [(item[0], _record(item)) for item in found]

    def texts(self, rows: Iterable[int]) -> dict[int, str]:
        """The text of each live row of *rows*."""
        asked = json.dumps([int(row) for row in rows])
        return dict(
            self._reading.all(
                "SELECT row, text FROM records WHERE row IN (SELECT value FROM json_each(?))", (asked,)
            )
        )

    def by_ids(self, ids: Iterable[str]) -> dict[str, tuple[int, Record]]:
        """Row and record of each id that is live now."""
        found = self._reading.all(
            f"{_RECORD} WHERE r.id IN (SELECT value FROM json_each(?)) ORDER BY r.row DESC",
            (json.dumps(list(ids)),),
        )
        return {item[5]: (item[0], _record(item)) for item in found}

    def by_text_hash(self, hashes: Iterable[str]) -> dict[str, Record]:
        """One living record of each text, by text hash; meant for a batch, not for a vault."""
        blobs = [bytes.fromhex(text_hash) for text_hash in hashes]
        found = self._reading.all(
            f"{_RECORD} WHERE r.text_hash IN ({', '.join('?' * len(blobs))}) ORDER BY r.row DESC", blobs
        )
        return {record.text_hash: record for record in map(_record, found)}

    def text_hashes(self) -> list[str]:
        """The text hash of every living record, those written last first; equal texts once."""
        found = self._reading.all("SELECT text_hash FROM records ORDER BY row DESC")
        return list(dict.fromkeys(text_hash.hex() for (text_hash,) in found))

    def successor(self, identity: str) -> str:
        """The live id that replaced the stale *identity*: itself if it lives, "" if nothing is known.

        An id names what took its place in its note; a record that moved to another note is found by its
        words, as long as only one record has them.
        """
        passed: set[str] = set()
        while identity not in passed:
            passed.add(identity)
            if self._reading.one("SELECT 1 FROM records WHERE id = ?", (identity,)):
                return identity
            stone = self._reading.one(
                "SELECT successor, text_hash FROM tombstones WHERE id = ? ORDER BY tick DESC", (identity,)
            )
            if stone is None:
                return ""
            if stone[0]:
                identity = stone[0]
                continue
            same = self._reading.all("SELECT id FROM records WHERE text_hash = ? LIMIT 2", (stone[1],))
            return str(same[0][0]) if len(same) == 1 else ""
        return ""

    def same_words(self, identity: str) -> str:
        """The live id of the only record that has the words the stale *identity* stood for, "" if there is none."""
        stone = self._reading.one(
            "SELECT text_hash FROM tombstones WHERE id = ? ORDER BY tick DESC", (identity,)
        )
        if stone is None:
            return ""
        same = self._reading.all("SELECT id FROM records WHERE text_hash = ? LIMIT 2", (stone[0],))
        return str(same[0][0]) if len(same) == 1 else ""

    def note(self, path: str) -> Note | None:
        """The note with its records, or None."""
        with self._reading.same_state():
            head = self._reading.one(f"{_NOTE} WHERE path = ?", (path,))
            if head is None:
                return None
            found = self._reading.all(f"{_RECORD} WHERE r.note = ? ORDER BY r.ordinal", (head[1],))
        return decode_note(path, NoteRow(*head[2:]), [_record(item) for item in found])

    def open_items(self, path: str, most: int) -> list[Record]:
        """The first *most* items of the wiki page *path* that are not closed; none of any other note."""
        found = self._reading.all(
            f"{_RECORD} WHERE n.path = ? AND n.place = ? AND r.kind = ? AND NOT r.flags & ?"
            " ORDER BY r.ordinal LIMIT ?",
            (path, PLACES.index(Place.WIKI), KINDS.index(Kind.ITEM), int(Flag.CLOSED), most),
        )
        return [_record(item) for item in found]

    def raw(self, *queries: tuple[str, Sequence[Any]]) -> list[list[tuple[Any, ...]]]:
        """The rows of each of *queries*, all of one committed state; for stores that pack them into arrays."""
        with self._bulk.same_state():
            return [self._bulk.all(sql, parameters) for sql, parameters in queries]

    def live_rows(self) -> Rows:
        """Every live row, ascending, int64."""
        found = self._bulk.all("SELECT row FROM records ORDER BY row")
        return np.fromiter((row for (row,) in found), np.int64, len(found))

    def since(self, clock: Clock) -> list[Change] | None:
        """What changed after *clock*, oldest first; None if that cannot be told: start over."""
        with self._reading.same_state():
            meta = dict(self._reading.all("SELECT key, value FROM meta"))
            if clock.instance != meta["instance"]:
                return None
            if not int(meta["forgotten"]) <= clock.tick <= int(meta["tick"]):
                return None
            gone = self._reading.all(
                "SELECT id, path, tick, day FROM tombstones WHERE tick > ? ORDER BY tick, rowid",
                (clock.tick,),
            )
            here = self._reading.all(
                "SELECT r.id, n.path, r.changed, r.day, r.born > ? FROM records r JOIN notes n ON n.id = r.note"
                " WHERE r.changed > ? ORDER BY r.changed, r.row",
                (clock.tick, clock.tick),
            )
        alive = {item[0] for item in here}
        changes = [
            Change("removed", identity, path, tick, _day(day))
            for identity, path, tick, day in gone
            if identity not in alive
        ]
        changes += [
            Change("added" if is_new else "changed", identity, path, tick, _day(day))
            for identity, path, tick, day, is_new in here
        ]
        return sorted(changes, key=lambda change: change.tick)

    def close(self) -> None:
        self._reading.close()
        self._bulk.close()
