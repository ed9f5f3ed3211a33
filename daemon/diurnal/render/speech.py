"""The sentences an answer is summed up in, in the language of the question: English, 简体 or 繁體中文.

What was found, how often and when, what was not, and why no time was taken from an
event. Whether a sentence is said at all, and with which days, is the engine's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final, Protocol

from diurnal.model.calendar import WEEKDAYS

_HAN: Final = re.compile("[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_SIMPLIFIED: Final = (
    "没这个时间写记录里说为证实发显条现总与关词义后续内们从吗么谁来过几话开还让见对应会点电车东学买卖儿选样请"
)
_TRADITIONAL: Final = (
    "沒這個時間寫記錄裡說為證實發顯條現總與關詞義後續內們從嗎麼誰來過幾話開還讓見對應會點電車東學買賣兒選樣請"
)
_TO_TRADITIONAL: Final = str.maketrans(_SIMPLIFIED, _TRADITIONAL)
_IS_TRADITIONAL: Final = re.compile(f"[{_TRADITIONAL}週號歲樂邊給網麵飯館]")
MOST_SPELLED: Final = 12
"""Days that are spelled out in one sentence; of more the last are."""


class Speech(Protocol):
    """One language's sentences; *where* is the phrase that named the time, or ""."""

    def nothing_then(self, where: str) -> str: ...
    def nothing_mentions(self, where: str, about: str, *, closest: bool) -> str: ...
    def spread(self, shown: int, total: int) -> str: ...
    def following(self, shown: int, total: int) -> str: ...
    def nothing_proves(self, where: str, about: str) -> str: ...
    def nothing_in_words(self, where: str, about: str, day: date, today: date) -> str: ...
    def counted(self, where: str, about: str, days: Sequence[date]) -> str: ...
    def first(self, where: str, day: date, today: date) -> str: ...
    def last(self, where: str, day: date, today: date, in_all: int) -> str: ...
    def planned(self, where: str, day: date, today: date, in_all: int) -> str: ...
    def nothing_planned(self, about: str, last: date | None, today: date) -> str: ...
    def no_page(self, name: str) -> str: ...
    def no_day(self, event: str) -> str: ...
    def several_days(self, event: str, days: Sequence[date], more: bool) -> str: ...


def language_of(question: str) -> str:
    """ "en", "zh" or "zh-hant": Chinese where it has as many characters as there are English words."""
    characters = len(_HAN.findall(question))
    if not characters or characters < len(_WORD.findall(question)):
        return "en"
    return "zh-hant" if _IS_TRADITIONAL.search(question) else "zh"


@cache
def speech(language: str) -> Speech:
    """The sentences of a *language* that ``language_of`` names."""
    return _English() if language == "en" else _Chinese(traditional=language == "zh-hant")


def spelled(days: Sequence[date]) -> str:
    """The days as text, the last of them if they are many."""
    shown = ", ".join(day.isoformat() for day in days[-MOST_SPELLED:])
    return f"…, {shown}" if len(days) > MOST_SPELLED else shown


class _English:
    def nothing_then(self, where: str) -> str:
        return f"Nothing was written then ({where})."

    def nothing_mentions(self, where: str, about: str, *, closest: bool) -> str:
        said = f"Nothing then ({where}) mentions {about}."
        return said + " What is closest in meaning follows." if closest else said

    def spread(self, shown: int, total: int) -> str:
        return f"{shown} of {total} records, spread over the days."

    def following(self, shown: int, total: int) -> str:
        return f"The {shown} records that followed next, of {total} since."

    def nothing_proves(self, where: str, about: str) -> str:
        return f"Nothing{_in(where)} proves when that was: {about}. What is near follows."

    def nothing_in_words(self, where: str, about: str, day: date, today: date) -> str:
        return f"Nothing{_in(where)} says so in words: {about}. Nearest in meaning is {_on(day, today)}."

    def counted(self, where: str, about: str, days: Sequence[date]) -> str:
        verb = "days mention" if len(days) > 1 else "day mentions"
        return f"{len(days)} {verb} {about}{_in(where)}: {spelled(days)}."

    def first(self, where: str, day: date, today: date) -> str:
        return f"First{_in(where)} on {_on(day, today)}."

    def last(self, where: str, day: date, today: date, in_all: int) -> str:
        more = f"; {in_all} days in all" if in_all > 1 else ""
        return f"Last{_in(where)} on {_on(day, today)}{more}."

    def planned(self, where: str, day: date, today: date, in_all: int) -> str:
        more = f"; {in_all} days to come in all" if in_all > 1 else ""
        return f"Next{_in(where)} on {_on(day, today)}{more}."

    def nothing_planned(self, about: str, last: date | None, today: date) -> str:
        before = f" Last on {_on(last, today)}." if last else ""
        return f"Nothing to come says so: {about}.{before}"

    def no_page(self, name: str) -> str:
        return f"Nothing called {name!r} has a date, so no time was taken from it."

    def no_day(self, event: str) -> str:
        return f"No entry says on which day that was: {event}. So no time was taken from it."

    def several_days(self, event: str, days: Sequence[date], more: bool) -> str:
        named = ", ".join(day.isoformat() for day in days) + (", …" if more else "")
        return (
            f"More than one day fits ({event}: {named}), so no time was taken from it. Name the day you mean."
        )


