"""Taking one batch into the catalogue: notes read, stamps renewed, notes gone, notes in trouble.

Lives within one transaction of ``Catalogue.apply``. It compares each note with
what is stored (``succession``), writes the difference and remembers what came,
what died and which notes were touched. A note that is read again unchanged
writes its stamp and touches nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from diurnal.model.record import Link, Note, Privacy, Record
from diurnal.model.stamp import Stamp
from diurnal.ports import Read
from diurnal.store.foundation import set_meta
from diurnal.store.note_rows import NoteRow, encode_note
from diurnal.store.rows import CONTENT, DAY, ID, TEXT_HASH, RecordRow, encode_record
from diurnal.store.succession import Death, Difference, Stored, compare
from diurnal.store.values import key_of, name_key_of, seconds_of, storable

# How many batches may lie between a private note that came and the note it was before.
SOON_TICKS = 50

_CONTENT = ", ".join(f'"{name}"' for name in CONTENT)
_STORED = f"SELECT row, ordinal, first_line, last_line, born, {_CONTENT} FROM records WHERE note = ? ORDER BY ordinal"
_STAMP = "mtime_ns = ?, ctime_ns = ?, size = ?, inode = ?, read_at_ns = ?"
_KNOWN = "SELECT path, id, place, privacy, fields, link_lines, warnings FROM notes WHERE path IN (SELECT value FROM json_each(?))"
_INSERT_NOTE = (
    "INSERT INTO notes (id, path, place, privacy, fields, link_lines, warnings,"
    f" mtime_ns, ctime_ns, size, inode, read_at_ns, digest) VALUES ({', '.join('?' * 13)})"
)
_UPDATE_NOTE = (
    f"UPDATE notes SET place = ?, privacy = ?, fields = ?, link_lines = ?, warnings = ?, {_STAMP}, digest = ?"
    " WHERE id = ?"
)
_INSERT_RECORD = (
    f"INSERT INTO records (row, note, ordinal, first_line, last_line, {_CONTENT}, born, changed)"
    f" VALUES ({', '.join('?' * (len(CONTENT) + 7))})"
)
INSERT_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?)"
_INSERT_LINK = "INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_NAME = "INSERT INTO names VALUES (?, ?, ?, ?)"
_INSERT_TAG = "INSERT INTO tags VALUES (?, ?, ?, ?)"
_INSERT_PROPERTY = "INSERT INTO properties VALUES (?, ?, ?)"
_NOT_TROUBLED = "DELETE FROM troubles WHERE path = ?"


def _stamp(stamp: Stamp, read_at_ns: int) -> tuple[int, ...]:
    # SQLite's integers are signed; inodes of some network file systems use all 64 bits.
    inode = stamp.inode - (1 << 64) if stamp.inode >= 1 << 63 else stamp.inode
    return (stamp.mtime_ns, stamp.ctime_ns, stamp.size, inode, read_at_ns)


def _field_target(raw: str) -> Link:
    """The link of a card's ``src`` or ``next`` field, with or without its brackets."""
    target, _, alias = raw.strip().removeprefix("[[").removesuffix("]]").partition("|")
    target, _, anchor = target.partition("#")
    return Link(target.strip(), anchor.strip(), alias.strip())


