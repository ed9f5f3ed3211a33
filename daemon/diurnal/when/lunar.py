"""The Chinese lunar calendar, 1900 to 2099, as one small table.

One number a year: days from 20 January to the new year, the leap month (0 for
none), and one bit a month for 30 days instead of 29, lowest bit first. The
table was made with one calendar library and compared with a second, month by
month; outside its years nothing is claimed.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

FIRST_YEAR: Final = 1900

_TABLE: Final = (
    "1716d2 3c0752 260ea5 12b64a 36064b 1e0a9b 0a9556 30056a 1a0b59 045752 "
    "2a0752 14db25 3a0b25 220a4b 0cb4ab 3202ad 1c056b 064b69 2c0da9 18fd92 "
    "3e0e92 260d25 10ba4d 360a56 2002b6 0895b5 3006d4 1a0ea9 065e92 2a0e92 "
    "14cd26 38052b 220a57 0cb2b6 320b5a 1e06d4 086ec9 2c0749 16f693 3c0a93 "
    "26052b 0eca5b 340aad 20056a 0a9b55 300ba4 1a0b49 045a93 2a0a95 12f52d "
    "380536 220aad 0eb5aa 3205b2 1c0da5 087d4a 2e0d4a 170a95 3a0a97 260556 "
    "10cab5 340ad5 2006d2 0a8ea5 300ea5 1a064a 026c97 280a9b 14f55a 38056a "
    "220b69 0eb752 340b52 1c0b25 06964b 2c0a4b 1714ab 3a02ad 24056d 10cb69 "
    "360da9 200d92 0a9d25 300d25 1b5a4d 3e0a56 2802b6 12c5b5 3806d5 220ea9 "
    "0ebe92 340e92 1e0d26 066a56 2a0a57 1714d6 3c035a 2406d5 10b6c9 360749 "
    "200693 08952b 2e052b 180a5b 04555a 28056a 12fb55 3a0ba4 240b49 0cba93 "
    "320a95 1c052d 068aad 2a0ab5 1735aa 3c05d2 260da5 10dd4a 360d4a 200c95 "
    "0a952e 2e0556 180ab5 0455b2 2a06d2 12cea5 380725 22064b 0cac97 300cab "
    "1c055a 066ad6 2c0b69 177752 3c0b52 260b25 10da4b 340a4b 1e04ab 08a55b "
    "2e05ad 180b6a 045b52 2a0d92 14fd25 380d25 220a55 0cb4ad 3204b6 1a05b5 "
    "066daa 2c0ec9 191e92 3c0e92 260d26 10ca56 340a57 1e04d6 0886d5 2e0755 "
    "1a0749 026e93 280693 12f52b 38052b 200a5b 0cb55a 32056a 1c0b65 06974a "
    "2c0b4a 171a95 3c0a95 24052d 0ecaad 340ab5 2005aa 088ba5 2e0da5 1a0d4a "
    "047c95 280c96 12f94e 380556 220ab5 0cb5b2 3206d2 1c0ea5 088e4a 2a064b "
    "150c97 3a04ab 24055b 0ecad6 340b6a 200752 0a9725 2e0b25 180a8b 02549b "
)
YEARS: Final = tuple(int(word, 16) for word in _TABLE.split())


def months(year: int) -> list[tuple[int, bool, date, date]]:
    """Months of lunar *year* as (number, leap, first day, day after); empty outside the table."""
    if not FIRST_YEAR <= year < FIRST_YEAR + len(YEARS):
        return []
    code = YEARS[year - FIRST_YEAR]
    leap = code >> 13 & 15
    first = date(year, 1, 20) + timedelta(days=code >> 17)
    found = []
    position = 0
    for number in range(1, 13):
        for is_leap in (False, True) if number == leap else (False,):
            past = first + timedelta(days=30 if code >> position & 1 else 29)
            found.append((number, is_leap, first, past))
            first, position = past, position + 1
    return found


def month_of(year: int, number: int) -> tuple[date, date] | None:
    """First day of month *number* of lunar *year*, and the day after it; the leap month is left out."""
    for month, leap, first, past in months(year):
        if month == number and not leap:
            return first, past
    return None


def day_of(year: int, number: int, day: int) -> date | None:
    """Day *day* of month *number* in lunar *year*, or ``None`` if it does not exist or is not known."""
    month = month_of(year, number)
    if month is None:
        return None
    first, past = month
    found = first + timedelta(days=day - 1)
    return found if found < past else None


def new_years_eve(year: int) -> date | None:
    """The last day of lunar *year* (除夕)."""
    known = months(year)
    return known[-1][3] - timedelta(days=1) if known else None
