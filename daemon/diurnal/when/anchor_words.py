"""Times that hang on an event told in plain words: "the week after I moved", 搬家前一天晚上.

Pure reading: which words tell of the event, and where the asked time lies from
it. Which day the event was is for the engine to find, in what the owner wrote.
In doubt nothing is read: 老板前两天说了什么 means the last two days.
"""

from __future__ import annotations

import re
from typing import Final

from diurnal.model.regex import regex
from diurnal.when.lexicon_en import WEEKDAY_BY_NAME
from diurnal.when.numbers import CARDINALS, ORDINALS, chinese
from diurnal.when.reading import Anchor
from diurnal.when.sides import GENERAL, HAPPENING, HAPPENS_ZH, OF_ANY_DAY_ZH, PAST, SUBJECT
from diurnal.when.words import listed, one_of

_PARTS: Final = {
    "night": "night", "nite": "night", "evening": "evening", "morning": "morning", "afternoon": "afternoon",
    "晚上": "night", "晚": "night", "夜里": "night", "傍晚": "evening", "早上": "morning", "早晨": "morning",
    "上午": "morning", "下午": "afternoon", "凌晨": "dawn",
}  # fmt: skip
_UNITS: Final = {
    "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year",
    "周末": "weekend", "几天": "days", "两天": "days", "阵子": "days", "晚": "day", "夜": "day", "夕": "day",
    "周一": "monday", "周二": "tuesday", "周三": "wednesday", "周四": "thursday", "周五": "friday", "周六": "saturday", "周日": "sunday",
}  # fmt: skip
_SOME: Final = {
    "a": 1,
    "an": 1,
    "one": 1,
    "a few": 3,
    "several": 3,
    "a couple of": 2,
    "the": 0,
    "几": 3,
    "": 0,
}
_VAGUE: Final = frozenset(listed("a-few several a-couple-of 几"))

_ENGLISH: Final = regex(
    r"\b(?P<the>(?:(?:on|in|during|over) )?the (?:very )?(?:last (?=day|night|evening|week|weekend))?(?:(?P<nth>first|second|third|fourth|fifth|sixth|seventh|\d{1,2}(?:st|nd|rd|th)) )?)?"
    r"(?:(?P<count>\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|a couple of) )?"
    r"(?P<unit>days?|weeks?|weekend|months?|years?|nights?|nite|evening|morning|afternoon|"
    rf"{one_of(name for name in WEEKDAY_BY_NAME if name.endswith('day'))}) "
    r"(?P<rel>before|b4|after(?! pill)|following|of(?= (?:(?:the|my|our|his|her|their)|[a-z]+['’]s) )) "
    r"(?!(?:with|about|in|at|on|for|and|or|to|from|by|up)\b)"
    r"(?P<event>[^,.?!;:\n]{2,80})"
)
# "The day we got the dog": the day itself, told by what happened on it.
_THE_DAY: Final = regex(
    r"\b(?:(?:on|in|during|over) )?the (?:very )?(?P<unit>day|week|weekend|month|night|evening|morning|afternoon) (?:that |when )?"
    rf"(?P<event>(?:{SUBJECT}|[a-z]+) {PAST}[^,.?!;:\n]{{0,60}})"
)
_SUBJECT: Final = regex(SUBJECT + r"\b")
# "Since we got the dog", "after the party": an open side.
_SIDE: Final = regex(
    r"\b(?:(?:right|just|soon|shortly|straight|ever) )?(?P<rel>after|since|before|until|till) "
    rf"(?P<event>(?:{SUBJECT} {PAST}|{HAPPENING})[^,.?!;:\n]{{0,60}})"
)
# The question begins again behind the event: "the day after the wedding what did we eat".
_ASKS: Final = regex(r"\s(?:what|who|whom|where|why|how|which|did (?:i|we|you|he|she|they))\b")
# An event is more than these: "the day before that", "the week after next".
_EMPTY: Final = frozenset(
    listed(
        "the a an i me my we us our you your he him his she her it its they them their this that these those one ones "
        "last next other another same said did do does was were is are had have has when where all time times day days "
        "night week weekend month year then now there here not no any some only just really what who how why which nothing anything something"
    )
)
_WORD: Final = regex(r"[a-z0-9'’\u00c0-\u024f]+|[\u4e00-\u9fff]+")

