"""The port of the index of word order, which selects phrases and shapes, and of its keeper.

It is written behind the answers and may lag: whatever is newer than ``last_row`` the engine tests itself.
"""

from __future__ import annotations

from typing import Protocol

from diurnal.ports.catalogue import Rows
from diurnal.ports.child import Outcome
from diurnal.query.nodes import TextLeaf


class OrderFound(Protocol):
    """Rows of one look-up in the index of word order, the words a shape stood for, and whether some were left out."""

    @property
    def rows(self) -> Rows: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def cut(self) -> bool: ...


class WordOrder(Protocol):
    """An index that knows where words stand and how they are written; complete up to ``last_row``."""

    @property
    def last_row(self) -> int: ...
    def select(self, leaf: TextLeaf) -> OrderFound:
        """The rows that hold *leaf* up to ``last_row``. Raises StoreDamaged."""

    def suggest(self, word: str, alive: Rows, most: int = 3) -> list[str]:
        """Words written like *word* that *alive* rows (ascending) hold, the nearest first. Raises StoreDamaged."""


class OrderKeeper(Protocol):
    """Keeps the index of word order near the catalogue; belongs to the thread of the loop, ``current`` to any."""

    @property
    def current(self) -> WordOrder | None:
        """The index as it is now, None while there is none."""

    @property
    def trouble(self) -> str:
        """A sentence while writing it keeps failing, else empty."""

    @property
    def owes_purge(self) -> bool:
        """True from ``purge`` until an index without the dead is in use and all others are gone."""

    def is_complete(self) -> bool:
        """True if every record of the catalogue is in the index."""

    def step(self, now: float, newest_row: int, *, outcomes: list[Outcome], may_ask: bool = True) -> bool:
        """Take over what is finished, ask for what is due, never wait; true if ``current`` changed.

        Without *may_ask* something else comes first; what must be purged is asked for even then.
        """

    def due_at(self) -> float | None:
        """When ``step`` may have something to ask for though nothing is heard; None if never."""

    def hurry(self) -> None:
        """Somebody waits for the index to be complete."""

    def purge(self) -> None:
        """Have the index written anew if anything died, so that no word of it is left."""

    def catch_up(self) -> None:
        """Write here and now what is missing. Raises OSError, StoreDamaged."""

    def close(self) -> None:
        """Let go of the index."""
