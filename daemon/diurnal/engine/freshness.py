"""How current the catalogue is, as values that answers and ``status`` carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diurnal.model.answer import State

SHOWN_PATHS = 20


@dataclass(frozen=True, slots=True)
class Freshness:
    """What was known when the loop last paused for breath.

    ``pending`` counts notes seen to have changed, or to be missing, whose change is not taken in;
    ``vanished`` those of them that are no longer found, and ``pending_paths`` names the first. ``watching`` is "events", "polling", "sweeps" or "off".
    ``warnings`` are sentences, each with its way out. ``troubled`` maps notes and folders that could
    not be looked at to the reason; what is known of them is kept. ``notes`` counts the notes taken in,
    ``all_notes`` these and those that are still to be read for the first time, ``queued`` those of them to be read or forgotten.
    ``recheck_at`` is when, by the loop's clock, an absence begins to count; None if none is pending.
    """

    state: State = State.INDEXING
    pending: int = 0
    vanished: int = 0
    pending_paths: tuple[str, ...] = ()
    watching: str = "off"
    warnings: tuple[str, ...] = ()
    troubled: Mapping[str, str] = field(default_factory=dict)
    notes: int = 0
    all_notes: int = 0
    queued: int = 0
    recheck_at: float | None = None


@dataclass(frozen=True, slots=True)
class HitCheck:
    """The notes behind an answer against the disk.

    ``changed`` were taken in anew and ``gone`` were forgotten: ask once more. ``missing`` are not there
    at this moment and may be in the middle of a save: they stand, and the answer says "pending".
    """

    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def must_ask_again(self) -> bool:
        return bool(self.changed or self.gone)
