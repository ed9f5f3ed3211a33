"""The derived stores of one vault with the names in it: opened, kept in step, and reported on.

The catalogue is opened first; the index, the vectors and the names follow from it.
"""

from __future__ import annotations

import shutil
import stat
from collections import deque
from collections.abc import Callable, Collection
from pathlib import Path

from diurnal.assemble.chosen import meaning_of
from diurnal.child.order import OrderKeeper
from diurnal.config.settings import Settings
from diurnal.engine.other_names import OtherNames
from diurnal.hooks import Plugins
from diurnal.model.results import StorePart
from diurnal.ports import Applied, Rows
from diurnal.rank.fields import FIELDS_RECIPE, is_counted, record_tokens
from diurnal.store.catalogue import Catalogue
from diurnal.store.index import Index
from diurnal.store.postings import Postings
from diurnal.store.state import Folders
from diurnal.text.paths import without_suffix
from diurnal.text.resolve import NoteNames

# Far more notes than are written within the minutes in which an editor may overwrite an insertion.
CHANGED_KEPT = 1_000


class Stores:
    """What is derived of one vault.

    Args:
        folders: where it lies.
        settings: which embedder makes the vectors.
        plugins: who may have that embedder.
        recipe: how notes are read; a catalogue of another recipe is begun anew.
    """

    def __init__(self, folders: Folders, settings: Settings, plugins: Plugins, recipe: str) -> None:
        self._folders = folders
        self.catalogue, why = Catalogue.open(folders.catalogue, recipe=recipe, witness=folders.witness)
        self.names, self.other_names = names_of(self.catalogue)
        self.embedding, self.vectors, self._no_meaning = meaning_of(settings, plugins, folders)
        self.index = Index(self.catalogue, self._open_postings, self.vectors, folders.columns)
        self.rebuilt = tuple(sentence for sentence in (why, self.index.rebuilt) if sentence)
        """Sentences about what had to be made anew at the start."""
        self.changed: deque[str] = deque(maxlen=CHANGED_KEPT)
        """Notes that were taken in anew, for who must look at them again; the oldest are dropped."""
        self.when_hidden: list[Callable[[Collection[str]], object]] = []
        """Called with the notes of which something that was known became private, before anything else goes on."""
        self.when_moved: list[Callable[[], object]] = []
        """Called after each change that questions can see."""

    def publish(self, applied: Applied) -> None:
        """Have the index and the names follow what the catalogue did."""
        self.index.publish(applied)
        self.changed.extend(applied.touched)
        if applied.hidden:
            for forget in self.when_hidden:
                forget(applied.hidden)
        aliases = self.catalogue.names.aliases_of(applied.touched)
        for_owner = self.catalogue.names.for_owner()
        for path in applied.touched:
            if path in aliases:
                self.names.put(path, aliases[path])
                self.other_names.put(path, title_of(path), aliases[path], for_owner=path in for_owner)
            else:
                self.names.drop(path)
                self.other_names.drop(path)
        for tell in tuple(self.when_moved):
            tell()

    @property
    def faults(self) -> tuple[str, ...]:
        """Sentences about what is wrong with search by meaning."""
        embedder = (self.embedding.trouble,) if self.embedding and self.embedding.trouble else ()
        files = self.vectors.faults if self.vectors is not None else ()
        return (*self._no_meaning, *embedder, *files)

    def held(self, keeper: OrderKeeper) -> tuple[StorePart, ...]:
        """What each store holds, with the index of word order that *keeper* keeps."""
        folders, snapshot, order = self._folders, self.index.snapshot, keeper.current
        tick, size = self.catalogue.clock.tick, file_size(folders.catalogue)
        parts = [
            StorePart("catalogue", tick, len(snapshot.columns), size),
            StorePart("postings", snapshot.clock.tick, len(snapshot.words), folder_size(folders.postings)),
            StorePart(
                "word order",
                order.covers.tick if order else 0,
                order.last_row if order else 0,
                folder_size(folders.whoosh),
                keeper.trouble,
            ),
        ]
        if self.vectors is not None:
            rows = 0 if snapshot.meaning is None else len(snapshot.meaning)
            parts.append(StorePart("vectors", snapshot.clock.tick, rows, folder_size(folders.vectors)))
        return tuple(parts)

    def _open_postings(self, live: Rows, anew: bool) -> tuple[Postings, str]:
        folder = self._folders.postings
        if anew:
            shutil.rmtree(folder, ignore_errors=True)
        return Postings.open(
            folder,
            self.catalogue,
            record_tokens,
            recipe=FIELDS_RECIPE,
            is_counted=is_counted,
            live=live,
        )


def names_of(catalogue: Catalogue) -> tuple[NoteNames, OtherNames]:
    """What every note of the catalogue is called."""
    aliases: dict[str, tuple[str, ...]] = dict.fromkeys(catalogue.names.paths(), ())
    for path, alias in catalogue.names.aliases():
        aliases[path] = (*aliases[path], alias)
    others, for_owner = OtherNames(), catalogue.names.for_owner()
    for path, called in aliases.items():
        others.put(path, title_of(path), called, for_owner=path in for_owner)
    return NoteNames(aliases.items()), others


def title_of(path: str) -> str:
    """The title of the note *path*: its name."""
    return without_suffix(path.rpartition("/")[2])


def folder_size(folder: Path) -> int:
    """Bytes of the files beneath *folder*."""
    return sum(map(file_size, folder.rglob("*"))) if folder.is_dir() else 0


def file_size(path: Path) -> int:
    """Bytes of a file; none if it is no file, or none any more: the vault may be away, or derived data deleted."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0