# 最后, 提前, 目前 hold no relation.
_REL: Final = r"(?P<rel>之前|以前|之后|以后|过后|(?<![最提此目往以之先今随然从午])[前后])"
_COUNT: Final = r"(?P<count>[一二两三四五六七八九十几]|\d{1,2})"
_PART: Final = rf"(?P<part>{one_of(p for p in _PARTS if not p.isascii())})?"
_EVENT: Final = r"(?<![\u4e00-\u9fffa-z0-9 ])(?P<event>[\u4e00-\u9fffa-z0-9 ]{2,30}?)\s?的?"
_CHINESE: Final = tuple(
    (how, regex(_EVENT + rest + _PART))
    for how, rest in (
        (
            "far",
            rf"{_REL}的?(?:那|这)?个?{_COUNT}个?(?P<unit>天|日|周(?!年|末)|星期|礼拜|(?<=个)月|年|晚(?!上))(?![前后])",
        ),
        (
            "nth",
            rf"{_REL}的?第{_COUNT}个?(?P<unit>天|周末|周[一二三四五六日]|周(?!年)|星期|礼拜|(?<=个)月|年|晚(?!上))",
        ),
        ("beside", rf"{_REL}的?(?:那|这)个?(?P<unit>天|周末|周(?!年)|星期|礼拜|月|年|晚(?!上))"),
        ("beside", rf"{_REL}的(?P<unit>周末|周[一二三四五六日])"),
        ("eve", r"(?P<rel>前)(?P<unit>夜|夕|晚(?!上))"),
        ("second", r"(?P<rel>第二)(?P<unit>天)"),
        ("on", r"(?P<rel>那|这)(?P<unit>几天|两天|阵子)"),
        ("on", r"(?P<rel>那|当)(?:一)?个?(?P<unit>天|周末|周(?!年)|星期|礼拜|月|年|晚(?!上))"),
    )
)
# 搬家以后, 自从养了狗: an open side.
_SIDES_ZH: Final = (
    regex(
        rf"(?<![\u4e00-\u9fff])(?:自从|自|从)?(?P<event>[\u4e00-\u9fff]{{0,8}}?{HAPPENS_ZH}[了完]?)的?"
        r"(?P<rel>之后|以后|过后|以来|后(?![天年面])|之前|以前|前(?![天年面夜夕晚]))(?![第一二两三四五六七八九十几\d])"
    ),
    # What is told as done: 收到了录用通知以后, not what every day holds (吃完饭以后).
    regex(
        r"(?<![\u4e00-\u9fff])(?P<event>[\u4e00-\u9fff]{0,4}?(?<![吃喝看洗睡忙写玩聊干])"
        r"(?:了[\u4e00-\u9fff]{1,5}|[完到掉][\u4e00-\u9fff]{0,4}))(?P<rel>之后|以后|之前|以前)(?![第一二两三四五六七八九十几\d])"
    ),
    regex(r"自从(?P<event>[\u4e00-\u9fff]{2,12}?)(?P<rel>之后|以后|以来|后)?(?=[我你他她咱，,。？?]|\s|$)"),
)
# Between the move and the wedding · from the day I quit to the interview; each side is an event of one day.
_ONE_SIDE: Final = rf"(?:(?:{SUBJECT}|[a-z]+) {PAST}|{HAPPENING}|{SUBJECT} [a-z]{{2,}}ing\b)"
_BETWEEN: Final = regex(
    rf"\b(?:between (?P<event>{_ONE_SIDE}[^,.?!;:\n]{{0,40}}?) and|from (?P<event2>{_ONE_SIDE}[^,.?!;:\n]{{0,40}}?) (?:to|until|till)) "
    rf"(?P<upto>{_ONE_SIDE}[^,.?!;:\n]{{0,60}})"
)
_BETWEEN_ZH: Final = (
    regex(
        rf"(?<![\u4e00-\u9fff])从?(?P<event>[\u4e00-\u9fff]{{0,8}}?{HAPPENS_ZH}[了完]?)(?:以?后)?[到和与](?P<upto>[\u4e00-\u9fff]{{0,8}}?{HAPPENS_ZH})"
        r"(?:之前|以前)?(?:之间|期间|这段时间|那段时间|的?这段|的?那段)"
    ),
    regex(
        rf"(?<![\u4e00-\u9fff])从(?P<event>[\u4e00-\u9fff]{{0,8}}?{HAPPENS_ZH}[了完]?)(?:以?后)?到(?P<upto>[\u4e00-\u9fff]{{0,8}}?{HAPPENS_ZH})(?:之前|以前)?"
    ),
)
# Characters that tell of no event, alone or together: 我那天, 大概前一天.
_ZH_EMPTY: Final = regex(
    r"大概|可能|应该|好像|记得|请问|知道|看看|最近|差不多|我们|咱们|你们|他们|她们|自己|什么|时候|已经|还是|就是|不是|是不是|"
    r"(?<![成首京古])都|[我你他她它咱们的在是就也还那这了吗呢吧啊和跟与从到于去来有没不很又再才只但而因为所以如果要会能可想说问做吃喝看写之以前后过 ]"
)
_HAPPENING: Final = regex(rf"{HAPPENS_ZH}$")

