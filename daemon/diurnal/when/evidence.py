"""When weak words count as time: "may", "Friday", "summer", "2019", "7/6".

Each weak time names the evidence it needs; this module looks at the words on
both sides. When in doubt the answer is no.
"""

from __future__ import annotations

import re
from typing import Final

from diurnal.when.cascade import Time
from diurnal.when.conventions import FIRST_YEAR
from diurnal.when.words import listed

#: Needs that mean "said without a date of its own": no event time in a statement.
BARE: Final = frozenset({"weekday", "month", "month-name", "season", "clock", "nth", "range", "month-open"})

_IN: Final = frozenset(
    listed(
        "in during since of last this next until till til before after by from all through throughout early mid late "
        "around within over between past previous"
    )
)
_ON: Final = _IN | {"on", "for", "at", "circa", "year", "years", "to", "and", "or"}
_STRONG: Final = _IN - {
    "by",
    "from",
    "after",
    "before",
    "of",
    "all",
    "around",
    "over",
    "between",
    "until",
} | {"of"}
# Words that may follow a time: no noun that the time would only describe.
_FUNCTION: Final = frozenset(
    listed(
        "i we you he she it they my our your his her their me us with about when where what who whom whose why how which did "
        "do does is was were are am be been had has have and or but to from at in on for of if so that not no "
        "then than as by would could should can will shall might must after before during since until through "
        "between there here also only just too vs versus please again ago around"
    )
)
_OF_A_YEAR: Final = frozenset(
    listed(
        "events best worst highlights rest most all much part parts whole trips photos summary overview review "
        "start beginning middle end half journal diary notes entries holidays goals resolutions recap sales lessons"
    )
)
# "moved 4 years ago" describes the event; "what did I do 4 years ago" asks for the time.
_DESCRIBED: Final = re.compile(
    r"(?:\b(?:from|moved|bought|met|married|born|founded|started|began|quit|left|joined|graduated|died|divorced|"
    r"retired|adopted|built|opened|closed|split|immigrated|emigrated|relocated|sold|inherited|planted|got)\s+)$"
)
_ZH_DESCRIBED: Final = re.compile(
    r"\s*(?:就|才)?(?:买|搬|认识|结婚|离婚|毕业|去世|出生|移民|辞职|退休|入职|成立|开业|种|养)"
)
_WRITTEN: Final = frozenset(
    listed(
        "everything anything all notes entries diary journal photos pages logs memories things ideas idea highlights"
    )
)
_COUNTED: Final = frozenset(
    listed(
        "words people pieces items steps lines files calories dollars euros pounds miles meters metres km kg kcal "
        "points users songs pages minutes hours seconds days weeks months years times m g lb lbs usd eur bytes "
        "tokens rows tests commits errors photos books shares votes feet ft mb gb kb ms px"
    )
)
_WORD_BEFORE: Final = re.compile(r"([a-z']+)\s*$")
_WORD_AFTER: Final = re.compile(r"\s*([a-z']+)")
_END: Final = re.compile(r"\s*(?:$|[.,;:!?)\]}\"”'。，、；：！？）》」』…—–-]|\.{2,}|\n)")
# What may follow a bare 周五, 春节 or 夏天.
_ZH_NEXT: Final = re.compile(
    r"\s*(?:$|[，。？！、；：,.?!;:)）\s]|[的我你他她它咱们那这和跟与同去来在到从有没不是就才都也还做吃喝看买聊说写读听开打跑玩见会能可要想给被把让过发"
    r"早晚上中下凌傍夜前后期当之以干什怎谁哪几多为住搬回参遇收寄拍约学教记提讨决定安花用游爬骑跳唱画旅出离送借换修洗织考病睡醒哭笑跟陪带骂吵结]|[\u4e00-\u9fff]{1,2}[了过着])"
)
_ZH_NEXT_SEASON: Final = re.compile(
    r"\s*(?:$|[，。？！、；,.?!;]|的时候|时|里|期间|我|你|他|她|那|去|做|有|都|过|发生)"
)
_SMALL_BEFORE: Final = re.compile(
    r"(?:(?<![a-z])(?:(?:back in|sometime in|in|on|at|during|from|for|of|over|around|about|sometime|within|throughout)\s+)?(?:(?:the|exactly)\s+)?(?:(?:calendar\s+|fiscal\s+)?year\s+(?=$))?|[在于从到自]\s*)$"
)
_SMALL_AFTER: Final = re.compile(
    r"['’]s\b|\s*(?:这一?天|那天|那时候|那时|那会儿|的时候|期间|当天|那一?天|那晚|的|里|份|时)(?!候)"
)


def before(low: str, start: int) -> str:
    """The English word right before *start*, or ""."""
    found = _WORD_BEFORE.search(low, max(0, start - 24), start)
    return found[1] if found else ""


def after(low: str, end: int) -> str:
    """The English word right after *end*, or ""."""
    found = _WORD_AFTER.match(low, end)
    return found[1] if found else ""


