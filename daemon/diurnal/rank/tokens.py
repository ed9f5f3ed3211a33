"""How text becomes the tokens that are indexed and asked for.

One scanner serves notes, questions and highlighting, so they cannot disagree.
Promises: every letter of every script lands in some token; identifiers, versions,
paths and dates stand whole *and* split; time is linear in the text; equal text
gives equal tokens on every machine (``TOKENIZER_RECIPE`` changes when they do).
Which tokens matter, and how much, is left to the scorer.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Set
from datetime import date
from functools import cache, lru_cache
from itertools import chain

from diurnal.model.calendar import MONTHS, WEEKDAYS
from diurnal.model.regex import regex
from diurnal.rank.fold import data_lines, fold_with_map, folded_and_settled, is_settled
from diurnal.rank.fold import fold as fold
from diurnal.rank.pieces import (
    ANY_WORD,
    ASCII_WORD,
    DENSE_CHARACTER,
    LONGEST_WHOLE,
    PART,
    SETTLED_WORD,
    iso_day,
    pieces,
)

TOKENIZER_RECIPE = "diurnal-tokens-3"

# Every two neighbours, in half the time of putting them together one by one.
_PAIR = regex("(?s)(?=(..))")
# Distinct words remembered with their tokens; a large vault has some 200,000.
_MEMO_WORDS = 250_000
# Words of some thousand records, about a megabyte a question.
_HOLDING_WORDS = 10_000


class _Memo(dict[str, tuple[str, ...]]):
    """Tokens of the words already seen; forgets everything when full rather than growing for ever."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        found = tuple(sys.intern(token) for token, _, _ in pieces(word))
        if len(word) <= LONGEST_WHOLE:
            if len(self) >= _MEMO_WORDS:
                self.clear()
            self[word] = found
        return found


_memo = _Memo()


def tokens(text: str) -> list[str]:
    """Tokens of *text* for an index, in reading order, repeated as often as they stand there.

    Single characters of Chinese, Japanese, Korean and Thai runs are among them so that a
    question of one character finds; ``counted_length`` leaves those out of a text's length.
    """
    if text.isascii():
        return list(chain.from_iterable(map(_memo.__getitem__, ASCII_WORD.findall(text))))
    folded, settled = folded_and_settled(text)
    result: list[str] = []
    for word in (SETTLED_WORD if settled else ANY_WORD).findall(folded):
        # In a settled text only Chinese characters are no ASCII.
        if word > "\x7f" and (settled or DENSE_CHARACTER.match(word)):
            result += _PAIR.findall(word)
            result += word
        else:
            result += _memo[word]
    return result


def is_single(token: str) -> bool:
    """True for one character of a script that is indexed in pairs."""
    return len(token) == 1 and token > "\u0dff" and DENSE_CHARACTER.match(token) is not None


def counted_length(found: Iterable[str]) -> int:
    """How long a text counts as: its tokens but for single characters of paired scripts."""
    return sum(1 for token in found if not is_single(token))


def spans(text: str, among: Set[str] | None = None) -> list[tuple[str, int, int]]:
    """Tokens of *text* with the span of the original text that wrote each, ``start <= at < end``.

    Offsets count characters of *text* as given, whatever its normal form or width. With *among* only
    those tokens are told, which is several times faster.
    """
    return list(each_span(text, among))


def each_span(text: str, among: Set[str] | None = None) -> Iterator[tuple[str, int, int]]:
    """What ``spans`` gives, one after another: who needs only the first of them reads no further."""
    folded, where = fold_with_map(text)
    scanner = ASCII_WORD if text.isascii() else SETTLED_WORD if is_settled(folded) else ANY_WORD
    words: Iterable[re.Match[str]] = scanner.finditer(folded)
    if among is not None:
        holds = _holding(frozenset(among))
        words = (word for word in words if holds[word.group()])
    for word in words:
        base = word.start()
        for token, start, end in pieces(word.group()):
            if among is not None and token not in among:
                continue
            first, last = where[base + start], where[base + end - 1]
            stop = base + end
            while where[stop] == last:
                stop += 1
            yield token, first, where[stop]


class _Holding(dict[str, bool]):
    """Whether a scanned word holds one of some tokens, worked out once a word."""

    def __init__(self, among: frozenset[str]) -> None:
        self._among = among

    def __missing__(self, word: str) -> bool:
        if word[0] > "\u0dff" and DENSE_CHARACTER.match(word):
            # Runs of such characters hardly ever come twice.
            return any(token in word for token in self._among)
        if len(self) >= _HOLDING_WORDS:
            self.clear()
        found = not self._among.isdisjoint(_memo[word])
        self[word] = found
        return found


@lru_cache(maxsize=4)
def _holding(among: frozenset[str]) -> _Holding:
    """One table for all the hits of an answer."""
    return _Holding(among)


@cache
def _stop_words() -> frozenset[str]:
    return frozenset(word for line in data_lines("stop_en.txt") for word in line.split())


@cache
def _stop_run() -> re.Pattern[str]:
    """Longest stop word first, so 什么时候 is taken before 什么."""
    words = _listed("stop_zh.txt")
    return re.compile(f"(?P<kept>{_longest_first(kept_words() - words)})|{_longest_first(words)}")


@cache
def kept_words() -> frozenset[str]:
    """Chinese words out of which no stop word is cut: 成都, 过敏."""
    return _listed("kept_zh.txt")


