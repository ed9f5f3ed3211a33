"""What an agent is shown when it reads the vault, and what it is not."""

from __future__ import annotations

from datetime import date

import pytest

from answer_room import NOW, Skin
from diurnal.errors import NameAmbiguous, NoteMissing, NotForAgents
from notefolder import NoteFolder

OPEN, OWN, PRIVATE = "cherrywood", "magnoliabark", "ebonyroot"
DAY = date(2026, 7, 21)


@pytest.fixture
def kept(vault: NoteFolder) -> NoteFolder:
    """A day in three notes: one open, one for the owner alone, one private."""
    vault.write("diary/2026-07-21.md", f"- 09:00 Planed the {OPEN}.\n")
    vault.write("diary/2026-07-21 mine.md", f"---\nowner-only: true\n---\n- 10:00 Bought {OWN}.\n")
    vault.write("diary/2026-07-21 secret.md", f"---\nprivate: true\n---\n- 11:00 Hid the {PRIVATE}.\n")
    vault.write("wiki/Timber.md", f"- {OPEN} splits easily.\n")
    vault.write("mine/Timber.md", f"---\nowner-only: true\n---\n- {OWN} costs too much.\n")
    return vault


def test_a_day_is_shown_without_what_is_the_owners_alone(kept: NoteFolder, skin: Skin) -> None:
    whole = skin.open().day(DAY)
    shown = skin.open().day(DAY, for_agent=True)
    assert [OPEN in record.text for record in whole.records] == [True, False, False]
    assert [record.path for record in shown.records] == ["diary/2026-07-21.md"]
    assert shown.notes == ("diary/2026-07-21.md",)
    assert shown.warnings == ("2 notes of this day are for the owner alone and not shown.",)


def test_the_lines_of_a_day_are_those_of_open_notes(kept: NoteFolder, skin: Skin) -> None:
    lines = skin.open().day(DAY, parsed=True, for_agent=True).parsed
    assert {line.path for line in lines} == {"diary/2026-07-21.md"}


def test_the_newest_entries_are_as_many_as_asked_for(kept: NoteFolder, skin: Skin) -> None:
    kept.write("diary/2026-07-20.md", "- 08:00 Sharpened the plane.\n")
    kept.write("diary/2026-07-22.md", f"---\nowner-only: true\n---\n- 10:00 Sold {OWN}.\n")
    assert [record.at.hour for record in skin.open().tail(2)] == [9, 10]
    assert [record.at.hour for record in skin.open().tail(2, for_agent=True)] == [8, 9]


@pytest.mark.parametrize("name", ["2026-07-21 mine", "diary/2026-07-21 secret.md", "mine/Timber"])
def test_a_note_of_the_owner_alone_is_refused(kept: NoteFolder, skin: Skin, name: str) -> None:
    assert skin.open().note(name).text
    with pytest.raises(NotForAgents) as fault:
        skin.open().note(name, for_agent=True)
    assert str(fault.value) == "This note is for its owner alone and is not shown to agents."


def test_a_note_that_became_private_a_moment_ago_is_refused(kept: NoteFolder, skin: Skin) -> None:
    """What the disk says now decides, not what was indexed."""
    opened = skin.open()
    kept.write("wiki/Timber.md", "---\nprivate: true\n---\n- moved\n")
    with pytest.raises(NotForAgents):
        opened.note("wiki/Timber", for_agent=True)


def test_no_error_tells_an_agent_the_name_of_a_note(kept: NoteFolder, skin: Skin) -> None:
    opened = skin.open()
    kept.write("mine/Board.md", "---\nowner-only: true\n---\n- x\n")
    kept.write("wiki/Board.md", "- y\n")
    kept.write("wiki/old/Board.md", "- z\n")
    opened.catch_up()
    for name, kind in (("2026-07-21 mime", NoteMissing), ("Board", NameAmbiguous)):
        with pytest.raises(kind, match=r"mine") as told:
            opened.note(name)
        assert "mine" in str(told.value)
        with pytest.raises(kind) as fault:
            opened.note(name, for_agent=True)
        assert "mine" not in str(fault.value)


def test_notes_of_the_owner_alone_make_no_open_note_ambiguous(kept: NoteFolder, skin: Skin) -> None:
    """Neither are they counted among those of its name."""
    opened = skin.open()
    assert opened.note("Timber", for_agent=True).note.path == "wiki/Timber.md"
    with pytest.raises(NameAmbiguous, match="2 notes"):
        opened.note("Timber")
    kept.write("wiki/old/Timber.md", "- oak\n")
    with pytest.raises(NameAmbiguous, match="2 notes"):
        skin.open().note("Timber", for_agent=True)


def test_the_links_an_agent_is_shown_lead_between_open_notes(kept: NoteFolder, skin: Skin) -> None:
    kept.write("mine/Plan.md", "---\nowner-only: true\n---\n- [[wiki/Timber]]\n")
    kept.write("wiki/Saw.md", "- for [[wiki/Timber]], see [[Plan]]\n")
    opened = skin.open()
    assert [item.source for item in opened.links("wiki/Timber").back] == ["mine/Plan.md", "wiki/Saw.md"]
    assert [item.source for item in opened.links("Timber", for_agent=True).back] == ["wiki/Saw.md"]
    saw = opened.links("Saw", for_agent=True)
    assert [item.target for item in saw.out] == ["wiki/Timber.md"]
    assert [item.link.target for item in saw.unresolved] == ["Plan"]
    with pytest.raises(NotForAgents):
        opened.links("Plan", for_agent=True)


def test_a_link_says_on_which_line_it_stands(vault: NoteFolder, skin: Skin) -> None:
    """One that leads nowhere too; one of the properties, on the line where these begin."""
    vault.write("wiki/Saw.md", "---\nup: '[[Tools]]'\n---\n\nFor [[Oak]].\n\n- [[Elm]] and [[Oak]]\n")
    vault.write("wiki/Oak.md", "hard\n")
    links = skin.open().links("Saw")
    assert [(item.link.target, item.link.line) for item in links.out] == [("Oak", 5)]
    assert [(item.link.target, item.link.line) for item in links.unresolved] == [("Tools", 1), ("Elm", 7)]


def test_a_suggestion_does_not_tell_which_words_the_owner_alone_uses(kept: NoteFolder, skin: Skin) -> None:
    """A word of an owner's note is as unknown to an agent as any other: it is offered what open notes spell alike."""
    kept.write("wiki/Bark.md", "- magnoliabird sings\n")
    opened = skin.open()
    assert opened.search(OWN).total == 2
    assert "magnoliabird" in opened.search(OWN, for_agent=True).summary


@pytest.mark.parametrize("question", [OWN, PRIVATE, "timber", "what did I do yesterday?"])
def test_no_answer_for_an_agent_holds_what_is_the_owners_alone(
    kept: NoteFolder, skin: Skin, question: str
) -> None:
    for answer in (
        skin.open().ask(question, now=NOW, for_agent=True),
        skin.open().search(question, for_agent=True),
    ):
        text = f"{answer.block(4000)} {answer.nearby} {answer.always} {answer.summary}"
        assert OWN not in text.replace(question, "")
        assert PRIVATE not in text.replace(question, "")