def closes(low: str, end: int) -> bool:
    """True if the clause or the text is over at *end*."""
    return _END.match(low, end) is not None


def alone(low: str, start: int, end: int) -> bool:
    """True if the text is nothing but this phrase."""
    return not low[:start].strip(" \t\"'“”.(") and not low[end:].strip(" \t\"'“”.?!)")


def with_small_words(low: str, start: int, end: int) -> tuple[int, int]:
    """The phrase with its prepositions and its possessive: " in March", "today's", 昨天的."""
    found = _SMALL_BEFORE.search(low, max(0, start - 40), start)
    if found is not None:
        start = found.start()
        while start < end and low[start].isspace():
            start += 1
    tail = _SMALL_AFTER.match(low, end)
    return start, tail.end() if tail else end


def enough(time: Time, text: str, low: str, start: int, end: int) -> bool:
    """True if the words around make this a time."""
    need = time.need
    if not need:
        return True
    if need == "range":
        return False
    chinese = not low[start:end].isascii()
    check = _CHECKS.get(need)
    return check is None or check(text, low, start, end, chinese)


def describes(time: Time, low: str, start: int, end: int) -> bool:
    """True if "so many years ago" only describes something: "where she moved from 4 years ago"."""
    if time.mark != "past" or time.grain not in ("year", "decade", "month"):
        return False
    phrase = low[start:end]
    if phrase.endswith("ago") and ("year" in phrase or "decade" in phrase):
        return _DESCRIBED.search(low, max(0, start - 24), start) is not None
    return "年" in phrase and phrase.endswith("前") and _ZH_DESCRIBED.match(low, end) is not None


def _followed(low: str, end: int) -> bool:
    return closes(low, end) or after(low, end) in _FUNCTION or not low[end : end + 2].strip().isascii()


