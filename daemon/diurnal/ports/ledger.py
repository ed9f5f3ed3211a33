"""The port of what jobs remember between two starts, in the owner's state folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from diurnal.model.record import Record


class Ledger(Protocol):
    """Runs of jobs, how they went, and what is done once. Writing raises WriteFailed."""

    def last_run(self, job: str) -> datetime | None:
        """When *job* was begun last, however it ended."""

    def note_run(self, job: str, at: datetime, outcome: Mapping[str, Any]) -> None:
        """Remember that *job* was begun at *at*: *outcome* has ``outcome`` (a sentence), ``failures``
        (how many in a row) and ``again_at`` (an ISO time, or empty)."""

    def outcome(self, job: str) -> str:
        """How the last run of *job* went, as a sentence."""

    def failures(self, job: str) -> int:
        """How many runs of *job* have failed in a row."""

    def again_at(self, job: str) -> datetime | None:
        """When *job* is to be tried again before its regular time."""

    def on_since(self, job: str) -> datetime | None:
        """Since when *job* is switched on with the schedule it has now."""

    def switch(self, job: str, cron: str, now: datetime) -> None:
        """*job* is on with the schedule *cron*, or off if that is empty; *now* counts if it was not so before."""

    def has_done(self, job: str, what: str) -> bool:
        """True if *job* noted *what* with ``note_done``, even if its work was deleted since."""

    def note_done(self, job: str, what: str) -> None:
        """Remember that *job* did *what* ("2026-07-21"), once and for all."""


class TagRegister(Protocol):
    """Which marks in notes are the job's own and not the owner's."""

    def add(self, records: Sequence[Record]) -> None:
        """Remember that these are marked by us. Raises WriteFailed."""

    def holds(self, record: Record) -> bool:
        """True if the mark of *record*, with the text and hall it has, is ours."""

    def add_block(self, lines: Sequence[str]) -> None:
        """Remember that *lines* were written by us together. Raises WriteFailed."""

    def holds_block(self, lines: Sequence[str]) -> bool:
        """True if *lines* are, to the letter, what we wrote."""
