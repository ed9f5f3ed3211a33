"""Names and links: what notes are called, what points at what.

Links are kept as written. Where a link leads depends on every path of the vault,
so it is decided when asked, by the resolver the caller hands in: a new note
changes the answer without a byte of this store changing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from diurnal.model.record import Link
from diurnal.ports import LinkRow, Named, Resolver
from diurnal.store.database import Reading
from diurnal.store.values import name_key_of

_LINK = "SELECT n.path, l.row, l.role, l.target, l.anchor, l.alias FROM links l JOIN notes n ON n.id = l.note"


class NameBook:
    """Titles, aliases, mentions and links of every note that may be known."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def titles(self) -> list[Named]:
        """Every title and alias of every note."""
        found = self._reading.all(
            "SELECT s.name, s.role, n.path FROM names s JOIN notes n ON n.id = s.note"
            " ORDER BY n.path, s.role DESC"
        )
        return [Named(*row) for row in found]

    def aliases(self) -> list[tuple[str, str]]:
        """Path and alias of every alias there is, by path and in the order written."""
        return self._reading.all(
            "SELECT n.path, s.name FROM names s JOIN notes n ON n.id = s.note WHERE s.role = 'alias'"
            " ORDER BY n.path, s.rowid"
        )

    def aliases_of(self, paths: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Aliases of each of *paths* that is a note, in the order written."""
        asked = json.dumps(list(paths))
        found: dict[str, tuple[str, ...]] = {
            path: ()
            for (path,) in self._reading.all(
                "SELECT path FROM notes WHERE path IN (SELECT value FROM json_each(?))", (asked,)
            )
        }
        for path, alias in self._reading.all(
            "SELECT n.path, s.name FROM names s JOIN notes n ON n.id = s.note WHERE s.role = 'alias'"
            " AND n.path IN (SELECT value FROM json_each(?)) ORDER BY s.rowid",
            (asked,),
        ):
            found[path] = (*found[path], alias)
        return found

    def for_owner(self) -> frozenset[str]:
        """Paths of the notes that no agent may hear of."""
        return frozenset(path for (path,) in self._reading.all("SELECT path FROM notes WHERE privacy <> 0"))

    def tags(self) -> dict[str, int]:
        """Each tag in its first spelling, with the number of notes and records that have it themselves."""
        return dict(
            self._reading.all("SELECT min(tag), count(*) FROM tags GROUP BY key ORDER BY count(*) DESC, key")
        )

    def links_out(self, path: str) -> list[LinkRow]:
        """Links that stand in the note *path*; the note's own fields first, then its records in order."""
        found = self._reading.all(
            f"{_LINK} LEFT JOIN records r ON r.row = l.row WHERE n.path = ? ORDER BY r.ordinal, l.rowid",
            (path,),
        )
        return [LinkRow(source, row, role, Link(*link)) for source, row, role, *link in found]

    def links_back(self, path: str, resolve: Resolver) -> list[LinkRow]:
        """Links of other notes that *resolve* leads to *path*, by note and place in it."""
        found = self._reading.all(
            f"{_LINK} LEFT JOIN records r ON r.row = l.row WHERE n.path <> ? AND l.name_key IN"
            " (SELECT ? UNION SELECT s.key FROM names s JOIN notes m ON m.id = s.note"
            " WHERE m.path = ?) ORDER BY n.path, r.ordinal, l.rowid",
            (path, name_key_of(path), path),
        )
        rows = [LinkRow(source, row, role, Link(*link)) for source, row, role, *link in found]
        return [item for item in rows if resolve(item.link.target, item.source) == path]

    def links_at_block(self, block: str) -> list[LinkRow]:
        """Links of any note to a block called ``^block``; whose block that is, a resolver must say."""
        found = self._reading.all(
            f"{_LINK} WHERE l.anchor <> '' AND l.anchor = ? ORDER BY n.path, l.rowid", (f"^{block}",)
        )
        return [LinkRow(source, row, role, Link(*link)) for source, row, role, *link in found]

    def paths(self) -> list[str]:
        """Paths of every note, private ones too, by path: what links are resolved against."""
        return [path for (path,) in self._reading.all("SELECT path FROM notes ORDER BY path")]
