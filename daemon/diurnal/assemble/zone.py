"""The zone jobs run in: the vault's, or the one this machine is in just now."""

from __future__ import annotations

import os
import time
import zoneinfo
from collections.abc import Callable
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path

_LOCALTIME = Path("/etc/localtime")


def zone_of(name: str | None) -> Callable[[], tzinfo]:
    """Gives the zone *name*; without one, that of the machine, looked up anew each time, for a laptop travels."""
    if name is None:
        return machine_zone
    fixed = zoneinfo.ZoneInfo(name)
    return lambda: fixed


def machine_zone(localtime: Path = _LOCALTIME) -> tzinfo:
    """The zone of this machine: what ``TZ`` or the file *localtime* names, else the offset its clock has now."""
    where = os.environ.get("TZ", "").lstrip(":") or os.path.realpath(localtime)
    name = where.rpartition("/zoneinfo/")[2]
    if name and not name.startswith(("/", ".")):
        try:
            return zoneinfo.ZoneInfo(name)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            pass  # a copy of a zone's file, or a rule written out such as "CET-1CEST": only the offset is known
    if hasattr(time, "tzset"):
        time.tzset()
    offset = datetime.now().astimezone().utcoffset() or timedelta(0)
    return timezone(offset)
