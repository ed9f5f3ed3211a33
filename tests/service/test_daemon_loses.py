"""A real daemon whose vault or derived data go away beneath it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from diurnal.claim import card_of
from diurnal.cli import main
from diurnal.client import Client
from diurnal.config.settings import StartSettings
from diurnal.errors import NotAVault, NoteMissing, NotRunning
from diurnal.model.answer import State
from diurnal.places import Places
from diurnal.service.background import answering, start_daemon, stop_daemon

pytestmark = pytest.mark.daemon
SETTINGS = StartSettings(ready_within_s=60, stop_within_s=30)


@pytest.fixture
def vault(vault: Path, places: Places) -> Iterator[Path]:
    (vault / "2026-07-20.md").write_text("- 09:10 Ran along the river.\n", encoding="utf-8")
    yield vault
    stop_daemon(vault, places, SETTINGS)


def test_a_daemon_whose_derived_data_were_deleted_ends_and_the_next_question_brings_them_back(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    What it wrote from then on would be in no file, and nothing it is asked for could mend that.
    """
    command = [sys.executable, "-P", "-m", "diurnal", "run", "--vault", str(vault)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "serves a vault at" in process.stderr.readline()
        with Client(vault) as client:
            client.catch_up()
        shutil.rmtree(vault / ".diurnal")
        said = process.stderr.read()
        assert process.wait() == NotRunning.exit_status, said
    assert "was deleted or replaced while the daemon ran, so it stopped" in said

    assert main(["ask", "river", "--vault", str(vault)]) == 0
    assert "Ran along the river." in capsys.readouterr().out
    assert (vault / ".diurnal" / "CACHEDIR.TAG").is_file()


def test_while_a_vault_is_away_nothing_is_made_in_its_place(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A folder where the drive will be mounted, or the vault moved back, hides it or is mixed into it.
    """
    start_daemon(vault, places, SETTINGS)
    away = vault.with_name("elsewhere")
    with Client(vault) as client:
        client.catch_up()
        vault.rename(away)
        assert client.retrieve("river", fresh=True).state is State.STALE
        assert client.status().state is State.STALE
        with pytest.raises(NoteMissing, match="is not there, so nothing was built anew"):
            client.reindex()
    assert main(["doctor", "--vault", str(vault)]) == 1
    found = capsys.readouterr().out
    assert "The vault's folder is not there. Mount it" in found
    assert "could not be read" not in found
    assert "not on the disk" not in found
    assert main(["init", str(vault)]) == NotAVault.exit_status
    assert "its notes are not there" in capsys.readouterr().err
    assert not vault.exists()

    # A drive that is not mounted leaves an empty folder.
    vault.mkdir()
    with (
        Client(vault) as client,
        pytest.raises(NoteMissing, match="is empty, as if its drive were not mounted"),
    ):
        client.reindex()
    assert main(["init", str(vault)]) == NotAVault.exit_status
    assert answering(vault, places) is not None
    assert list(vault.iterdir()) == []

    vault.rmdir()
    away.rename(vault)
    with Client(vault) as client:
        assert client.retrieve("river", fresh=True).state is State.READY


def test_a_vault_whose_drive_is_not_mounted_is_not_served_as_an_empty_one(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Its derived data went with it, so only the owner's state folder knows that there were notes.
    """
    start_daemon(vault, places, SETTINGS)
    stop_daemon(vault, places, SETTINGS)
    away = vault.rename(vault.with_name("elsewhere"))
    vault.mkdir()

    for command in ("start", "run", "ask river"):
        assert main([*command.split(), "--vault", str(vault)]) == NotAVault.exit_status
        told = capsys.readouterr().err
        assert "is empty, as if its drive were not mounted; it held notes" in told
        assert "diurnal init --new" in told
    assert list(vault.iterdir()) == []

    vault.rmdir()
    away.rename(vault)
    assert main(["ask", "river", "--vault", str(vault)]) == 0
    assert "Ran along the river." in capsys.readouterr().out


def test_the_question_that_starts_a_daemon_is_answered_with_what_is_on_the_disk(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    assert card_of(vault, places) is None
    assert main(["ask", "river", "--json", "--vault", str(vault)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["state"] == "ready"
    assert [hit["record"]["text"] for hit in answer["hits"]] == ["Ran along the river."]


def test_forgetting_what_is_missing_says_how_many_notes_went(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(30):
        (vault / f"{number}.md").write_text("tea", encoding="utf-8")
    with Client(vault, start=True) as client:
        client.catch_up()
    command = ["accept-missing", "--vault", str(vault)]
    assert main(command) == 0
    assert capsys.readouterr().out == "No note is missing; nothing was forgotten.\n"

    # So many at once are kept until it is said that they are meant to be gone.
    for number in range(30):
        (vault / f"{number}.md").unlink()
    assert main(command) == 0
    assert capsys.readouterr().out == "30 notes forgotten.\n"


def test_a_daemon_can_be_stopped_although_a_setting_was_broken_while_it_ran(
    vault: Path, places: Places
) -> None:
    start_daemon(vault, places, SETTINGS)
    places.config_file.parent.mkdir(parents=True)
    places.config_file.write_text("start: {auto: maybe}\n")
    assert main(["stop", "--vault", str(vault)]) == 0
    assert answering(vault, places) is None
