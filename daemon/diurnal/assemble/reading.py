"""How the notes of one vault are read: by its layout, the rules for halls and times, and the plugins.

A change here must change ``recipe_of``, or notes stay as they were read before.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from diurnal.child.completing import events_in
from diurnal.config.settings import Settings
from diurnal.engine.reading import ReadNote
from diurnal.hooks import Plugins
from diurnal.model.layout import Layout
from diurnal.model.record import Note
from diurnal.model.stamp import Source
from diurnal.rank.halls import classify
from diurnal.text import READER_RECIPE, Reader
from diurnal.text.names import Names
from diurnal.vault.settings import Overrides, fingerprint


def base_layout(settings: Settings, hall_rules: str = "") -> Layout:
    """What the configuration says of reading, before Obsidian's own settings are laid over it.

    Args:
        settings: those that hold.
        hall_rules: the text of the owner's own rules for halls (see ``own_rules``).
    """
    vault = settings.vault
    return Layout(
        wiki_folders=vault.wiki_folders,
        episodes_folder=vault.episodes_folder,
        ignored=vault.ignore,
        private_folders=vault.private_folders,
        private_tags=vault.private_tags,
        owner_only_folders=vault.owner_only_folders,
        owner_only_tags=vault.owner_only_tags,
        evergreen_folders=vault.evergreen_folders,
        machine_authors=settings.diary.machine_authors,
        day_starts_at=settings.day_starts_at,
        hall_rules=hall_rules,
        passage_chars=vault.passage_chars,
        reads_conflict_copies=vault.conflict_copies == "mark",
    )


def overrides_of(settings: Settings) -> Overrides:
    """What the configuration says instead of `.obsidian`."""
    return Overrides(
        daily_folder=settings.vault.daily_folder,
        daily_pattern=settings.vault.daily_format,
        templates_folder=settings.vault.templates_folder,
    )


def recipe_of(layout: Layout, plugins: Plugins) -> str:
    """Fingerprint of all that decides what records a note is read into."""
    return "/".join((READER_RECIPE, plugins.recipe(), fingerprint(layout)))


def reader_for(layout: Layout, plugins: Plugins) -> ReadNote:
    """What turns a note's bytes into a note, plugins included."""
    reader = reader_of(layout)

    def read(source: Source) -> Note:
        return plugins.enrich(reader.read(source.path, source.data))

    return read


def skimmer_for(layout: Layout, plugins: Plugins) -> ReadNote | None:
    """The same without halls and events; None if a plugin takes part in reading: it is promised whole notes."""
    if plugins.recipe():
        return None
    reader = reader_of(layout)
    return lambda source: reader.read(source.path, source.data, skims=True)


def read_bytes(layout: Layout, plugins: Plugins, path: str, data: bytes, show_private: bool) -> Note:
    """A note read for somebody who asked for it by name."""
    return plugins.enrich(reader_of(layout).read(path, data, show_private=show_private))


def reader_of(layout: Layout) -> Reader:
    """The reader of a vault of that *layout*, without plugins."""
    return Reader(
        layout,
        classify=lambda text: classify(text, layout.hall_rules),
        events=lambda text, day: events_in(text, day, layout.day_starts_at),
    )


@lru_cache(maxsize=2)
def names_in(layout: Layout) -> Names:
    """What paths say by *layout*; its patterns are compiled once."""
    return Names(layout)


def day_notes(day: date, layout: Layout, paths: list[str]) -> tuple[str, ...]:
    """The notes that stand for *day*, by their names alone."""
    names = names_in(layout)
    return tuple(path for path in paths if names.read(path).day == day)
