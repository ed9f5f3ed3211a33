"""English words of time, as data: word → (kind of token, value).

What only means something as several words is in ``phrases_en``. Ambiguous
words ("may", "sat", "second") are listed here; whether they are meant as time
is decided by the grammar and by ``evidence``.
"""

from __future__ import annotations

from typing import Any, Final

from diurnal.when.conventions import A_COUPLE, A_FEW
from diurnal.when.numbers import CARDINALS, DECADES, ORDINALS

Entry = tuple[str, Any]

MONTH_NAMES: Final = (
    "january jan", "february feb", "march mar", "april apr", "may", "june jun",
    "july jul", "august aug", "september sept sep", "october oct", "november nov", "december dec",
)  # fmt: skip
WEEKDAY_NAMES: Final = (
    "monday mon", "tuesday tues tue", "wednesday wednes weds wed", "thursday thurs thur thu",
    "friday fri", "saturday sat", "sunday sun",
)  # fmt: skip
MONTH_BY_NAME: Final = {name: i for i, names in enumerate(MONTH_NAMES, 1) for name in names.split()}
WEEKDAY_BY_NAME: Final = {name: i for i, names in enumerate(WEEKDAY_NAMES) for name in names.split()}
# Typed in haste: what no other word is spelled like.
SLIPS: Final = {
    "yesterday": "yesteday yesturday yesterdy ystrday ystday ysterday yesterady yestarday yesterda yestrday",
    "tomorrow": "tommorow tommorrow tomorrw tommorw",
    "monday": "mondy munday mondday", "tuesday": "tusday tuseday teusday tuesdy",
    "wednesday": "wensday wednsday wednesdy wedensday wendesday wednessday wendsday wenesday",
    "thursday": "thurday thrusday thurdsay thursdy thursay thirsday", "friday": "firday frday fridy",
    "saturday": "saterday satuday satruday saturdy saturady", "sunday": "sundy sunady",
    "january": "janurary janury januray", "february": "febuary feburary febrary", "august": "agust augst",
    "september": "septmber setember sepetmber septemeber septembr", "october": "ocotber octobr ocober",
    "november": "novemeber novmber novembr", "december": "decemeber decmber decembr",
}  # fmt: skip

UNITS: Final = {
    "second": "seconds sec secs", "minute": "minute minutes min mins",
    "hour": "hour hours hr hrs", "day": "day days", "week": "week weeks wk wks",
    "month": "month months", "quarter": "quarter quarters qtr qtrs", "year": "year years yr yrs",
    "decade": "decade decades", "century": "centuries", "fortnight": "fortnight fortnights",
    "weekend": "weekend weekends wknd wkend", "workday": "workday workdays",
    "night": "nights",
}  # fmt: skip
SHORT_UNITS: Final = {
    "y": "year", "yr": "year", "yrs": "year", "mo": "month", "mos": "month", "w": "week", "wk": "week",
    "wks": "week", "d": "day", "h": "hour", "hr": "hour", "hrs": "hour", "m": "minute", "min": "minute",
    "mins": "minute", "s": "second", "sec": "second", "secs": "second",
}  # fmt: skip
PARTS: Final = {
    "morning": "morning", "mornings": "morning", "afternoon": "afternoon", "evening": "evening",
    "night": "night", "nite": "night", "noon": "noon", "midday": "noon", "lunchtime": "lunch", "dawn": "dawn",
    "evenings": "evening", "afternoons": "afternoon",
}  # fmt: skip
SEASONS: Final = {
    "spring": "spring", "springtime": "spring", "summer": "summer", "summertime": "summer",
    "autumn": "autumn", "fall": "autumn", "winter": "winter", "wintertime": "winter",
}  # fmt: skip

SMALL: Final = {
    "the": "the", "my": "my", "this": "THIS", "of": "of", "in": "in", "on": "on", "at": "at", "to": "to",
    "till": "until", "til": "until", "until": "until", "untill": "until", "through": "to", "thru": "to",
    "from": "from", "since": "since", "before": "before", "after": "after", "by": "by", "between": "between",
    "during": "during", "throughout": "during", "and": "and", "or": "or", "ago": "ago", "hence": "hence",
    "vs": "vs", "versus": "vs", "within": "within", "for": "for", "earlier": "earlier", "later": "later",
    "rest": "rest", "than": "than", "entire": "all", "whole": "all", "all": "all",
    "around": "around", "about": "around", "starting": "starting", "commencing": "starting", "ending": "ending",
}  # fmt: skip


