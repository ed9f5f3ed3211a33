"""Which links a note is told to have, and which lead to it."""

from __future__ import annotations

from answer_room import Skin
from notefolder import NoteFolder


def test_only_the_links_that_lead_to_a_note_are_links_back(vault: NoteFolder, skin: Skin) -> None:
    """
    What else a note links to is no business of this one, and every line that links to it is told.
    """
    vault.write("wiki/Oak.md", "hard\n")
    vault.write("wiki/Elm.md", "tough\n")
    vault.write("wiki/Saw.md", "For [[Oak]] and [[Elm]].\n\nNot for [[wiki/Oak|old oak]].\n")

    back = skin.open().links("Oak").back

    assert [(item.source, item.link.line, item.link.target) for item in back] == [
        ("wiki/Saw.md", 1, "Oak"),
        ("wiki/Saw.md", 3, "wiki/Oak"),
    ]


def test_a_note_is_linked_back_to_by_what_the_link_means_where_it_stands(
    vault: NoteFolder, skin: Skin
) -> None:
    """
    Of two pages of one name each has the links of its own folder.
    """
    vault.write("home/Plan.md", "paint the door\n")
    vault.write("work/Plan.md", "ship it\n")
    vault.write("home/Door.md", "See [the plan](Plan.md).\n")
    vault.write("work/Week.md", "See [the plan](Plan.md).\n")

    opened = skin.open()

    assert [item.source for item in opened.links("home/Plan").back] == ["home/Door.md"]
    assert [item.source for item in opened.links("work/Plan").back] == ["work/Week.md"]
