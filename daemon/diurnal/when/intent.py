"""What kind of answer a question wants: a date, the latest, the first, a count, a list.

Independent of the windows. The names are explained at ``Reading.intent``.
"""

from __future__ import annotations

import re
from typing import Final

from diurnal.model.regex import regex

_RULES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, regex(pattern))
    for name, pattern in (
        (
            "count",
            r"\bhow (?:many times|often|frequently|many (?:days|nights|weeks|mornings|evenings|weekends|months))\b|\bnumber of times\b|\bcount (?:of|how|the|my|all)\b"
            r"|[几多][少]?(?:次|回|遍|趟)|多少(?:天|个?晚上|顿|场)|(?<![前这那好近哪])几(?:天|个?晚上|顿|场)(?!前|后|号|以|之|里|内|来)|多久.{0,12}一次|频率|次数|多常",
        ),
        (
            "first",
            r"\bfirst (?:time|day|ever)\b|\bwhen did .{0,40}\bfirst\b|\bwhen (?:was|were) .{0,20}\bfirst\b|\b(?:earliest|did .{0,40}\bfirst\b (?:meet|try|see|start|use|visit|hear|eat|go))\b"
            r"|第一次|首次|最早|头一[次回]|最初",
        ),
        (
            "when",
            r"\bwhen (?:exactly |precisely |roughly )?(?:did|was|were|do|does|have|has|had|is)(?:n['’]?t)?\b|\bwhen'?s\b|\b(?:know|remember|recall|tell me|wonder(?:ing)?|idea|forg[eo]t(?:ten)?) (?:exactly )?when\b|\bwhen$|\b(?:what|which) (?:day|date|month|year|week|night|weekend|time of (?:day|year))\b(?! of)|\bsince when\b|\bhow long (?:ago|since|has it been)\b|\bon what (?:day|date)\b|\bdate of\b|\bwhat date\b|\bis when\b|是 ?when\b"
            r"|什么时候|何时|啥时候?|几时|哪[一]?[天年月周日]|几月几[号日]|几号|哪个(?:月|星期|周|礼拜)|多久(?:前|之前|以前|没|了)|隔了多久|几点",
        ),
        (
            "latest",
            r"\b(?:latest|most recent(?:ly)?|newest|last time|the last (?:\w+ )?(?:i|we|time)|did i last|do i last|have i last|last (?:saw|met|ate|used|visited|called|talked|spoke|went|did|wrote|read|touched|changed|had|heard))\b"
            r"|上一?[次回]|最后一?[次回]|最新|最近一[次回]|上趟",
        ),
        (
            "list",
            r"\b(?:list|every time|all (?:the|my|of)|show all|each time)\b|所有|列出|每[一]?次|哪几[天次]|哪些(?:天|日子|时候)|全部",
        ),
        (
            "recent",
            r"\b(?:recently|lately|these days|nowadays|of late|in recent (?:days|weeks|months)|in the recent past)\b|最近|近来|近日|近期|这阵子|这段时间|前阵子|这些天",
        ),
    )
)


def intent_of(low: str, has_windows: bool) -> str:
    """The intent of a question in folded form; "recent" only where no window was named."""
    head = low[:2000]
    for name, pattern in _RULES:
        if pattern.search(head) and not (name == "recent" and has_windows):
            return name
    return ""