def _month(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        # 10月账单 is plain, 十月围城 a film: in characters, what follows decides.
        return low[start].isdigit() or low[end - 1] == "份" or _ZH_NEXT.match(low, end) is not None
    previous = before(low, start)
    if previous in _ON:
        return True
    full = end - start > 4 or low[start:end] == "july"
    return full and (_followed(low, end) or alone(low, start, end))


def _month_name(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return _month(text, low, start, end, chinese)
    # "in April Lane", "since June Carter": a capital after it makes it a name.
    following = text[end:].lstrip(" ")[:1] if text[end : end + 1] == " " else ""
    named = following.isupper() and after(low, end) not in ("i",) and text[start : start + 1].isupper()
    previous = before(low, start)
    if previous == "from":
        # "notes from June" is a time, "a letter from June" is not.
        return before(low, low.rfind("from", 0, start)) in _WRITTEN and not named
    return previous in _STRONG and not named


def _month_open(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return True
    return _followed(low, end) and before(low, start) not in ("to",)


def _weekday(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        named = _SURNAME.search(low[max(0, start - 2) : start]) is not None
        return not named and _ZH_NEXT.match(low, end) is not None
    if alone(low, start, end):
        return True
    previous = before(low, start)
    if previous in _ON:
        return True
    if low[start:end].endswith(("'s", "’s")):
        return True  # Monday's meeting
    if end - start <= 5:  # mon, sat, sun, wed: only as names of days
        return text[start : start + 1].isupper() and closes(low, end) and start > 0
    # "Joe Friday", "Bloody Sunday": a capital before it makes it a name.
    return _followed(low, end) and not _CAPITAL_BEFORE.search(text, max(0, start - 24), start)


_CAPITAL_BEFORE: Final = re.compile(r"\w\s+[A-Z][\w'’]*\s+$|^[A-Z][\w'’]*\s+$")


_SURNAME: Final = re.compile(r"(?:^|[^\u4e00-\u9fff])[王李张刘陈杨赵黄吴徐孙朱马胡郭林何高罗郑梁]$")


def _title(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    """USA Today is a paper: a capital after a capital is part of a name."""
    return not (text[start].isupper() and _CAPITAL_BEFORE.search(text, max(0, start - 24), start))


def _zh_word(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    """今日, 3号, 八月十五: time unless the next word takes it (今日头条, 5号电池, 明日之子)."""
    if not chinese or low[start:end] in _PLAIN_DAYS:
        return True
    return _ZH_NEXT.match(low, end) is not None and low[end : end + 1] != "之"


_PLAIN_DAYS: Final = frozenset(listed("今天 昨天 前天 明天 后天 去年 今年 前年 明年 后年 昨儿 今儿 明儿"))


def _code(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    """Q3, H1, W40: in capitals, or after a word that makes it a time; "h2 database" is none."""
    if before(low, start) in _ON or alone(low, start, end):
        return True
    return text[start].isupper() and _followed(low, end)


def _season(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return _ZH_NEXT_SEASON.match(low, end) is not None
    previous = before(low, start)
    if previous == "the":
        previous = before(low, low.rfind("the", 0, start))
    return previous in _STRONG | {"over"} and _followed(low, end)


_PLURAL: Final = re.compile(r"[a-z]{2,}[^s']s$")


def _year(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    previous = before(low, start)
    if previous == "the":
        previous = before(low, low.rfind("the", 0, start))
    if previous == "of":
        # "the best of 2019" is a time, "what I think of 1984" a book.
        thing = before(low, low.rfind("of", 0, start))
        return thing in _OF_A_YEAR or (_PLURAL.search(thing) is not None and closes(low, end))
    if low[end - 2 : end] in ("'s", "’s") or low[end : end + 2] in ("'s", "’s"):
        return low[start : start + 2] in ("19", "20")  # 2019's best books
    if previous == "year" and not _followed(low, end):
        return False
    marked = previous in _IN | {"year", "circa"} or low[:start].rstrip()[-1:] in (
        "在",
        "从",
        "自",
        "于",
        "到",
        "至",
    )
    return marked and after(low, end) not in _COUNTED and not low[end:].startswith("%")


_YEAR_DASH: Final = re.compile(r"\d[-–—~]\d")


def _years(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if alone(low, start, end) and low[start].isdigit() and not _YEAR_DASH.search(low[start:end]):
        return False
    years = [int(y) for y in re.findall(r"\d{4}", low[start:end])]
    return all(FIRST_YEAR + 800 <= y < 2200 for y in years) and after(low, end) not in _COUNTED


def _decade(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return True
    return low[start:end].startswith("the") or before(low, start) in _IN | {"the"}


_ZH_BEFORE: Final = re.compile(
    r"(?:^|[^\u4e00-\u9fff]|[在到从自去今明前后年了的个是过当于和与跟至这那每我你们日号节天呢啊吧近])$"
)


def _holiday(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        # 赵国庆 is a man: what stands before must not belong to it.
        return (
            _ZH_NEXT.match(low, end) is not None
            and _ZH_BEFORE.search(low[max(0, start - 2) : start]) is not None
        )
    if alone(low, start, end) or before(low, start) in _ON:
        return True
    return _followed(low, end) and after(low, end) not in ("the", "a")


_FRACTIONS: Final = frozenset({2, 3, 4, 5, 8, 10, 12, 100})


def _slashed(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if alone(low, start, end) or before(low, start) in _ON - {"of", "and", "or", "to"}:
        return low[start:end] != "24/7"
    first, second = (int(d) for d in re.findall(r"\d+", low[start:end])[:2])
    if (first <= second and second in _FRACTIONS) or (first, second) == (24, 7):
        return False
    return _followed(low, end)


def _nth(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if low[end - 3 : end - 2].isdigit():
        if alone(low, start, end):
            return True
        # "my 30th birthday", "our 24th try" count things; "the 18th", "on 26th" are days.
        return (low.startswith("the", start) or before(low, start) in _ON - {"of"}) and _followed(low, end)
    # "on the first", "on the twentieth": spelled out it must end there.
    return before(low, start) == "on" and closes(low, end)


def _the_unit(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if alone(low, start, end):
        return not low[start:end].endswith("day")
    previous = before(low, start)
    if low[start:end].endswith("weekend"):
        return previous in ("over", "on", "at", "in", "during", "for") or closes(low, end)
    if low[start:end].endswith("day"):
        return previous == "for" and closes(low, end)
    return previous in ("in", "during", "for") and closes(low, end)


def _this_may(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if not low[start:end].rstrip().endswith("may"):
        return True
    return closes(low, end) or after(low, end) in _AFTER_MONTH


_AFTER_MONTH: Final = frozenset(listed("with about when i we in at on and or the"))


def _not_of(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return after(low, end) != "of"


def _closing(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return closes(low, end)


# 两点之间, 三点水: a bare hour in characters is no time; 下午两点, 三点半, 3点 are.
_ZH_CLOCK: Final = re.compile(r"[午上晨昼晚夜]|[半分钟整刻]$|\d")
_AT: Final = _IN | {"at", "to", "for"}
_HABIT: Final = re.compile(
    r"\b(?:usually|always|normally|typically|often|never|every|each|daily|alarm|timezone)\b|每|通常|一般|总是|平时"
)


def _clock(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if _HABIT.search(low, 0, 400) is not None:
        return False
    if chinese:
        return _ZH_CLOCK.search(low, start, end) is not None and _ZH_NEXT.match(low, end) is not None
    return alone(low, start, end) or before(low, start) in _AT or low[start:end].startswith(tuple(_AT))


_CHECKS: Final = {
    "month": _month, "month-name": _month_name, "month-open": _month_open, "code": _code, "weekday": _weekday, "zh-word": _zh_word, "title": _title, "season": _season,
    "year": _year, "years": _years, "decade": _decade, "holiday": _holiday, "slashed": _slashed, "nth": _nth,
    "clock": _clock, "the-unit": _the_unit, "closing": _closing,
    "not-of": _not_of, "this-may": _this_may,
}  # fmt: skip
