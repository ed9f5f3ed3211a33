"""The port of the notes on disk: what lies in the vault, its bytes, and what to watch.

Paths are vault-relative with ``/``, exactly as the disk spells them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from diurnal.model.layout import Layout
from diurnal.model.stamp import Source, Stamp


@dataclass(frozen=True, slots=True)
class Sweep:
    """What one look at the vault found.

    ``found`` maps each note to its stamp. ``troubled`` maps a note, or a folder with everything
    beneath it, to why it could not be looked at: what is known of it is kept. ``root_missing`` is
    true if the vault itself could not be listed; then nothing may be concluded from absence.
    ``root_empty`` is true if it holds nothing at all, as the mount point of a drive that is not there does.
    """

    found: Mapping[str, Stamp]
    troubled: Mapping[str, str] = field(default_factory=dict)
    root_missing: bool = False
    root_empty: bool = False


@dataclass(frozen=True, slots=True)
class Watched:
    """What to watch: absolute folders, with all beneath them or each for itself."""

    folders: tuple[str, ...]
    recursive: bool = True


class Vault(Protocol):
    """A folder of notes; paths are vault-relative with ``/``, exactly as the disk spells them."""

    root: Path
    layout: Layout

    def sweep(self, under: Iterable[str] = ("",)) -> Sweep:
        """Stamps of every note that is or lies beneath one of *under* (files or folders)."""

    def is_note(self, path: str) -> bool:
        """True if a file of that path would be indexed (extension, hidden parts, ignore filters)."""

    def holds(self, path: str) -> bool:
        """True if a file or folder of that path lies in the vault, indexed or not. Raises NoteUnreadable."""

    def stamp(self, path: str) -> Stamp | None:
        """The note's stamp; None if there is no such file. Raises NoteUnreadable, OutsideVault."""

    def read(self, path: str) -> Source:
        """Its bytes, read between two equal stamps. Raises NoteMissing, NoteUnreadable, NoteChanged, OutsideVault."""

    def watched(self) -> Watched:
        """The folders whose changes matter, as of the last sweep."""

    def hint(self, absolute: str) -> str | None:
        """Where in the vault something happened, from an event's absolute path; None if nowhere."""

    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the vault's folder, None if it is not there: tells a swapped folder."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Absolute paths at which something happened; ``is_flood`` if there may be more that were not heard."""

    paths: tuple[str, ...] = ()
    is_flood: bool = False


class Watcher(Protocol):
    """Hears from the system that something happened in the vault; never what."""

    @property
    def mode(self) -> str:
        """How changes are found: "events", "polling", "sweeps" (only by the rare look at everything) or "off"."""

    @property
    def otherwise(self) -> str:
        """How they are found while no events come."""

    @property
    def warning(self) -> str:
        """Why events do not come, as a sentence; empty while they do."""

    @property
    def beats(self) -> int:
        """Grows as long as the watcher lives, events or none."""

    def watch(self, watched: Watched) -> bool:
        """Watch these folders instead of the former ones; true if events will come from now on."""

    def heard(self) -> Heard:
        """What happened since it was asked last."""

    def stop(self) -> None:
        """Watch nothing any more."""
