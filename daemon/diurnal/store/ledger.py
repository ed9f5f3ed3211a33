"""What is remembered of jobs between two starts: one small file, `jobs.json`, in the owner's state folder.

Last runs, how they went, when a failed one is tried again, and what a job did
once and must not do again. No text of any note stands in it. Losing it loses
just that: jobs know their own work in the notes themselves.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from diurnal.errors import WriteFailed
from diurnal.owned import own_folder
from diurnal.store.state import read_json, write_json

NAME = "jobs.json"
# Of what was done once, so many names are kept for each job: far more days than any job looks back.
KEPT = 400


class JobLedger:
    """The ledger in *folder* (see ``ports.Ledger``); safe from several threads, forced to disk at each change."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._lock = threading.RLock()
        own_folder(folder)
        known = read_json(self._path)
        jobs = known.get("jobs") if isinstance(known, dict) else None
        self._jobs: dict[str, dict[str, Any]] = {
            name: facts
            for name, facts in (jobs if isinstance(jobs, dict) else {}).items()
            if isinstance(facts, dict)
        }

    # --- runs -----------------------------------------------------------------------------------

    def last_run(self, job: str) -> datetime | None:
        """When *job* was begun last, however it ended."""
        return self._moment(job, "last_run")

    def note_run(self, job: str, at: datetime, outcome: Mapping[str, Any]) -> None:
        """Remember that *job* was begun at *at*: *outcome* has ``outcome`` (a sentence), ``failures``
        (how many in a row) and ``again_at`` (an ISO time, or empty)."""
        self._note(job, {"last_run": at.isoformat(), **outcome})

    def outcome(self, job: str) -> str:
        """How the last run of *job* went, as a sentence."""
        return str(self._facts(job).get("outcome", ""))

    def failures(self, job: str) -> int:
        """How many runs of *job* have failed in a row."""
        found = self._facts(job).get("failures", 0)
        return found if isinstance(found, int) else 0

    def again_at(self, job: str) -> datetime | None:
        """When *job* is to be tried again before its regular time."""
        return self._moment(job, "again_at")

    # --- since when it is on -----------------------------------------------------------------------

    def on_since(self, job: str) -> datetime | None:
        """Since when *job* is switched on with the schedule it has now."""
        return self._moment(job, "on_since")

    def switch(self, job: str, cron: str, now: datetime) -> None:
        """*job* is on with the schedule *cron*, or off if that is empty; *now* counts if it was not so before."""
        with self._lock:
            since = self.on_since(job)
            if not cron:
                if since is not None:
                    self._note(job, {"on_since": "", "cron": "", "again_at": "", "failures": 0})
            # A time in the future was noted by a clock that was wrong.
            elif self._facts(job).get("cron") != cron or since is None or since > now:
                self._note(job, {"on_since": now.isoformat(), "cron": cron})

    # --- what is done once -------------------------------------------------------------------------

    def has_done(self, job: str, what: str) -> bool:
        """True if *job* noted *what* with ``note_done``, even if its work was deleted since."""
        return what in self._done(job)

    def note_done(self, job: str, what: str) -> None:
        """Remember that *job* did *what* ("2026-07-21"), once and for all."""
        with self._lock:
            if not self.has_done(job, what):
                self._note(job, {"done": [*self._done(job), what][-KEPT:]})

    def _done(self, job: str) -> list[str]:
        found = self._facts(job).get("done", ())
        return [str(what) for what in found] if isinstance(found, list) else []

    # --- the file --------------------------------------------------------------------------------

    def _facts(self, job: str) -> dict[str, Any]:
        return self._jobs.get(job, {})

    def _moment(self, job: str, key: str) -> datetime | None:
        try:
            found = datetime.fromisoformat(self._facts(job).get(key, ""))
        except (TypeError, ValueError):
            return None
        return found if found.tzinfo else None

    def _note(self, job: str, facts: Mapping[str, Any]) -> None:
        with self._lock:
            merged = {**self._facts(job), **facts}
            self._jobs[job] = {key: value for key, value in merged.items() if value not in ("", 0, None)}
            try:
                write_json(self._path, {"version": 1, "jobs": self._jobs}, durable=True)
            except OSError as fault:
                raise WriteFailed(f"{self._path} could not be written: {fault.strerror}.") from fault
