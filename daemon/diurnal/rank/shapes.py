"""What kind of answer a question wants, and which kinds a text could give.

"When …" is answered by a text that holds a time, "how many …" by one that holds
a number, a question in a conversation by what is said next. Cheap signs, both
languages; they only reorder records that words, names or meaning already tie
to the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from diurnal.model.regex import regex

SHAPES = TIME, NUMBER, NAME, ASKS = "time", "number", "name", "asks"

_WANTS = {
    TIME: regex(
        r"\bwhen\b|\bwhat (?:time|day|date|month|year)\b|什么时候|什么时间|何时|哪一?[天年月]|几[点号月]|星期几|周几|多会儿",
        re.IGNORECASE,
    ),
    NUMBER: regex(
        r"\bhow (?:many|much|long|often|old|far|tall|big|large)\b|\bwhat (?:number|age)\b|多[少久长大高远重]|几[个次岁位天年本件块元]",
        re.IGNORECASE,
    ),
    NAME: regex(r"\b(?:where|who|whom|whose)\b", re.IGNORECASE),
}

# Whole words are looked up, which takes a tenth of the time of trying each of them at every place of the text.
_WORD = regex(r"\w+")
# What the same finds in ASCII, in half the time: all that parts words becomes a blank.
_APART = "".join(chr(code) if chr(code).isalnum() or code == ord("_") else " " for code in range(128))
_DIGIT = regex(r"\d")
# What a Latin letter may stand behind; texts without any hold none of the words below.
_LATIN = regex("[A-Za-z\u0130\u212a]")
_TIME_WORDS = frozenset(
    [
        "yesterday",
        "today",
        "tonight",
        "tomorrow",
        "last",
        "next",
        "ago",
        "week",
        "weeks",
        "weekend",
        "month",
        "months",
        "year",
        "years",
        "morning",
        "mornings",
        "afternoon",
        "evening",
        "evenings",
        "night",
        "nights",
        "since",
        "monday",
        "mondays",
        "tuesday",
        "tuesdays",
        "wednesday",
        "wednesdays",
        "thursday",
        "thursdays",
        "friday",
        "fridays",
        "saturday",
        "saturdays",
        "sunday",
        "sundays",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "recently",
        "day",
        "days",
        "summer",
        "winter",
        "spring",
        "fall",
        "autumn",
        "now",
        "just",
    ]
)
# "14:30" or "1962" as a word; led by its first digit, which ``re`` finds quickly.
_CLOCK_OR_YEAR = regex(r"\d(?<!\w\d)(?:\d?:\d\d\b|(?:(?<=1)9|(?<=2)0)\d\d\b)")
# Every way begins with a character of its own: texts without any of them are passed over at full speed.
_TIME_ZH = regex(
    r"昨[天晚日]|今[天晚早年]|明[天晚早年]|前[天年]|后天|去年|上(?:个?(?:周|星期|月|礼拜)|午)|下(?:个?(?:周|星期|月|礼拜)|午)"
    r"|这个?(?:周|星期|月|礼拜)|周[一二三四五六日末]|星期[一二三四五六日天]|刚[才刚]|早上|晚上"
)
_COUNTED_TIME_ZH = regex(r"[\d一二三四五六七八九十](?:年|月|[日号](?![码称])|点|天[前后]|周[前后])")
_NUMBER_WORDS = frozenset(
    [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "dozen",
        "dozens",
        "couple",
        "few",
        "several",
        "once",
        "twice",
        "hundred",
        "hundreds",
        "thousand",
        "thousands",
        "first",
        "second",
        "third",
    ]
)
_NUMBER_ZH = regex(
    r"[一二两三四五六七八九十百千万几](?:个|人|次|天|年|月|周|岁|元|块|只|件|本|部|台|位|名|小时|分钟|公斤|公里|米|斤|倍)"
)
# A capital inside a sentence: a name of somebody or some place.
_NAME = regex(r"[A-Z](?<=[a-z,;:] [A-Z])[a-z]")
# What may stand behind the mark: "how was it? :)", "really? haha".
_ASKS = regex(r"[?？](?:\W|\b(?:lol|haha+|hehe|lmao)\b)*$|[吗嗎]\W*$", re.IGNORECASE)
# Who types as people chat leaves the mark out. Only the way a question begins tells then, and only if no full stop ends it;
# "when I got home" and "how to mend it" are none.
_CLAUSE_ENDS = ".!?;,…\n"
_BEGINS_AS_QUESTION = regex(
    r"\W*(?:(?:so|and|but|hey|oh|ok|okay|well|then|wait|lol|haha) )*(?:"
    r"(?:what|where|when|why|who|how)(?:['’]?(?:s|re|d)| (?:is|are|was|were|did|do|does|have|has|can|could|should|would|will"
    r"|about|kind|time|many|much|long|often|come))\b"
    r"|(?:do|did|are|were|have|can|could|would|will) (?:you|u|ya|ur|your|they|we)\b|(?:wanna|any (?:plans|news|luck))\b)",
    re.IGNORECASE,
)

# "What books …", "which places …", "what kind of …", "how many times": the answer is spread over several records.
_SEVERAL = regex(
    r"^(?:in )?(?:what|which)\s+(?:\w+\s+(?:of\s+)?){0,3}?"
    r"(?!(?:is|was|does|has|his|this|as|us|class|business|dress|process|series|news)\b)[a-z]+(?<!s)s\b(?!['’])"
    r"|^(?:what|which) (?:kind|type|sort)s? of\b|\bhow many times\b|\bhow often\b|\bboth\b"
    r"|哪些|哪几|几次|多少次|都有",
    re.IGNORECASE,
)


def wants_several(question: str) -> bool:
    """True if the answer to *question* is likely spread over several records of different days."""
    return _SEVERAL.search(question.strip()) is not None


def wanted_shapes(question: str) -> tuple[str, ...]:
    """Shapes of the answer that *question* asks for; most questions ask for none of them."""
    return tuple(shape for shape, sign in _WANTS.items() if sign.search(question))


def word_shapes_of(text: str) -> tuple[str, ...]:
    """Shapes of answers that the words of *text* give, each by itself: a text has those of what stands between its blanks."""
    has_digit = _DIGIT.search(text) is not None
    is_chinese = not text.isascii()
    words: Iterable[str] = ()
    if not is_chinese:
        words = text.lower().translate(_APART).split()
    elif _LATIN.search(text):
        words = _WORD.findall(text.lower())
    shapes = []
    if (
        not _TIME_WORDS.isdisjoint(words)
        or (has_digit and _CLOCK_OR_YEAR.search(text))
        or (is_chinese and (_TIME_ZH.search(text) or _COUNTED_TIME_ZH.search(text)))
    ):
        shapes.append(TIME)
    if has_digit or not _NUMBER_WORDS.isdisjoint(words) or (is_chinese and _NUMBER_ZH.search(text)):
        shapes.append(NUMBER)
    return tuple(shapes)


def text_shapes_of(text: str) -> tuple[str, ...]:
    """Shapes of answers that *text* gives as a whole, and ``ASKS`` if it ends with a question."""
    shapes = []
    if _NAME.search(text):
        shapes.append(NAME)
    if _asks(text):
        shapes.append(ASKS)
    return tuple(shapes)


def _asks(text: str) -> bool:
    """True if *text* ends with a question, with its mark or without."""
    if text.endswith((".", "!", "。", "！")):
        return False
    if any(mark in text for mark in "?？吗嗎") and _ASKS.search(text):
        return True
    clause = max(map(text.rfind, _CLAUSE_ENDS)) + 1
    return _BEGINS_AS_QUESTION.match(text, clause) is not None
