"""When weak words count as time: "may", "Friday", "summer", "2019", "7/6".

Each weak time names the evidence it needs; this module looks at the words on
both sides. When in doubt the answer is no.
"""

from __future__ import annotations

import re
from typing import Final

from diurnal.when import evidence_words as w
from diurnal.when.cascade import Time
from diurnal.when.conventions import FIRST_YEAR

BARE: Final = w.BARE


def before(low: str, start: int) -> str:
    """The English word right before *start*, or ""."""
    found = w.WORD_BEFORE.search(low, max(0, start - 24), start)
    return found[1] if found else ""


def after(low: str, end: int) -> str:
    """The English word right after *end*, or ""."""
    found = w.WORD_AFTER.match(low, end)
    return found[1] if found else ""


def closes(low: str, end: int) -> bool:
    """True if the clause or the text is over at *end*."""
    return w.END.match(low, end) is not None


def alone(low: str, start: int, end: int) -> bool:
    """True if the text is nothing but this phrase."""
    return not low[:start].strip(" \t\"'“”.(") and not low[end:].strip(" \t\"'“”.?!)")


def are_two(low: str, end: int, start: int) -> bool:
    """True if what stands between two times keeps them apart: "on Friday or last week"."""
    return w.APART.search(low, end, start) is not None


def with_small_words(low: str, start: int, end: int) -> tuple[int, int]:
    """The phrase with its prepositions and its possessive: " in March", "today's", 昨天的."""
    found = w.SMALL_BEFORE.search(low, max(0, start - 40), start)
    if found is not None:
        start = found.start()
        while start < end and low[start].isspace():
            start += 1
    tail = w.SMALL_AFTER.match(low, end)
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
    """True if this time tells what is looked for, not when to look.

    "Where she moved from 4 years ago", "who was born in July", 时间是下周五的活动, "what do we eat at Christmas":
    what answers them was written on some other day.
    """
    if time.mark == "past" and time.grain in ("year", "decade", "month"):
        return _is_age(low, start, end)
    if time.need in ("holiday", "season") and _is_custom(low):
        return True
    lead = low[max(0, start - 40) : start]
    if w.DAYS_IN.search(lead) and closes(low, end):
        return True
    if w.COMPARED.search(lead):
        return True
    # Who asks for the birthday or the deadline of yesterday asks about yesterday.
    if time.mark in ("past", "present") or w.ASKS.search(low, 0, 400) is None:
        return False
    return w.OWN_DATE_BEFORE.search(lead) is not None or w.OWN_DATE_AFTER.match(low, end) is not None


def _is_age(low: str, start: int, end: int) -> bool:
    phrase = low[start:end]
    if phrase.endswith("ago") and ("year" in phrase or "decade" in phrase):
        return w.DESCRIBED.search(low, max(0, start - 24), start) is not None
    return "年" in phrase and phrase.endswith("前") and w.ZH_DESCRIBED.match(low, end) is not None


def _is_custom(low: str) -> bool:
    """True if a question is about what is always done: no single Christmas is meant."""
    return w.CUSTOM.search(low, 0, 400) is not None and w.ONCE.search(low, 0, 400) is None


def excluded(low: str, start: int, end: int) -> bool:
    """True if the time is named as what is not meant ("not on Monday", 除了上周), or hangs on one not said ("the Friday of that week")."""
    if w.OF_THAT.match(low, end) is not None or low[max(0, start - 1) : start + 1] == "那周":
        return True
    return w.EXCLUDED.search(low, max(0, start - 40), start) is not None


def _followed(low: str, end: int) -> bool:
    return closes(low, end) or after(low, end) in w.FUNCTION or not low[end : end + 2].strip().isascii()


