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
