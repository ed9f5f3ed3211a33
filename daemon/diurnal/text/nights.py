"""Which entries of a diary note are of its day's night: ``00:40`` after ``23:50``.

They keep the note's day. Only the order of times in the note tells; the clock of
the reader and the owner's own turn of the day are others' business.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time
from itertools import pairwise

from diurnal.model.record import Task
from diurnal.text.draft import Draft

_NIGHT_ENDS, _DAY_TURNS, _EVENING = time(6), time(12), time(21)
"""A time before 6 is of the night if the entry above it is of an afternoon (under another heading: of an evening)."""


def mark_nights(drafts: Sequence[Draft]) -> None:
    """Entries after midnight that follow an evening one belong to their day's night.

    Plans do not count: their times are no order of events. A note that lists the newest first runs
    backwards as a whole and has no nights.
    """
    timed = [(draft, draft.clock.start) for draft in drafts if draft.clock and draft.task is not Task.OPEN]
    if len(timed) > 2 and all(later <= earlier for (_, earlier), (_, later) in pairwise(timed)):
        return
    night = False
    for (before, earlier), (draft, start) in pairwise(timed):
        turns = _DAY_TURNS if before.heading == draft.heading else _EVENING
        night = start < _NIGHT_ENDS and ((night and start >= earlier) or earlier >= turns)
        draft.is_night = night
