"""What the settings say of reading notes holds once it is saved; of all else every answer says that it does not yet."""

from __future__ import annotations

import errno
import os
from typing import Any

import pytest

from answer_room import Skin
from diurnal import Memory
from diurnal.places import Places
from notefolder import NoteFolder

WORDS_ONLY = {"meaning.embedder": "none"}


@pytest.mark.parametrize(
    ("note", "text", "rule"),
    [
        ("Therapy/2026-03-02.md", "- 09:00 leek soup\n", "private_folders: [Therapy]"),
        ("2026-03-02.md", "- 09:00 leek soup\n\n%% #secret %%\n", "private_tags: [secret]"),
        ("Drafts/soup.md", "leek soup\n", "ignore: [Drafts/]"),
    ],
    ids=["folder", "tag", "ignore"],
)
def test_a_rule_that_closes_notes_holds_for_the_next_question(
    skin: Skin, note: str, text: str, rule: str
) -> None:
    """
    Nothing between the save and the question gives the daemon time to hear of it.
    """
    skin.vault.write(note, text)
    skin.vault.write("2026-03-03.md", "- 09:00 potato soup\n")
    memory = skin.open()
    assert [note] == [hit.record.path for hit in memory.retrieve("leek").hits]

    skin.vault.write("diurnal.yaml", f"vault:\n  {rule}\n")

    answer = memory.retrieve("leek")
    assert ((), ()) == (answer.hits, answer.degraded)
    assert ((), ()) == (memory.search("leek").hits, memory.ask("leek?").hits)
    assert not [record for record in memory.tail(9) if "leek" in record.text]
    assert "2026-03-03.md" in {hit.record.path for hit in memory.retrieve("potato").hits}


def test_what_a_rule_made_private_leaves_every_byte_of_what_is_derived(api: Skin) -> None:
    api.vault.write("Therapy/2026-03-02.md", "- 09:00 zwetschgenknoedel\n")
    memory = api.open()
    derived = memory.parts.folders.derived
    assert any(b"zwetschgenkn" in path.read_bytes() for path in derived.rglob("*") if path.is_file())

    api.vault.write("diurnal.yaml", "vault:\n  private_folders: [Therapy]\n")
    memory.catch_up()

    assert 1 == memory.status().private_notes
    assert not any(b"zwetschgenkn" in path.read_bytes() for path in derived.rglob("*") if path.is_file())


def test_a_rule_for_the_owner_alone_keeps_a_folder_from_agents_at_once(skin: Skin) -> None:
    skin.vault.write("Money/rent.md", "The rent is due on Friday.\n")
    memory = skin.open()
    assert memory.retrieve("rent", for_agent=True).hits

    skin.vault.write("diurnal.yaml", "vault:\n  owner_only_folders: [Money]\n")

    assert () == memory.retrieve("rent", for_agent=True).hits
    assert memory.retrieve("rent").hits


def test_a_rule_taken_back_shows_the_notes_again(skin: Skin) -> None:
    skin.vault.write("Therapy/2026-03-02.md", "- 09:00 leek soup\n")
    skin.vault.write("diurnal.yaml", "vault:\n  private_folders: [Therapy]\n")
    assert () == skin.open().retrieve("leek").hits

    skin.vault.remove("diurnal.yaml")

    assert skin.open().retrieve("leek").hits


def test_where_daily_notes_lie_may_change_while_the_vault_is_served(skin: Skin) -> None:
    skin.vault.write("Tagebuch/02.03.2026.md", "- 09:00 leek soup\n")
    assert [] == skin.open().dates()

    skin.vault.write("diurnal.yaml", "vault:\n  daily_folder: Tagebuch\n  daily_format: DD.MM.YYYY\n")

    assert ["2026-03-02"] == [str(count.day) for count in skin.open().dates()]


def test_a_file_with_a_mistake_still_closes_what_it_says_is_private(skin: Skin) -> None:
    """
    The mistake is named with its line, and what held before goes on.
    """
    skin.vault.write("Therapy/2026-03-02.md", "- 09:00 leek soup\n")
    skin.vault.write("diurnal.yaml", "vault:\n  ignore: [Old/]\n")
    skin.vault.write("Old/soup.md", "leek soup of old\n")
    memory = skin.open()

    skin.vault.write("diurnal.yaml", "vault:\n  private_folders: [Therapy]\n  ignroe: []\n")

    answer = memory.retrieve("leek")
    assert () == answer.hits
    (said,) = answer.degraded
    assert "diurnal.yaml:3: vault.ignroe is not a setting." in said
    assert said in memory.status().degraded


