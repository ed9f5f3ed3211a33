"""Fixtures of the store tests: a catalogue in a real folder that can be closed and opened again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from diurnal.store.catalogue import Catalogue
from store.samples import RECIPE


class Shelf:
    """The derived folder of one vault, and how it is opened at each start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "box" / "catalog.db"
        self.witness = folder / "clock"
        self.catalogue: Catalogue | None = None

    def open(self, *, recipe: str = RECIPE) -> tuple[Catalogue, str]:
        """Start: the catalogue, and what it says it rebuilt."""
        self.close()
        self.catalogue, rebuilt = Catalogue.open(self.path, recipe=recipe, witness=self.witness)
        return self.catalogue, rebuilt

    def close(self) -> None:
        if self.catalogue is not None:
            self.catalogue.close()
            self.catalogue = None


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.close()


@pytest.fixture
def catalogue(shelf: Shelf) -> Catalogue:
    return shelf.open()[0]
