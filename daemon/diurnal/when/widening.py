"""Larger windows for when the asked ones are empty, and the sentence that says so.

People write a thing down on the day after more often than on the day before, so
the week after is tried ahead of the week before. Whether windows are empty, and
how often to ask, is the engine's to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from diurnal.model.time import TimeWindow

# Days added before and after the asked windows, and how that is said.
STEPS: Final = (
    (
        1,
        1,
        {
            "en": "Nothing was written in that time, so a day before and after it was included.",
            "zh": "那段时间没有写下什么，所以前后各多看了一天。",
            "zh-hant": "那段時間沒有寫下什麼，所以前後各多看了一天。",
        },
    ),
    (
        1,
        7,
        {
            "en": "Nothing was written in that time, so the week after it was included.",
            "zh": "那段时间没有写下什么，所以也看了之后的一周。",
            "zh-hant": "那段時間沒有寫下什麼，所以也看了之後的一週。",
        },
    ),
    (
        7,
        7,
        {
            "en": "Nothing was written in that time, so the weeks before and after it were included.",
            "zh": "那段时间没有写下什么，所以也看了前后各一周。",
            "zh-hant": "那段時間沒有寫下什麼，所以也看了前後各一週。",
        },
    ),
)


def widen(
    windows: Sequence[TimeWindow], step: int, language: str = "en"
) -> tuple[tuple[TimeWindow, ...], str]:
    """*windows* made larger by one of the steps, and a sentence that says how.

    Args:
        windows: as first read; always start from those, not from widened ones.
        step: 1 for a day on either side, 2 for the week after, 3 for both weeks.
            Beyond 3, nothing: the answer is an empty tuple and "".
        language: of the sentence: "en", "zh" or "zh-hant".
    """
    if not 1 <= step <= len(STEPS):
        return (), ""
    before, after, sentences = STEPS[step - 1]
    widened = tuple(TimeWindow(_moved(w.start, -before), _moved(w.end, after)) for w in windows)
    return widened, sentences[language]


def _moved(moment: datetime | None, days: int) -> datetime | None:
    """*moment* moved by wall days; at the ends of the calendar the side is open."""
    try:
        return moment + timedelta(days=days) if moment else None
    except OverflowError:
        return None