def test_a_file_that_is_no_yaml_for_a_while_opens_nothing(skin: Skin) -> None:
    skin.vault.write("Therapy/2026-03-02.md", "- 09:00 leek soup\n")
    skin.vault.write("diurnal.yaml", "vault:\n  private_folders: [Therapy]\n")
    memory = skin.open()

    skin.vault.write("diurnal.yaml", "vault:\n  private_folders: [Thera")
    assert () == memory.retrieve("leek").hits
    assert "not YAML" in memory.retrieve("leek").degraded[0]

    skin.vault.write("diurnal.yaml", "vault:\n  private_folders: [Therapy]\n")
    assert ((), ()) == (memory.retrieve("leek").hits, memory.retrieve("leek").degraded)


def test_under_a_new_tag_a_note_that_cannot_be_read_is_closed_until_it_can(api: Skin) -> None:
    """
    Whether it bears the tag nobody can tell, and doubt falls on the closed side.
    """
    note = api.vault.write("soup.md", "leek soup\n")
    memory = api.open()
    assert memory.retrieve("leek").hits
    opened = os.open

    def refusing(path: Any, *rest: Any, **named: Any) -> int:
        if os.fspath(path).endswith(note.name):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return opened(path, *rest, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", refusing)
        api.vault.write("diurnal.yaml", "vault:\n  private_tags: [secret]\n")
        assert () == memory.retrieve("leek").hits

    memory.catch_up()
    assert memory.retrieve("leek").hits


def test_a_rule_closes_a_folder_whose_vault_is_away(skin: Skin) -> None:
    """
    The owner's own file may speak of a vault that cannot be read now.
    """
    for day in range(1, 29):
        skin.vault.write(f"Therapy/2026-02-{day:02}.md", "- 09:00 leek soup\n")
    memory = skin.open()
    away = skin.vault.root.with_name("away")
    skin.vault.root.rename(away)
    file = Places.of().config_file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("vault:\n  private_folders: [Therapy]\n")
    try:
        assert () == memory.retrieve("leek").hits
    finally:
        file.unlink()
        away.rename(skin.vault.root)


@pytest.mark.parametrize(
    "rule", ["private_tags: [secret]", "owner_only_tags: [secret]", "owner_only_folders: [Own]"]
)
def test_a_note_that_cannot_be_read_under_a_new_rule_is_closed_until_it_can(skin: Skin, rule: str) -> None:
    """
    Only its text tells whether the rule means it, and that is grown too large, or away with its vault.
    """
    skin.vault.write("Own/plain.md", "leek pie\n")
    skin.vault.write("Own/soup.md", "leek soup\n\n%% #secret %%\n")
    memory = skin.open()
    assert 2 == len(memory.retrieve("leek").hits)
    with skin.vault.path("Own/soup.md").open("ab") as file:
        file.truncate(200_000_000)

    skin.vault.write("diurnal.yaml", f"vault:\n  {rule}\n")
    assert "Own/soup.md" not in {hit.record.path for hit in memory.retrieve("leek", for_agent=True).hits}
    assert "Own/soup.md" not in {hit.record.path for hit in memory.search("leek").hits}

    skin.vault.write("Own/soup.md", "leek soup\n")
    skin.vault.write("diurnal.yaml", "vault:\n  private_tags: [other]\n")
    assert {"Own/plain.md", "Own/soup.md"} == {hit.record.path for hit in memory.retrieve("leek").hits}


def test_a_rule_for_a_tag_closes_a_vault_that_is_away_until_it_is_back(skin: Skin) -> None:
    for day in range(1, 29):
        skin.vault.write(f"2026-02-{day:02}.md", "- 09:00 leek soup\n")
    skin.vault.write("2026-03-01.md", "- 09:00 leek pie #secret\n")
    memory = skin.open()
    away = skin.vault.root.with_name("away")
    skin.vault.root.rename(away)
    file = Places.of().config_file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("vault:\n  private_tags: [secret]\n")
    try:
        assert () == memory.retrieve("leek").hits
        away.rename(skin.vault.root)
        assert 28 == len(memory.retrieve("leek soup", limit=50, fresh=True).hits)
        assert () == memory.retrieve("pie").hits
    finally:
        file.unlink()
        if away.exists():
            away.rename(skin.vault.root)


def test_what_holds_from_the_next_start_on_is_named(vault: NoteFolder) -> None:
    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        file = Places.of().config_file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("search:\n  limit: 5\n")
        try:
            (said,) = memory.retrieve("leek").degraded
            assert "search.limit holds from the next start on: run `diurnal stop`" in said
            assert said in [finding.what for finding in memory.doctor()]
        finally:
            file.unlink()
        assert () == memory.retrieve("leek").degraded


def test_a_file_saved_as_it_was_has_changed_nothing(vault: NoteFolder) -> None:
    vault.write("diurnal.yaml", "day_starts_at: 4\n")
    with Memory.open(vault.root, config=WORDS_ONLY) as memory:
        vault.save_by_rename("diurnal.yaml", "day_starts_at: 4\n")
        vault.age("diurnal.yaml", 60)

        assert () == memory.retrieve("leek").degraded