def _listed(name: str) -> frozenset[str]:
    return frozenset(word for line in data_lines(name) for word in line.split())


def _longest_first(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


def without_stop_runs(text: str) -> str:
    """*text* with a space where a Chinese stop word stands; English ones stay."""
    return text if text.isascii() else _stop_run().sub(lambda found: found["kept"] or " ", text)


@cache
def _particles() -> frozenset[str]:
    return frozenset(character for line in data_lines("particles_zh.txt") for character in line.split())


def _asked_run(run: str, stops: bool) -> list[str]:
    """What a question asks for in one run of characters.

    A pair is left out when it lies in stop words or touches a particle. A character that stands
    alone between particles, or is the only one with content, is asked for by itself: 喝了茶 asks
    for 喝 and 茶, 下雨了吗 for 下雨.
    """
    content, wall = [True] * len(run), [False] * len(run)
    if not stops:
        for found in _stop_run().finditer(run):
            if found["kept"]:
                continue
            for at in range(*found.span()):
                content[at], wall[at] = False, run[at] in _particles()
    if sum(content) == 1:
        return [run[content.index(True)]]
    last = len(run) - 1
    pairs = [
        run[at : at + 2]
        for at in range(last)
        if (content[at] or content[at + 1]) and not (wall[at] or wall[at + 1])
    ]
    lone = [
        run[at]
        for at in range(len(run))
        if content[at] and (at == 0 or wall[at - 1]) and (at == last or wall[at + 1])
    ]
    return pairs + lone


def _is_name(word: str, at_start: bool) -> bool:
    """True for ``May`` or ``Will`` inside a sentence: a capital there marks a name, not a stop word."""
    return not at_start and len(word) > 1 and word.istitle() and "'" not in word


def query_tokens(text: str, *, stops: bool = False) -> list[str]:
    """Tokens a question asks for, each once, in the order asked.

    Args:
        text: a question, or what is left of it when the words for time are cut out.
        stops: keep stop words, for a question that holds nothing else ("The Who").

    Returns:
        Stop words are left out, so a question of nothing else gives an empty list.
    """
    return list(_query_tokens(text, stops))


@lru_cache(maxsize=256)
def _query_tokens(text: str, stops: bool) -> tuple[str, ...]:
    """One question is read several times on its way through the engine."""
    folded, settled = (text, True) if text.isascii() else folded_and_settled(text)
    scanner = ASCII_WORD if text.isascii() else SETTLED_WORD if settled else ANY_WORD
    asked: dict[str, None] = {}
    shouted = folded.isupper() or folded.istitle()
    for word in scanner.finditer(folded):
        written = word.group()
        if DENSE_CHARACTER.match(written):
            asked.update(dict.fromkeys(_asked_run(written, stops)))
            continue
        if not stops and not (not shouted and _is_name(written, not folded[: word.start()].strip())):
            bare = written.lower().replace("'", "")
            if bare in _stop_words() or written.lower().partition("'")[0] in _stop_words():
                continue
        asked.update(dict.fromkeys(_asked_pieces(written)))
    return tuple(asked)


def _asked_pieces(word: str) -> list[str]:
    """Tokens one word asks for: a CamelCase word or a written date is asked for whole."""
    found = [token for token, _, _ in pieces(word)]
    if day := iso_day(word):
        return [day]
    return found[:1] if PART.fullmatch(word) and word.isalpha() and not DENSE_CHARACTER.match(word) else found


_DAY_ZH = "一二三四五六日"
_MONTH_ZH = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]


def day_words(day: date) -> str:
    """*day* written out as people write it, in English and Chinese, to be indexed with its records.

    Holds whole dates, the month with its year, the weekday, and their short forms.
    """
    month, weekday = MONTHS[day.month - 1], WEEKDAYS[day.weekday()]
    chinese_day = _DAY_ZH[day.weekday()]
    return (
        f"{day:%Y-%m-%d} {day:%Y/%m/%d} {day:%Y-%m} {day.day} {month} {month[:3]} {day.year} {weekday} {weekday[:3]} "
        f"{day.year}年{day.month}月{day.day}日 {_MONTH_ZH[day.month - 1]}月 星期{chinese_day} 周{chinese_day}"
    )


@lru_cache(maxsize=4_096)
def day_tokens(day: date) -> tuple[str, ...]:
    """``tokens(day_words(day))`` in another order and a tenth of the time: a diary holds thousands of days, each once."""
    if day.year < 1000:  # written out without leading zeros
        return tuple(tokens(day_words(day)))
    iso = day.isoformat()
    written = (iso, iso.replace("-", "/"), iso, iso[:7], iso[:4], iso[5:7], f"{day.day}", iso[:4])
    chinese = (f"{day.year}年", f"{day.month}月", f"{day.day}日", iso)
    return (*written, *chinese, *_month_tokens(day.month), *_weekday_tokens(day.weekday()))


@cache
def _month_tokens(month: int) -> list[str]:
    name = MONTHS[month - 1]
    return tokens(f"{name} {name[:3]} {_MONTH_ZH[month - 1]}月")


@cache
def _weekday_tokens(weekday: int) -> list[str]:
    name, chinese = WEEKDAYS[weekday], _DAY_ZH[weekday]
    return tokens(f"{name} {name[:3]} 星期{chinese} 周{chinese}")
