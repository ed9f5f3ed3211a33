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


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("When is my next dentist appointment?", "Next on 2026-12-08"),
        ("when's the dentist", "Next on 2026-12-08"),
        ("next dentist appointment", "Next on 2026-12-08"),
        ("下次看牙医是什么时候", "下一次是 2026-12-08"),
    ],
)
def test_the_next_one_is_a_day_to_come(vault: NoteFolder, skin: Skin, question: str, said: str) -> None:
    """What was is not told as what will be, and what was called off is no appointment."""
    vault.write("diary/2026-12-08.md", "- [ ] 09:00 Dentist appointment, Dr. Haas\n")
    vault.write("diary/2026-12-05.md", "- [ ] 09:00 Dentist appointment cancelled\n")
    vault.write("diary/2026-11-02.md", "## 10:00\n\nDentist appointment, one crown. 看牙医。\n")
    answer = skin.ask(question, now=NOW)
    assert answer.summary.startswith(said)
    assert answer.hits[0].record.text == "Dentist appointment, Dr. Haas"


def test_where_nothing_is_planned_the_next_one_is_not_the_last_one(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-11-02.md", "## 10:00\n\nDentist, one crown.\n")
    assert skin.ask("When is my next dentist appointment?", now=NOW).summary.startswith("Nothing")
    said = skin.ask("when is the next dentist", now=NOW).summary
    assert said.startswith("Nothing to come says so: dentist. Last on 2026-11-02")
    assert skin.ask("下次看牙医是什么时候", now=NOW).summary.startswith("往后没有记录提到：牙医")


def test_a_due_date_is_a_day_to_come(vault: NoteFolder, skin: Skin) -> None:
    vault.write("diary/2026-11-20.md", "- [ ] call the insurance 📅 2026-12-04\n")
    said = skin.ask("When do I have to call the insurance?", now=NOW).summary
    assert said.startswith("Next on 2026-12-04, Friday, in 4 days")