def _month(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        # 10月账单 is plain, 十月围城 a film: in characters, what follows decides.
        return low[start].isdigit() or low[end - 1] == "份" or w.ZH_NEXT.match(low, end) is not None
    previous = before(low, start)
    # "Ant and Dec": what "and" joins with a month is a time itself, and then the two are one phrase already.
    if previous in w.ON and previous not in ("and", "or"):
        return True
    if previous == "does":
        return False  # how many days does February have
    word = after(low, start)
    full = len(word) > 4 or word == "july" or (word == "june" and end - start > 4)
    if " " in low[start:end] and alone(low, start, end):
        return True  # jan and feb
    return full and (_followed(low, end) or alone(low, start, end))


def _month_name(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return _month(text, low, start, end, chinese)
    if "/" in low[start:end] and alone(low, start, end):
        return True  # may/june
    # "in April Lane", "since June Carter": a capital after it makes it a name.
    following = text[end:].lstrip(" ")[:1] if text[end : end + 1] == " " else ""
    named = following.isupper() and after(low, end) not in ("i",) and text[start : start + 1].isupper()
    previous = before(low, start)
    if previous == "from":
        # "notes from June" is a time, "a letter from June" is not.
        return before(low, low.rfind("from", 0, start)) in w.WRITTEN and not named
    return previous in w.STRONG and not named


def _month_open(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return True
    return _followed(low, end) and before(low, start) not in ("to",)


def _weekday(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        named = w.SURNAME.search(low[max(0, start - 2) : start]) is not None
        return not named and (w.ZH_NEXT.match(low, end) or w.ZH_ASKED.match(low, end)) is not None
    if alone(low, start, end):
        return True
    previous = before(low, start)
    if previous in w.ON:
        return True
    if low[start:end].endswith(("'s", "’s")):
        return True  # Monday's meeting
    if end - start <= 5:  # mon, sat, sun, wed: only as names of days
        return text[start : start + 1].isupper() and closes(low, end) and start > 0
    if after(low, end) in w.HELD and closes(low, w.WORD_AFTER.match(low, end).end()):  # type: ignore[union-attr]
        return True  # Monday lunch, Friday standup
    # "Joe Friday", "Bloody Sunday": a capital before it makes it a name.
    return _followed(low, end) and not w.CAPITAL_BEFORE.search(text, max(0, start - 24), start)


def _title(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    """USA Today is a paper: a capital after a capital is part of a name."""
    return not (text[start].isupper() and w.CAPITAL_BEFORE.search(text, max(0, start - 24), start))


def _zh_word(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    """今日, 3号, 八月十五: time unless the next word takes it (今日头条, 5号电池, 明日之子)."""
    if not chinese or low[start:end] in w.PLAIN_DAYS:
        return True
    return w.ZH_NEXT.match(low, end) is not None and low[end : end + 1] != "之"


def _code(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    """Q3, H1, W40: in capitals, or after a word that makes it a time; "h2 database" is none."""
    if before(low, start) in w.ON or alone(low, start, end):
        return True
    return text[start].isupper() and (_followed(low, end) or after(low, end) in w.OF_A_QUARTER)


def _season(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return w.ZH_NEXT_SEASON.match(low, end) is not None
    previous = before(low, start)
    if previous == "the":
        previous = before(low, low.rfind("the", 0, start))
    if previous == "from":  # "ideas from summer", but "a letter from Summer"
        return before(low, low.rfind("from", 0, start)) in w.WRITTEN and text[start].islower()
    return previous in w.STRONG | {"over"} and _followed(low, end)


def _year(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    previous = before(low, start)
    if previous == "the":
        previous = before(low, low.rfind("the", 0, start))
    if previous == "of":
        # "the best of 2019" is a time, "what I think of 1984" a book.
        thing = before(low, low.rfind("of", 0, start))
        return thing in w.OF_A_YEAR or (w.PLURAL.search(thing) is not None and closes(low, end))
    if low[end - 2 : end] in ("'s", "’s") or low[end : end + 2] in ("'s", "’s"):
        return low[start : start + 2] in ("19", "20")  # 2019's best books
    if previous == "year" and not _followed(low, end):
        return False
    marked = previous in w.IN | {"year", "circa"} or low[:start].rstrip()[-1:] in (
        "在",
        "从",
        "自",
        "于",
        "到",
        "至",
    )
    return marked and after(low, end) not in w.COUNTED and not low[end:].startswith("%")


def _years(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if alone(low, start, end) and low[start].isdigit() and not w.YEAR_DASH.search(low[start:end]):
        return False
    years = [int(y) for y in re.findall(r"\d{4}", low[start:end])]
    return all(FIRST_YEAR + 800 <= y < 2200 for y in years) and after(low, end) not in w.COUNTED


def _decade(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return True
    return low[start:end].startswith("the") or before(low, start) in w.IN | {"the"}


def _holiday(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        # 赵国庆 is a man: what stands before must not belong to it.
        return (w.ZH_NEXT.match(low, end) or w.ZH_ASKED.match(low, end)) is not None and w.ZH_BEFORE.search(
            low[max(0, start - 2) : start]
        ) is not None
    if alone(low, start, end) or before(low, start) in w.ON:
        return True
    return _followed(low, end) and after(low, end) not in ("the", "a")


def _slashed(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if alone(low, start, end) or before(low, start) in w.ON - {"of", "and", "or", "to"}:
        return low[start:end] != "24/7"
    first, second = (int(d) for d in re.findall(r"\d+", low[start:end])[:2])
    if (first <= second and second in w.FRACTIONS) or (first, second) == (24, 7):
        return False
    return _followed(low, end)


def _nth(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if low[end - 3 : end - 2].isdigit():
        if alone(low, start, end):
            return True
        # "my 30th birthday", "our 24th try" count things; "the 18th", "on 26th" are days.
        return (low.startswith("the", start) or before(low, start) in w.ON - {"of"}) and _followed(low, end)
    # "on the first", "on the twentieth": spelled out it must end there.
    previous = before(low, start)
    return previous in ("on", "from", "since", "until", "by") and (
        closes(low, end) or after(low, end) in w.ASKING
    )


def _the_unit(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if chinese:
        return False  # 那天, 那周: some other one
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
    return closes(low, end) or after(low, end) in w.AFTER_MONTH


def _not_of(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return after(low, end) != "of"


def _in_one(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return w.HOW_MANY.search(low, 0, 400) is None and not before(low, start).endswith("s")


def _closing(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return closes(low, end)


def _never(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return False  # "Wednesday evenings" alone is a habit


def _due(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return w.DUE.search(low, 0, 400) is not None


def _hour(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    return closes(low, end) or after(low, end) in w.FUNCTION


def _clock(text: str, low: str, start: int, end: int, chinese: bool) -> bool:
    if w.HABIT.search(low, 0, 400) is not None or text.startswith("Midnight", end - len("midnight")):
        return False  # an alarm at seven; Before Midnight is a film
    if chinese:
        return w.ZH_CLOCK.search(low, start, end) is not None and w.ZH_NEXT.match(low, end) is not None
    return alone(low, start, end) or before(low, start) in w.AT or after(low, start) in w.AT


_CHECKS: Final = {
    "month": _month, "month-name": _month_name, "month-open": _month_open, "code": _code, "weekday": _weekday, "zh-word": _zh_word, "title": _title, "season": _season,
    "year": _year, "years": _years, "decade": _decade, "holiday": _holiday, "slashed": _slashed, "nth": _nth,
    "clock": _clock, "the-unit": _the_unit, "closing": _closing, "hour": _hour, "each": _never, "due": _due,
    "not-of": _not_of, "in-one": _in_one, "this-may": _this_may,
}  # fmt: skip
