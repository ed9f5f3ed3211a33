"""A diary folder that is away."""

from __future__ import annotations

import pytest

from answer_room import ApiSkin
from diurnal.errors import WriteFailed
from diurnal.render.state import pending_sentence
from notefolder import NoteFolder


def test_a_vanished_diary_folder_is_not_made_anew(vault: NoteFolder, api: ApiSkin) -> None:
    """
    While the folder of the diary is gone an append is one clear error and nothing is written; back again, it works.
    """
    vault.write(".obsidian/daily-notes.json", '{"folder": "diary"}')
    vault.write("diary/2026-07-20.md", "- 09:00 swam\n")
    memory = api.open()
    vault.move("diary", "away")

    with pytest.raises(WriteFailed, match="diary is not there"):
        memory.append("bought a canoe")

    assert not vault.path("diary").exists()
    vault.move("away", "diary")
    written = memory.append("bought a canoe")
    assert "bought a canoe" in vault.path(written.path).read_text()


def test_what_is_pending_tells_new_text_from_notes_that_are_gone(api: ApiSkin) -> None:
    """
    A note that is missing is waited for a moment, in case it is being saved.
    """
    api.vault.write("one.md", "Leek soup.\n")
    api.vault.write("two.md", "Potato soup.\n")
    memory = api.open(**{"watch.delete_grace_ms": 60_000})
    api.vault.remove("one.md")

    answer = memory.retrieve("potato", fresh=True)

    assert (1, 1) == (answer.pending, answer.vanished)
    assert (1, 1) == (memory.status().pending, memory.status().vanished)
    assert "1 note no longer found is still answered from." == pending_sentence(1, 1)
    assert (
        "370 new or changed notes are not read yet; 10 notes no longer found are still answered from."
        == pending_sentence(380, 10)
    )
