"""What a question asks for, apart from what it brings along."""

from __future__ import annotations

import pytest

from diurnal.rank.question import CONTEXT_WEIGHT, asked_part, seek, statement
from diurnal.rank.shapes import wants_several


def test_what_stands_around_the_question_counts_less() -> None:
    """
    Only the sentence that asks counts in full.
    """
    sought = seek("I was at the lake all week. Where did I leave the kettle?")
    weights = dict(zip(sought.terms, sought.weights, strict=True))
    assert weights["kettl"] == 1.0
    assert weights["lake"] == CONTEXT_WEIGHT


def test_a_full_stop_in_quotation_marks_ends_no_sentence() -> None:
    """
    What is quoted belongs to the question it stands in.
    """
    question = '那个内容是"分享经验。招纳人才。"的活动，规模是什么？'
    assert asked_part(question) == question


def test_several_questions_all_count_in_full() -> None:
    """
    Two questions in one message are both asked.
    """
    assert set(seek("Where is the kettle? And who has the piano?").weights) == {1.0}


def test_a_named_speaker_is_not_a_word_of_the_question() -> None:
    """
    Who speaks is a column of the records, so the name is taken out of the words.
    """
    sought = seek("When did Maya buy the kettle?", ["ben stone", "maya"])
    assert sought.speakers == (1,)
    assert "maya" not in sought.terms
    assert sought.statement == "I buy the kettle"


def test_a_first_name_names_a_speaker_and_a_piece_of_one_does_not() -> None:
    """
    "Ben" is Ben Stone; "bench" is not.
    """
    assert seek("What did Ben say?", ["ben stone"]).speakers == (0,)
    assert seek("Where is the bench?", ["ben stone"]).speakers == ()


@pytest.mark.parametrize(
    ("question", "names", "said"),
    [
        ("What is Maya's favourite tea?", ["maya"], "my favourite tea"),
        ("Where does Maya keep her kettle?", ["maya"], "I keep my kettle"),
        ("张曼婷喜欢什么茶？", ["张曼婷"], "我喜欢什么茶"),
        ("What did she buy?", [], "she buy"),
        ("Why?", [], "Why?"),
    ],
)
def test_a_question_is_put_as_the_named_would_have_said_it(
    question: str, names: list[str], said: str
) -> None:
    """
    The embedder compares with first-person sentences.
    """
    assert statement(question, names) == said


@pytest.mark.parametrize(
    "question",
    [
        "What books has she read?",
        "What kind of music did we hear?",
        "How many times did I swim?",
        "我去过哪些公园？",
    ],
)
def test_some_questions_want_several_records(question: str) -> None:
    """
    Lists and counts are answered by many days.
    """
    assert wants_several(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is this?",
        "What does Maya do for a living?",
        "When did I move?",
        "What was the name of the class?",
    ],
)
def test_most_questions_want_one(question: str) -> None:
    """
    A singular is answered once.
    """
    assert not wants_several(question)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "Is it going to rain today? Anyway, what I wanted to ask is: where did I leave the kettle?",
            "where did I leave the kettle?",
        ),
        ("今天晚饭吃点啥呢？不好意思，我真正想问的是：我常去的公园怎么样？", "我常去的公园怎么样？"),
        ("昨晚的电视剧怎么样呢？我其实是想搞清楚，谁送了我茶壶？", "谁送了我茶壶？"),
        (
            "谁送了我茶壶？另外，昨天下雨了吗？我真正的问题是：我的伞在哪里？",
            "谁送了我茶壶？ 我的伞在哪里？",
        ),
    ],
)
def test_what_was_asked_before_the_point_does_not_count(text, asked) -> None:
    """
    "…? What I really wanted to know is: …?" asks the second question only; another matter keeps its own.
    """
    assert asked == asked_part(text)


@pytest.mark.parametrize(
    "question",
    [
        "Did Maya put the Dr. Seuss books away?",
        "Which parts of the U.S. has Maya seen?",
        "What does J. K. Rowling write with?",
    ],
)
def test_an_abbreviation_ends_no_sentence(question) -> None:
    """
    "Dr." and "U.S." stand inside a sentence.
    """
    assert question == asked_part(question)
