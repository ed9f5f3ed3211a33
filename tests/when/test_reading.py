"""What a reading holds besides its windows: phrase, leftover, intent, relation."""

from __future__ import annotations

from datetime import datetime

import pytest

from diurnal.when import parse

NOW = datetime(2025, 11, 19, 10, 30)


@pytest.mark.parametrize(
    ("question", "phrase", "leftover"),
    [
        ("what did I eat the night before last?", "the night before last", "what did I eat?"),
        ("meeting notes from last week about Rust", "from last week", "meeting notes about Rust"),
        ("yesterday's lunch", "yesterday's", "lunch"),
        ("in March, where did I live", "in March", "where did I live"),
        ("昨天的 standup 讲了啥", "昨天的", "standup 讲了啥"),
        ("从八月开始我写了哪些关于Rust的笔记", "从八月开始", "我写了哪些关于Rust的笔记"),
        ("what do I usually eat for lunch last week", "last week", "what do I usually eat for lunch"),
        ("我那家店的名字", "", "我那家店的名字"),
    ],
)
def test_the_words_of_time_are_cut_out(question, phrase, leftover):
    """
    A8: range "last week", query "lunch".
    """
    reading = parse(question, NOW)

    assert phrase == reading.phrase
    assert leftover == reading.leftover


@pytest.mark.parametrize(
    "question",
    [
        "What happened the night before last?",
        "what did I do yesterday",
        "前天发生了什么",
        "上周我做了什么",
        "last month",
        "show me everything from June",
        "昨天",
    ],
)
def test_a_question_of_time_alone_leaves_nothing_to_search_for(question):
    """
    A15: such a question lists its window.
    """
    assert parse(question, NOW).pure


@pytest.mark.parametrize(
    "question", ["what did I eat yesterday", "昨天吃了什么", "ramen last week", "what happened"]
)
def test_a_question_with_a_topic_or_without_a_time_is_not_pure(question):
    assert not parse(question, NOW).pure


@pytest.mark.parametrize(
    ("intent", "questions"),
    [
        (
            "when",
            [
                "when did I last touch the nginx config",
                "what day did Maya arrive",
                "上次搞 PostgreSQL 是什麼時候",
            ],
        ),
        (
            "when",
            [
                "那個 config 的決定寫在哪天",
                "how long ago did I move",
                "什么时候搬家的",
                "when was the last time I ran",
            ],
        ),
        ("latest", ["last time I saw Maya", "the most recent dentist visit", "上次去看牙医", "最新的进展"]),
        ("first", ["first time I tried sushi", "when did I first meet Tom", "第一次吃寿司是哪天"]),
        (
            "count",
            [
                "how many times did I swim in June",
                "how often do I run",
                "六月游了几次泳",
                "去年看了多少次电影",
            ],
        ),
        ("list", ["list all dentist visits", "every time I ate ramen", "列出所有的会议", "哪几天下雨了"]),
        ("recent", ["what have I been reading lately", "最近在读什么书", "最近"]),
        ("", ["what did I eat yesterday", "最近三天的灵感", "前几天说的那家店", "notes about Rust"]),
    ],
)
def test_the_intent_of_a_question(intent, questions):
    """
    B2: questions for a date, the latest, the first, a count, a list, or what is recent.
    """
    assert [intent] * len(questions) == [parse(q, NOW).intent for q in questions]


def test_a_few_and_lately_give_no_window():
    """
    最近, recently, lately, 上次 and last time are no windows.
    """
    for question in (
        "最近在忙什么",
        "what did I do recently",
        "lately",
        "上次",
        "last time",
        "the other day",
    ):
        assert () == parse(question, NOW).windows, question


def test_the_side_a_window_leaves_open_is_its_relation():
    assert ["in", "before", "since", ""] == [
        parse(q, NOW).relation for q in ("in June", "before 2020", "since Monday", "notes")
    ]


def test_only_the_languages_asked_for_are_read():
    assert not parse("昨天 last week", NOW, languages=()).windows
    assert "last week" == parse("昨天 last week", NOW, languages=("en",)).phrase
    assert "昨天" == parse("昨天 last week", NOW, languages=("zh",)).phrase
