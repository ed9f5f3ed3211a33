"""A diary folder that is away."""

from __future__ import annotations

import pytest

from answer_room import ApiSkin
from diurnal.errors import WriteFailed
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
