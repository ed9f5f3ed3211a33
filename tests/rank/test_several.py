"""Several questions in one message: each gets its answer, none crowds the other out."""

from __future__ import annotations

import numpy as np
import pytest

from diurnal.model.record import Record
from diurnal.rank.fuse import rank
from diurnal.rank.gathered import gathered, in_order
from diurnal.rank.meaning import Scale
from diurnal.rank.question import CONTEXT_WEIGHT, seek_each
from diurnal.rank.several import Together
from scored_notes import entry

BOTH = "Where did I put the old blue kettle with the dented lid? And who borrowed the piano?"


def together(
    records: list[Record], question: str, similarity: list[list[float]] | None = None
) -> tuple[Together, list[Record]]:
    """The ranking, and the records in the corpus' order; *similarity* has one list a question, in that order."""
    ordered = in_order(records)
    corpus = gathered(ordered)
    each = [
        rank(
            corpus,
            sought,
            np.ones(len(ordered), bool),
            similarity=None if similarity is None else np.array(similarity[number], np.float32),
            scale=Scale(floor=0.3, ceiling=0.8),
        )
        for number, sought in enumerate(seek_each(question, corpus.speakers))
    ]
    return Together(each, len(ordered)), ordered


def test_each_question_of_a_message_is_sought_with_the_rest_as_its_context() -> None:
    """
    The words of the other question count a little: "and who was there?" leans on the one before.
    """
    kettle, piano = (dict(zip(sought.terms, sought.weights, strict=True)) for sought in seek_each(BOTH))

    assert (1.0, CONTEXT_WEIGHT) == (kettle["kettl"], kettle["piano"])
    assert (CONTEXT_WEIGHT, 1.0) == (piano["kettl"], piano["piano"])


@pytest.mark.parametrize(
    "message",
    [
        "Where is the kettle?",
        "I was at the lake. Where is the kettle?",
        "Where is the kettle? And where?",
        "谁送了我茶壶？",
        "Tea? Bread? Piano? Kettle? Lake?",
    ],
)
def test_a_message_that_asks_one_thing_is_sought_once(message) -> None:
    """
    What holds no word to look for is no question of its own, and five in a row are one story.
    """
    assert 1 == len(seek_each(message))


def test_the_best_answers_of_both_questions_come_first() -> None:
    """
    Three records about the longer question do not push out the one that answers the shorter.
    """
    records = [
        entry("the old blue kettle with the dented lid is in the cellar"),
        entry("polished the old blue kettle", day=1),
        entry("the dented lid of the blue kettle is loose", day=2),
        entry("Ben borrowed the piano", day=3),
    ]

    found, ordered = together(records, BOTH)

    first = {ordered[position].text for position in found.positions[:2]}
    assert {records[0].text, records[3].text} == first


def test_the_parts_of_a_score_are_those_of_the_question_it_answers() -> None:
    """
    What the signals add, times the factors, is the score, whichever question a record answers.
    """
    found, _ = together([entry("the blue kettle"), entry("Ben borrowed the piano", day=1)], BOTH)

    assert 2 == len(found.positions)
    for position, score in zip(found.positions.tolist(), found.scores, strict=True):
        parts = found.parts_at(position)
        content = sum(value for name, value in parts.items() if "." in name)
        factor = np.prod([value for name, value in parts.items() if "." not in name])
        assert float(score) == pytest.approx(content * factor, abs=1e-5)


def test_what_meaning_only_hints_at_follows_the_matches_of_every_question() -> None:
    """
    A match of one question is no hint because the other question hardly means it.
    """
    records = [entry("the blue kettle"), entry("bread", day=1), entry("Ben borrowed the piano", day=2)]

    found, ordered = together(records, BOTH, [[0.5, 0.29, 0.29], [0.29, 0.29, 0.5]])

    listed = [ordered[position].text for position in found.positions]
    assert {"the blue kettle", "Ben borrowed the piano"} == set(listed[: found.weak_from])
    assert ["bread"] == listed[found.weak_from :]
    assert found.is_meant(0)
    assert not found.is_meant(1)


def test_a_message_about_nothing_known_finds_nothing() -> None:
    """
    No match for either question, no result, no error.
    """
    found, _ = together([entry("bread")], BOTH)

    assert [] == found.positions.tolist()
    assert 0 == found.weak_from
