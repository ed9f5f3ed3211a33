"""The time an entry begins with: ``14:30``, ``9:05 am``, ``09:00 - 10:30``, ``下午3点半``.

Only what stands at the very beginning counts, and only a time a clock can
show: ``24:00`` and ``9:5`` are text. Wrappers people put around a time
(``**14:30**``, ``[14:30]``, `` `14:30` ``) and the dash or colon after it go with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

from diurnal.model.regex import regex

_CLOCK = r"(?P<h{n}>[01]?\d|2[0-3])[:：](?P<m{n}>[0-5]\d)(?:[:：](?P<s{n}>[0-5]\d))?(?:\s?(?P<p{n}>[aApP]\.?[mM]\.?)(?![a-zA-Z]))?"
_HOUR = r"(?P<h{n}>1[0-2]|0?[1-9])\s?(?P<p{n}>[aApP]\.?[mM]\.?)(?![a-zA-Z])"
_HAN = (
    r"(?P<z{n}>凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|夜裡|半夜)?\s?(?P<h{n}>[01]?\d|2[0-3])"
    r"(?:[点點时時](?:(?P<half{n}>半)|(?P<m{n}>[0-5]?\d)分?|整|钟|鐘)?|[:：](?P<c{n}>[0-5]\d))"
)
_OPEN = r"(?:[\U0001F550-\U0001F567\U0001F570⏰⏱⌚]\ufe0f?\s*)?(?:\*\*|__|==|[`(\[（【@_*])*"
_CLOSE = r"(?:\*\*|__|==|[`)\]）】_*])*"
_TO = r"\s*(?:->|-|–|—|→|~|～|to|至|到)\s*"
_AFTER = r"(?=$|[\s,，:：;；.。、|·•\-–—>→)）\]】*_=`\u2e80-\U0010ffff])(?![.:：]\d|,\d)"


def _span(clock: str) -> str:
    one, two = clock.replace("{n}", "1"), clock.replace("{n}", "2")
    return rf"{_OPEN}{one}(?:{_CLOSE}{_TO}{_OPEN}{two})?{_AFTER}{_CLOSE}"


_FORMS = tuple(regex(_span(clock)) for clock in (_CLOCK, _HOUR, _HAN))
_, _HOUR_FORM, _HAN_FORM = _FORMS
_JOIN = regex(r"\s*(?:[:：,，|]|[-–—>→](?=\s|$)|->(?=\s|$))?\s*")
_MAYBE = regex(r"[`(\[（【@_*=\s\U0001F550-\U0001F567\U0001F570⏰⏱⌚\ufe0f]*[0-9凌早清上中下傍晚夜半]")


@dataclass(frozen=True, slots=True)
class Clock:
    """A wall time, where one was written also its end."""

    start: time
    end: time | None = None


def read_clock(text: str, *, is_prose: bool = False) -> tuple[Clock, str] | None:
    """The time *text* begins with and the text after it, or None if it begins with none.

    In prose a bare hour is part of the sentence: "7pm works for me".
    """
    if _MAYBE.match(text) is None:
        return None
    for form in _FORMS:
        match = None if is_prose and form is _HOUR_FORM else form.match(text)
        if match is None:
            continue
        groups = match.groupdict()
        start = _time(groups, "1")
        if start is None:
            continue
        end = _time(groups, "2") if groups["h2"] else None
        if groups["h2"] and end is None:
            continue
        if end and groups.get("p2") and not groups.get("p1") and start.hour < 12 <= end.hour:
            shifted = start.replace(hour=start.hour + 12)  # "2:00 - 3:30 pm"
            start = shifted if shifted < end else start
        rest = text[match.end() :]
        bare_hour = not (groups.get("m1") or groups.get("c1") or groups.get("half1") or groups.get("z1"))
        if form is _HAN_FORM and bare_hour and rest[:1] >= "\u2e80" and rest[:1].isalpha():
            continue  # 3点建议: three points, not three o'clock
        joined = _JOIN.match(rest)
        rest = rest[joined.end() :] if joined else rest
        return Clock(start, end), f"**{rest}" if match[0].count("**") % 2 else rest
    return None


def _time(groups: dict[str, str | None], n: str) -> time | None:
    hour = int(groups[f"h{n}"] or 0)
    minute = int(groups.get(f"m{n}") or groups.get(f"c{n}") or (30 if groups.get(f"half{n}") else 0))
    second = int(groups.get(f"s{n}") or 0)
    half = (groups.get(f"p{n}") or "")[:1].casefold()
    part = groups.get(f"z{n}")
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    elif (part in ("下午", "傍晚", "晚上", "夜里", "夜裡") and 1 <= hour < 12) or (
        part == "中午" and hour in (1, 2)
    ):
        hour += 12
    elif part in ("晚上", "半夜", "夜里", "夜裡", "凌晨") and hour == 12:
        hour = 0
    return time(hour, minute, second)
