"""What is to come, asked for as such: "plans for next week" lists what the notes say will happen then."""

from __future__ import annotations

from datetime import datetime

import pytest

from answer_room import Skin
from notefolder import NoteFolder

NOW = datetime(2026, 11, 30, 20, 0)


@pytest.fixture
def booked(vault: NoteFolder) -> NoteFolder:
    """On 26 November, a Thursday, the dentist is booked for the Tuesday of the week after next."""
    vault.write("diary/2026-11-26.md", "## 10:00\n\nDentist booked for 8 December at nine.\n")
    vault.write("diary/2026-11-24.md", "## 10:00\n\nWent through the yearly budget with Maya.\n")
    return vault


@pytest.mark.parametrize(
    "question",
    [
        "plans for next week",
        "Do I have any plans next week?",
        "what's coming up next week",
        "下周有什么安排",
        "下周的计划",
    ],
)
def test_plans_of_a_time_to_come_are_what_is_said_of_it(
    booked: NoteFolder, skin: Skin, question: str
) -> None:
    """
    The dentist is next week's plan, though the entry does not call itself one.
    """
    answer = skin.ask(question, now=NOW)
    assert [hit.record.text for hit in answer.hits] == ["Dentist booked for 8 December at nine."]
    assert answer.summary == ""


def test_plans_of_a_time_gone_by_are_searched_for_by_that_word(booked: NoteFolder, skin: Skin) -> None:
    assert "mentions plans" in skin.ask("our plans for last week", now=NOW).summary