def _in(where: str) -> str:
    return f" ({where})" if where else ""


def _on(day: date, today: date) -> str:
    passed = (today - day).days
    if passed < 0:
        ago = f"in {-passed} day{'s' if passed < -1 else ''}"
    else:
        ago = ("today", "yesterday")[passed] if passed < 2 else f"{passed} days ago"
    return f"{day.isoformat()}, {WEEKDAYS[day.weekday()]}, {ago}"


class _Chinese:
    def __init__(self, *, traditional: bool) -> None:
        self._is_traditional = traditional

    def nothing_then(self, where: str) -> str:
        return self._said("那段时间（{where}）没有写下什么。", where=where)

    def nothing_mentions(self, where: str, about: str, *, closest: bool) -> str:
        more = "下面是意思最接近的。" if closest else ""
        return self._said("那段时间（{where}）没有提到：{about}。" + more, where=where, about=about)

    def spread(self, shown: int, total: int) -> str:
        return self._said("共 {total} 条，从各天里选出 {shown} 条。", total=total, shown=shown)

    def following(self, shown: int, total: int) -> str:
        return self._said("此后共 {total} 条，这是紧接着的 {shown} 条。", total=total, shown=shown)

    def nothing_proves(self, where: str, about: str) -> str:
        return self._said(
            "没有记录{where}能证实那是哪天：{about}。下面是相近的。", where=_within(where), about=about
        )

    def nothing_in_words(self, where: str, about: str, day: date, today: date) -> str:
        return self._said(
            "没有记录{where}这样写：{about}。意思最接近的是 {day}。",
            where=_within(where),
            about=about,
            day=self._on(day, today),
        )

    def counted(self, where: str, about: str, days: Sequence[date]) -> str:
        shown = "、".join(day.isoformat() for day in days[-MOST_SPELLED:])
        return self._said(
            "有 {count} 天提到 {about}{where}：{days}。",
            count=len(days),
            about=about,
            where=_within(where),
            days=f"……、{shown}" if len(days) > MOST_SPELLED else shown,
        )

    def first(self, where: str, day: date, today: date) -> str:
        return self._said("第一次{where}是 {day}。", where=_within(where), day=self._on(day, today))

    def last(self, where: str, day: date, today: date, in_all: int) -> str:
        more = "；总共 {in_all} 天" if in_all > 1 else ""
        return self._said(
            "最近一次{where}是 {day}" + more + "。",
            where=_within(where),
            day=self._on(day, today),
            in_all=in_all,
        )

    def planned(self, where: str, day: date, today: date, in_all: int) -> str:
        more = "；往后共 {in_all} 天" if in_all > 1 else ""
        return self._said(
            "下一次{where}是 {day}" + more + "。",
            where=_within(where),
            day=self._on(day, today),
            in_all=in_all,
        )

    def nothing_planned(self, about: str, last: date | None, today: date) -> str:
        before = "最近一次是 {day}。" if last else ""
        return self._said(
            "往后没有记录提到：{about}。" + before, about=about, day=self._on(last, today) if last else ""
        )

    def no_page(self, name: str) -> str:
        return self._said("没有哪个叫“{name}”的有日期，所以没有按它来定时间。", name=name)

    def no_day(self, event: str) -> str:
        return self._said("没有记录写明那是哪天：{event}。所以没有按它来定时间。", event=event)

    def several_days(self, event: str, days: Sequence[date], more: bool) -> str:
        return self._said(
            "符合的不止一天（{event}：{days}），所以没有按它来定时间。请说明是哪一天。",
            event=event,
            days="、".join(day.isoformat() for day in days) + ("……" if more else ""),
        )

    def _on(self, day: date, today: date) -> str:
        passed = (today - day).days
        if passed < 0:
            ago = f"{-passed} 天后"
        else:
            ago = ("今天", "昨天", "前天")[passed] if passed < 3 else f"{passed} 天前"
        week = "周" if not self._is_traditional else "週"
        return f"{day.isoformat()}（{week}{'一二三四五六日'[day.weekday()]}，{self._script(ago)}）"

    def _said(self, sentence: str, **given: object) -> str:
        # What is quoted stays as it was written.
        return self._script(sentence).format(**given)

    def _script(self, text: str) -> str:
        return text.translate(_TO_TRADITIONAL) if self._is_traditional else text


def _within(where: str) -> str:
    return f"（{where}）" if where else ""
