"""Whether a text speaks of an event from another day: "three weeks since we moved", 搬家三周年, "postmortem of the outage".

Unlike "after the swim", which says that there was one that day, such a text is no
proof of the day it was written on. Pure rules over one text and the tokens asked for.
"""

from __future__ import annotations

import re

from diurnal.model.regex import regex
from diurnal.rank.tokens import each_span, spans

# "Since we moved" and 搬家后 speak of the event from another day.
_LOOKS_BACK = regex(
    r"\b(?:since|after|before|until|till|ago|anniversary of|weeks? (?:to|from)|days? (?:to|from)|remember(?:ed|ing)?|(?:photos|pictures|videos?|postmortem|retrospective|story|stories|memories) (?:of|from|about)"
    r"|talk(?:ed|ing)? about|think(?:ing)? (?:of|about)|thought (?:of|about)|dream(?:t|ed)? (?:of|about))\W+(?:\w+\W+){0,3}$",
    re.IGNORECASE,
)
_LOOKS_BACK_ZH = regex(
    r"^[\u4e00-\u9fff]{0,3}?(?:之[后後]|以[后後]|以[来來]|(?<![最然此])[后後](?![来來])|之前|以前|(?<![目提])前"
    r"|[一二两兩三四五六七八九十几幾\d]+(?:[周週]年|年了|[个個]月了|天了))"
)

# Unlike "after the swim", which says that there was one that day, these speak of it from another day.
_COUNTED_FROM = regex(
    r"\b(?:since|(?:days?|weeks?|months?|years?) (?:to|from|until|till)|(?:photos|pictures|post-?mortem|retrospective|stor(?:y|ies)|memories) (?:of|from|about|on))\W+(?:\w+\W+){0,3}$",
    re.IGNORECASE,
)
_NEAR = 80
_COUNTED_FROM_AFTER = regex(
    r"^\s+anniversary\b|^[\u4e00-\u9fff]{0,3}?(?:以来|以來|[一二两兩三四五六七八九十几幾\d]+(?:周年|週年))"
)


def tells_how_long_since(text: str, tokens: frozenset[str]) -> bool:
    """True if *text* names one of *tokens* only to count from it: "first swim since Mira was born", 搬家三周年."""
    is_named = False
    for _, start, end in each_span(text, tokens):
        before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
        if not (_COUNTED_FROM.search(before) or _COUNTED_FROM_AFTER.match(after)):
            return False
        is_named = True
    return is_named


def looks_back(text: str, tokens: frozenset[str]) -> bool:
    """True if *text* names the event only to say how far off it is: "three weeks since we moved"."""
    found = [(start, end) for _, start, end in spans(text, tokens)]
    return bool(found) and all(
        _LOOKS_BACK.search(text, 0, start) or _LOOKS_BACK_ZH.match(text[end:]) for start, end in found
    )