# What every phrase below holds; most questions hold none of it.
_HANGS: Final = regex(
    r"\b(?:before|b4|between|after|following|since|until|till|of|the) |[前后那当从]|第二|自从|之间"
)


def find_event(
    text: str, low: str, times: tuple[tuple[int, int], ...]
) -> tuple[Anchor, tuple[int, int]] | None:
    """The event *text* tells of and the offsets of its phrase, seen beside the *times* read already.

    A time inside the event ("the day after Christmas") is read by itself and needs no event.
    """
    if _HANGS.search(low, 0, 1000) is None:
        return None
    found = (
        (None if times else _between(text, low))
        or _english(text, low, times)
        or (None if low.isascii() else _chinese(text, low, times))
    )
    if found is None and not times and GENERAL.search(low, 0, 1000) is None:
        found = _side(text, low)
    return found


def _english(
    text: str, low: str, times: tuple[tuple[int, int], ...]
) -> tuple[Anchor, tuple[int, int]] | None:
    for found in _ENGLISH.finditer(low, 0, 1000):
        said, unit = found["count"] or "", found["unit"].rstrip("s")
        start, end = _event_of(found, low)
        # "The Monday" of "the Monday after the party" is no time by itself.
        if any(first < found.start() or past > start for first, past in times):
            continue
        # A note-like question drops the article: "night before Maya told me".
        opens = not (said or found["unit"].endswith("s") or low[: found.start()].strip())
        # "Night after night" is no night after anything.
        has_the = bool(found["the"]) or (opens and not low.startswith(unit, start))
        if not (has_the or said) or (found["rel"] == "of" and (said or not found["the"])):
            continue
        if not _tells(low[start:end]):
            continue
        count = _SOME.get(said) or CARDINALS.get(said) or (int(said) if said.isdigit() else 0)
        nth = found["nth"] or ""
        anchor = _anchor(
            text[start:end].strip(),
            {"of": "on", "following": "after", "b4": "before"}.get(found["rel"], found["rel"]),
            unit,
            _PARTS.get(unit, ""),
            count,
            is_run=has_the or said.replace(" ", "-") in _VAGUE,
            nth=0 if count else ORDINALS.get(nth) or int(nth[:-2] or 0) if nth else 0,
        )
        return anchor, (found.start(), end)
    for found in () if times else _THE_DAY.finditer(low, 0, 1000):
        start, end = _event_of(found, low)
        is_named = text[start].isupper() or _SUBJECT.match(low, start) is not None
        if not is_named or not _tells(low[start:end]):
            continue
        unit = found["unit"]
        anchor = _anchor(text[start:end].strip(), "on", unit, _PARTS.get(unit, ""), 0, is_run=False)
        return anchor, (found.start(), end)
    return None


