"""The schedule: runs the jobs of one vault, one at a time, when they are due.

APScheduler rings the bell; the ledger says whether there is anything to do. So
a bell that rings twice (the autumn hour, a clock set back) does nothing the
second time, and one that did not ring (the machine slept, was off, or moved to
another zone) is made up for once, at the start or at the next look. What a job
does is its own business.
"""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler

from diurnal.errors import DiurnalError, UsageError
from diurnal.jobs.base import Progress, quiet, run_through
from diurnal.jobs.plan import Planned, timings_of
from diurnal.model.results import JobRun, JobState
from diurnal.model.spelling import counted, did_you_mean
from diurnal.ports import Ledger

log = logging.getLogger(__name__)

# A timer does not run on while the machine sleeps, so the schedule looks at the clock this often.
LOOK_EVERY_S = 60
# Each failure in a row doubles the wait: soon enough for a network that was away, and no burden if it stays away.
FIRST_RETRY = timedelta(minutes=5)
LONGEST_RETRY = timedelta(hours=6)
# A note that was being worked on is looked at again after this long.
LEFT_RETRY = timedelta(hours=1)
_LOOK = "look"


@dataclass(frozen=True, slots=True)
class _Running:
    name: str
    done: int = 0
    total: int = 0


class Schedule:
    """The jobs of one vault.

    Args:
        planned: the jobs, in the order ``jobs`` lists them.
        ledger: their last runs.
        zone: the vault's zone; asked again at every look, for a machine's own zone may change.
        clock: the present moment, aware.
        look_every_s: seconds between two looks at what is due.

    Raises:
        BadConfig: with every schedule that cannot be read.
    """

    def __init__(
        self,
        planned: Sequence[Planned],
        ledger: Ledger,
        *,
        zone: Callable[[], tzinfo],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        self._planned = {one.job.name: one for one in planned}
        self._ledger = ledger
        self._zone_now = zone
        self._clock = clock
        self._look_every_s = look_every_s
        self._zone = zone()
        self._timings = timings_of(planned, self._zone)
        self._one_at_a_time = threading.Lock()
        self._switching = threading.Lock()
        self._running: _Running | None = None
        self._called: set[str] = set()
        self._stopping = threading.Event()
        self._scheduler: BackgroundScheduler | None = None

    # --- asked ----------------------------------------------------------------------------------

    def due(self, now: datetime) -> list[str]:
        """The jobs that should have begun by *now*: their time has come, was missed, or they are to be tried again."""
        return [
            name for name, one in self._planned.items() if one.is_on and self._is_due(one, now, one.jitter_s)
        ]

    def states(self) -> tuple[JobState, ...]:
        """How each job is doing, for ``jobs`` and ``status``."""
        return tuple(self._state(one) for one in self._planned.values())

    def run(self, name: str, *, dry_run: bool = False, progress: Progress = quiet) -> JobRun:
        """Run the job called *name* now, on or off; waits for one that is running.

        Raises:
            UsageError: there is no such job.
            DiurnalError: what the job met; it is noted as a failed run.
        """
        one = self._planned.get(name.replace("_", "-"))
        if one is None:
            close = did_you_mean(name, list(self._planned))
            raise UsageError(f"There is no job {name}.", hint=close or "`diurnal jobs` lists them.")
        with self._one_at_a_time:
            return self._run(one, dry_run, progress)

    # --- by itself --------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to run what is due, at once what was missed, until ``stop``, after which it begins no more."""
        settings = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        scheduler = BackgroundScheduler(
            jobstores={"default": MemoryJobStore()},
            executors={"default": ThreadPoolExecutor(1), _LOOK: ThreadPoolExecutor(1)},
            job_defaults=settings,
            timezone=UTC,
            logger=logging.getLogger(f"{__name__}.bell"),
        )
        with self._switching:  # a stop from another thread finds it running, or not begun
            if self._stopping.is_set():
                return
            self._scheduler = scheduler
            self._hang_bells()
            scheduler.add_job(
                self._look,
                "interval",
                seconds=self._look_every_s,
                id=_LOOK,
                executor=_LOOK,
                next_run_time=datetime.now(UTC),
            )
            scheduler.start()

    def stop(self, timeout_s: float = 10.0) -> bool:
        """End after the step under way; false if that takes longer than *timeout_s*: nothing is written after it."""
        self._stopping.set()
        with self._switching:
            scheduler, self._scheduler = self._scheduler, None
            if scheduler is not None:
                scheduler.shutdown(wait=False)
        ended = self._one_at_a_time.acquire(timeout=timeout_s)
        if ended:
            self._one_at_a_time.release()
        return ended

    def _hang_bells(self) -> None:
        now = self._now()
        for name, one in self._planned.items():
            self._ledger.switch(name, one.cron if one.is_on else "", now)
            if one.is_on and self._scheduler is not None:
                trigger = self._timings[name].scheduled(one.jitter_s)
                self._scheduler.add_job(self._ring, trigger, args=[name], id=name, replace_existing=True)

    def _look(self) -> None:
        """Call for what is due though no bell rang for it."""
        scheduler = self._scheduler
        if scheduler is None:
            return
        zone = self._zone_now()
        if str(zone) != str(self._zone):
            log.info("The zone is %s now; the jobs follow it.", zone)
            self._timings = timings_of(list(self._planned.values()), zone)
            self._zone = zone
            self._hang_bells()
        for name in self.due(self._now()):
            if name not in self._called:
                self._called.add(name)
                scheduler.modify_job(name, next_run_time=datetime.now(UTC))

    def _ring(self, name: str) -> None:
        """The bell of a job: run it unless the ledger knows better."""
        one = self._planned[name]
        with self._one_at_a_time:
            try:
                if not self._stopping.is_set() and self._is_due(one, self._now(), 0):
                    self._run(one, dry_run=False, progress=quiet)
            except DiurnalError as fault:
                log.error("%s failed: %s", name, fault)
            except Exception as fault:  # noqa: BLE001 -- the edge of the loop: one job never stops the others
                # Places only: the message of an error may hold note text.
                where = "".join(traceback.format_tb(fault.__traceback__))
                log.error("%s failed: %s\n%s", name, type(fault).__name__, where)
            finally:
                self._called.discard(name)

    # --- one run ----------------------------------------------------------------------------------

    def _is_due(self, one: Planned, now: datetime, after_s: float) -> bool:
        """True if a moment of *one* since it last ran lies *after_s* or more before *now*."""
        name = one.job.name
        # Moments of one zone are compared by what clocks show, which in autumn is not their order.
        now = now.astimezone(UTC)
        again = self._ledger.again_at(name)
        if again is not None and again <= now:
            return True
        # What a wrong clock noted lies in the future and counts for nothing.
        known = (self._ledger.last_run(name), self._ledger.on_since(name))
        since = max((moment for moment in known if moment and moment <= now), default=now)
        due = self._timings[name].next_after(since)
        return due is not None and due.astimezone(UTC) + timedelta(seconds=after_s) <= now

    def _run(self, one: Planned, dry_run: bool, progress: Progress) -> JobRun:
        name, now = one.job.name, self._now()

        def follow(done: int, total: int, what: str) -> None:
            self._running = _Running(name, done, total)
            progress(done, total, what)

        self._running = _Running(name)
        try:
            ran = run_through(
                one.job, now, dry_run=dry_run, progress=follow, is_stopping=self._stopping.is_set
            )
        except Exception as fault:
            if not dry_run:
                self._note_failure(one, now, fault)
            raise
        finally:
            self._running = None
        if not dry_run:
            self._note_success(one, now, ran)
        return ran

    def _note_success(self, one: Planned, now: datetime, ran: JobRun) -> None:
        said = [ran.did or "nothing was to be done"]
        again: datetime | None = None
        if ran.left:
            said.append(f"{ran.left} left for later")
            again = now if self._stopping.is_set() else now + LEFT_RETRY
        if ran.warnings:
            said.append(counted(len(ran.warnings), "warning"))
        self._note(one, now, "; ".join(said), 0, again)

    def _note_failure(self, one: Planned, now: datetime, fault: Exception) -> None:
        failures = self._ledger.failures(one.job.name) + 1
        known = isinstance(fault, DiurnalError)
        sentence = str(fault) if known else f"An internal error ({type(fault).__name__}); the log has it."
        wait = min(FIRST_RETRY * 2 ** min(failures - 1, 10), LONGEST_RETRY)
        self._note(one, now, f"failed: {sentence}", failures, now + wait)

    def _note(self, one: Planned, now: datetime, outcome: str, failures: int, again: datetime | None) -> None:
        again_at = again.isoformat() if again and one.is_on else ""
        facts = {"outcome": outcome, "failures": failures, "again_at": again_at}
        self._ledger.note_run(one.job.name, now, facts)

    # --- telling ----------------------------------------------------------------------------------

    def _state(self, one: Planned) -> JobState:
        name, now, next_run = one.job.name, self._now(), None
        if one.is_on and self._scheduler is not None:
            again, regular = self._ledger.again_at(name), self._timings[name].next_after(now)
            next_run = min((moment.astimezone(UTC) for moment in (again, regular) if moment), default=None)
        return JobState(
            name,
            on=one.is_on,
            cron=one.cron,
            next_run=next_run.astimezone(self._zone) if next_run else None,
            last_run=last.astimezone(self._zone) if (last := self._ledger.last_run(name)) else None,
            outcome=self._ledger.outcome(name),
            remark=self._remark(one),
        )

    def _remark(self, one: Planned) -> str:
        running = self._running
        if running is not None and running.name == one.job.name:
            return f"running, {running.done} of {running.total}" if running.total else "running"
        if one.off_because:
            return one.off_because
        failures = self._ledger.failures(one.job.name)
        if failures > 1:
            return f"It failed {failures} times in a row."
        return ""

    def _now(self) -> datetime:
        return self._clock().astimezone(self._zone)
