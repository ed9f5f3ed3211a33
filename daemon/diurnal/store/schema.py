"""The tables of ``catalog.db``.

One file holds what was read from the notes: it is derived, so there are no
migrations. A file of another ``SCHEMA`` is thrown away and read again from the
notes. Times are wall seconds since 1970-01-01 00:00, days are proleptic
ordinals (``date.toordinal``), names are kept as written beside a folded key.
"""

from __future__ import annotations

SCHEMA = 3

# ``row`` and ``notes.id`` are AUTOINCREMENT: a number once given is never given again, so another
# store that still names a dead record can at worst name nothing.
TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    place INTEGER NOT NULL,
    privacy INTEGER NOT NULL,
    fields TEXT NOT NULL,
    link_lines TEXT NOT NULL,
    warnings TEXT NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    size INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    read_at_ns INTEGER NOT NULL,
    digest TEXT NOT NULL
);
-- Asked for with every batch, and nearly always empty.
CREATE INDEX notes_not_open ON notes (path) WHERE privacy <> 0;

CREATE TABLE records (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind INTEGER NOT NULL,
    place INTEGER NOT NULL,
    text TEXT NOT NULL,
    heading TEXT NOT NULL,
    day INTEGER,
    at INTEGER,
    start INTEGER,
    end INTEGER,
    hall TEXT NOT NULL,
    by TEXT NOT NULL,
    owner TEXT NOT NULL,
    importance INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    block TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    fields TEXT NOT NULL,
    expires INTEGER,
    born INTEGER NOT NULL,
    changed INTEGER NOT NULL
);
CREATE INDEX records_by_note ON records (note, ordinal);
CREATE INDEX records_by_id ON records (id);
CREATE INDEX records_by_day ON records (day);
CREATE INDEX records_by_change ON records (changed);
CREATE INDEX records_by_text ON records (text_hash);
CREATE INDEX records_by_expiry ON records (expires) WHERE expires IS NOT NULL;

CREATE TABLE events (
    row INTEGER NOT NULL REFERENCES records (row) ON DELETE CASCADE,
    start INTEGER,
    end INTEGER,
    fine INTEGER NOT NULL
);
CREATE INDEX events_by_row ON events (row);

-- In the two tables below a NULL row means the note itself, not one of its records.
CREATE TABLE links (
    note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    row INTEGER REFERENCES records (row) ON DELETE CASCADE,
    role TEXT NOT NULL,
    name_key TEXT NOT NULL,
    target TEXT NOT NULL,
    anchor TEXT NOT NULL,
    alias TEXT NOT NULL
);
CREATE INDEX links_by_note ON links (note);
CREATE INDEX links_by_row ON links (row);
CREATE INDEX links_by_name ON links (name_key);
CREATE INDEX links_by_anchor ON links (anchor) WHERE anchor <> '';

CREATE TABLE tags (
    note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    row INTEGER REFERENCES records (row) ON DELETE CASCADE,
    key TEXT NOT NULL,
    tag TEXT NOT NULL
);
CREATE INDEX tags_by_note ON tags (note);
CREATE INDEX tags_by_row ON tags (row);
CREATE INDEX tags_by_key ON tags (key);

-- Title and aliases of a note.
CREATE TABLE names (
    note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL
);
CREATE INDEX names_by_note ON names (note);

CREATE TABLE properties (
    note INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL
);
CREATE INDEX properties_by_note ON properties (note);
CREATE INDEX properties_by_key ON properties (key);

CREATE TABLE tombstones (
    id TEXT NOT NULL,
    tick INTEGER NOT NULL,
    path TEXT NOT NULL,
    day INTEGER,
    text_hash BLOB NOT NULL,
    successor TEXT NOT NULL
);
CREATE INDEX tombstones_by_id ON tombstones (id);
CREATE INDEX tombstones_by_tick ON tombstones (tick);
CREATE INDEX tombstones_by_path ON tombstones (path);

CREATE TABLE troubles (path TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
"""
