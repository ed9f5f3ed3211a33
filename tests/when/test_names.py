"""Words of time inside titles, names and ages: no window; and the times beside them that stay."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from diurnal.when import parse

NOW = datetime(2026, 10, 14, 10, 30)
NAMES = [
    line
    for line in (Path(__file__).parent / "approved" / "names.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("sentence", NAMES)
def test_a_name_an_age_or_a_title_names_no_window(sentence):
    """
    A13: a cat called Sunday, a song called Yesterday and 他今年几岁 ask about no day.
    """
    assert () == parse(sentence, NOW).windows


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("what did I feed the cat on Sunday", "on Sunday"),
        ("which songs did I play yesterday", "yesterday"),
        ("what did I think of the movie last Friday", "last Friday"),
        ("I saw the film on Monday by myself", "on Monday"),
        ("what did my boss say on Friday", "on Friday"),
        ("how old was the wine we drank last night", "last night"),
        ("《昨天》是上周看的吗", "上周"),
        ("周一是谁值班", "周一"),
        ("周六见了谁", "周六"),
        ("周日是我生日", "周日"),
        ("昨天看的电影叫什么", "昨天"),
        ("上周看了什么书", "上周"),
        ("今年去了哪里", "今年"),
        ("中秋节吃了什么", "中秋节"),
        ("国庆去哪了", "国庆"),
        ("清明那天去哪了", "清明那天"),
    ],
)
def test_a_time_beside_a_name_or_a_medium_is_still_one(question, phrase):
    """
    A song heard yesterday was heard yesterday.
    """
    assert phrase == parse(question, NOW).phrase


def test_a_question_that_is_quoted_as_a_whole_is_still_one():
    assert parse('"what did I do yesterday?"', NOW).windows
    assert not parse('the chords of "Yesterday"', NOW).windows
