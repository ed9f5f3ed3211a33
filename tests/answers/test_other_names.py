"""A thing may have many names: whoever asks by one of them means all."""

from __future__ import annotations

from datetime import date

import pytest

from answer_room import NOW, Skin
from notefolder import NoteFolder


@pytest.fixture
def elephants(vault: NoteFolder) -> NoteFolder:
    vault.write("wiki/PostgreSQL.md", "---\naliases: [pg, 大象]\n---\n- The ingest service stands on it.\n")
    vault.write("diary/2026-07-15.md", "- 10:00 Cleaned the fridge\n- 11:00 wrote to Maya about postgresql\n")
    vault.write("diary/2026-07-17.md", "- 10:00 又調了大象的配置\n")
    vault.write("diary/2026-07-18.md", "- 10:00 tuned pg buffers for an hour\n")
    return vault


@pytest.mark.parametrize(
    "question", ["when did I last touch PostgreSQL?", "上次搞 pg 是什麼時候", "上次調大象是什么时候"]
)
def test_the_last_time_is_found_under_any_of_the_names(
    elephants: NoteFolder, skin: Skin, question: str
) -> None:
    """
    Every rare leftover word, under any of its names, and in either language.
    """
    answer = skin.ask(question)

    assert date(2026, 7, 18) == answer.days[-1]
    assert date(2026, 7, 17) in answer.days


def test_a_name_brings_what_is_written_under_another(elephants: NoteFolder, skin: Skin) -> None:
    """
    Records under another name match; what is about something else does not.
    """
    found = [hit.record.text for hit in skin.retrieve("PostgreSQL", now=NOW).hits if hit.matched]

    assert {"tuned pg buffers for an hour", "又調了大象的配置", "wrote to Maya about postgresql"} < set(found)
    assert "Cleaned the fridge" not in found


def test_a_name_that_is_taken_away_is_none_any_more(elephants: NoteFolder, skin: Skin) -> None:
    """
    An edited page has the names it has now, and a page that is gone has none.
    """
    assert len(skin.ask("when did I last touch PostgreSQL?").days) == 3

    elephants.write("wiki/PostgreSQL.md", "---\naliases: [大象]\n---\n- The ingest service stands on it.\n")
    assert (date(2026, 7, 15), date(2026, 7, 17)) == skin.ask("when did I last touch PostgreSQL?").days

    elephants.remove("wiki/PostgreSQL.md")
    assert (date(2026, 7, 15),) == skin.ask("when did I last touch PostgreSQL?").days


def test_an_agent_is_not_told_by_the_names_of_a_page_that_is_the_owners_alone(
    elephants: NoteFolder, skin: Skin
) -> None:
    """
    Owner-only: what else its page is called ties no record to a question of an agent.
    """
    elephants.write(
        "wiki/PostgreSQL.md",
        "---\naliases: [pg, 大象]\nowner-only: true\n---\n- The ingest service stands on it.\n",
    )
    memory = skin.open()

    to_owner = memory.retrieve("PostgreSQL", now=NOW, limit=10)
    to_agent = memory.retrieve("PostgreSQL", now=NOW, limit=10, for_agent=True)
    days = memory.ask("when did I last touch PostgreSQL?", now=NOW, for_agent=True).days

    assert "tuned pg buffers for an hour" in [hit.record.text for hit in to_owner.hits if hit.matched]
    assert ["wrote to Maya about postgresql"] == [hit.record.text for hit in to_agent.hits if hit.matched]
    assert (date(2026, 7, 15),) == days
