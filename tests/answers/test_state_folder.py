"""What stands in place of a small file of the owner's state folder is named, never shown as a bare fault."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from diurnal import Memory
from diurnal.assemble.parts import assemble
from diurnal.configure import configure
from diurnal.errors import WriteFailed
from diurnal.places import Places
from notefolder import NoteFolder

WORDS_ONLY = {"meaning.embedder": "none"}


@pytest.fixture
def state(vault: NoteFolder) -> Path:
    """The state folder of a vault that was opened once."""
    vault.write("diary/2026-03-02.md", "- 09:00 leek soup\n")
    with Memory.open(vault.root):
        pass
    return Places.of().state_of(vault.root)


def test_a_folder_in_place_of_the_seal_is_named_where_the_index_is_written(
    vault: NoteFolder, state: Path
) -> None:
    (state / "whoosh.seal").mkdir()

    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        with pytest.raises(WriteFailed, match=r"index of word order could not be written: .*whoosh\.seal"):
            memory.catch_up()
        assert ["leek soup"] == [hit.record.text for hit in memory.retrieve("leek").hits]


def test_a_folder_in_place_of_the_write_journal_is_named(vault: NoteFolder, state: Path) -> None:
    (state / "ops.jsonl").mkdir()

    with pytest.raises(WriteFailed, match=r"ops\.jsonl could not be read: .*move it away"):
        Memory.open(vault.root)


def test_a_folder_in_place_of_the_record_of_runs_keeps_nobody_from_asking(
    vault: NoteFolder, state: Path
) -> None:
    (state / "jobs.json").mkdir()

    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        assert memory.status().jobs
        assert memory.retrieve("leek").hits


def test_the_doctor_does_not_send_an_unreadable_note_to_be_read_again(
    vault: NoteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.write("diary/2026-03-02.md", "- 09:00 leek soup\n")
    vault.write("locked.md", "ham\n")
    true_open = os.open

    def failing_open(path: str, *rest: int) -> int:
        if str(path).endswith("/locked.md"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return true_open(path, *rest)

    monkeypatch.setattr(os, "open", failing_open)

    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        found = memory.doctor()
        assert {"locked.md": "permission denied"} == memory.status().troubled

    assert not [finding for finding in found if finding.level == "error"]
    assert ["It could not be read: permission denied."] == [f.what for f in found if f.path == "locked.md"]


def test_the_doctor_sends_nobody_to_read_again_what_is_just_being_read(vault: NoteFolder) -> None:
    """
    Before the first look nothing is in the index, and nothing is wrong; a note that vanished from it later is.
    """
    vault.write("diary/2026-03-02.md", "- 09:00 leek soup\n")
    settings = configure(vault.root, arguments=WORDS_ONLY, environment=os.environ).settings
    parts = assemble(vault.root, settings, Places.of(), wake=lambda: None)
    early = parts.health.doctor()
    parts.loop.step(0.0)
    late = parts.health.doctor()
    parts.works.close()
    parts.index.close()
    parts.catalogue.close()

    assert [("note", "1 note of 1 is still to be read, this one first.")] == [
        (finding.level, finding.what) for finding in early if finding.path
    ]
    assert "Disk and index agree on 1 note." in [finding.what for finding in late]


def test_the_doctor_tells_what_is_on_its_way_from_what_was_overlooked(vault: NoteFolder) -> None:
    """
    A note that was just saved is settling; one that nothing told of is missing until somebody looks.
    """
    vault.write("diary/2026-03-02.md", "- 09:00 leek soup\n")
    settings = configure(vault.root, arguments=WORDS_ONLY, environment=os.environ).settings
    parts = assemble(vault.root, settings, Places.of(), wake=lambda: None)
    parts.loop.step(0.0)

    vault.write("saved.md", "ham\n")
    parts.loop.hint(["saved.md"], 0.001)
    parts.loop.step(0.001)
    on_its_way = [finding.level for finding in parts.health.doctor() if finding.path]
    vault.write("overlooked.md", "eggs\n")
    overlooked = [(finding.level, finding.mend) for finding in parts.health.doctor() if finding.path]

    parts.works.close()
    parts.index.close()
    parts.catalogue.close()
    assert on_its_way == ["note"]
    assert overlooked == [("error", "Run `diurnal reindex`.")]
