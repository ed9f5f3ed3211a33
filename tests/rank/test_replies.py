"""Which turn of a conversation answers which, and how surely."""

from __future__ import annotations

from dataclasses import replace

from diurnal.model.record import Record
from diurnal.rank.corpus import FURTHER, MOST_BETWEEN
from diurnal.rank.gathered import gathered
from scored_notes import talk

ASKED = ("Ben", "Did you find the kettle?")


def answered(turns: list[Record]) -> list[int]:
    """For each of *turns* the place of the question it may answer, its own place if there is none."""
    return [int(place) for place in gathered(turns).replies_to]


def test_what_another_says_after_a_question_answers_it() -> None:
    """
    Each message of the turn after a question may be its answer, and nothing said later.
    """
    turns = talk(ASKED, ("Maya", "Hm."), ("Maya", "Under the stairs."), ("Ben", "Great."), ("Maya", "Bye."))
    assert answered(turns) == [0, 0, 0, 3, 4]


def test_a_question_is_answered_within_its_own_note() -> None:
    """
    The first turn of the next day answers nobody.
    """
    turns = talk(("Maya", "Hello."), ASKED) + talk(("Maya", "Lovely weather."), day=1)
    assert answered(turns) == [0, 1, 2]


def test_a_question_that_its_asker_talks_away_from_is_answered_no_more() -> None:
    """
    A few messages may stand between the question and the end of its turn.
    """
    chatter = [("Ben", "And another thing.")] * MOST_BETWEEN
    assert answered(talk(ASKED, *chatter, ("Maya", "Yes.")))[-1] == 0

    further = [*chatter, ("Ben", "Well."), ("Maya", "Yes.")]
    assert answered(talk(ASKED, *further))[-1] == len(further)


def test_only_the_first_messages_of_a_turn_answer() -> None:
    """
    Whoever goes on and on has come to something else.
    """
    said = [("Maya", "Well."), *([("Maya", "You know.")] * (MOST_BETWEEN + 1))]
    assert answered(talk(ASKED, *said)) == [0, *([0] * (MOST_BETWEEN + 1)), len(said)]


def test_of_the_questions_of_a_turn_the_last_is_answered() -> None:
    """
    What is asked first is often only polite.
    """
    assert answered(talk(("Ben", "How are you?"), ASKED, ("Maya", "Under the stairs.")))[-1] == 1


def test_what_stands_between_weakens_the_tie() -> None:
    """
    An answer at once is surer than one after other messages; time is the same for both.
    """
    turns = talk(ASKED, ("Maya", "Hm."), ("Maya", "Under the stairs."))
    sure = gathered([turns[0], turns[1], replace(turns[2], at=turns[1].at)]).is_answered_to

    assert float(sure[0]) == 0
    assert abs(float(sure[2]) / float(sure[1]) - FURTHER) < 1e-5
