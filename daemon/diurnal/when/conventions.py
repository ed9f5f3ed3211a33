"""How Diurnal reads what people leave unsaid, in one place and by name.

Everything here is a choice, not a fact of the calendar: where a morning ends,
what "early" means, which century "'87" lies in. docs/time.md explains the same
choices to users; change one here and the approved tables in tests/when say
what else moves.
"""

from __future__ import annotations

from typing import Final

# Parts of a day as (first hour, hour after the last). 24 means "to the day's end",
# which is later than midnight where days start later (day_starts_at).
PARTS: Final[dict[str, tuple[int, int]]] = {
    "dawn": (0, 6),
    "morning": (6, 12),
    "noon": (11, 13),
    "lunch": (12, 14),
    "afternoon": (12, 18),
    "daytime": (6, 18),
    "evening": (18, 24),
    "night": (18, 24),
}

# Months are cut in thirds: 1–10, 11–20, 21–end (上旬, 中旬, 下旬).
THIRDS: Final = {"early": (1, 11), "mid": (11, 21), "late": (21, 0)}

# Months of a year, as (first, month after the last). People speak of halves with
# "early" and "late", of a first quarter and a last third with "beginning" and "end".
YEAR_EDGES: Final = {
    "early": (1, 7),
    "mid": (5, 9),
    "late": (7, 13),
    "start": (1, 4),
    "end": (9, 13),
    "年初": (1, 3),
    "年中": (6, 8),
    "年底": (11, 13),
}
#: Early, mid and late years of a decade: years after its first, the second one not included.
DECADE_EDGES: Final = {"early": (0, 4), "start": (0, 4), "mid": (3, 7), "late": (7, 10), "end": (7, 10)}

# Days of a week, Monday = 0.
WEEK_EDGES: Final = {"early": (0, 3), "start": (0, 3), "mid": (2, 4), "late": (3, 7), "end": (4, 7)}

# Meteorological seasons: first month; each lasts three months.
SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}

#: Days after its end in which a season is still "this" one.
A_SEASON: Final = 92

# "'40" said in 2016 is 1940, "'32" is 2032: two digits reach this far ahead.
TWO_DIGIT_YEARS_AHEAD: Final = 20

# Four digits alone are a year only in this range.
FIRST_YEAR, LAST_YEAR = 1000, 2999

# A vague number still has to become a window.


class Vague(int):
    """A number that was not quite said: a few, several, 几."""


A_COUPLE: Final = 2
A_FEW: Final = Vague(3)
# A date without its year, written in a note: the coming one if it is this near.
PLANNED_DAYS_AHEAD: Final = 60
RECENT_DAYS: Final = 7  # 前几天: the week before today

# A text is read up to so many phrases of time, and so many tokens that might be some.
MAX_PHRASES: Final = 24
MAX_CONSIDERED: Final = 300