def _between(text: str, low: str) -> tuple[Anchor, tuple[int, int]] | None:
    """Between the surgery and the wedding · 从搬家到结婚: with both days."""
    for pattern in (_BETWEEN,) if low.isascii() else (_BETWEEN, *_BETWEEN_ZH):
        for found in pattern.finditer(low, 0, 1000):
            end = _event_of(found, low, "upto")[1]
            begins = found.span("event") if found["event"] else found.span("event2")
            first, second = (text[slice(*begins)].strip(), text[found.start("upto") : end].strip())
            if _tells(first.lower()) and _tells(second.lower()):
                return Anchor(first, "on", is_told=True, upto=second), (
                    found.start(),
                    max(end, found.end()) if not second.isascii() else end,
                )
    return None


def _event_of(found: re.Match[str], low: str, group: str = "event") -> tuple[int, int]:
    """Where the event stands; the question may begin again behind it."""
    start, end = found.span(group)
    asks = _ASKS.search(low, start, end)
    return start, asks.start() if asks else end


def _side(text: str, low: str) -> tuple[Anchor, tuple[int, int]] | None:
    """Since we got the dog · after the party · 搬家以后. The day of the event is on either side: an entry has no finer time."""
    for pattern in (_SIDE,) if low.isascii() else (_SIDE, *_SIDES_ZH):
        for found in pattern.finditer(low, 0, 1000):
            start, end = _event_of(found, low)
            event = low[start:end]
            if event.startswith(("you ", "it ")) or OF_ANY_DAY_ZH.search(event) or not _tells(event):
                continue
            said = found["rel"] or "since"
            relation = "until" if said in ("before", "until", "till") or "前" in said else "since"
            return Anchor(text[start:end].strip(), relation, is_told=True), (
                found.start(),
                max(end, found.end("rel")),
            )
    return None


def _chinese(
    text: str, low: str, times: tuple[tuple[int, int], ...]
) -> tuple[Anchor, tuple[int, int]] | None:
    for how, pattern in _CHINESE:
        for found in pattern.finditer(low, 0, 1000):
            start, end = found.span("event")
            if any(first < end and start < past for first, past in times):
                continue
            if not _tells(low[start:end]):
                continue
            groups = found.groupdict()
            said, part = groups.get("count") or "", groups.get("part") or ""
            unit = _UNITS[found["unit"]]
            part = _PARTS[part] if part else "night" if found["unit"] in "晚夜夕" else ""
            count = _SOME.get(said) or chinese(said) or 0 if said else 0
            relation = (
                "on" if how == "on" else "after" if how == "second" or "后" in found["rel"] else "before"
            )
            # 前两天 and 前晚 are times of their own, unless they stand at something that happens on a day.
            idiom = how == "eve" or (how == "far" and found["rel"] == "前" and count > 1 and unit == "day")
            # 老板那两天说了什么 hangs on nothing, 搬家那几天 does.
            if (idiom or unit == "days") and _HAPPENING.search(low[start:end].rstrip("的 ")) is None:
                continue
            # 手术后第二天 is the next day, as 手术第二天 is; the third is the third.
            nth = 0 if how != "nth" else 1 if (unit, count, relation) == ("day", 2, "after") else count
            return _anchor(
                text[start:end].strip(" 的"),
                relation,
                unit,
                part,
                0 if how == "nth" else count,
                is_run=True,
                nth=nth,
            ), found.span()
    return None


def _tells(event: str) -> bool:
    """True if *event* holds more than words that fit any event."""
    return any(
        word not in _EMPTY
        if word.isascii()
        else len(_ZH_EMPTY.sub("", word)) > 1 or _HAPPENING.search(word) is not None
        for word in _WORD.findall(event)
    )


def _anchor(
    event: str, relation: str, unit: str, part: str, count: int, *, is_run: bool, nth: int = 0
) -> Anchor:
    if unit in _PARTS:
        unit = "day"
    if relation == "on" and nth > 1 and unit == "day":
        return Anchor(event, "distance", unit, nth - 1, part, is_told=True)  # the second day of the ski trip
    if relation == "on":
        return Anchor(event, "on" if unit == "day" else "around", unit, part=part, is_told=True)
    sign = -1 if relation == "before" else 1
    if count > 1 or (count and not is_run):
        how = "run" if is_run and not part else "distance"
        return Anchor(event, how, unit, sign * count, part, is_told=True)
    return Anchor(event, "next" if sign > 0 else "previous", unit, nth, part, is_told=True)
