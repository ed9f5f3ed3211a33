"""What a question still asks once its words of time are cut out.

``tidied`` cuts, closes the gap and strips what dangles. It also says whether
anything to search for is left: "what happened", 做了什么 and their like only
ask for the time itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from diurnal.model.regex import regex
from diurnal.when.words import listed

_SPACES: Final = regex(r"\s+")
_BEFORE_MARK: Final = regex(r" +(?=[,.;:!?，。；：！？、）)])")
_DANGLING: Final = regex(
    r"^(?:and|or|vs\.?|versus|和|与|跟)\s+|\s+(?:and|or|vs\.?|versus|和|与|跟)$|^(?:and|or|vs|和|与|跟)$"
)
_EDGES: Final = " \t\r\n,，、;；:：-–—~()（）的"
# Words that ask, greet or order but name nothing to look for.
_SCAFFOLD: Final = regex(r"[a-z']+|[\u4e00-\u9fff]+")
_EMPTY_WORDS: Final = frozenset(
    listed(
        "what what's whats happened happen happens happening did do does doing done i we me my us our was were is are am be been "
        "have has had the a an in on at of for to from and or with about show list tell give find get open see read "
        "summarise summarize summary recap review all everything anything something entries entry notes note diary "
        "journal journals log logs day days week weeks month night please can could you it that this there how go "
        "went going things thing stuff else up which who when where day's like look just so memories memory recall remember "
        "write wrote written during between since before after until today's"
    )
)
_EMPTY_CHINESE: Final = regex(
    r"发生|過|过|了|什么|什麼|啥|哪些|事情|事儿|事|我们|我們|我|你|都|做|干|幹|有|的|在|和|跟|是|吗|嗎|呢|呀|啊|吧|那天|那|写|寫|记|記|录|錄|日记|日記|笔记|筆記|"
    r"看看|看|一下|回顾|回顧|总结|總結|列出|告诉|告訴|请|請|帮|幫|怎么样|怎麼樣|如何|情况|情況|内容|內容|所有|全部|给|給|把|里|裡|干嘛|幹嘛|哪|些|么|麼"
)


def tidied(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, bool]:
    """*text* without *spans*, and whether nothing to search for is left."""
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        pieces.append(text[position:start])
        position = max(position, end)
    pieces.append(text[position:])
    left = " ".join(p for p in (piece.strip() for piece in pieces) if p)
    left = _SPACES.sub(" ", left).strip()
    if spans:
        left = _BEFORE_MARK.sub("", left).strip(_EDGES)
        left = _DANGLING.sub("", left).strip(_EDGES)
    if not _SCAFFOLD.search(left) and not any(c.isalnum() for c in left):
        left = ""
    return left, asks_nothing(left)


def asks_nothing(left: str) -> bool:
    """True if *left* holds only words that ask, none to look for."""
    for word in _SCAFFOLD.findall(left[:400].lower()):
        if word.isascii():
            if word not in _EMPTY_WORDS:
                return False
        elif _EMPTY_CHINESE.sub("", word):
            return False
    return len(left) <= 400
