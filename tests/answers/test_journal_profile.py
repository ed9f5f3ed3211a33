"""The journal profile as a person chooses it: `search.profile: journal`."""

from __future__ import annotations

from datetime import datetime

import pytest

from answer_room import NOW, Skin
from notefolder import NoteFolder

# The published example speaks of entries that are long enough to count whole.
FULL_CHARS = 20


@pytest.fixture(autouse=True)
def journal(skin: Skin) -> None:
    skin.config |= {"search.profile": "journal", "search.journal.full_chars": FULL_CHARS}


def test_an_entry_scores_as_the_published_example(vault: NoteFolder, skin: Skin) -> None:
    """
    B13: both keywords, full length, 0.675 days old, a decision: 0.7052, with its parts.
    """
    vault.write("diary/2026-07-21.md", "- 17:18 PostgreSQL database, adopted\n")

    found = skin.retrieve("PostgreSQL database", explain=True, now=datetime(2026, 7, 22, 9, 30))

    assert pytest.approx(0.7052, abs=5e-5) == found.hits[0].score
    assert pytest.approx(1.391, abs=5e-4) == found.hits[0].parts["temporal"]
    assert found.hits[0].parts["hall"] == pytest.approx(1.3)


def test_newer_and_decided_come_first_and_what_holds_no_keyword_is_left_out(
    vault: NoteFolder, skin: Skin
) -> None:
    """
    B6, B12: three of the same length differ by hall and age; the fourth shares no word and is no hit.
    """
    vault.write("diary/2026-05-01.md", "- 10:00 database adopted, long ago..\n")
    vault.write("diary/2026-07-20.md", "- 10:00 database found, last Monday.\n")
    vault.write("diary/2026-07-21.md", "- 10:00 database adopted, yesterday.\n- 11:00 walked the dog\n")

    found = skin.retrieve("database", now=NOW)

    assert ["2026-07-21", "2026-07-20", "2026-05-01"] == [str(hit.record.day) for hit in found.hits]
    assert all("database" in hit.record.text for hit in found.hits)


def test_a_named_time_is_a_gate_for_this_profile_too(vault: NoteFolder, skin: Skin) -> None:
    """
    The profile ranks; what may be answered at all is decided before it.
    """
    vault.write("diary/2026-07-20.md", "- 10:00 database backup\n")
    vault.write("diary/2026-07-21.md", "- 10:00 database adopted\n")

    found = skin.retrieve("what about the database on 2026-07-20?", now=NOW)

    assert "database backup" == found.hits[0].record.text
    assert "database adopted" not in [hit.record.text for hit in found.hits]


def test_a_note_that_changes_is_ranked_by_its_new_text(vault: NoteFolder, skin: Skin) -> None:
    """
    Texts are read once a row; an edited entry is a new row.
    """
    vault.write("diary/2026-07-20.md", "- 10:00 database backup\n")
    assert skin.retrieve("database", now=NOW).hits

    vault.write("diary/2026-07-20.md", "- 10:00 planted tulips\n")

    assert () == skin.retrieve("database", now=NOW).hits
    assert ["planted tulips"] == [hit.record.text for hit in skin.retrieve("tulips", now=NOW).hits]
