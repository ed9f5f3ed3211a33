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
import unicodedata
from collections.abc import Iterable, Iterator, Set
from datetime import date
from functools import cache, lru_cache
from itertools import chain

from diurnal.model.calendar import MONTHS, WEEKDAYS
from diurnal.rank.fold import data_lines, fold_keeping_case, fold_with_map, is_settled
from diurnal.rank.fold import fold as fold
from diurnal.rank.stems import stem

TOKENIZER_RECIPE = "diurnal-tokens-1"

# Longer chains (data URLs, minified text) are kept only in their parts: nobody types them whole.
LONGEST_WHOLE = 64
# Distinct words remembered with their tokens; a large vault has some 200,000.
_MEMO_WORDS = 250_000
# Words of some thousand records, about a megabyte a question.
_HOLDING_WORDS = 10_000

# Scripts written without spaces between words, or (Hangul) with endings glued on: pairs of
# characters find any word of two or more, whatever stands around it. Han, kana, bopomofo, Hangul,
# Thai, Lao, Burmese, Khmer.
_DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3031-\u3035\u303b\u3041-\u3096\u3099\u309a"
    "\u309d-\u309f\u30a1-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
_DENSE_CHARACTER = re.compile(f"[{_DENSE}]")
# Every two neighbours, in half the time of putting them together one by one.
_PAIR = re.compile("(?s)(?=(..))")


def _marks() -> str:
    """Vowel signs and other marks that belong to words but are not letters to ``re``."""
    blocks = chain(range(0x0300, 0x0E00), range(0x0F00, 0x2000), range(0xA800, 0xAC00))
    return "".join(
        chr(code)
        for code in blocks
        if unicodedata.category(chr(code))[0] == "M" and not _DENSE_CHARACTER.match(chr(code))
    )


_LETTERS = f"(?:[^\\W_{_DENSE}]|[{_marks()}])+"
_PICTURES = "[\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff]"
_JOINTS = "[-._/:@&+']"
# Each way to begin with one set of characters: ``re`` then passes it over at one look, where most words begin.
_SPECIAL = r"[A-Za-z]\+\+|[CFcf]#|\d\d{0,2}(?:,\d{3})+(?![\d,])"
_CHINESE_DATE = (
    r"\d\d{3}年\d{1,2}月\d{1,2}[日号]|\d\d{3}年(?:\d{1,2}月)?|\d\d?月(?:\d{1,2}[日号])?|\d\d?[日号]"
)

_ASCII_WORD = re.compile(rf"{_SPECIAL}|[A-Za-z0-9]+(?:{_JOINTS}[A-Za-z0-9]+)*")
# What ``_ANY_WORD`` finds in a settled text, in half the time.
_SETTLED_WORD = re.compile(
    rf"[\u3400-\u4dbf\u4e00-\u9fff]+|{_SPECIAL}|{_CHINESE_DATE}|[A-Za-z0-9]+(?:{_JOINTS}[A-Za-z0-9]+)*"
)
_ANY_WORD = re.compile(
    rf"{_SPECIAL}|{_CHINESE_DATE}|[{_DENSE}]+|{_LETTERS}(?:{_JOINTS}{_LETTERS})*|{_PICTURES}"
)

_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+")
_LETTERS_THEN_DIGITS = re.compile(r"^([a-z]{3,})(\d+)$")
_PART = re.compile(r"[^-._/:@&+']+")
_WRITTEN_DATE = re.compile(r"^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$|^(\d{4})年(\d{1,2})月(\d{1,2})[日号]$")
_DATE_PIECE = re.compile(r"\d+[年月日号]")
# What follows the apostrophe of an English word: an ending, never a word.
_ENDINGS = frozenset(("s", "re", "ve", "ll", "d", "m"))

# (token, start and end inside the word)
_Piece = tuple[str, int, int]


def _iso_day(word: str) -> str:
    """The day *word* writes as ``YYYY-MM-DD``, or nothing if it is no real date."""
    written = _WRITTEN_DATE.match(word)
    if not written:
        return ""
    year, month, day = written.group(1, 3, 4) if written.group(1) else written.group(5, 6, 7)
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return ""


def _dense_pieces(run: str) -> Iterator[_Piece]:
    """Pairs of neighbouring characters, then every single one."""
    for start in range(len(run) - 1):
        yield run[start : start + 2], start, start + 2
    for start, character in enumerate(run):
        yield character, start, start + 1


def _date_pieces(word: str) -> Iterator[_Piece]:
    """The parts of ``2012年7月26日``, the day in one spelling, and the whole day as a date."""
    for part in _DATE_PIECE.finditer(word):
        number, unit = part.group()[:-1].lstrip("0") or "0", part.group()[-1]
        yield number + ("日" if unit == "号" else unit), part.start(), part.end()
    if day := _iso_day(word):
        yield day, 0, len(word)


