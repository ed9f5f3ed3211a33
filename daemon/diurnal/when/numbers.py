"""Numbers as people write them: twenty-first, nineteen seventy eight, 二十一, 二〇二四.

Pure tables and two small readers; anything that is not a number is ``None``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from diurnal.when.words import listed

ONES: Final = {
    word: value
    for value, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen "
            "fourteen fifteen sixteen seventeen eighteen nineteen"
        )
    )
}
TENS: Final = {
    word: 10 * value
    for value, word in enumerate(listed("twenty thirty forty fifty sixty seventy eighty ninety"), 2)
}
ORDINALS: Final = {
    word: value
    for value, word in enumerate(
        listed(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
            "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        1,
    )
} | {"thirtieth": 30}
CARDINALS: Final = ONES | TENS | {"hundred": 100, "thousand": 1000}
DECADES: Final = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50,
    "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90,
}  # fmt: skip


def english(words: Sequence[str]) -> tuple[int, bool] | None:
    """The value of number words, and whether the last was an ordinal; ``None`` if they do not add up.

    Two numbers below a hundred side by side are a year: nineteen seventy eight.
    """
    groups: list[int] = []
    total = current = 0
    open_group = False
    scale = 0  # what the next word must stay below
    ordinal = False
    for word in words:
        if word == "and":
            continue
        if ordinal:
            return None
        if word == "hundred":
            current = (current or 1) * 100
            scale = 100
        elif word == "thousand":
            total, current = (current or 1) * 1000, 0
            scale = 1000
        else:
            value = CARDINALS.get(word)
            if value is None:
                value, ordinal = ORDINALS[word], True
            if open_group and value >= scale:
                groups.append(total + current)
                total = current = 0
            current += value
            scale = 10 if value >= 20 and value % 10 == 0 else 1
        open_group = True
    groups.append(total + current)
    if len(groups) == 1:
        return groups[0], ordinal
    if len(groups) == 2 and not ordinal and 10 <= groups[0] < 100 and 10 <= groups[1] < 100:
        return 100 * groups[0] + groups[1], False
    return None


_CJK: Final = {c: v for v, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "○": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
}
_CJK_TENS: Final = {"廿": 20, "卅": 30, "卌": 40}
_CJK_SCALES: Final = {"十": 10, "百": 100, "千": 1000}
CJK_DIGITS: Final = "零〇○一二两三四五六七八九十百千廿卅"
#: A day of a month or an hour, in either script, as a pattern.
DAY_NUMBER: Final = rf"(?:\d{{1,2}}|[{CJK_DIGITS}]{{1,3}})"


def chinese(text: str) -> int | None:
    """The value of 二十一, 一百一十三, 二〇二四, 廿六 or plain digits; ``None`` if it is no number."""
    if text.isdigit() and text.isascii():
        return int(text[:9])
    if all(c in _CJK for c in text):
        return int("".join(str(_CJK[c]) for c in text[:9])) if text else None
    total = current = 0
    for c in text:
        if c in _CJK:
            current = _CJK[c]
        elif c in _CJK_TENS:
            total += _CJK_TENS[c]
        elif c in _CJK_SCALES:
            total, current = total + _CJK_SCALES[c] * (current or 1), 0
        else:
            return None
    return total + current


def chinese_spread(text: str) -> tuple[int, int] | None:
    """Both numbers of 两三 or 七八, which mean "two or three"; ``None`` for anything else."""
    if len(text) != 2 or text[0] not in _CJK or text[1] not in _CJK:
        return None
    first, second = _CJK[text[0]], _CJK[text[1]]
    return (first, second) if 1 <= first == second - 1 else None
