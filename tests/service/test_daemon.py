"""A real daemon process: how it starts, what it survives, how it stops."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from diurnal import connect
from diurnal.claim import DAEMON, Card, Claim, Holder, card_of, holder_of
from diurnal.cli import main
from diurnal.client import Client
from diurnal.config.settings import ServiceSettings, StartSettings
from diurnal.errors import BadConfig, NotAVault, NotRunning, VaultBusy, VaultMoved
from diurnal.memory import Memory
from diurnal.model.answer import State
from diurnal.places import Places
from diurnal.service import background
from diurnal.service.background import answering, start_daemon, stop_daemon
from diurnal.service.launch import launch

pytestmark = pytest.mark.daemon
SETTINGS = StartSettings(ready_within_s=60, stop_within_s=30)
CANARY = "quicksilver canary 水銀金絲雀"


@pytest.fixture
def vault(vault: Path, places: Places) -> Iterator[Path]:
    (vault / "2026-07-20.md").write_text(
        f"- 09:10 Ran along the river.\n- 10:00 {CANARY}\n", encoding="utf-8"
    )
    yield vault
    stop_daemon(vault, places, SETTINGS)


def test_a_started_daemon_answers_at_once(vault: Path, places: Places) -> None:
    card = start_daemon(vault, places, SETTINGS)
    assert holder_of(vault, places) == (card.pid, DAEMON, str(vault))
    with Client(vault) as client:
        client.catch_up()
        assert [hit.record.text for hit in client.retrieve("river").hits] == ["Ran along the river."]
        status = client.status()
    assert (status.pid, status.socket) == (card.pid, card.socket)
    assert status.memory_bytes > 1_000_000


def test_a_second_start_finds_the_first(vault: Path, places: Places) -> None:
    assert start_daemon(vault, places, SETTINGS) == start_daemon(vault, places, SETTINGS)


def test_of_three_starts_at_once_one_daemon_comes(vault: Path, places: Places) -> None:
    """Peers' faults 164."""
    cards = []
    threads = [
        threading.Thread(target=lambda: cards.append(start_daemon(vault, places, SETTINGS))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(cards) == 3
    assert len({card.pid for card in cards}) == 1


def test_a_stop_is_over_when_the_vault_is_free(vault: Path, places: Places) -> None:
    card = start_daemon(vault, places, SETTINGS)
    assert stop_daemon(vault, places, SETTINGS) is True
    assert holder_of(vault, places) is None
    assert not Path(card.socket).exists()
    assert card_of(vault, places) is None
    assert stop_daemon(vault, places, SETTINGS) is False


def test_a_stop_does_not_wait_for_a_daemon_that_came_after(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that starts daemons may be on its way: it takes the vault as soon as it is free."""
    card = start_daemon(vault, places, SETTINGS)
    seen = iter([Holder(card.pid, DAEMON), Holder(card.pid, DAEMON), Holder(0, "another process")])
    with monkeypatch.context() as patch:
        patch.setattr(background, "holder_of", lambda *_: next(seen, Holder(card.pid + 1, DAEMON)))
        assert stop_daemon(vault, places, SETTINGS) is True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_terminated_daemon_cleans_up(vault: Path, places: Places, number: signal.Signals) -> None:
    """A terminal that is closed ends what runs in its foreground with a hangup."""
    card = start_daemon(vault, places, SETTINGS)
    os.kill(card.pid, number)
    wait_until_free(vault, places)
    assert not Path(card.socket).exists()
    log = (places.state_of(vault) / "daemon.log").read_text()
    assert "Stopping." in log


def test_an_interrupt_ends_a_daemon_that_a_script_started_behind_it(vault: Path, places: Places) -> None:
    """A shell has what it starts with `&` ignore interrupts."""
    card = start_ignoring(signal.SIGINT, vault, places)
    os.kill(card.pid, signal.SIGINT)
    wait_until_free(vault, places)


def test_a_daemon_that_was_told_to_outlive_its_terminal_does(vault: Path, places: Places) -> None:
    """Who starts it under nohup means that the hangup says nothing."""
    card = start_ignoring(signal.SIGHUP, vault, places)
    os.kill(card.pid, signal.SIGHUP)

    with Client(vault) as client:
        assert client.hello().pid == card.pid
    assert stop_daemon(vault, places, SETTINGS) is True
    assert "Stopping." in (places.state_of(vault) / "daemon.log").read_text()


def test_a_daemon_that_lets_nobody_in_can_be_stopped(vault: Path, places: Places) -> None:
    """Programs that never hang up must not keep a daemon from being stopped."""
    card = start_daemon(vault, places, SETTINGS)
    held = []
    for _ in range(ServiceSettings().connections):
        held.append(socket.socket(socket.AF_UNIX))
        held[-1].connect(card.socket)

    assert stop_daemon(vault, places, SETTINGS)

    for line in held:
        line.close()


def test_a_killed_daemon_is_replaced(vault: Path, places: Places) -> None:
    first = start_daemon(vault, places, SETTINGS)
    os.kill(first.pid, signal.SIGKILL)
    wait_until_free(vault, places)
    assert answering(vault, places) is None
    second = start_daemon(vault, places, SETTINGS)
    assert second.pid != first.pid
    with Client(vault) as client:
        assert client.hello().pid == second.pid


def test_a_daemon_killed_behind_its_first_reading_leaves_nothing_for_ever(
    vault: Path, places: Places
) -> None:
    """
    After kill -9 the next daemon finds the halls and dates that were still to be found.
    """
    for number in range(200):
        note = vault / f"{date(2025, 1, 1) + timedelta(days=number)}.md"
        note.write_text("- 09:00 I prefer tea since last Friday.\n" * 3, encoding="utf-8")
    first = start_daemon(vault, places, SETTINGS)
    with Client(vault) as client:
        while client.status().notes < 100:
            pass
    os.kill(first.pid, signal.SIGKILL)
    wait_until_free(vault, places)

    start_daemon(vault, places, SETTINGS)
    with Client(vault) as client:
        client.catch_up()
        status = client.status()
        assert (status.skimmed, status.notes) == (0, 201)
        assert client.search("hall:preferences").total == 600
        assert client.retrieve("tea", time_range="2025-01-03").hits


def test_a_served_vault_cannot_be_opened_beside_its_daemon(vault: Path, places: Places) -> None:
    card = start_daemon(vault, places, SETTINGS)
    with pytest.raises(VaultBusy, match=rf"the daemon \(pid {card.pid}\)"):
        Memory.open(vault)
    with connect(vault) as client:
        assert isinstance(client, Client)


def test_an_opened_vault_cannot_be_served_beside_its_program(vault: Path, places: Places) -> None:
    with connect(vault) as memory:
        assert isinstance(memory, Memory)
        with pytest.raises(VaultBusy, match="a program that opened it"):
            start_daemon(vault, places, SETTINGS)


def test_a_program_that_opened_the_vault_is_not_stopped(vault: Path, places: Places) -> None:
    with Memory.open(vault), pytest.raises(VaultBusy, match="No daemon serves"):
        stop_daemon(vault, places, SETTINGS)


def test_a_stop_sees_a_daemon_that_is_still_starting(vault: Path, places: Places) -> None:
    """
    `diurnal start & diurnal stop` leaves none behind: the vault is held before the daemon is loaded.
    """
    # Loading takes as long as this pipe stays silent.
    code = (
        "import sys, diurnal.configure; diurnal.configure.configure = lambda *_, **__: sys.stdin.read()\n"
        f"from diurnal.cli import main; main(['run', '--vault', {str(vault)!r}])"
    )
    with subprocess.Popen([sys.executable, "-P", "-c", code], stdin=subprocess.PIPE) as process:
        while (holder := holder_of(vault, places)) is None or not holder.pid:
            assert process.poll() is None
        assert holder == (process.pid, DAEMON, str(vault))
        assert stop_daemon(vault, places, SETTINGS)
        assert process.wait() == -signal.SIGTERM
    assert holder_of(vault, places) is None


def test_following_the_diary_shows_entries_as_they_come(vault: Path, places: Places) -> None:
    start_daemon(vault, places, SETTINGS)
    with Client(vault) as client:
        client.catch_up()
    words = ["tail", "-f", "-n", "1", "--json", "--vault", str(vault)]
    command = [sys.executable, "-P", "-m", "diurnal", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["text"] == CANARY
            with (vault / "2026-07-20.md").open("a", encoding="utf-8") as note:
                note.write("- 11:00 買了烏龍茶\n")
            assert json.loads(process.stdout.readline())["text"] == "買了烏龍茶"
        finally:
            process.terminate()


def test_taking_on_a_served_vault_asks_its_daemon(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    card = start_daemon(vault, places, SETTINGS)
    assert main(["init", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"]["pid"] == card.pid


def test_removing_takes_everything_but_the_notes(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    start_daemon(vault, places, SETTINGS)
    note = (vault / "2026-07-20.md").read_bytes()
    assert main(["remove", "--vault", str(vault)]) == 0
    assert "These would be deleted" in capsys.readouterr().out
    assert (vault / ".diurnal").is_dir()
    assert answering(vault, places) is not None
    assert main(["remove", "--vault", str(vault), "--yes"]) == 0
    assert sorted(path.name for path in vault.iterdir()) == [".obsidian", "2026-07-20.md"]
    assert (vault / "2026-07-20.md").read_bytes() == note
    assert not places.state_of(vault).exists()
    assert holder_of(vault, places) is None


def test_removing_a_vault_that_is_away_says_what_stays_in_it(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """And once it is back the same command takes that too, though the vault is no longer registered."""
    start_daemon(vault, places, SETTINGS)
    stop_daemon(vault, places, SETTINGS)
    away = vault.rename(vault.with_name("elsewhere"))
    assert main(["remove", "--vault", str(vault), "--yes"]) == 0
    said = capsys.readouterr().out
    assert f"{vault / '.diurnal'} cannot be reached while the vault is away" in said
    assert not places.state_of(vault).exists()
    away.rename(vault)
    assert main(["remove", "--vault", str(vault), "--yes", "--json"]) == 0
    gone = json.loads(capsys.readouterr().out)
    assert (gone["left"], str(vault / ".diurnal") in gone["deleted"]) == ([], True)
    assert not (vault / ".diurnal").exists()


def test_removing_with_strip_takes_our_marks_out_of_the_notes_first(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dry run shows the diff and changes nothing; with --yes the notes lose our marks alone, then all else goes."""
    note = vault / "2026-07-20.md"
    entry = "## 09:00\n\nTea. ^e-aaaa\n"
    marked = f"{entry}\n<!-- diurnal: ts=2026-07-20T09:00:00+02:00 -->\n"
    note.write_text(marked)
    start_daemon(vault, places, SETTINGS)
    assert main(["remove", "--strip", "--vault", str(vault)]) == 0
    told = capsys.readouterr().out
    assert "-<!-- diurnal: ts=2026-07-20T09:00:00+02:00 -->" in told
    assert "1 timestamps, 0 days in brief would be taken out of 1 notes" in told
    assert note.read_text() == marked
    assert places.state_of(vault).exists()
    assert main(["remove", "--strip", "--vault", str(vault), "--yes"]) == 0
    assert note.read_text() == entry
    assert not places.state_of(vault).exists()


def test_wrong_settings_start_nothing_and_are_told_to_who_asked(vault: Path, places: Places) -> None:
    (vault / "diurnal.yaml").write_text("day_starts_at: soon\n")
    with pytest.raises(BadConfig, match=r"diurnal\.yaml:1: day_starts_at is 'soon'"):
        start_daemon(vault, places, SETTINGS)
    assert holder_of(vault, places) is None


def test_a_client_command_starts_the_daemon_if_it_may(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIURNAL_START_AUTO", "false")
    assert main(["dates", "--vault", str(vault)]) == NotRunning.exit_status
    assert "start.auto is off" in capsys.readouterr().err
    assert holder_of(vault, places) is None
    monkeypatch.delenv("DIURNAL_START_AUTO")
    assert main(["dates", "--vault", str(vault), "--json"]) == 0
    capsys.readouterr()
    assert holder_of(vault, places) is not None


def test_a_vault_that_is_away_is_answered_from_what_was_read(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not mounted, or being synced: a new client finds the daemon, and the answer says that it is stale."""
    start_daemon(vault, places, SETTINGS)
    with Client(vault) as client:
        client.catch_up()
    away = vault.with_name("not mounted")
    vault.rename(away)
    with Client(vault) as client:
        answer = client.retrieve("river", fresh=True)
        assert [hit.record.text for hit in answer.hits] == ["Ran along the river."]
        assert answer.state is State.STALE
        assert "folder is not there" in " ".join(answer.warnings)
    assert main(["ask", "river", "--vault", str(vault)]) == 0
    assert "folder is not there" in capsys.readouterr().out
    assert main(["stop", "--vault", str(vault)]) == 0
    assert main(["ask", "river", "--vault", str(vault)]) == NotAVault.exit_status
    away.rename(vault)


def test_a_daemon_whose_state_folder_was_deleted_ends_and_says_so(vault: Path, places: Places) -> None:
    """No client could find it, and a second one would come to serve the same notes."""
    command = [sys.executable, "-P", "-m", "diurnal", "run", "--vault", str(vault)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "serves a vault at" in process.stderr.readline()
    shutil.rmtree(places.state_of(vault))
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait() == NotRunning.exit_status
    assert "was deleted while the daemon ran, so it stopped" in said
    assert "so it stopped" in (places.state_of(vault) / "daemon.log").read_text()
    assert start_daemon(vault, places, SETTINGS).pid != process.pid


def test_a_service_manager_hears_when_questions_are_answered_and_that_it_lives(
    vault: Path, places: Places, tmp_path: Path
) -> None:
    environment = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
    words = ["run", "--vault", str(vault), "--set", "start.stop_within_s=60"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.settimeout(60)
        ear.bind(os.fspath(tmp_path / "notify"))
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "diurnal", *words], stderr=subprocess.DEVNULL, env=environment
        )
        assert ear.recv(100) == b"READY=1"
        with Client(vault) as client:
            assert client.hello().pid == process.pid
            client.catch_up()
        assert [ear.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        process.send_signal(signal.SIGTERM)
        said = ear.recv(100)
        while said == b"WATCHDOG=1":
            said = ear.recv(100)
        assert said == b"STOPPING=1"
        assert process.wait() == 0


def test_nothing_in_the_current_folder_is_run(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vault may come from elsewhere, and commands are given inside it."""
    (vault / "yaml.py").write_text("raise SystemExit('a file of the vault was run')")
    monkeypatch.chdir(vault)
    with Client(start=True) as client:
        assert client.hello().vault == str(vault)


def test_the_log_holds_no_note_and_no_question(vault: Path, places: Places) -> None:
    start_daemon(vault, places, SETTINGS, ["--set", "log.level=debug"])
    with Client(vault) as client:
        client.catch_up()
        assert client.retrieve(CANARY).hits
        client.note("2026-07-20")
    stop_daemon(vault, places, SETTINGS)
    written = b"".join(
        path.read_bytes() for path in places.state_of(vault).glob("daemon.*") if path.is_file()
    )
    assert b"retrieve took" in written
    assert b"canary" not in written
    assert "金絲雀".encode() not in written


def test_the_foreground_says_on_standard_error_what_it_does(vault: Path, places: Places) -> None:
    command = [sys.executable, "-P", "-m", "diurnal", "run", "--vault", str(vault)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "serves a vault at" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 0
    assert "Stopped." in rest


def test_status_names_the_daemon_in_text_and_json(
    vault: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    card = start_daemon(vault, places, SETTINGS)
    assert main(["status", "--vault", str(vault)]) == 0
    assert f"pid {card.pid}" in capsys.readouterr().out
    assert main(["status", "--vault", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pid"] == card.pid


def start_ignoring(number: signal.Signals, vault: Path, places: Places) -> Card:
    """Start a daemon as one does who has *number* ignored, which a daemon inherits."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        return start_daemon(vault, places, SETTINGS)
    finally:
        signal.signal(number, before)


def wait_until_free(vault: Path, places: Places) -> None:
    """Wait on the vault's own lock until whoever holds it is gone; one that stays for a minute fails the test."""
    import fcntl

    lock = os.open(places.state_of(vault) / "daemon.lock", os.O_RDWR)
    waiter = threading.Thread(target=fcntl.flock, args=(lock, fcntl.LOCK_EX), daemon=True)
    waiter.start()
    waiter.join(60)
    assert not waiter.is_alive(), "the daemon still holds its vault"
    os.close(lock)


@pytest.mark.daemon
def test_who_waited_for_a_start_that_was_given_up_hears_why(vault: Path, places: Places) -> None:
    """
    Two clients ask at once where no daemon may start by itself: both hear that, neither that the other was quicker.
    """
    places.config.mkdir(parents=True)
    places.config_file.write_text("start: {auto: false}\n")
    quicker = Claim.take(vault, places, DAEMON)

    def gives_up() -> None:
        quicker.release()

    with pytest.raises(NotRunning, match=r"start\.auto is off"):
        launch(vault, places, gives_up, 60.0, ("--auto",))


def test_a_question_to_a_vault_that_was_moved_while_it_was_served_hears_who_holds_it(
    vault: Path, places: Places, tmp_path: Path
) -> None:
    """
    No daemon after another is started for it meanwhile: the one that holds it will not give up.
    """
    card = start_daemon(vault, places, SETTINGS)
    moved = vault.rename(tmp_path / "moved")
    try:
        with pytest.raises(VaultMoved, match=rf"pid {card.pid}\), which knows it as {vault}"):
            launch(moved, places, lambda: answering(moved, places), SETTINGS.ready_within_s, ("--auto",))
    finally:
        moved.rename(vault)
