"""When a job is due: a cron line in the vault's zone, on days of 23, 24 and 25 hours.

A time that the clocks skip in spring comes when they have moved on; one that
they show twice in autumn comes once. Both hold for jobs that name their hour; a
job of every hour comes every hour that passes. No clock is read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from apscheduler.triggers.cron import CronTrigger

from diurnal.errors import BadConfig

WEEKDAYS_ARE_NAMES = (
    "Weekdays are names (mon, tue …), for 0 would be Monday here and is Sunday to cron;"
    " a range of them runs from mon to sun."
)


@dataclass(frozen=True, slots=True)
class Timing:
    """The moments a cron line names in one zone; use ``of``."""

    cron: str
    zone: tzinfo
    trigger: CronTrigger

    @classmethod
    def of(cls, cron: str, zone: tzinfo) -> Timing:
        """Read *cron*: minute, hour, day, month, weekday.

        Raises:
            BadConfig: it is none; the message says why.
        """
        fields = cron.lower().split()
        if len(fields) == 5 and any(character.isdigit() for character in fields[4]):
            raise BadConfig(f"The schedule '{cron}' names a weekday by number.", hint=WEEKDAYS_ARE_NAMES)
        try:
            timing = cls(cron, zone, CronTrigger.from_crontab(" ".join(fields), timezone=zone))
            if timing.next_after(datetime(2000, 1, 1, tzinfo=UTC)) is None:
                raise ValueError("no year has such a day")
            return timing
        except ValueError as fault:
            reason = str(fault).rstrip(".")
            raise BadConfig(
                f"The schedule '{cron}' cannot be read: {reason}.", hint=WEEKDAYS_ARE_NAMES
            ) from fault

    def next_after(self, moment: datetime) -> datetime | None:
        """The first moment after *moment* (aware) that is meant, in the zone; None if none ever comes."""
        due = self._next(moment)
        while due is not None:
            # Through UTC, so that a moment the clocks skipped gets the name they show then.
            shown = due.astimezone(UTC).astimezone(self.zone)
            if not (self._names_hours and _is_second_pass(shown)):
                return shown
            due = self._next(due)
        return None

    def _next(self, moment: datetime) -> datetime | None:
        # The trigger's own "after" compares moments of two zones, which are never equal in an hour that comes twice.
        after = (moment.astimezone(UTC) + timedelta(microseconds=1)).astimezone(self.zone)
        found: datetime | None = self.trigger.get_next_fire_time(None, after)
        return found

    def scheduled(self, jitter_s: int) -> CronTrigger:
        """A trigger for the scheduler: the same moments, up to *jitter_s* seconds later, second passes included."""
        trigger = CronTrigger.from_crontab(self.cron.lower(), timezone=self.zone)
        trigger.jitter = jitter_s or None
        return trigger

    @property
    def _names_hours(self) -> bool:
        return not self.cron.split()[1].startswith("*")


def _is_second_pass(moment: datetime) -> bool:
    """True in the hour that the clocks show a second time."""
    return moment.fold == 1
