"""What of a record is searched, and what is embedded."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from diurnal.model.record import Kind, Link, Place, Record
from diurnal.rank.fields import FIELDS, is_counted, record_tokens, said, shape_mark, speaker_mark, speaker_of
from diurnal.rank.shapes import ASKS, NUMBER, TIME, text_shapes_of, wanted_shapes, word_shapes_of


def shapes_of(text: str) -> set[str]:
    """The shapes of *text* as it is taken in: chunk by chunk, and as a whole."""
    return {*text_shapes_of(text), *(shape for chunk in text.split() for shape in word_shapes_of(chunk))}


def record(text: str, **changes: Any) -> Record:
    base = Record("r", Kind.ENTRY, Place.DIARY, "diary/2026-07-21.md", (1, 1), 0, text, day=date(2026, 7, 21))
    return replace(base, **changes)


def fields_of(found: Record) -> dict[str, list[str]]:
    return dict(zip(FIELDS, record_tokens(found), strict=True))


def test_who_speaks_is_a_name_and_not_part_of_what_is_said() -> None:
    """
    The label of a turn goes to the names; the words and the vector are of what was said.
    """
    turn = record("Maya: I bought a kettle yesterday.", names=("Maya",))
    fields = fields_of(turn)
    assert said(turn) == "I bought a kettle yesterday."
    assert speaker_of(turn) == "Maya"
    assert "maya" not in fields["text"]
    assert {"maya", speaker_mark("Maya")} <= set(fields["names"])


def test_a_colon_in_a_sentence_names_no_speaker() -> None:
    """
    Only a name the record carries is a label.
    """
    note = record("Shopping: tea and milk", names=("Maya",))
    assert said(note) == note.text
    assert speaker_of(note) == ""


def test_links_are_names_and_the_day_is_words() -> None:
    """
    Targets and aliases of links name a record; its day can be asked for in words.
    """
    fields = fields_of(record("Met her at the lake.", links=(Link("wiki/people/Maya", alias="my sister"),)))
    assert {"maya", "sister"} <= set(fields["names"])
    assert {"2026-07-21", "juli", "tuesday", "周二"} <= set(fields["day"])


def test_a_heading_that_is_only_a_time_is_not_searched() -> None:
    """
    ``## 14:30`` says when, not what.
    """
    assert fields_of(record("tea", heading=("Kitchen", "14:30")))["heading"] == ["kitchen"]


def test_marks_do_not_make_a_text_longer() -> None:
    """
    Marks and single characters are indexed beside the words and not counted.
    """
    text = fields_of(record("昨天下雨？"))["text"]
    assert shape_mark(TIME) in text
    assert [token for token in text if is_counted(token)] == ["昨天", "天下", "下雨"]


@pytest.mark.parametrize(
    ("question", "shape"),
    [
        ("When did I move?", TIME),
        ("我什么时候去的公园", TIME),
        ("How many cups did I buy?", NUMBER),
        ("规模是多少", NUMBER),
    ],
)
def test_a_question_wants_an_answer_of_some_shape(question: str, shape: str) -> None:
    """
    When and how many are told from the words of the question.
    """
    assert shape in wanted_shapes(question)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("We left last Friday", TIME),
        ("上个月搬家了", TIME),
        ("I bought three cups", NUMBER),
        ("来了六个人", NUMBER),
        ("How are you?", ASKS),
        ("你呢？", ASKS),
        ("how was it? :)", ASKS),
        ("nice! what are you up to", ASKS),
        ("你吃了吗", ASKS),
    ],
)
def test_a_text_could_give_an_answer_of_some_shape(text: str, shape: str) -> None:
    """
    Times, numbers and questions are told from the text.
    """
    assert shape in shapes_of(text)


@pytest.mark.parametrize("text", ["What a day it was.", "when I got home I slept", "how to mend a kettle"])
def test_a_statement_that_begins_like_a_question_asks_nothing(text: str) -> None:
    """
    Without its mark a question is told from the way it begins, which a statement may come close to.
    """
    assert ASKS not in shapes_of(text)


def test_most_texts_have_no_shape() -> None:
    """
    A plain statement answers neither when nor how many.
    """
    assert shapes_of("the kettle is broken") == set()
    assert wanted_shapes("Which kettle do I have?") == ()
