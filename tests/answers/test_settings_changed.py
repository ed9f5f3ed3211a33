"""Settings hold from a start on, and no answer hides that a file of them says something else by now."""

from __future__ import annotations

from diurnal import Memory
from diurnal.places import Places
from notefolder import NoteFolder

WORDS_ONLY = {"meaning.embedder": "none"}


def test_a_rule_written_after_the_start_is_said_not_to_hold_yet(vault: NoteFolder) -> None:
    vault.write("Therapy/2026-03-02.md", "- 09:00 leek soup\n")
    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        assert () == memory.retrieve("leek").degraded

        vault.write("diurnal.yaml", "vault:\n  private_folders: [Therapy]\n")

        (said,) = memory.retrieve("leek").degraded
        assert "diurnal.yaml was changed" in said
        assert said in memory.status().degraded
        assert said in [finding.what for finding in memory.doctor()]
    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        assert ((), ()) == (memory.retrieve("leek").hits, memory.retrieve("leek").degraded)


def test_the_owners_own_file_is_watched_too(vault: NoteFolder) -> None:
    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        file = Places.of().config_file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("search:\n  limit: 5\n")
        try:
            assert "config.yaml was changed" in memory.retrieve("leek").degraded[0]
        finally:
            file.unlink()
        assert () == memory.retrieve("leek").degraded


def test_a_file_saved_as_it_was_has_changed_nothing(vault: NoteFolder) -> None:
    vault.write("diurnal.yaml", "day_starts_at: 4\n")
    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        vault.save_by_rename("diurnal.yaml", "day_starts_at: 4\n")
        vault.age("diurnal.yaml", 60)

        assert () == memory.retrieve("leek").degraded