class Intake:
    """One batch on its way in; ``tick`` is the tick it will be known by."""

    def __init__(self, connection: sqlite3.Connection, tick: int) -> None:
        self.tick = tick
        self.born: list[tuple[int, Record]] = []
        self.dead: list[int] = []
        self.touched: dict[str, None] = {}
        self.is_change = False
        """True once a record or a note's own fields came, changed or went; a move within a note is none."""
        self.hidden: dict[str, None] = {}
        """Notes of which something private was known before: every store must be rewritten without it."""
        self._gone: list[str] = []
        self._is_private_new = False
        self._connection = connection
        # What is new of all notes goes in together at the end, in this order: for many notes that halves the time.
        self._waiting: dict[str, list[tuple[Any, ...]]] = {
            statement: []
            for statement in (
                _INSERT_NOTE,
                _INSERT_RECORD,
                INSERT_EVENT,
                _INSERT_LINK,
                _INSERT_NAME,
                _INSERT_TAG,
                _INSERT_PROPERTY,
            )
        }
        last = dict(connection.execute("SELECT name, seq FROM sqlite_sequence"))
        self._next_row = last.get("records", 0) + 1
        self._next_note = last.get("notes", 0) + 1
        self._troubled = {path for (path,) in connection.execute("SELECT path FROM troubles")}

    def take(self, reads: Sequence[Read]) -> None:
        """Make the catalogue hold exactly what *reads* hold, each of a note of its own."""
        asked = json.dumps([read.note.path for read in reads])
        known = {
            path: (number, NoteRow(*row)) for path, number, *row in self._connection.execute(_KNOWN, (asked,))
        }
        for read in reads:
            self._take(read, *known.get(read.note.path, (None, None)))

    def _take(self, read: Read, note_id: int | None, row_before: NoteRow | None) -> None:
        note = read.note
        is_private = note.privacy is Privacy.PRIVATE
        # A private record inside an open note must not exist either; this is the last gate before disk.
        records = () if is_private else tuple(r for r in note.records if r.privacy is not Privacy.PRIVATE)
        row = encode_note(note)
        stamp = (*_stamp(read.stamp, read.read_at_ns), read.digest)
        is_known = note_id is not None
        before: list[Stored] = []
        is_changed = row_before is None or row_before[:3] != row[:3]
        if note_id is None:
            note_id = self._next_note
            self._next_note += 1
            self._waiting[_INSERT_NOTE].append((note_id, note.path, *row, *stamp))
        else:
            before = [
                Stored._make((*item[:5], item[5:])) for item in self._connection.execute(_STORED, (note_id,))
            ]
            self._connection.execute(_UPDATE_NOTE, (*row, *stamp, note_id))
        if is_changed:
            if is_known:
                self._clear_note_names(note_id)
            if not is_private:
                self._add_note_names(note_id, note)
        encoded = [encode_record(record) for record in records]
        difference = compare(before, encoded)
        self._write(note_id, note.path, records, encoded, difference)
        if is_changed or difference.born or difference.dead:
            self.is_change = True
            self.touched[note.path] = None
        elif difference.moved:
            self.touched[note.path] = None
        if is_private and is_changed:
            # What was known of it before must not survive in any page, nor its ids in the tombstones.
            self._is_private_new = True
            if is_known:
                self._purge(note.path)
        elif len(records) < len(note.records) and difference.dead:
            self._purge(note.path)
        self._untrouble(note.path)

    def _untrouble(self, path: str) -> None:
        if path in self._troubled:
            self._connection.execute(_NOT_TROUBLED, (path,))

    def forget(self, path: str) -> None:
        """Remove the note *path* with its records; their ids stay known as removed."""
        found = self._connection.execute("SELECT id FROM notes WHERE path = ?", (path,)).fetchone()
        self._untrouble(path)
        if found is None:
            return
        before = [Stored._make((*item[:5], item[5:])) for item in self._connection.execute(_STORED, found)]
        self._bury(path, compare(before, ()).dead)
        self._connection.execute("DELETE FROM notes WHERE id = ?", found)
        self.is_change = True
        self.touched[path] = None
        self._gone.append(path)

    def finish(self) -> None:
        """Write what waits, and purge what became private by moving: it comes as a private note here and a note gone there.

        The going may come some batches later (deletes wait), and the note may have been edited on its way,
        so any note that goes soon after a private one came is purged.
        """
        for statement, values in self._waiting.items():
            self._connection.executemany(statement, values)
        if self._is_private_new:
            set_meta(self._connection, private=self.tick)
        if not self._gone:
            return
        found = self._connection.execute("SELECT value FROM meta WHERE key = 'private'").fetchone()
        if found is not None and self.tick - int(found[0]) <= SOON_TICKS:
            for path in self._gone:
                self._purge(path)

    def _purge(self, path: str) -> None:
        self._connection.execute("DELETE FROM tombstones WHERE path = ?", (path,))
        self.hidden[path] = None

    def restamp(self, stamps: Iterable[tuple[str, Stamp, int]]) -> None:
        """Renew the stamps of notes whose bytes are the same."""
        for path, stamp, read_at_ns in stamps:
            self._connection.execute(
                f"UPDATE notes SET {_STAMP} WHERE path = ?", (*_stamp(stamp, read_at_ns), path)
            )
            self._untrouble(path)

    def mark_troubled(self, troubled: Mapping[str, str]) -> None:
        """Remember why notes or folders could not be read; an empty reason takes the mark away."""
        for path, reason in troubled.items():
            if reason:
                self._connection.execute(
                    "INSERT INTO troubles VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET reason = excluded.reason",
                    (path, storable(reason)),
                )
            else:
                self._untrouble(path)

    def _write(
        self,
        note_id: int,
        path: str,
        records: Sequence[Record],
        encoded: Sequence[RecordRow],
        difference: Difference,
    ) -> None:
        if difference.dead:
            self._bury(path, difference.dead)
            self._connection.executemany(
                "DELETE FROM records WHERE row = ?", [(death.row,) for death in difference.dead]
            )
        for row, record_row in difference.moved:
            self._connection.execute(
                "UPDATE records SET ordinal = ?, first_line = ?, last_line = ? WHERE row = ?",
                (*record_row[:3], row),
            )
        rows = range(self._next_row, self._next_row + len(difference.born))
        self._next_row = rows.stop
        new = [
            (row, records[at], encoded[at], tick)
            for row, (at, tick) in zip(rows, difference.born, strict=True)
        ]
        waiting = self._waiting
        for row, record, line, tick in new:
            waiting[_INSERT_RECORD].append(
                (row, note_id, *line[:3], *line.content, tick or self.tick, self.tick)
            )
            if record.events:
                waiting[INSERT_EVENT] += event_rows(row, record)
            if record.links or record.card:
                waiting[_INSERT_LINK] += [(note_id, row, *link) for link in _links(record)]
            if record.tags:
                waiting[_INSERT_TAG] += [(note_id, row, key_of(t), storable(t)) for t in record.tags]
        self.born += [(row, record) for row, record, _, _ in new]

    def _bury(self, path: str, deaths: Iterable[Death]) -> None:
        """Remember ids that no longer live; one whose record only changed lives on."""
        deaths = list(deaths)
        self.dead += [death.row for death in deaths]
        self._connection.executemany(
            "INSERT INTO tombstones VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    death.content[ID],
                    self.tick,
                    path,
                    death.content[DAY],
                    death.content[TEXT_HASH],
                    death.successor,
                )
                for death in deaths
                if death.content[ID] != death.successor
            ],
        )

    def _clear_note_names(self, note_id: int) -> None:
        """Take out what a known note itself was called, tagged with, and linked to."""
        for table in ("links", "tags"):
            self._connection.execute(f"DELETE FROM {table} WHERE note = ? AND row IS NULL", (note_id,))
        for table in ("names", "properties"):
            self._connection.execute(f"DELETE FROM {table} WHERE note = ?", (note_id,))

    def _add_note_names(self, note_id: int, note: Note) -> None:
        """What the note itself is called, tagged with, and links to."""
        waiting = self._waiting
        called = [(note.title, "title"), *((alias, "alias") for alias in note.aliases)]
        waiting[_INSERT_NAME] += [(note_id, role, key_of(name), storable(name)) for name, role in called]
        waiting[_INSERT_TAG] += [(note_id, None, key_of(tag), storable(tag)) for tag in note.tags]
        waiting[_INSERT_PROPERTY] += [
            (note_id, key_of(key), storable(value))
            for key, values in note.properties.items()
            for value in values or ("",)
        ]
        waiting[_INSERT_LINK] += [(note_id, None, *_link_row("text", link)) for link in note.links]


def event_rows(row: int, record: Record) -> Iterable[tuple[int, int | None, int | None, int]]:
    """What ``events`` holds of *record*: its row, begin, end, and whether the grain is a day or finer."""
    for event in record.events:
        window = event.window
        yield row, seconds_of(window.start), seconds_of(window.end), int(event.day_or_finer)


def _link_row(role: str, link: Link) -> tuple[str, ...]:
    target = storable(link.target)
    return role, name_key_of(target), target, storable(link.anchor), storable(link.alias)


def _links(record: Record) -> Iterable[tuple[str, ...]]:
    for link in record.links:
        yield _link_row("text", link)
    if record.card is not None:
        for source in record.card.src:
            yield _link_row("src", _field_target(source))
        if record.card.next:
            yield _link_row("next", _field_target(record.card.next))
