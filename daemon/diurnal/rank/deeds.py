"""The deed a question turns on: what "I" did, or did not do, and whether a text tells it of somebody else.

"When did I move?" is not answered by the day on which Noor moved in, and "when did I
buy the piano?" not by each day it was played. Pure rules over a question and a text;
what proves a day is ``rank.proof``'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import dataclass

from diurnal.model.regex import regex
from diurnal.rank.stems import is_irregular
from diurnal.rank.tokens import each_span, query_tokens

_ADVERBS = r"(?:(?:last|first|ever|finally|actually|really|even|just|both|all|exactly|already|again|not|never|once|usually) )*"
_ENGLISH = regex(
    r"\b(?:did|have|had|do)(?P<not>n['’]?t| not)? (?:(?P<own>i|we)|(?-i:[A-Z][^\W_]+|he|she|they|it))(?P<not2> not\b| never\b)? "
    rf"{_ADVERBS}(?-i:(?P<verb>[a-z]+))\b(?: (?P<particle>in|out|up|off|down|away|back|over)\b)?|\b(?:time|when) (?:i|we) (?:did(?P<not3>n['’]?t| not) )?{_ADVERBS}(?P<told>[a-z]+)\b",
    re.IGNORECASE,
)
_DENIED_ZH = regex(r"(?:我|我们|我們)?.{0,12}(?<!有)(?:没有?|沒有?|未)(?![有吗嗎呢来來]|$|[?？])")
_ASKS_IF_ZH = regex(r"(?:有没有|有沒有)|(?:没有?|沒有?)\s*[?？]?\s*$")
_OWN_ZH = regex(r"我(?:们|們)?(?![的妈媽爸爷爺奶外姥姐哥弟妹老女儿兒男朋同家])")

# What is said of a thing bought holds the thing often and the buying once. Other words for the same deed count as it.
_TELLING = tuple(
    (regex(asked, re.IGNORECASE), regex(told, re.IGNORECASE))
    for asked, told in (
        (
            r"\b(?:buy|bought|purchased?|order(?:ed)?)\b|买|買|购|購|下单|下單|入手",
            r"\b(?:bought|buy|buying|purchased?|ordered|picked up|paid for|got (?:an?|the|my|our|new|some|myself|ourselves)|found an?)\b|买|買|购|購|下单|下單|入手",
        ),
        (r"\b(?:sell|sold)\b|卖|賣", r"\b(?:sold|sell|selling|sale)\b|卖|賣|出手|转让|轉讓"),
        (
            r"\b(?:call|called|phone|phoned|ring|rang)\b|打(?:了|过|過)?(?:个|個)?电话|打(?:了|过|過)?(?:个|個)?電話|通(?:了|过|過)?(?:个|個)?(?:电话|電話)",
            r"\b(?:call(?:ed|ing)?|phoned?|phoning|rang|on the phone|facetime[ds]?|video(?:ed)?|skyped?)\b|电话|電話|视频|視頻|打给|打給",
        ),
        (
            r"\b(?:fix|fixed|repair(?:ed)?|mend(?:ed)?)\b|修",
            r"\b(?:fix(?:ed|ing)?|repair(?:ed|ing|s)?|mend(?:ed|ing)?|replaced|sorted|works again|working again)\b|修|换了|換了",
        ),
        (
            r"\b(?:write|wrote|written)\b|写|寫",
            r"\b(?:write|wrote|writing|written|letter|draft(?:ed)?)\b|写|寫",
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Deed:
    """What a question says of a deed.

    ``verb`` are the tokens of what somebody did, none where that is not told apart from who did it; ``is_own`` is true where
    the asker's own doing is asked for, ``is_denied`` where it is asked what was *not* done. ``told`` finds the
    deed in a text, by any of its words; None where the deed says nothing that its object does not. ``particle`` is what makes
    another verb of it: the "out" of "move out".
    """

    verb: frozenset[str] = frozenset()
    is_own: bool = False
    is_denied: bool = False
    told: re.Pattern[str] | None = None
    particle: str = ""

    @property
    def is_beginning(self) -> bool:
        """True if the deed is to begin something: what tells of the thing first tells of that."""
        return not self.verb.isdisjoint(_BEGINNING)


_BEGINNING = frozenset(query_tokens("start begin", stops=True))


def deed_of(question: str) -> Deed:
    """The deed that *question* asks about."""
    told = next((told for asked, told in _TELLING if asked.search(question)), None)
    if found := _ENGLISH.search(question):
        verb = found["verb"] or found["told"]
        is_denied = bool(found["not"] or found["not2"] or found["not3"])
        is_own = bool(found["own"] or found["told"])
        particle = (found["particle"] or "").lower()
        return Deed(frozenset(query_tokens(verb, stops=True)), is_own, is_denied, told, particle)
    is_denied = bool(_DENIED_ZH.search(question)) and not _ASKS_IF_ZH.search(question)
    return Deed(is_own=bool(_OWN_ZH.search(question)), is_denied=is_denied, told=told)


_FAMILY = (
    "he she they you who mum mom mother dad father sister brother grandma grandpa granny grandmother grandfather aunt uncle"
    " son daughter wife husband boyfriend girlfriend cousin boss neighbour neighbor everyone everybody somebody someone nobody"
)
_OTHERS = frozenset(_FAMILY.split())
# "With Noor moved the shelf": she stands beside it and is not who did it.
_WORD_BEFORE = regex(
    r"(?:(?P<beside>\b(?:with|and|to|at|in|from|after|before|near|for|by|around|via|on)) +)?"
    r"(?P<who>[^\W\d_]+)[\])]* +(?:(?:has|have|had|just|finally|also|already|then|today|yesterday|at last) +)*$",
    re.IGNORECASE,
)
_BEFORE_ZH = regex(
    r"(?:^|[^\u4e00-\u9fff])(?:听说|聽說|说|說)?(?P<who>他|她|他们|他們|她们|她們|大家|妈妈|媽媽|爸爸|爸妈|爸媽|老妈|老爸|爷爷|爺爺|奶奶|外婆|外公|姥姥|姥爷|姐姐|妹妹|哥哥|弟弟|老公|老婆"
    r"|叔叔|阿姨|舅舅|姑姑|表[姐妹哥弟]|堂[姐妹哥弟]|邻居|鄰居|同事|室友|老板|[老小阿][\u4e00-\u9fff])"
    r"(?:们|們)?(?:今天|昨天|前天|今晚|昨晚|也|又|都|已经|已經|终于|終於|要|刚|剛|上午|下午|早上|晚上|去|他们|他們|家|把)*$"
)


def is_past(verb: str) -> bool:
    """True if *verb* is an English form that tells of the past: "moved", "took"."""
    lower = verb.lower()
    return lower.endswith("ed") or is_irregular(lower)


def is_of_others(before: str, verb: str, asked: Set[str], is_name: Callable[[str], bool]) -> bool:
    """True if *before*, what a clause says up to *verb* as it is written there, tells who did it and it was not the writer.

    Args:
        before: the clause up to the verb.
        verb: the verb as it is written.
        asked: the tokens of the question: who is asked about ("Ramen eaten") is nobody else.
        is_name: which tokens stand in names.
    """
    if not verb.isascii():
        other = _BEFORE_ZH.search(before)
        return other is not None and other["who"] not in asked
    found = _WORD_BEFORE.search(before)
    if found is None or found["beside"]:
        return False
    who = found["who"]
    if not is_past(verb):
        return who.lower() in ("he", "she", "they")
    if who.lower() in _OTHERS:
        return True
    called = query_tokens(who, stops=True)
    return who[0].isupper() and who != "I" and asked.isdisjoint(called) and any(map(is_name, called))


_MINE = regex(r"(?:^|[.!?;:,。！？；，]|\b(?:I|we|and|then|finally|just|have|had|today))\s*$", re.IGNORECASE)


def is_mine(text: str, tokens: Set[str]) -> bool:
    """True if *text* tells of one of *tokens*, English verbs, as what the writer did: "Moved to the harbour", "we moved"."""
    return any(
        is_past(text[start:end]) and _MINE.search(text[:start]) for _, start, end in each_span(text, tokens)
    )
