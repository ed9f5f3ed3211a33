"""Agents and what is the owner's alone: they add nothing to it and change nothing in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from diurnal.errors import UsageError, WriteRefused
from writes.desk import TODAY, Desk

ALONE = ("private: true", "privacy: owner-only", "tags: [owner-only]")


@pytest.mark.parametrize("marked", ALONE)
def test_an_agent_writes_to_no_note_that_it_may_not_see(new_desk: Callable[..., Desk], marked: str) -> None:
    """
    No entry, card, replacement or end of a card goes into a private note or one for the owner alone.
    """
    desk = new_desk(agents_write=True)
    desk.write(TODAY, f"---\n{marked}\n---\n- 09:00 tea\n")
    desk.write("wiki/Zed.md", f"---\n{marked}\n---\n- Zed owes me. ^c-zed1\n")
    before = desk.all_bytes()

    with pytest.raises(WriteRefused, match="its owner's alone"):
        desk.append("Cake.", by="claude")
    with pytest.raises(WriteRefused, match="its owner's alone"):
        desk.remember("Zed paid.", page="wiki/Zed.md", by="claude")
    with pytest.raises(WriteRefused, match="its owner's alone"):
        desk.replace("wiki/Zed.md#^c-zed1", "Zed paid.", by="claude", dry_run=True)
    with pytest.raises(WriteRefused, match="its owner's alone"):
        desk.writing.wiki.close("wiki/Zed.md#^c-zed1", by="claude", now=desk.now)

    assert before == desk.all_bytes()
    assert desk.remember("Zed paid.", page="wiki/Zed.md").op, "the owner may"
    assert desk.append("Cake.").op


def test_a_heading_to_write_below_is_one_line(desk: Desk) -> None:
    """
    What comes after a line break would stand in the note as text that nobody said.
    """
    with pytest.raises(UsageError, match="one line"):
        desk.append("Cake.", under="Log\n- 08:00 forged")
