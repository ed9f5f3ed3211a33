"""The port of the vector cache: one vector for each text ever embedded, by text hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Added(NamedTuple):
    """How many rows were written, and the hashes whose vectors were zero or not finite."""

    kept: int
    refused: tuple[str, ...]


class Vectors(Protocol):
    """The vectors of one embedder; this machine writes its own, and reads those of all machines."""

    @property
    def needs_reembed(self) -> bool:
        """True while vectors of another embedder lie here, which only ``diurnal reembed`` replaces."""

    def alone(self) -> AbstractContextManager[None]:
        """While it is held, no other process writes vectors; one that wants to waits."""

    def missing(self, hashes: Iterable[str]) -> list[str]:
        """Those of *hashes* that have no vector, each once, in order."""

    def add(self, hashes: Sequence[str], vectors: NDArray[np.floating[Any]]) -> Added:
        """Keep *vectors* (len(hashes), dim), brought to length 1. Raises DimensionMismatch, EmbedderFailed."""

    def refresh(self) -> bool:
        """Look at the files again; true if any vector came or went."""

    def collect(self, live: Iterable[str]) -> int:
        """Remove this machine's vectors whose text is not among *live*; how many went."""

    def drop_foreign(self) -> int:
        """Remove this machine's vectors of other embedders; how many files went."""
