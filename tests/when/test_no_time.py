"""Sentences that hold words of time but name none: no window, for a wrong one hides the answer."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from diurnal.when import parse

NOW = datetime(2025, 11, 19, 10, 30)
TRAPS = [
    line
    for line in (Path(__file__).parent / "approved" / "no_time.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("sentence", TRAPS)
def test_a_sentence_without_a_time_names_no_window(sentence):
    """
    A13: modal verbs, names, titles, versions, ratios, lengths and habits are no time.
    """
    reading = parse(sentence, NOW)

    assert () == reading.windows
    assert "" == reading.phrase
    assert reading.span is None


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("may I see what I wrote in May?", "in May"),
        ("the Sunday roast we had last Sunday", "last Sunday"),
        ("what did June say yesterday", "yesterday"),
        ("did April march on 3 March", "on 3 March"),
        ("周杰伦的歌昨天听了几首", "昨天"),
        ("上次去看牙医之后，去年夏天又去了吗", "去年夏天"),
    ],
)
def test_only_the_time_of_a_sentence_counts(sentence, phrase):
    """
    A trap beside a time does not stand in its way.
    """
    assert phrase == parse(sentence, NOW).phrase


def test_a_date_that_does_not_exist_names_nothing():
    """
    30 February is not read as "February", nor 31 June as "June".
    """
    for sentence in ("30 February 2024", "June 31, 2022", "2/29/2023", "2025-02-30", "2月30日", "13/13/2024"):
        assert () == parse(sentence, NOW).windows, sentence


def test_an_event_described_by_its_age_is_not_a_window():
    """
    "The city she moved from 4 years ago" asks for a city; "what did I do 4 years ago" for a time.
    """
    assert not parse("the city she moved from 4 years ago", NOW)
    assert not parse("三年前买的自行车在哪", NOW)
    assert parse("what did I do 4 years ago", NOW)
    assert parse("三年前我在做什么", NOW)


@pytest.mark.parametrize(
    "sentence",
    [
        "whose birthday is on 14 March",
        "who was born in July",
        "who has a birthday in May",
        "which deadline is on 3 December 2025",
        "谁的生日是三月十四日",
        "谁的生日在七月份",
        "有几个人是在下半年出生的",
        "谁在五月过生日",
        "那个时间是下周五下午两点的活动在哪里办",
    ],
)
def test_a_date_that_something_has_is_not_a_window(sentence):
    """
    A birthday in March was written down on any day: who asks whose it is wants that day, not March.
    """
    assert not parse(sentence, NOW)


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("whose birthday was yesterday", "yesterday"),
        ("what did I do on my birthday in March", "in March"),
        ("谁昨天过生日", "昨天"),
        ("上周的生日聚会吃了什么", "上周的"),
        ("开会的时间昨天改了吗", "昨天"),
    ],
)
def test_a_birthday_in_a_time_that_was_lived_is_a_window(sentence, phrase):
    """
    Only the date itself describes; yesterday's party was yesterday.
    """
    assert phrase == parse(sentence, NOW).phrase


def test_what_another_date_is_compared_with_is_not_a_window():
    """
    "Closer to the end of the year" says how to choose, not where to look.
    """
    assert not parse("whose birthday is closer to the end of the year", NOW)
    assert not parse("谁的生日更靠近年底", NOW)


def test_a_custom_has_no_window_and_one_christmas_has():
    """
    What is always done at Christmas may be told in July.
    """
    assert not parse("what do we usually eat at Christmas", NOW)
    assert not parse("which film do they enjoy watching during Thanksgiving", NOW)
    assert not parse("春节一般吃什么", NOW)
    assert parse("what did we eat at Christmas", NOW)
    assert parse("do you remember what we ate at Christmas", NOW)
    assert parse("春节吃了什么", NOW)


def test_a_date_that_is_told_and_not_asked_about_is_a_window():
    """
    "The deadline is August 10" asks nothing else, so the date is what is looked for.
    """
    for sentence in ("the deadline is August 10", "she was born on 25 January 1986", "生日是三月十四日"):
        assert parse(sentence, NOW), sentence