def _words() -> dict[str, Entry]:
    words: dict[str, Entry] = {}
    for word, value in CARDINALS.items():
        words[word] = ("WORD", value)
    for word, value in ORDINALS.items():
        words[word] = ("WORD", value)
    for word, value in DECADES.items():
        words[word] = ("DECADE", value)
    words |= {"tens": ("DECADE", 10), "noughties": ("DECADE", 2000), "thousands": ("DECADE", 0)}
    for kind, table in (("MONTH", MONTH_BY_NAME), ("WEEKDAY", WEEKDAY_BY_NAME)):
        for word, number in table.items():
            words[word] = (kind, number)
    for word, number in WEEKDAY_BY_NAME.items():
        if word.endswith("day"):
            words[word + "s"] = ("WEEKDAYS", number)
    for unit, names in UNITS.items():
        for word in names.split():
            words[word] = ("UNIT", unit)
    for word, part in PARTS.items():
        words[word] = ("PART", part)
    for word, season in SEASONS.items():
        words[word] = ("SEASON", season)
    # The plural of what comes back every year, which only counts: two summers ago.
    for word in ("spring", "summer", "autumn", "fall", "winter"):
        words[word + "s"] = ("YEARLY", ("SEASON", SEASONS[word]))
    for number, name in enumerate(MONTH_NAMES, 1):
        if (full := name.split()[0]) not in ("march", "may"):
            words[full + "s"] = ("YEARLY", ("MONTH", number))
    for word, feast in (("christmases", "christmas"), ("easters", "easter"), ("halloweens", "halloween")):
        words[word] = ("YEARLY", ("HOLIDAY", feast))
    for word, small in SMALL.items():
        words[word] = (small, word)
    for word in ("last", "previous", "past", "prior", "preceding", "prev"):
        words[word] = ("LAST", word)
    for word in ("next", "following", "coming", "upcoming"):
        words[word] = ("NEXT", word)
    words["nxt"] = ("NEXT", "next")
    for word in ("this", "current", "same"):
        words[word] = ("THIS", word)
    for word, offset in {
        "yesterday": -1, "yday": -1, "yest": -1, "today": 0, "tomorrow": 1, "tmrw": 1, "tomorow": 1, "tmr": 1,
    }.items():  # fmt: skip
        words[word] = ("REL", ("day", offset))
    for word, edge in {"early": "early", "mid": "mid", "late": "late", "middle": "middle"}.items():
        words[word] = ("EDGE", edge)
    for word, edge in {"start": "start", "beginning": "start", "end": "end"}.items():
        words[word] = ("EDGE", edge)
    words |= {
        "a": ("a", 1), "an": ("a", 1), "couple": ("NUM", A_COUPLE), "few": ("NUM", A_FEW),
        "several": ("NUM", A_FEW), "now": ("NOW", ""), "every": ("EVERY", ""), "each": ("EVERY", ""),
        "tonight": ("REL", ("tonight", 0)), "tonite": ("REL", ("tonight", 0)),
        "half": ("PARTIAL", 0.5), "annual": ("all", ""), "easter": ("HOLIDAY", "easter"),
        "xmas": ("HOLIDAY", "christmas"), "halloween": ("HOLIDAY", "halloween"),
        "thanksgiving": ("HOLIDAY", "thanksgiving"), "juneteenth": ("HOLIDAY", "juneteenth"),
        "pentecost": ("HOLIDAY", "pentecost"), "yuandan": ("HOLIDAY", "new year"),
        "week": ("UNIT", "week"), "first": ("WORD", 1),
    }  # fmt: skip
    words["midnight"] = ("CLOCK", (0, None, None, "24"))
    for word, slips in SLIPS.items():
        words |= dict.fromkeys(slips.split(), words[word])
    return words


WORDS: Final = _words()

#: Words whose abbreviation may carry a full stop.
ABBREVIATED: Final = frozenset(
    {w for w in (MONTH_BY_NAME | WEEKDAY_BY_NAME) if len(w) <= 5} | set(SHORT_UNITS) | {"vs"}
)

# What is said in capitals only: "eom" and "h1" may be anything.
ACRONYMS: Final = {
    "EOD": ("end", "day"), "EOW": ("end", "week"), "EOM": ("end", "month"), "EOQ": ("end", "quarter"),
    "EOY": ("end", "year"), "YTD": ("to date", "year"), "MTD": ("to date", "month"), "WTD": ("to date", "week"),
}  # fmt: skip
