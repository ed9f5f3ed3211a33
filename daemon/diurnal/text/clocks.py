"""The time an entry begins with: ``14:30``, ``9:05 am``, ``09:00 - 10:30``, ``下午3点半``, ``上午九点一刻``.

What counts is what stands at the very beginning (``trailing_clock`` reads the end of
a heading), and only a time a clock can show: ``24:00`` and ``9:5`` are text. Wrappers
people put around a time (``**14:30**``, ``[14:30]``, `` `14:30` ``), the sign of a
list no Markdown knows (``•``) and the dash or colon after it go with it; an emoji stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time

from diurnal.model.regex import regex

_HALF_DAY = r"(?P<p{n}>[aApP]\.?[mM]\.?)(?![a-zA-Z])"
_CLOCK = (
    rf"(?P<h{{n}}>[01]?\d|2[0-3])[:：](?P<m{{n}}>[0-5]\d)(?:[:：](?P<s{{n}}>[0-5]\d))?(?:\s?{_HALF_DAY})?"
)
_HOUR = rf"(?P<h{{n}}>1[0-2]|0?[1-9])(?:\.(?P<m{{n}}>[0-5]\d))?\s?{_HALF_DAY}"
_BEFORE = r"(?P<p{n}>[aApP]\.?[mM]\.?)\s?(?P<h{n}>1[0-2]|0?[1-9])[:：](?P<m{n}>[0-5]\d)"
# 1h30 and 2h are lengths; from five on people mean the clock.
_FRENCH = r"(?P<h{n}>0?[5-9]|1\d|2[0-3])[hH](?P<m{n}>[0-5]\d)"
_PART = r"(?P<z{n}>凌晨|早上|早晨|清晨|上午|午前|中午|下午|午後|傍晚|晚上|夜里|夜裡|半夜)"
_QUARTER = r"(?P<q{n}>[一三13])刻"
_HAN = (
    rf"{_PART}?\s?(?P<h{{n}}>[01]?\d|2[0-3])"
    rf"(?:[点點时時](?:(?P<half{{n}}>半)|{_QUARTER}|(?P<m{{n}}>[0-5]?\d)分?|整|钟|鐘)?|[:：](?P<c{{n}}>[0-5]\d))"
)
# 两点 alone may be two points and 一点 a little; so the hour spelled out needs a part of the day or minutes.
_SPELLED_HOUR = r"(?P<h{n}>二?十[一二三四五六七八九]?|[一二两兩三四五六七八九])[点點时時]"
_SPELLED_MINUTES = rf"(?P<half{{n}}>半)|{_QUARTER}|(?P<m{{n}}>[零〇][一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?)分?"
_SPELLED = rf"{_PART}\s?{_SPELLED_HOUR}(?:{_SPELLED_MINUTES}|整|钟|鐘)?"
_SPELLED_ALONE = rf"{_SPELLED_HOUR}(?:{_SPELLED_MINUTES}|整|钟|鐘)"
_SIGNS = regex(r"(?:[\U0001F300-\U0001FAFF\u231a-\u23ff\u2600-\u27bf\u2b50]\ufe0f?\s*)+")
_CLOCK_SIGNS = regex(r"[\U0001F550-\U0001F567\U0001F570⏰⏱⏲⌚\ufe0f\s]+")
_LIST_SIGN = regex(r"[•·◦‣▪●○–—]\s+|[\u200b\u2060\ufeff]+")
_LEAD = regex(r"(?:(?:at|from|around|about)\s+|ca\.?\s*|[~～≈]\s*)(?=\d)", re.IGNORECASE)
_OPEN = r"(?:\*\*|__|==|~~|[`(\[（【「@_*])*"
_CLOSE = r"(?:\*\*|__|==|~~|[`)\]）】」_*])*"
_TO = r"\s*(?:->|-|–|—|→|~|～|/|to|至|到)\s*"
_AFTER = r"(?=$|[\s,，:：;；.。、|·•\-–—>→)）\]】*_=`~\u2e80-\U0010ffff])(?![.:：]\d|,\d)"


def _span(clock: str) -> re.Pattern[str]:
    one, two = clock.replace("{n}", "1"), clock.replace("{n}", "2")
    return regex(rf"{_OPEN}{one}(?:{_CLOSE}{_TO}{_OPEN}{two})?{_AFTER}{_CLOSE}")


_CLOCK_FORM, _HOUR_FORM, _FRENCH_FORM, _BEFORE_FORM = map(_span, (_CLOCK, _HOUR, _FRENCH, _BEFORE))
_HAN_FORM, _SPELLED_FORM, _SPELLED_ALONE_FORM = map(_span, (_HAN, _SPELLED, _SPELLED_ALONE))
# "2-3 pm": the half of the day is said once.
_SHARED_FORM = regex(
    rf"{_OPEN}(?P<h1>1[0-2]|0?[1-9])(?:\.(?P<m1>[0-5]\d))?{_TO}{_HOUR.replace('{n}', '2')}{_AFTER}{_CLOSE}"
)
_FORMS = (
    _CLOCK_FORM,
    _HOUR_FORM,
    _SHARED_FORM,
    _FRENCH_FORM,
    _BEFORE_FORM,
    _HAN_FORM,
    _SPELLED_FORM,
    _SPELLED_ALONE_FORM,
)
_BARE_HOURS = (_HOUR_FORM, _SHARED_FORM)
_JOIN = regex(r"\s*(?:[:：,，、|](?!//)|[-–—>→](?=\s|$)|->(?=\s|$))?\s*")
_MAYBE = regex(r"[`(\[（【「@_*=~\s]*(?:[aApP]\.?[mM]|[0-9凌早清上中下傍晚夜半午一二两兩三四五六七八九十])")
_BEGINS = frozenset(
    "0123456789０１２３４５６７８９`([（【「@_*=~～≈ \tapAPfFcC凌早清上中下傍晚夜半午一二两兩三四五六七八九十"
)
_HAS_WIDE = regex("[０-９]")
_WIDE = str.maketrans("０１２３４５６７８９", "0123456789")
_SPELLED_DIGITS = {name: number for number, name in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "兩": 2,
}
# At a heading's end a time needs something that parts it from the words, or two digits for the hour: Luke 6:27.
_AT_END = regex(
    r"(?:\s*(?:[@(（|·,，–—]|\s-\s|\bat\s)\s*(?P<parted>\S[^()（）|·,，]*?)|\s(?P<bare>[012]\d[:：]\d\d\S*))[)）]?(?P<tags>(?:\s+#\S+)*)\s*$"
)


@dataclass(frozen=True, slots=True)
class Clock:
    """A wall time, where one was written also its end."""

    start: time
    end: time | None = None


def read_clock(text: str, *, is_prose: bool = False) -> tuple[Clock, str] | None:
    """The time *text* begins with and the text after it, or None if it begins with none.

    In prose a bare hour is part of the sentence ("7pm works for me"), and so is what leads to a time ("At 9:00 I").
    """
    if text[:1] not in _BEGINS and not _is_sign(text[:1]):
        return None  # most lines, at the cost of one look
    at, sign = 0, ""
    if signs := _SIGNS.match(text):
        at, sign = signs.end(), "" if _CLOCK_SIGNS.fullmatch(signs[0]) else signs[0]
    elif marker := _LIST_SIGN.match(text):
        at = marker.end()
    if not is_prose and (lead := _LEAD.match(text, at)):
        at = lead.end()
    folded = text.translate(_WIDE) if _HAS_WIDE.search(text, at, at + 24) else text
    if _MAYBE.match(folded, at) is None:
        return None
    for form in _FORMS:
        match = form.match(folded, at)
        if match is None or (is_prose and form in _BARE_HOURS and match["m1"] is None):
            continue
        found = _clock_of(match)
        rest = text[match.end() :]
        if found is None or (
            form is _HAN_FORM and _is_bare_hour(match) and rest[:1] >= "\u2e80" and rest[:1].isalpha()
        ):
            continue  # 3点建议: three points, not three o'clock
        joined = _JOIN.match(rest)
        rest = rest[joined.end() :] if joined else rest
        return found, sign + _closed(match[0], rest)
    return None


def trailing_clock(heading: str) -> tuple[Clock, str] | None:
    """The time a heading ends with (``Lunch (12:30)``, ``Dinner @ 7 pm``) and the words before it, or None."""
    match = _AT_END.search(heading)
    if match is None or not (words := heading[: match.start()].strip()):
        return None
    timed = read_clock(match["parted"] or match["bare"])
    return (timed[0], words + match["tags"]) if timed and not timed[1] else None


def _is_sign(first: str) -> bool:
    """True for an emoji, an arrow, a dash: what is neither ASCII nor a letter."""
    return not first.isascii() and not first.isalpha()


def _is_bare_hour(match: re.Match[str]) -> bool:
    return not any(match[f"{part}1"] for part in ("m", "c", "half", "q", "z"))


def _closed(taken: str, rest: str) -> str:
    """*rest* with the mark that was opened in what was *taken* from before it: ``**14:30 tea**`` leaves ``**tea**``."""
    for mark in ("**", "~~", "=="):
        if taken.count(mark) % 2:
            rest = mark + rest
    return rest


def _clock_of(match: re.Match[str]) -> Clock | None:
    groups = match.groupdict()
    start = _time(groups, "1")
    end = _time(groups, "2") if groups["h2"] else None
    if start is None or (groups["h2"] and end is None):
        return None
    if end and groups.get("p2") and not groups.get("p1") and start.hour < 12 <= end.hour:
        shifted = start.replace(hour=start.hour + 12)  # "2:00 - 3:30 pm"
        start = shifted if shifted < end else start
    return Clock(start, end)


def _time(groups: dict[str, str | None], n: str) -> time | None:
    hour = _number(groups[f"h{n}"] or "0")
    if quarter := groups.get(f"q{n}"):
        minute = 15 * _number(quarter)
    elif spelled := groups.get(f"m{n}") or groups.get(f"c{n}"):
        minute = _number(spelled)
    else:
        minute = 30 if groups.get(f"half{n}") else 0
    second = int(groups.get(f"s{n}") or 0)
    half = (groups.get(f"p{n}") or "")[:1].casefold()
    part = groups.get(f"z{n}")
    if hour > 23:
        return None
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    elif (part in ("下午", "午後", "傍晚", "晚上", "夜里", "夜裡") and 1 <= hour < 12) or (
        part == "中午" and hour in (1, 2)
    ):
        hour += 12
    elif part in ("晚上", "半夜", "夜里", "夜裡", "凌晨") and hour == 12:
        hour = 0
    return time(hour, minute, second)


def _number(spelled: str) -> int:
    """A number below 60 in digits or as Chinese spells it: 十二, 四十, 零五."""
    if spelled.isdigit() and spelled.isascii():
        return int(spelled)
    tens, ten, ones = spelled.rpartition("十")
    return (_SPELLED_DIGITS[tens] if tens else 1) * 10 * bool(ten) + (
        _SPELLED_DIGITS[ones[-1]] if ones else 0
    )
