"""The port of the small durable facts in the owner's state folder."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol


class Ledger(Protocol):
    """Small durable facts of the owner's state folder: last runs of jobs, undoable operations."""

    def last_run(self, job: str) -> datetime | None: ...

    def note_run(self, job: str, at: datetime, outcome: Mapping[str, Any]) -> None: ...
