"""What the Chinese patterns of the lexer stand for: from a match to tokens.

Each reader gets the matched text and its offsets and returns tokens, or ``None``
for what only looks like time (25点). Which stretches match is set in ``lexer_zh``.
"""

from __future__ import annotations

import re
from typing import Any, Final

from diurnal.model.regex import regex
from diurnal.when.conventions import A_FEW
from diurnal.when.lexicon_zh import WORDS
from diurnal.when.numbers import CJK_DIGITS, DAY_NUMBER, chinese, chinese_spread

Raw = tuple[str, int, int, Any]

_LENGTH_PARTS: Final = regex(
    r"好?(\d+|半|几|数|[^\s多来个半]+?)\s?(?:多|来)?个?(半)?(秒|分|小时|钟头|钟|天|日|周末|周|星期|礼拜|月|季度|年|世纪|工作日|晚上)钟?(半)?钟?多?$"
)
_LENGTH_UNITS: Final = {
    "秒": "second", "分": "minute", "小时": "hour", "钟头": "hour", "钟": "hour", "天": "day", "日": "day", "周": "week", "周末": "weekend",
    "星期": "week", "礼拜": "week", "月": "month", "季度": "quarter", "年": "year", "世纪": "century", "工作日": "workday",
    "晚上": "night",
}  # fmt: skip
_TURNS: Final = {"上": ("LAST", 1), "下": ("NEXT", 1)}
LUNAR_MONTHS: Final = {"正月": 1, "冬月": 11, "腊月": 12}
_CLOCK: Final = regex(
    rf"({DAY_NUMBER})\s?(?:点钟?|时)(?:(半)|([一二三])刻|({DAY_NUMBER})分?)?(?:({DAY_NUMBER})秒)?"
)


def _word(word: str, start: int, end: int) -> list[Raw]:
    kind, value = WORDS[word]
    return [(kind, start, end, value)]


def _number(word: str, start: int, end: int) -> list[Raw]:
    return [("NUM", start, end, chinese(word))]


def _year(word: str, start: int, end: int) -> list[Raw] | None:
    digits = word.split("年")[0].strip()
    value = chinese(digits)
    return [("YEAR", start, end, (value, len(digits) <= 2))] if value else _two_digits(digits, start, end)


def _two_digits(digits: str, start: int, end: int) -> list[Raw] | None:
    # 00年 is 2000.
    return [("YEAR", start, end, (0, True))] if len(digits) == 2 else None


def _roc(word: str, start: int, end: int) -> list[Raw] | None:
    value = chinese(word[2:-1])
    return [("YEAR", start, end, (value + 1911, False))] if value else None


def _century(word: str, start: int, end: int) -> list[Raw] | None:
    number, _, decade = word.partition("世纪")
    century = chinese(number) or 0
    if not decade:
        return [("CENTURY", start, end, century)]
    return [("DECADE", start, end, 100 * (century - 1) + (chinese(decade[:-2]) or 0))]


def _decade(word: str, start: int, end: int) -> list[Raw] | None:
    return [("DECADE", start, end, chinese(word[:-2]))]


def _month(word: str, start: int, end: int) -> list[Raw] | None:
    return [("MONTH", start, end, chinese(word.split("月")[0].strip()))]


def _months(word: str, start: int, end: int) -> list[Raw] | None:
    """一二月份: both"""
    first = chinese(word[0]) or 0
    return [
        ("MONTH", start, start + 1, first),
        ("and", start + 1, start + 1, ""),
        ("MONTH", start + 1, end, first + 1),
    ]


def _dotted_day(word: str, start: int, end: int) -> list[Raw] | None:
    """6.30号"""
    month, day = (int(d) for d in re.findall(r"\d+", word))
    return [("MONTH", start, end - 1, month), ("DAY", end - 1, end, day)]


def _month_range(word: str, start: int, end: int) -> list[Raw] | None:
    """3-5月, 三到五月: both ends are months"""
    first, last = (chinese(n) for n in re.findall(rf"\d+|[{CJK_DIGITS}]+", word))
    return [
        ("MONTH", start, start + 1, first),
        ("to", start + 1, start + 2, ""),
        ("MONTH", start + 2, end, last),
    ]


def _lunar_month(word: str, start: int, end: int) -> list[Raw] | None:
    return [("LUNAR", start, start, ""), ("MONTH", start, end, LUNAR_MONTHS[word])]


def _new_year_day(word: str, start: int, end: int) -> list[Raw] | None:
    """大年初三: of the first lunar month"""
    day = ("TENDAYS", start, end, chinese(word[-1]))
    return [("LUNAR", start, start, ""), ("MONTH", start, start, 1), day]


def _lunar_day(word: str, start: int, end: int) -> list[Raw] | None:
    return [("TENDAYS", start, end, chinese(word[1:]))]


def _day(word: str, start: int, end: int) -> list[Raw] | None:
    return [("DAY", start, end, chinese(word[:-1].strip()))]


def _quarter(word: str, start: int, end: int) -> list[Raw] | None:
    number = word.removeprefix("第")[0]
    return [("QUARTER", start, end, chinese(number))]


def _ord(word: str, start: int, end: int) -> list[Raw] | None:
    number = chinese(word.removeprefix("倒数")[1:].removesuffix("个"))
    # 六月倒数第二个周五: counted from the end
    return [("NTH", start, end, -number if number and word[0] == "倒" else number)]


def _to_now(word: str, start: int, end: int) -> list[Raw] | None:
    return [("TONOW", start, end, "")]


def _head(word: str, start: int, end: int) -> list[Raw] | None:
    """六月头三天: as 前 in 六月前三天; 十天前 in 十天前天气怎么样"""
    return [("qian", start, end, "")]