def _compound_pieces(word: str) -> Iterator[_Piece]:
    """A chain such as ``gpt-4``, ``a/b.py`` or ``Maya's``, whole where that means something, and in parts."""
    lower = word.lower()
    parts = list(_PART.finditer(word))
    if "'" in lower:
        stem_part, _, ending = lower.rpartition("'")
        if ending in _ENDINGS:
            yield from pieces(word[: len(stem_part)])
            return
        if ending == "t" and stem_part.isalpha():
            yield stem_part + "t", 0, len(word)
            return
    elif len(word) <= LONGEST_WHOLE:
        yield lower, 0, len(word)
        if day := _iso_day(lower):
            if day != lower:
                yield day, 0, len(word)
            if "." not in lower:  # 2026.4.10 may as well be a version, so it is split as one
                return
        # e-mail and email, well-being and wellbeing are one word.
        if "-" in lower and lower.replace("-", "").isalpha():
            yield stem(lower.replace("-", "")), 0, len(word)
    for part in parts:
        for token, start, end in pieces(part.group()):
            yield token, part.start() + start, part.start() + end


def _plain_pieces(word: str) -> Iterator[_Piece]:
    """One run of letters and digits, with the words inside ``CamelCase`` and ``gpt4``."""
    lower = word.lower()
    if len(word) > LONGEST_WHOLE:
        # Nobody asks for it whole, yet no letter may be lost: cut it where it can be found again.
        for start in range(0, len(word), LONGEST_WHOLE):
            yield lower[start : start + LONGEST_WHOLE], start, min(start + LONGEST_WHOLE, len(word))
        return
    yield stem(lower), 0, len(word)
    if word[1:] != lower[1:] and not word.isupper():
        for part in _CAMEL.finditer(word):
            if len(part.group()) > 1 and len(part.group()) < len(word):
                yield stem(part.group().lower()), part.start(), part.end()
    elif divided := _LETTERS_THEN_DIGITS.match(lower):
        yield stem(divided.group(1)), 0, divided.end(1)
        yield divided.group(2), divided.start(2), len(word)


def pieces(word: str) -> Iterator[_Piece]:
    """Tokens of one scanned word with their place in it; a token may stand inside another."""
    first = word[0]
    if _DENSE_CHARACTER.match(first):
        return _dense_pieces(word)
    if word.endswith("++") or word.endswith("#"):
        return iter([(word.lower(), 0, len(word))])
    if "," in word:
        return iter([(word.replace(",", ""), 0, len(word))])
    if first.isdigit() and _DATE_PIECE.match(word):
        return _date_pieces(word)
    if _PART.fullmatch(word):
        return _plain_pieces(word)
    return _compound_pieces(word)


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
        return list(chain.from_iterable(map(_memo.__getitem__, _ASCII_WORD.findall(text))))
    folded = fold_keeping_case(text)
    settled = is_settled(folded)
    result: list[str] = []
    for word in (_SETTLED_WORD if settled else _ANY_WORD).findall(folded):
        # In a settled text only Chinese characters are no ASCII.
        if word > "\x7f" and (settled or _DENSE_CHARACTER.match(word)):
            result += _PAIR.findall(word)
            result += word
        else:
            result += _memo[word]
    return result


def is_single(token: str) -> bool:
    """True for one character of a script that is indexed in pairs."""
    return len(token) == 1 and token > "\u0dff" and _DENSE_CHARACTER.match(token) is not None


def counted_length(found: Iterable[str]) -> int:
    """How long a text counts as: its tokens but for single characters of paired scripts."""
    return sum(1 for token in found if not is_single(token))


def spans(text: str, among: Set[str] | None = None) -> list[tuple[str, int, int]]:
    """Tokens of *text* with the span of the original text that wrote each, ``start <= at < end``.

    Offsets count characters of *text* as given, whatever its normal form or width. With *among* only
    those tokens are told, which is several times faster.
    """
    scanner = _ASCII_WORD if text.isascii() else _ANY_WORD
    folded, where = fold_with_map(text)
    words: Iterable[re.Match[str]] = scanner.finditer(folded)
    if among is not None:
        holds = _holding(frozenset(among))
        words = [word for word in words if holds[word.group()]]
    found: list[tuple[str, int, int]] = []
    for word in words:
        base = word.start()
        for token, start, end in pieces(word.group()):
            if among is not None and token not in among:
                continue
            first, last = where[base + start], where[base + end - 1]
            stop = base + end
            while where[stop] == last:
                stop += 1
            found.append((token, first, where[stop]))
    return found


class _Holding(dict[str, bool]):
    """Whether a scanned word holds one of some tokens, worked out once a word."""

    def __init__(self, among: frozenset[str]) -> None:
        self._among = among

    def __missing__(self, word: str) -> bool:
        if word[0] > "\u0dff" and _DENSE_CHARACTER.match(word):
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
    words = {word for line in data_lines("stop_zh.txt") for word in line.split()}
    return re.compile("|".join(sorted(words, key=lambda word: (-len(word), word))))


def without_stop_runs(text: str) -> str:
    """*text* with a space where a Chinese stop word stands; English ones stay."""
    return text if text.isascii() else _stop_run().sub(" ", text)


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
    folded = fold_keeping_case(text)
    scanner = _ASCII_WORD if text.isascii() else _ANY_WORD
    asked: dict[str, None] = {}
    shouted = folded.isupper() or folded.istitle()
    for word in scanner.finditer(folded):
        written = word.group()
        if _DENSE_CHARACTER.match(written):
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
    if day := _iso_day(word):
        return [day]
    return (
        found[:1] if _PART.fullmatch(word) and word.isalpha() and not _DENSE_CHARACTER.match(word) else found
    )


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
