"""Whatever happens to the files, and whatever of it is heard: in the end the catalogue is as a new one would be."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from diurnal.ports import Catalogue
from diurnal.store.catalogue import Catalogue as SqliteCatalogue
from engine_room import GRACE_S, Room
from memory_catalogue import MemoryCatalogue

NAMES = ["a.md", "a (conflict).md", "A.md", "s/a.md", "s/t/b.md", "u.md", "u.md/a.md"]
FOLDERS = {"a.md": "s", "A.md": "w", "s/a.md": "s/t", "u.md": "u.md"}
TEXTS = ["one", "two", "one\ntwo", "two\none"]  # of one size in pairs, which is what stamps miss


class Life:
    """A person, an editor and a sync client at work, and a reconciler that hears some of it.

    Every deed takes two names and a text and uses what it needs; where it cannot be done it does nothing.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.folder = room.folder
        self.heard: set[str] = set()

    def _is_free(self, path: str) -> bool:
        """True if a file can be put at *path*: no folder is there, and no file is in its way."""
        place = self.folder.path(path)
        parents = [parent for parent in place.parents if self.room.root in parent.parents]
        return not place.is_dir() and not any(parent.is_file() for parent in parents)

    # --- what happens to files --------------------------------------------------------------------

    def write(self, one: str, other: str, text: str) -> None:
        if self._is_free(one):
            self.folder.write(one, text)
            self.heard.add(one)

    def save_by_rename(self, one: str, other: str, text: str) -> None:
        if self._is_free(one):
            self.folder.save_by_rename(one, text)
            self.heard.add(one)

    def edit_and_put_back_the_mtime(self, one: str, other: str, text: str) -> None:
        place = self.folder.path(one)
        if place.is_file():
            before = place.stat()
            place.write_text(text)
            os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    def move(self, one: str, other: str, text: str) -> None:
        if self.folder.path(one).is_file() and self._is_free(other):
            self.folder.move(one, other)
            self.heard |= {one, other}

    def copy(self, one: str, other: str, text: str) -> None:
        if one != other and self.folder.path(one).is_file() and self._is_free(other):
            self.folder.path(other).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.folder.path(one), self.folder.path(other))

    def swap(self, one: str, other: str, text: str) -> None:
        places = [self.folder.path(path) for path in (one, other)]
        if one != other and all(place.is_file() for place in places):
            aside = self.folder.path("aside")
            places[0].rename(aside)
            places[1].rename(places[0])
            aside.rename(places[1])

    def move_folder(self, one: str, other: str, text: str) -> None:
        old, new = FOLDERS.get(one, "s"), FOLDERS.get(other, "w")
        source, target = self.folder.path(old), self.folder.path(new)
        if source.is_dir() and not target.exists() and source not in target.parents and self._is_free(new):
            self.folder.move(old, new)
            self.heard |= {old, new}

    def delete(self, one: str, other: str, text: str) -> None:
        if self.folder.path(one).exists():
            self.folder.remove(one)
            self.heard.add(one)

    def delete_folder(self, one: str, other: str, text: str) -> None:
        if one in FOLDERS and self.folder.path(FOLDERS[one]).is_dir():
            self.folder.remove(FOLDERS[one])
            self.heard.add(FOLDERS[one])

    def reset_mtime(self, one: str, other: str, text: str) -> None:
        if self.folder.path(one).is_file():
            self.folder.age(one, 86_400 if "one" in text[:3] else -5)

    # --- what the reconciler does -----------------------------------------------------------------

    def look_at_what_was_heard(self, one: str, other: str, text: str) -> None:
        self.room.reconcile(*self.heard)
        self.heard.clear()

    def look_somewhere(self, one: str, other: str, text: str) -> None:
        self.room.reconciler.look([one, FOLDERS.get(other, "nowhere")], now=self.room.clock)

    def take_one(self, one: str, other: str, text: str) -> None:
        self.room.reconciler.take(now=self.room.clock, notes=1)

    def wait_out_the_grace(self, one: str, other: str, text: str) -> None:
        self.room.clock += GRACE_S

    def restart(self, one: str, other: str, text: str) -> None:
        self.room.reconciler = self.room.fresh_reconciler()

    def settle_and_compare(self, one: str = "", other: str = "", text: str = "") -> None:
        self.room.settle()
        fresh = Room(self.room.root, rested_s=0.0)
        fresh.reconcile()
        assert said(self.room.catalogue) == said(fresh.catalogue)


DEEDS = [
    Life.write,
    Life.save_by_rename,
    Life.edit_and_put_back_the_mtime,
    Life.move,
    Life.copy,
    Life.swap,
    Life.move_folder,
    Life.delete,
    Life.delete_folder,
    Life.reset_mtime,
    Life.look_at_what_was_heard,
    Life.look_somewhere,
    Life.take_one,
    Life.wait_out_the_grace,
    Life.restart,
    Life.settle_and_compare,
]
name = st.sampled_from(NAMES)
history = st.lists(
    st.tuples(st.sampled_from(DEEDS), name, name, st.sampled_from(TEXTS)), min_size=15, max_size=50
)


def said(catalogue: Catalogue) -> dict[str, list[tuple[str, str]]]:
    """What each note says, and of which lines the catalogue says that they stand only in a copy."""
    notes = {path: catalogue.note(path) for path in catalogue.known()}
    return {
        path: [(record.text, record.conflict_of) for record in note.records]
        for path, note in notes.items()
        if note is not None
    }


@contextmanager
def a_vault_at_home() -> Iterator[Room]:
    """A vault of five notes, read; the clock of its stamps is the true one."""
    with tempfile.TemporaryDirectory() as home:
        room = Room(Path(home) / "vault", rested_s=0.0)
        room.folder.write(".obsidian/app.json", "{}")
        for path in ("a.md", "a (conflict).md", "s/a.md", "s/t/b.md", "u.md"):
            room.folder.write(path, TEXTS[0])
        yield room


def live(room: Room, deeds: list[tuple[object, str, str, str]]) -> None:
    life = Life(room)
    life.settle_and_compare()
    for deed, one, other, text in deeds:
        deed(life, one, other, text)  # type: ignore[operator]
    life.settle_and_compare()


@settings(max_examples=80)
@given(deeds=history)
def test_any_history_ends_as_a_new_reading_would(deeds: list[tuple[object, str, str, str]]) -> None:
    with a_vault_at_home() as room:
        assert isinstance(room.catalogue, MemoryCatalogue)
        live(room, deeds)


@settings(max_examples=25)
@given(deeds=history)
def test_it_does_in_the_true_catalogue_too(deeds: list[tuple[object, str, str, str]]) -> None:
    with a_vault_at_home() as room:
        catalogue, _ = SqliteCatalogue.open(room.root.parent / "catalog.db", recipe="test")
        room.catalogue = catalogue  # type: ignore[assignment]
        room.reconciler = room.fresh_reconciler()
        try:
            live(room, deeds)
        finally:
            catalogue.close()