def _month_edge(word: str, start: int, end: int) -> list[Raw] | None:
    """六月中 · 下个月头"""
    return [("EDGE", start, end, "mid" if word == "中" else "early")]


def _next_day(word: str, start: int, end: int) -> list[Raw] | None:
    """圣诞节隔天: as 第二天"""
    return [("NTH", start, end, 2), ("UNIT", end, end, "day")]


def _that_day(word: str, start: int, end: int) -> list[Raw] | None:
    """三十号那天晚上: the day just named"""
    return [("of", start, end, "")]


def _lantern(word: str, start: int, end: int) -> list[Raw] | None:
    """今年元宵: the day; 元宵 alone is a dish"""
    return [("HOLIDAY", start, end, "lantern")]


def _new_year(word: str, start: int, end: int) -> list[Raw] | None:
    """去年过年: the days of the spring festival, once a year stands before it"""
    return [("HOLIDAY", start, end, "spring week")]


def _final(word: str, start: int, end: int) -> list[Raw] | None:
    return [("NTH", start, end, -1)]


def _weekday(word: str, start: int, end: int) -> list[Raw] | None:
    last = word[-1]
    number = 6 if last in "日天7" else (chinese(last) or 1) - 1
    return [("WEEKDAY", start, end, number)]


_COMPACT: Final = {"今": 0, "昨": -1, "前": -2, "明": 1, "后": 2, "听": 1}


def _last_night(word: str, start: int, end: int) -> list[Raw] | None:
    """昨晚, 前天夜里: the evening just ended and the one before, also after midnight"""
    return [("REL", start, end, ("last night", _COMPACT[word[0]]))]


def _compact(word: str, start: int, end: int) -> list[Raw] | None:
    return [("REL", start, end, ("day", _COMPACT[word[0]]))]


def _part1(word: str, start: int, end: int) -> list[Raw] | None:
    return [("PART", start, end, "morning" if word[0] in "早晨" else "night")]


def _length(word: str, start: int, end: int) -> list[Raw] | None:
    """三天 · 两个半月 · 一年半 · 20天"""
    found = _LENGTH_PARTS.fullmatch(word)
    if found is None:
        return None
    unit = _LENGTH_UNITS[found[3]]
    spread = chinese_spread(found[1])
    if spread is not None:
        return [("SPREAD", start, end, (*spread, unit))]
    number: float | None = {"半": 0.5, "几": A_FEW, "数": A_FEW, "俩": 2, "仨": 3}.get(found[1]) or chinese(
        found[1]
    )
    if number is None:
        return None
    if found[2] or found[4]:
        number += 0.5
    return [("NUM", start, end - 1, number), ("UNIT", end - 1, end, unit)]


def _turn(word: str, start: int, end: int) -> list[Raw] | None:
    """上个月 · 这个月 · 上个半年"""
    unit = "halfyear" if word.endswith("半年") else "month"
    middle = end - (2 if unit == "halfyear" else 1)
    if word[0] == "大":
        return [("LAST", start, middle, ("上", 2)), ("UNIT", middle, end, unit)]
    if word[0] in _TURNS:
        kind, _ = _TURNS[word[0]]
        return [(kind, start, middle, (word[0], max(1, word.count(word[0])))), ("UNIT", middle, end, unit)]
    return [("THIS", start, middle, ""), ("UNIT", middle, end, unit)]


def _clock(word: str, start: int, end: int) -> list[Raw] | None:
    pieces = [int(p) for p in re.findall(r"\d+", word)]
    hour, minute = pieces[0], pieces[1]
    second = pieces[2] if len(pieces) > 2 else None
    if hour > 24 or minute > 59:
        return None
    return [("CLOCK", start, end, (hour, minute, second, "24" if word[0] == "0" else ""))]


def _hour(word: str, start: int, end: int) -> list[Raw] | None:
    found = _CLOCK.match(word)
    if found is None:
        return None
    hour = chinese(found[1])
    minute: int | None = None
    if found[2]:
        minute = 30
    elif found[3]:
        minute = 15 * (chinese(found[3]) or 1)
    elif found[4]:
        minute = chinese(found[4])
    second = chinese(found[5]) if found[5] else None
    if hour is None or hour > 24 or (minute or 0) > 59:
        return None
    # 有一点, 早一点, 一点都: an hour only after a part of the day or with a minute or 钟.
    weak = "maybe" if word == "一点" else ""
    return [("CLOCK", start, end, (hour, minute, second, weak))]


#: What turns the match of a group into tokens, from its text and offsets; ``None`` is what only looks like time.
READERS: Final = {
    "zh_words": _word, "zh_number": _number, "zh_roc": _roc, "zh_century": _century, "zh_decade": _decade, "zh_year": _year,
    "zh_year2": _year, "zh_month": _month, "zh_months": _months, "zh_dottedday": _dotted_day, "zh_monthrange": _month_range, "zh_lunarmonth": _lunar_month, "zh_lunarday": _lunar_day,
    "zh_newyearday": _new_year_day, "zh_clock": _clock, "zh_hour": _hour, "zh_day": _day, "zh_quarter": _quarter,
    "zh_ord": _ord, "zh_length": _length, "zh_turn": _turn, "zh_final": _final, "zh_head": _head, "zh_monthedge": _month_edge, "zh_nextday": _next_day, "zh_weather": _head, "zh_newyear": _new_year, "zh_lantern": _lantern, "zh_thatday": _that_day, "zh_tonow": _to_now,
    "zh_weekday": _weekday, "zh_compact": _compact, "zh_lastnight": _last_night, "zh_part1": _part1,
}  # fmt: skip
