"""A question with all that was asked beside it, and which records it may be answered from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from diurnal.errors import UsageError
from diurnal.model.flag import Flag
from diurnal.model.record import Kind, Place
from diurnal.ports import Columns, Mask

SCOPES = ("auto", "entries", "wiki", "episodes", "all")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. ``now`` is aware or wall time; ``reads_time`` false switches the time parser off.

    ``for_agent`` leaves out what is for the owner alone. ``limit`` is the most hits wanted.
    """

    text: str
    now: datetime
    limit: int = 10
    time_range: Any = None
    scope: str = "auto"
    kinds: tuple[Kind, ...] = ()
    owner: str | None = None
    by: str | None = None
    reads_time: bool = True
    explain: bool = False
    for_agent: bool = False
    cursor: str = ""

    def __post_init__(self) -> None:
        if self.scope not in SCOPES:
            raise UsageError(f"{self.scope!r} is not a scope.", hint=f"Scopes are {', '.join(SCOPES)}.")
        if self.limit < 1:
            raise UsageError(f"limit is {self.limit}.", hint="Ask for at least 1 hit.")


def admitted(columns: Columns, question: Question, *, gated: bool, expired: Mask) -> Mask:
    """Which records *question* may be answered from, time aside.

    Closed and expired cards are reached through their successor only; episodes by a hop, or if asked for.
    """
    mask = ~columns.has(Flag.CLOSED) & ~expired
    if question.for_agent:
        mask &= ~columns.has(Flag.OWNER_ONLY)
    if question.scope == "episodes":
        mask &= columns.of_place(Place.EPISODE)
    else:
        mask &= ~columns.of_place(Place.EPISODE)
    if question.scope == "entries":
        mask &= columns.of_kind(Kind.ENTRY)
    elif question.scope == "wiki":
        mask &= columns.of_place(Place.WIKI)
    elif question.scope == "auto" and gated:
        # What is true now is not on the axis of time: "last week" must not pull out preferences.
        mask &= columns.of_kind(Kind.ENTRY) | (columns.of_kind(Kind.PASSAGE) & columns.has(Flag.RECORDED))
    if question.kinds:
        mask &= columns.of_kind(*question.kinds)
    if question.owner is not None:
        mask &= columns.owned_by(question.owner)
    if question.by is not None:
        mask &= columns.by_author(question.by)
    return mask


def kinds_of(names: Any) -> tuple[Kind, ...]:
    """*names* as kinds; None is every kind.

    Raises:
        UsageError: one of them is no kind.
    """
    if names is None:
        return ()
    try:
        return tuple(Kind(name) for name in names)
    except ValueError as fault:
        raise UsageError(f"{fault}.", hint=f"Kinds are {', '.join(Kind)}.") from fault


def wall(moment: datetime) -> datetime:
    """*moment* as the clock on the wall showed it."""
    return moment.replace(tzinfo=None)


def today(now: datetime, day_starts_at: int) -> date:
    """The day *now* belongs to where days start at that hour."""
    moment = wall(now)
    return date.fromordinal(moment.date().toordinal() - (1 if moment.hour < day_starts_at else 0))
