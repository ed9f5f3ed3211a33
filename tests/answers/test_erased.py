"""Erasing as a whole memory does it: no byte is left in any file, however lately the thing was written."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from answer_room import Skin
from diurnal.model.record import Kind

CANARY = "Kanarienvogel77"


def files_with(home: Path, word: str) -> list[str]:
    """Files anywhere beneath *home* that hold *word*, however it is spelt."""
    wanted = word.casefold().encode()
    return sorted(
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.is_file() and wanted in path.read_bytes().lower()
    )


def test_what_was_written_a_moment_ago_is_erased_from_every_file(skin: Skin, home: Path) -> None:
    """A29: entries and a replaced card, erased one by one, are in no note, index, journal or log."""
    skin.vault.write("diary/2026-07-21.md", "- 09:00 tea\n")
    skin.vault.write("wiki/Maya.md", "- Maya lives in Paris.\n")
    memory = skin.open()
    before = {path: path.read_bytes() for path in skin.vault.root.rglob("*.md")}
    entry = memory.append(f"The {CANARY} sang.", at=datetime(2026, 7, 21, 12))
    card = memory.remember(f"Maya keeps a {CANARY}.", page="Maya")
    newer = memory.replace(card.id, f"Maya keeps two of {CANARY}.")
    assert {hit.record.kind for hit in memory.search(CANARY).hits} == {Kind.ENTRY, Kind.ITEM}

    for written in (entry, newer, card):
        memory.erase(written.id)

    assert files_with(home, CANARY) == []
    assert {path: path.read_bytes() for path in skin.vault.root.rglob("*.md")} == before


def test_everything_of_an_owner_is_erased_from_every_file(skin: Skin, home: Path) -> None:
    """Cards, entries and conversations of one owner, by whichever way they came."""
    skin.vault.write("wiki/Maya.md", "- Maya lives in Paris.\n")
    memory = skin.open(**{"agents.write": True})
    memory.remember(f"Maya keeps a {CANARY}.", page="Maya", owner="guest")
    memory.append(f"A {CANARY} sang.", by="guest")
    memory.memorize([{"speaker": "Ann", "text": f"I love my {CANARY}."}], owner="guest")
    notes = [path for path in files_with(home, CANARY) if path.endswith(".md")]
    assert len(notes) == 3, "a card, an entry, a conversation"

    memory.erase(owner="guest")

    assert files_with(home, CANARY) == []
