"""Taking a vault on: what is adopted, what is laid down, what is refused."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from diurnal.cli import main
from diurnal.engine.reconcile import BATCH_NOTES, FEW_NOTES
from diurnal.places import Places
from diurnal.registry import registered
from diurnal.synced import synced_by

TEMPLATE = Path(__file__).resolve().parents[2] / "vault_template"


def bytes_of(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and ".diurnal" not in path.parts
    }


def init(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["init", str(folder), "--json", *words]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_vault_is_taken_on_without_a_changed_byte(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "2026-07-20.md").write_bytes(b"\xef\xbb\xbf- 09:10 Ran along the river.\r\n- Bought oolong.\r\n")
    (vault / "2026-07-21.md").write_bytes("- 读完《夜航船》\n".encode())
    before = bytes_of(vault)
    found = init(vault, capsys)
    assert bytes_of(vault) == before
    assert found["laid_down"] == []
    status = found["status"]
    assert isinstance(status, dict)
    assert (status["days"], status["entries"]) == (2, 3)
    assert registered(places) == [vault]


def test_what_was_understood_is_said_in_text(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "2026-07-20.md").write_text("- 09:10 Ran with [[Maya]] along the river.\n")
    assert main(["init", str(vault)]) == 0
    out = capsys.readouterr().out
    assert f"Took on {vault}; no note was touched." in out
    assert "1 day, 1 entry\n" in out
    assert f"derived data: {vault / '.diurnal'}" in out
    assert 'diurnal ask "when did I last mention Maya?"' in out
    assert 'diurnal ask "what happened on July 20, 2026?"' in out


def test_a_vault_without_a_diary_gets_questions_about_its_notes(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "Gyokuro.md").write_text("Steep it at 60 °C. [[Maya]] likes it.\n", encoding="utf-8")
    questions = init(vault, capsys)["questions"]
    assert questions == ["what do I know about Maya?", "what do I know about Gyokuro?"]


def test_a_vault_without_a_text_says_why_it_gets_no_question(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "Empty.md").write_text("---\nprivate: true\n---\nsecret\n", encoding="utf-8")
    assert main(["init", str(vault)]) == 0
    out = capsys.readouterr().out
    assert "There is nothing to ask yet" in out
    assert "secret" not in out


def test_a_new_folder_gets_the_template(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = tmp_path / "Fresh"
    found = init(fresh, capsys)
    assert bytes_of(fresh) == bytes_of(TEMPLATE)
    assert sorted(bytes_of(TEMPLATE)) == sorted(found["laid_down"])  # type: ignore[call-overload]
    assert len(found["questions"]) == 3  # type: ignore[arg-type]


def test_taking_on_twice_lays_down_nothing_more(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = tmp_path / "Fresh"
    init(fresh, capsys)
    (fresh / "Welcome.md").write_text("mine")
    assert init(fresh, capsys)["laid_down"] == []
    assert (fresh / "Welcome.md").read_text() == "mine"
    assert registered(places) == [fresh]


def test_a_mistyped_name_makes_no_folder(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = vault.with_name("My Vualt 日記")
    assert main(["init", str(wrong)]) == 11
    assert "Did you mean" in capsys.readouterr().err
    assert not wrong.exists()
    init(wrong, capsys, "--new")
    assert (wrong / "Welcome.md").exists()


def test_a_new_folder_needs_one_to_lie_in(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", str(tmp_path / "no" / "such" / "place")]) == 11
    assert not (tmp_path / "no").exists()


def test_a_home_folder_is_no_vault(
    places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (places.home / "letter.md").write_text("Dear Maya")
    assert main(["init", str(places.home)]) == 11
    assert main(["init", "/"]) == 11
    monkeypatch.chdir(places.home)
    assert main(["init"]) == 11
    assert [path.name for path in places.home.iterdir()] == ["letter.md"]


def test_a_folder_of_other_things_is_refused(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(b"x")
    assert main(["init", str(folder)]) == 11
    assert "holds no notes" in capsys.readouterr().err
    assert main(["init", str(folder / "a.jpg")]) == 11


def test_a_folder_of_notes_without_obsidian_is_taken_on_if_named(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "tea.md").write_text("Gyokuro steeps at 60 °C.")
    monkeypatch.chdir(folder)
    assert main(["init"]) == 11
    assert "diurnal init ." in capsys.readouterr().err
    assert init(Path(), capsys)["vault"] == str(folder)


def test_in_a_synced_vault_derived_data_lie_elsewhere(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    synced = tmp_path / "Dropbox" / "Notes"
    (synced / ".obsidian").mkdir(parents=True)
    (synced / "tea.md").write_text("Gyokuro steeps at 60 °C.")
    found = init(synced, capsys)
    assert found["synced_by"] == "Dropbox"
    assert not (synced / ".diurnal").exists()
    status = found["status"]
    assert isinstance(status, dict)
    assert status["derived_folder"].startswith(str(places.cache))


def test_in_a_vault_that_cannot_be_written_to_derived_data_lie_elsewhere(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A vault on a read-only mount, or of another user, can be asked all the same.
    """
    vault = tmp_path / "Notes"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "tea.md").write_text("Gyokuro steeps at 60 °C.")
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != vault and may(path, mode))

    found = init(vault, capsys)

    assert not (vault / ".diurnal").exists()
    status = found["status"]
    assert isinstance(status, dict)
    assert status["derived_folder"].startswith(str(places.cache))


@pytest.mark.parametrize(
    ("path", "mark", "service"),
    [
        ("OneDrive - Contoso/Notes", "", "OneDrive"),
        ("Library/Mobile Documents/iCloud~md~obsidian/Documents/Notes", "", "iCloud"),
        ("Notes", ".stfolder", "Syncthing"),
        ("My Dropbox notes", "", ""),
        ("Notes", "", ""),
    ],
)
def test_the_services_that_keep_a_folder_are_known(
    path: str, mark: str, service: str, tmp_path: Path
) -> None:
    folder = tmp_path / path
    (folder / mark).mkdir(parents=True)
    assert synced_by(folder) == service


def test_taking_many_notes_on_leaves_what_takes_minutes_to_the_daemon(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(1, FEW_NOTES + 20):
        (vault / f"page {number}.md").write_text(f"Met Maya last Friday, for the {number}th time.\n")

    status = init(vault, capsys)["status"]

    assert isinstance(status, dict)
    assert status["notes"] == status["passages"] == status["skimmed"] == FEW_NOTES + 19
    assert status["vectors"] == 0


def test_on_a_terminal_it_shows_how_far_it_is_and_says_what_is_left_to_the_daemon(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = BATCH_NOTES + FEW_NOTES
    for number in range(notes):
        (vault / f"{number}.md").write_text(f"Note {number} on tea.\n")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)

    assert main(["init", str(vault)]) == 0

    said = capsys.readouterr()
    assert f"0 of {notes} notes read" in said.err or f"{BATCH_NOTES} of {notes} notes read" in said.err
    assert said.err.endswith("\r\x1b[K")
    (later,) = [line for line in said.out.splitlines() if "once it is served" in line]
    assert f"halls and dates in {notes} records" in later
    assert "the index of phrases" in later
