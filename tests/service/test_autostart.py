"""Started at login: the file that is written, what the manager is told, and what to do where there is none."""

from __future__ import annotations

import json
import os
import plistlib
from pathlib import Path

import pytest

from diurnal.cli import main
from diurnal.errors import DiurnalError, UsageError
from diurnal.places import Places, vault_id
from diurnal.service.autostart import Launchd, manager_of


class Told:
    """A systemctl that writes down what it is told and fails when the file ``fail`` lies beside it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        program = folder / "systemctl"
        program.write_text(
            f'#!/bin/sh\necho "$@" >> "{folder}/told"\n'
            f'[ -e "{folder}/fail" ] && echo "Failed to connect to bus" >&2 && exit 1\nexit 0\n'
        )
        program.chmod(0o755)

    def lines(self) -> list[str]:
        path = self._folder / "told"
        return path.read_text().splitlines() if path.exists() else []

    def fail(self) -> None:
        (self._folder / "fail").touch()


@pytest.fixture
def told(places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    made = Told(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setattr("sys.platform", "linux")
    return made


def unit_of(vault: Path, places: Places) -> Path:
    return places.config.parent / "systemd" / "user" / f"diurnal-{vault_id(vault)}.service"


def test_on_writes_a_unit_of_the_owner_and_has_it_started(
    vault: Path, places: Places, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["autostart", "on", "--vault", str(vault)]) == 0
    text = unit_of(vault, places).read_text(encoding="utf-8")
    assert f'"run" "--vault" "{vault}"' in text
    assert "Type=notify" in text
    assert f'Environment="XDG_STATE_HOME={places.state.parent}"' in text
    assert told.lines() == ["--user daemon-reload", f"--user enable --now {unit_of(vault, places).name}"]
    assert "autostart is on (from now on)" in capsys.readouterr().out


def test_off_takes_back_all_that_on_did(
    vault: Path, places: Places, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["autostart", "on", "--vault", str(vault)])
    assert main(["autostart", "off", "--vault", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["on"] is False
    assert not unit_of(vault, places).exists()
    assert told.lines()[2:] == [f"--user disable {unit_of(vault, places).name}", "--user daemon-reload"]
    assert main(["autostart", "off", "--vault", str(vault)]) == 0
    assert "nothing was to be done" in capsys.readouterr().out


def test_to_look_changes_nothing(
    vault: Path, places: Places, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["autostart", "--vault", str(vault)]) == 0
    assert "autostart is off" in capsys.readouterr().out
    assert main(["autostart", "on", "--print", "--vault", str(vault)]) == 0
    assert "[Service]" in capsys.readouterr().out
    assert not unit_of(vault, places).exists()
    assert told.lines() == []


def test_a_path_is_written_so_that_systemd_reads_the_same(tmp_path: Path, places: Places, told: Told) -> None:
    vault = tmp_path / 'a "b" %h $HOME \\n'
    text = manager_of(vault, os.environ).text().decode()
    assert 'a \\"b\\" %%h $$HOME \\\\n"' in text
    with pytest.raises(UsageError, match="control characters"):
        manager_of(tmp_path / "two\nlines", os.environ)


def test_a_manager_that_refuses_is_quoted_with_what_to_do_by_hand(
    vault: Path, places: Places, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    told.fail()
    assert main(["autostart", "on", "--vault", str(vault)]) == DiurnalError.exit_status
    said = capsys.readouterr().err
    assert "Failed to connect to bus" in said
    assert not unit_of(vault, places).exists()
    assert f"-m diurnal start --vault '{vault}'` run when you log in" in said


def test_where_no_manager_is_the_way_by_hand_is_told(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("sys.platform", "linux")
    assert main(["autostart", "on", "--vault", str(vault)]) == UsageError.exit_status
    said = capsys.readouterr().err
    assert "neither systemd nor launchd" in said
    assert "By hand: have" in said


def test_on_macos_it_is_an_agent_of_the_session(vault: Path, places: Places) -> None:
    agent = Launchd(vault, os.environ, places)
    facts = plistlib.loads(agent.text())
    assert agent.path.parent == places.home / "Library" / "LaunchAgents"
    assert facts["ProgramArguments"][-2:] == ["--vault", str(vault)]
    assert facts["RunAtLoad"] is True
    assert facts["EnvironmentVariables"]["XDG_STATE_HOME"] == str(places.state.parent)
    agent.on(now=False)
    assert agent.is_on()
    assert agent.off()
    assert not agent.off()


def test_removing_a_vault_takes_its_start_at_login_away(
    vault: Path, places: Places, told: Told, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else it would be served again at the next login."""
    main(["autostart", "on", "--vault", str(vault)])
    assert main(["remove", "--vault", str(vault)]) == 0
    assert str(unit_of(vault, places)) in capsys.readouterr().out
    assert unit_of(vault, places).exists()
    assert main(["remove", "--yes", "--vault", str(vault)]) == 0
    assert not unit_of(vault, places).exists()
    assert told.lines()[-2].startswith("--user disable")
