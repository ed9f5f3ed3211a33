"""Whether a text is a schedule: five fields of minute, hour, day, month and weekday, each within its range.

Stricter than the scheduler that runs it, so that what passes here always runs,
and a schedule that never comes round is told with its line instead of at the
first start. Weekdays are names, for 0 is Sunday to cron and Monday elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_PART = re.compile(r"(?:(\*)|([0-9]{1,2}|[a-z]+)(?:-([0-9]{1,2}|[a-z]+))?)(?:/([0-9]{1,2}))?")


class _Field(NamedTuple):
    """What one field takes: numbers from *low* to *high* unless only names are meant, and *names* from *low* on."""

    low: int
    high: int
    names: Sequence[str] = ()
    has_numbers: bool = True


_FIELDS = (
    _Field(0, 59),
    _Field(0, 23),
    _Field(1, 31),
    _Field(1, 12, _MONTHS),
    _Field(0, 6, _WEEKDAYS, has_numbers=False),
)


def is_cron(text: str) -> bool:
    """True for a schedule that comes round."""
    written = text.lower().split()
    if len(written) != len(_FIELDS):
        return False
    values = [_values(part, field) for part, field in zip(written, _FIELDS, strict=True)]
    if not all(values):
        return False
    days, months = values[2], values[3]
    return any(min(days) <= _LONGEST[month - 1] for month in months)


def _values(written: str, field: _Field) -> set[int]:
    """What *written* names; nothing if it cannot be read as *field*."""
    found: set[int] = set()
    for part in written.split(","):
        named = _part(part, field)
        if not named:
            return set()
        found |= named
    return found


def _part(written: str, field: _Field) -> set[int]:
    if written == "last" and field.high == 31:
        return {28}  # the last day of a month: every month has one
    match = _PART.fullmatch(written)
    if match is None:
        return set()
    star, one, other, step = match.groups()
    if step and not field.has_numbers:
        return set()
    first = field.low if star else _number(one, field)
    last = field.high if star or (step and not other) else _number(other or one, field)
    if first is None or last is None or first > last:
        return set()
    if step is None:
        return set(range(first, last + 1))
    names = one is not None and not one.isdigit()
    if names or not 1 <= int(step) <= last - first:
        return set()
    return set(range(first, last + 1, int(step)))


def _number(written: str, field: _Field) -> int | None:
    if written in field.names:
        return field.low + field.names.index(written)
    if written.isdigit() and field.has_numbers and field.low <= int(written) <= field.high:
        return int(written)
    return None
