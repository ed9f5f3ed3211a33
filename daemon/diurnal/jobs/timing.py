"""When a job is due: a cron line in the vault's zone, on days of 23, 24 and 25 hours.

A time that the clocks skip in spring comes when they have moved on; one that
they show twice in autumn comes once. Both hold for jobs that name their hour; a
job of every hour comes every hour that passes. No clock is read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.cron import CronTrigger

from diurnal.errors import BadConfig

WEEKDAYS_ARE_NAMES = (
    "Weekdays are names (mon, tue …), for 0 would be Monday here and is Sunday to cron;"
    " a range of them runs from mon to sun."
)

# No zone moves its clocks further in one night.
_WIDEST_CHANGE = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Timing:
    """The moments a cron line names in one zone; use ``of``. ``trigger`` reads the line, without a zone."""

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
            timing = cls(cron, zone, CronTrigger.from_crontab(" ".join(fields), timezone=UTC))
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
        moment = moment.astimezone(UTC)
        # What the clocks show is asked for, not what has passed: 24 hours after midnight is no midnight on a day of 23.
        shown = moment.astimezone(self.zone).replace(tzinfo=UTC) - _WIDEST_CHANGE
        first: datetime | None = None
        while (wall := self._next_shown(shown)) is not None:
            if first is not None and wall - _WIDEST_CHANGE > first.astimezone(self.zone).replace(tzinfo=UTC):
                break
            for comes in self._moments_of(wall):
                if comes > moment and (first is None or comes < first):
                    first = comes
            shown = wall
        return first.astimezone(self.zone) if first is not None else None

    def _next_shown(self, shown: datetime) -> datetime | None:
        """The first time the line names after *shown*, both as clocks show it, labelled UTC for want of a change."""
        found: datetime | None = self.trigger.get_next_fire_time(None, shown + timedelta(microseconds=1))
        return found

    def _moments_of(self, wall: datetime) -> list[datetime]:
        """When the clocks of the zone show *wall*, in UTC: once, or in autumn maybe twice, or in spring maybe never."""
        first, second = (wall.replace(tzinfo=self.zone, fold=fold).astimezone(UTC) for fold in (0, 1))
        if self._names_hours or first == second:
            # A time that was skipped is, reckoned by the clocks before, as far past the change as it stood past it.
            return [first]
        return [first, second] if first < second else []

    def scheduled(self, jitter_s: int) -> BaseTrigger:
        """A trigger for the scheduler: the same moments, up to *jitter_s* seconds later."""
        return _Bell(self, jitter_s)

    @property
    def _names_hours(self) -> bool:
        return not self.cron.split()[1].startswith("*")


class _Bell(BaseTrigger):  # type: ignore[misc]
    """The moments of a timing, as the scheduler asks for them."""

    def __init__(self, timing: Timing, jitter_s: int) -> None:
        self._timing = timing
        self._jitter_s = jitter_s

    def get_next_fire_time(self, previous: datetime | None, now: datetime) -> datetime | None:
        due = self._timing.next_after(min(previous, now, key=datetime.timestamp) if previous else now)
        late: datetime | None = self._apply_jitter(due.astimezone(UTC) if due else None, self._jitter_s, now)
        return late
