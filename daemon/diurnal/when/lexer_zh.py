"""Chinese stretches of time that need a pattern: 2024年, 八月, 3号, 上午九点半, 周五, 昨晚.

``PATTERN`` is one alternation for the lexer; ``READERS`` turn its matches into
tokens; a trap (天气) has none. The text has been folded (Simplified, half-width digits) before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from diurnal.model.regex import regex
from diurnal.when.conventions import A_FEW
from diurnal.when.lexicon_zh import TRAPS, WORDS
from diurnal.when.numbers import CJK_DIGITS, chinese, chinese_spread
from diurnal.when.words import first_of, guarded, one_of

Raw = tuple[str, int, int, Any]

_N: Final = rf"(?:\d{{1,4}}|[{CJK_DIGITS}]{{1,6}})"
_DAY_N: Final = rf"(?:\d{{1,2}}|[{CJK_DIGITS}]{{1,3}})"
# 5年前, 三年来, 两年多, 十年间: a length of time, not the year five.
_LENGTH: Final = "(?:之?前|以前|之?后|以后|来|以来|内|以内|之内|间|多|半|里|了|级|龄|陈|老[店房字树酒]|质保|保修|期|房[龄贷])"
_LENGTH_RUN: Final = (
    # 俩礼拜前, but 我们俩周末.
    rf"(?<!月)好?(?:\d{{1,4}}|[{CJK_DIGITS}]{{1,6}}|(?<![们你咱他她])[俩仨](?=个?(?:星期|礼拜|月|小时|钟头|年))|半|(?<![十百千])几|(?<![十百千])数)\s?(?:多|来)?个?(?P<zhalf>半)?(?:"
    r"秒钟?|分钟|分(?=半?钟?之?[前后])|小时|钟头|钟|天|日(?=之?[前后内]|以[前后内])|周末|周(?!年|岁|期)|星期|礼拜|季度|年(?![级代轻龄糕货薪])|世纪|工作日|(?<![\d\s])晚上|(?<=[个半多来两])月|月(?=[之以]?[前后])"
    r")(?:半(?!夜|天|个|年))?(?:钟)?(?:多)?"
)
# What begins with a number; earlier ones win.
_NUMBERED: Final = (
    ("century", rf"{_DAY_N}世纪(?:{_DAY_N}年代)?"),
    ("decade", r"(?:\d0|\d{3}0|[一二三四五六七八九]十)年代"),
    ("year", rf"(?:\d{{4}}|[零〇○一二三四五六七八九]{{4}}|[一二两]千[{CJK_DIGITS}]{{0,4}})\s?年(?:度|份)?"),
    (
        "year2",
        rf"(?:0\d|[零〇○]\d|[零〇○一二三四五六七八九]{{2}}|(?<![后去近来前这])\d{{2}}(?=年(?!{_LENGTH})))年(?:度|份)?",
    ),
    ("months", r"(?<!十)(?:一二|二三|三四|四五|五六|六七|七八|八九)月份?(?![饼季球亮光薪嫂龄])"),
    ("month", r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s?月(?:份)?(?![饼季球亮光薪嫂龄])"),
    ("quarter", r"第?[一二三四1-4]季度|(?<=年)第?[一二三四1-4]季(?!节)"),
    ("length", _LENGTH_RUN),
    ("clock", r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:时)?(?!\s?[ap]\.?m)"),
    (
        "hour",
        rf"{_DAY_N}(?:点钟?|时(?!候|间|光|代|常|期|差|不))(?:整|正|半|[一二三]刻|{_DAY_N}分?)?(?:{_DAY_N}秒)?(?:许|左右)?",
    ),
    (
        "day",
        rf"(?<![路街巷弄道]){_DAY_N}\s?(?:[号](?![线楼店机门馆位桌码床院员病舱厅库])|日(?![子常程记志本语用期报历元式]))",
    ),
    ("ord", rf"第{_N}个?"),
)
# What begins with another character, as (name, the characters it may begin with, pattern).
_NAMED: Final = (
    ("roc", "民", rf"民国{_N}年"),
    ("lunarmonth", "正腊冬", r"正月|腊月|冬月"),
    ("newyearday", "大年", r"大?年初[一二三四五六七八九十]"),
    ("lunarday", "初", r"初[一二三四五六七八九十]"),
    (
        "turn",
        "上下这本当今",
        r"(?:上上上|上上|上一|上|下下|下一|下|这一|这|本|当|今)(?:个?月(?![饼季球亮光薪嫂台])|个半年)",
    ),
    # 六月头三天, but 头两年 alone may be any.
    ("head", "头", rf"(?<=[月年周期节庆假])头(?=[{CJK_DIGITS}几\d]{{1,2}}个?(?:天|日|周|星期|礼拜|月))"),
    ("thatday", "那当这", r"(?:那一?天|当天|当日|这一?天)的?(?=[早晚上下中凌傍深夜半])"),
    ("weather", "前", rf"(?<=[{CJK_DIGITS}几\d][天周年])前(?=天[气色空晴冷热阴])"),
    (
        "newyear",
        "过",
        r"(?:(?<=since )|(?<=before )|(?<=after ))过年|(?<![要快不没想会])过年(?=之?[前后](?![台面])|以[来前后]|那|的时候|时(?!间)|[^，。？?\s]{1,10}了(?:[什吗没多几哪谁啥]|\s*[？?]?$))|(?<=年)过年(?![^在去吃做和跟的时是回怎干、，,。？?\s])",
    ),
    ("tonow", "至", r"至今(?![年天日晚早])"),
    ("final", "最", r"最[后後](?:一个(?=星期|礼拜|周[一二三四五六日天末]|双休|季度|工作日))?"),
    (
        "weekday",
        "周星礼",
        r"(?:周|星期|礼拜)(?:[日天](?![记志报常程历空气])|[一二三四五](?![共直些样般边定]|起(?!\s*(?:$|[，,。？?至到])))|六(?![日])|[1-7](?!\d))",
    ),
    ("lastnight", "昨前", r"[昨前](?:天|日)?[晚夜](?:上|里|间)?(?![餐饭安会宴])"),
    ("compact", "今昨前明后听", r"[今昨前明后听](?:天)?(?=[晚夜早晨])"),
    (
        "part1",
        "晚夜早晨",
        r"(?<=[今昨前明后听天号日一二三四五六节])(?:[晚夜](?:上|里)?|早(?:上|晨)?|晨)(?![餐饭安会宴霜熟退恋])",
    ),
)


def _alternatives(runs: Iterable[tuple[str, str]]) -> str:
    return "|".join(f"(?P<zh_{name}>{body})" for name, body in runs)


_NUMBER: Final = CJK_DIGITS + r"几半数俩仨\d"
PATTERN: Final = guarded(
    first_of([*WORDS, *TRAPS]) + "第好民正腊冬初头过那当这前晨" + _NUMBER,
    r"(?:(?!\d)|(?<![a-z0-9.]))(?:"
    + "|".join(
        (
            guarded(first_of(TRAPS), f"(?P<zh_trap>{one_of(TRAPS)})"),
            guarded("第好" + _NUMBER, _alternatives(_NUMBERED)),
            guarded(
                "".join(first for _, first, _ in _NAMED),
                _alternatives((name, body) for name, _, body in _NAMED),
            ),
            f"(?P<zh_words>{one_of(WORDS)})",
            f"(?P<zh_number>[{CJK_DIGITS}]{{1,6}}(?![a-z]))",
        )
    )
    + ")",
)
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
_CLOCK: Final = regex(rf"({_DAY_N})(?:点钟?|时)(?:(半)|([一二三])刻|({_DAY_N})分?)?(?:({_DAY_N})秒)?")


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
    return [("NTH", start, end, chinese(word[1:].removesuffix("个")))]


def _to_now(word: str, start: int, end: int) -> list[Raw] | None:
    return [("TONOW", start, end, "")]


def _head(word: str, start: int, end: int) -> list[Raw] | None:
    """六月头三天: as 前 in 六月前三天; 十天前 in 十天前天气怎么样"""
    return [("qian", start, end, "")]


def _that_day(word: str, start: int, end: int) -> list[Raw] | None:
    """三十号那天晚上: the day just named"""
    return [("of", start, end, "")]


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
    "zh_year2": _year, "zh_month": _month, "zh_months": _months, "zh_lunarmonth": _lunar_month, "zh_lunarday": _lunar_day,
    "zh_newyearday": _new_year_day, "zh_clock": _clock, "zh_hour": _hour, "zh_day": _day, "zh_quarter": _quarter,
    "zh_ord": _ord, "zh_length": _length, "zh_turn": _turn, "zh_final": _final, "zh_head": _head, "zh_weather": _head, "zh_newyear": _new_year, "zh_thatday": _that_day, "zh_tonow": _to_now,
    "zh_weekday": _weekday, "zh_compact": _compact, "zh_lastnight": _last_night, "zh_part1": _part1,
}  # fmt: skip
