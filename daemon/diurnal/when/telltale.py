"""Whether a text can name a time at all: a question of microseconds, asked before any reading.

Most of what people write names none. A text that shows no digit and none of the
words below holds no time in any form the lexer knows; one that does still has to
be read. The lists follow from the lexicons, so a new word there is known here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from diurnal.model.regex import regex
from diurnal.when import lexicon_en, lexicon_zh, numbers
from diurnal.when.phrases_en import PHRASES
from diurnal.when.words import first_of, guarded, listed, one_of

#: Kinds that make a run of tokens worth reading; the rest ("the", "two", "last", "of") only join in.
TELLING: Final = frozenset(
    listed(
        "YEAR MONTH DAY WEEKDAY WEEKDAYS REL UNIT PART SEASON QUARTER HALF HOLIDAY CLOCK DATE DECADE CENTURY WEEKNO "
        "YEARLY NOW SPREAD ORD AMPM EDGE TENDAYS"
    )
)

# Phrases that begin with a word as common as these hold another that tells: "right now", "last night", "this time", "the small hours of Friday".
_COMMON: Final = frozenset(listed("in this right new good last small wee compared same"))
# "nineteen twenty-eight" is a year; "two" and "first" alone are in every other text.
_LARGE: Final = {word for word, value in (numbers.CARDINALS | numbers.ORDINALS).items() if value >= 10}
_ENGLISH: Final = (
    {word for word, (kind, _) in lexicon_en.WORDS.items() if kind in TELLING}
    | {first for first, lines in PHRASES.items() if any(kind in TELLING for _, kind, *_ in lines)}
    - _COMMON
    - set(numbers.CARDINALS)
    | {word.lower() for word in lexicon_en.ACRONYMS}
    | _LARGE
    | {"time", "am", "pm"}
    | set(listed("third fourth fifth sixth seventh eighth ninth"))  # on the ninth
)
_WORDS: Final = regex(r"[a-z]+")
_DIGIT: Final = regex(r"\d")


@cache
def _chinese() -> re.Pattern[str]:
    words = [word for word, (kind, _) in lexicon_zh.WORDS.items() if kind in TELLING]
    number = numbers.CJK_DIGITS
    first = first_of(words) + "年月日号周季昨今前明后听节几半数" + number
    return re.compile(
        guarded(
            first,
            f"[年月日号周季]|[{number}几半数]分|[{number}][点时]|[昨前今明后听一二三四五六节][晚夜早晨]|{one_of(words)}",
        )
    )


def may_name_a_time(low: str) -> bool:
    """False only if the folded text *low* names no time in English or Chinese."""
    if _DIGIT.search(low) is not None or not _ENGLISH.isdisjoint(_WORDS.findall(low)):
        return True
    return not low.isascii() and _chinese().search(low) is not None
