"""The jobs of the low-priority process: plain functions of plain values, each safe to kill at any point."""

from __future__ import annotations

from pathlib import Path

from diurnal.store.reader import CatalogueReader
from diurnal.store.seal import Seal

WRITE_ORDER = "diurnal.child.jobs:write_order"


def write_order(*, catalogue: str, parent: str, seal: str, recipe: str, purge: bool = False) -> str | None:
    """Bring the Whoosh index beneath *parent* up to the catalogue at that path.

    Returns:
        The name of the finished, sealed generation; None if the newest one is up to date.
    """
    # Loaded where it is needed: the daemon knows this job only by its name.
    from diurnal.store.whoosh_writing import write_generation

    reader = CatalogueReader(Path(catalogue))
    try:
        folder = write_generation(Path(parent), reader, recipe, Seal(Path(seal)), purge=purge)
    finally:
        reader.close()
    return folder.name if folder is not None else None
