"""What a question gets back, the same through the API, the socket and the command line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from diurnal.model.block import render_block
from diurnal.model.hit import Hit
from diurnal.model.record import Record
from diurnal.model.time import Gate


@dataclass(frozen=True, slots=True)
class Clock:
    """Position of an index: which instance it is, and how many batches it has taken in.

    A rebuild makes a new instance, so positions of different instances are never compared.
    """

    instance: str
    tick: int

    def __str__(self) -> str:
        return f"{self.instance}:{self.tick}"

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Read ``instance:tick``; raises ValueError if it is not of that form."""
        instance, _, tick = text.partition(":")
        if not instance or not tick.isdigit():
            raise ValueError(f"{text!r} is not a clock; expected instance:tick")
        return cls(instance, int(tick))


class State(StrEnum):
    """How far an answer can be trusted to be about now."""

    READY = "ready"
    """Every change the daemon had seen is in it."""
    INDEXING = "indexing"
    """The first reading of the vault is not finished; the answer is about the part already read."""
    STALE = "stale"
    """The vault is missing, most notes vanished at once, or watching stopped; ``warnings`` says which."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Hits with all that says how to read them.

    ``nearby`` holds what the question would match first without its gate and ``hits`` do not show, each with its
    reason; nearly always from outside the gate.
    ``pending`` counts notes seen to have changed whose new text is not in this answer, ``vanished`` those of
    them that are no longer found and not forgotten yet.
    ``degraded`` names each part that is missing and the command that mends it.
    ``summary`` is the one-sentence reading of the result ("nothing in June mentions dentist",
    "7 days mention swim"); ``days`` are the proven days of a when or count question.
    ``total`` counts all records that qualified; ``cursor`` continues a long listing ("" at its end).
    """

    query: str
    hits: tuple[Hit, ...]
    gate: Gate
    clock: Clock
    state: State = State.READY
    pending: int = 0
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    nearby: tuple[Hit, ...] = ()
    always: tuple[Record, ...] = ()
    intent: str = ""
    summary: str = ""
    days: tuple[date, ...] = ()
    total: int = 0
    cursor: str = ""
    explain: tuple[str, ...] = ()
    vanished: int = 0

    def block(self, budget_tokens: int = 1500) -> str:
        """Dated lines for a prompt, quoted as data, cut to *budget_tokens* (see ``model.block``)."""
        return render_block(self.always, self.summary, (*self.hits, *self.nearby), budget_tokens)
