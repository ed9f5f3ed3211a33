"""Who holds a vault, where its socket lies, and which vault a command is about."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from diurnal import Memory
from diurnal.claim import Card, Claim, card_of, holder_of
from diurnal.errors import NotAVault, SocketPathTooLong, VaultBusy, WriteFailed
from diurnal.owned import own_folder
from diurnal.places import CACHE_TAG, CACHE_TAG_NAME, SOCKET_BYTES, Places, vault_id
from diurnal.registry import (
    find_vault,
    is_marked,
    register,
    registered,
    remembered,
    require_vault,
    unregister,
)
from diurnal.service.doorway import open_socket
from diurnal.store.folder_lock import FolderLock


def test_a_held_vault_names_its_holder(vault: Path, places: Places) -> None:
    with (
        Claim.take(vault, places, "the daemon"),
        pytest.raises(VaultBusy, match=rf"the daemon \(pid {os.getpid()}\)"),
    ):
        Claim.take(vault, places, "another")
    Claim.take(vault, places, "another").release()


def test_the_lock_decides_not_the_number_written_in_it(vault: Path, places: Places) -> None:
    """Peers' faults 163: A pid left over from a crash may belong to any program by now."""
    folder = places.state_of(vault)
    folder.mkdir(parents=True)
    (folder / "daemon.lock").write_text(json.dumps({"pid": os.getppid(), "what": "the daemon"}))
    assert holder_of(vault, places) is None
    with Claim.take(vault, places, "the daemon"):
        assert holder_of(vault, places) == (os.getpid(), "the daemon", str(vault))


def test_who_only_looks_keeps_nobody_from_a_vault(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A look shares the lock for a moment: a daemon that starts in it waits for its end, and for no real holder.
    """
    Claim.take(vault, places, "a first run").release()
    look = os.open(places.state_of(vault) / "daemon.lock", os.O_RDWR)
    fcntl.flock(look, fcntl.LOCK_SH)
    waited: list[float] = []

    def end_of_look(seconds: float) -> None:
        waited.append(seconds)
        os.close(look)

    monkeypatch.setattr("diurnal.claim.time.sleep", end_of_look)

    with Claim.take(vault, places, "the daemon"):
        assert len(waited) == 1
        with pytest.raises(VaultBusy, match="the daemon"):
            Claim.take(vault, places, "another")
        assert len(waited) == 1


def test_the_claim_of_a_killed_process_is_free(vault: Path, places: Places) -> None:
    script = (
        "import sys; from pathlib import Path; from diurnal.claim import Claim; from diurnal.places import Places\n"
        f"claim = Claim.take(Path({str(vault)!r}), Places.of(), 'a victim'); print('held', flush=True); sys.stdin.read()"
    )
    victim = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert victim.stdout is not None
    assert victim.stdin is not None
    assert victim.stdout.readline() == b"held\n"
    with pytest.raises(VaultBusy, match="a victim"):
        Claim.take(vault, places, "the next")
    victim.kill()
    victim.wait()
    victim.stdout.close()
    victim.stdin.close()
    Claim.take(vault, places, "the next").release()


def test_the_same_vault_has_one_claim_whichever_way_it_is_reached(
    vault: Path, places: Places, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(vault)
    with Claim.take(link, places, "one"), pytest.raises(VaultBusy):
        Claim.take(vault, places, "two")


def test_who_holds_a_vault_is_told_once_it_has_said_so(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    It holds the lock a moment before its number stands in it: whoever stops it then would wait for nobody in particular.
    """
    Claim.take(vault, places, "a first run").release()
    lock = os.open(places.state_of(vault) / "daemon.lock", os.O_RDWR)
    fcntl.flock(lock, fcntl.LOCK_EX)
    monkeypatch.setattr(
        "diurnal.claim.time.sleep", lambda _: os.pwrite(lock, b'{"pid": 7, "what": "the daemon"}', 0)
    )

    assert holder_of(vault, places) == (7, "the daemon", "")
    os.close(lock)
    assert holder_of(vault, places) is None


def test_a_full_disk_under_the_state_folder_is_named(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("diurnal.claim.os.pwrite", full)
        with pytest.raises(WriteFailed, match=r"could not be noted: No space left .* free space of /"):
            Claim.take(vault, places, "the daemon")
    Claim.take(vault, places, "the daemon").release()


def test_a_moved_vault_is_held_by_whoever_held_it_before(vault: Path, places: Places, tmp_path: Path) -> None:
    """
    Two daemons over one folder of derived data would write over each other.
    """
    with Memory.open(vault, config={"meaning.embedder": "none"}) as memory:
        assert () == memory.status().degraded
        moved = vault.rename(tmp_path / "moved")

        with pytest.raises(VaultBusy, match=rf"pid {os.getpid()}\), which knows it as {vault}") as refused:
            Memory.open(moved)
        assert f"diurnal stop --vault '{vault}'" in refused.value.hint
        if Path("/proc/self/fd").is_dir():  # elsewhere nobody can tell where it went
            assert f"The vault was moved to {moved}" in memory.status().degraded[0]
    Memory.open(moved, config={"meaning.embedder": "none"}).close()


def test_a_folder_in_place_of_the_daemons_card_is_named_and_left_alone(vault: Path, places: Places) -> None:
    with Claim.take(vault, places, "the daemon") as claim:
        in_the_way = claim.folder / "daemon.json"
        in_the_way.mkdir()
        with pytest.raises(
            WriteFailed, match=r"daemon\.json, by which clients find the daemon, could not be"
        ):
            claim.announce(Card(1, "socket", "0", str(vault)))
    assert in_the_way.is_dir()
    Claim.take(vault, places, "the next").release()


def test_a_vault_behind_a_closed_door_is_refused_by_name(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the rights nobody can tell whether it is a vault; `init` would be the wrong advice."""
    closed = vault.parent

    def looked_at(path: Path) -> os.stat_result:
        if closed in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return os.lstat(path)

    monkeypatch.setattr(Path, "stat", lambda path, **_: looked_at(path))
    monkeypatch.setattr(Path, "lstat", looked_at)

    with pytest.raises(NotAVault, match="cannot be looked at: permission denied"):
        find_vault(vault)


def test_a_state_folder_that_is_a_link_is_refused(vault: Path, places: Places, tmp_path: Path) -> None:
    places.state.mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    places.state_of(vault).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(WriteFailed, match="not a folder of yours"):
        Claim.take(vault, places, "the daemon")


def test_a_damaged_card_counts_as_none(vault: Path, places: Places) -> None:
    with Claim.take(vault, places, "the daemon") as claim:
        for text in ("", "{", "[]", '{"pid": "x"}'):
            (claim.folder / "daemon.json").write_text(text)
            assert card_of(vault, places) is None


def test_a_dead_socket_is_taken_over_and_a_live_one_never(vault: Path, places: Places) -> None:
    first, path = open_socket(vault, places)
    with pytest.raises(VaultBusy, match="Another daemon listens"):
        open_socket(vault, places)
    first.close()
    second, again = open_socket(vault, places)
    assert path == again
    second.close()


def test_what_is_no_socket_is_left_where_it_is(vault: Path, places: Places) -> None:
    path = next(places.sockets_of(vault))
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    listener, other = open_socket(vault, places)
    assert path.read_text() == "mine"
    assert other != path
    listener.close()
    other.unlink()


@pytest.mark.parametrize("name", ["x" * 120, "日" * 60])
def test_however_long_the_paths_the_socket_is_short(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Peers' faults 161: Bytes are counted, not letters; two long vaults never share a socket."""
    base = tmp_path / name
    monkeypatch.setenv("XDG_STATE_HOME", str(base))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    places = Places.of()
    sockets = []
    for vault in (base / "one", base / "two"):
        listener, path = open_socket(vault, places)
        assert len(os.fsencode(path)) <= SOCKET_BYTES
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(os.fspath(path))
        listener.close()
        path.unlink()
        sockets.append(path)
    assert len(set(sockets)) == 2


def test_a_runtime_folder_is_preferred(vault: Path, places: Places, tmp_path: Path) -> None:
    runtime = places._replace(runtime=tmp_path)
    assert next(runtime.sockets_of(vault)) == tmp_path / "diurnal" / f"{vault_id(vault)}.sock"


def test_no_short_place_is_one_clear_error(
    vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diurnal.places.SOCKET_BYTES", 5)
    with pytest.raises(SocketPathTooLong, match="XDG_RUNTIME_DIR"):
        open_socket(vault, places)


class TestWhichVault:
    def test_the_name_given_wins(self, vault: Path, places: Places, tmp_path: Path) -> None:
        other = tmp_path / "other"
        (other / ".obsidian").mkdir(parents=True)
        env = {"DIURNAL_VAULT": str(other), "XDG_STATE_HOME": str(places.state.parent)}
        assert find_vault(vault, environment=env) == vault
        assert find_vault(None, environment=env, working_folder=vault) == other

    def test_a_command_given_inside_a_vault_is_about_it(self, vault: Path, places: Places) -> None:
        deep = vault / "diary" / "2026"
        deep.mkdir(parents=True)
        assert find_vault(None, working_folder=deep) == vault

    def test_elsewhere_the_only_registered_one_is_meant(
        self, vault: Path, places: Places, tmp_path: Path
    ) -> None:
        register(vault, places)
        register(vault, places)
        assert find_vault(None, working_folder=tmp_path) == vault
        other = tmp_path / "other"
        other.mkdir()
        register(other, places)
        with pytest.raises(NotAVault, match="Several vaults are registered"):
            find_vault(None, working_folder=tmp_path)
        unregister(other, places)
        assert registered(places) == [vault]

    def test_no_folder_is_indexed_by_surprise(self, places: Places, tmp_path: Path) -> None:
        """Peers' faults 177: Run in a home folder, say: it is no vault because somebody stands in it."""
        (tmp_path / "letter.md").write_text("Dear Maya")
        with pytest.raises(NotAVault, match="is in no vault"):
            find_vault(None, working_folder=tmp_path)
        with pytest.raises(NotAVault, match="diurnal init"):
            require_vault(tmp_path, places)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "letter.md"]

    def test_a_folder_that_is_only_called_diurnal_makes_no_vault_of_a_home(
        self, places: Places, tmp_path: Path
    ) -> None:
        """
        Installed into `~/.diurnal`, it would take the whole home for a vault, and `remove` would delete it.
        """
        environment = tmp_path / ".diurnal"
        environment.mkdir()
        (environment / "pyvenv.cfg").write_text("home = /usr/bin")
        for tag in ("Signature: 8a477f597d28d172789f06886806bc55\n", CACHE_TAG):
            (environment / CACHE_TAG_NAME).write_text(tag)
            assert not is_marked(tmp_path)
        with pytest.raises(NotAVault, match="is in no vault"):
            find_vault(None, working_folder=tmp_path)

        (environment / "pyvenv.cfg").unlink()
        assert find_vault(None, working_folder=tmp_path / ".diurnal") == tmp_path

    def test_inside_a_vault_that_shows_no_mark_it_is_meant_all_the_same(
        self, vault: Path, places: Places, tmp_path: Path
    ) -> None:
        """
        Without Obsidian, and with its derived data elsewhere, a vault is known by its path alone.
        """
        plain = tmp_path / "plain"
        (plain / "diary").mkdir(parents=True)
        register(vault, places)
        register(plain, places)
        assert find_vault(None, working_folder=plain / "diary") == plain

    def test_a_mistyped_path_is_an_error_and_makes_no_folder(self, vault: Path, places: Places) -> None:
        """Peers' faults 178."""
        wrong = vault.with_name("My Vualt 日記")
        with pytest.raises(NotAVault, match=r"Did you mean .*My Vault 日記"):
            find_vault(wrong)
        assert not wrong.exists()

    def test_a_vault_that_is_away_is_remembered_by_its_path(self, vault: Path, places: Places) -> None:
        """Its daemon goes on answering, so it must be found."""
        register(vault, places)
        vault.rename(vault.with_name("elsewhere"))
        assert find_vault(vault) == vault
        with pytest.raises(NotAVault, match="There is no folder"):
            find_vault(vault.with_name("never was"))

    def test_a_vault_that_is_away_is_the_only_one_where_no_other_is_there(
        self, vault: Path, places: Places, tmp_path: Path
    ) -> None:
        register(vault, places)
        vault.rename(vault.with_name("elsewhere"))
        assert find_vault(None, working_folder=tmp_path) == vault
        other = tmp_path / "other"
        other.mkdir()
        register(other, places)
        assert find_vault(None, working_folder=tmp_path) == other

    def test_a_served_vault_that_is_away_is_not_passed_over_for_another(
        self, vault: Path, places: Places, tmp_path: Path
    ) -> None:
        """The question would be answered out of somebody else's diary."""
        other = tmp_path / "other"
        other.mkdir()
        with Claim.take(vault, places, "the daemon"):
            register(vault, places)
            register(other, places)
            vault.rename(vault.with_name("elsewhere"))
            with pytest.raises(NotAVault, match="Several vaults are registered"):
                find_vault(None, working_folder=tmp_path)

    def test_registering_another_does_not_forget_one_that_is_away(
        self, vault: Path, places: Places, tmp_path: Path
    ) -> None:
        register(vault, places)
        Claim.take(vault, places, "the daemon").release()
        gone, other = tmp_path / "gone", tmp_path / "other"
        for folder in (gone, other):
            folder.mkdir()
        register(gone, places)
        gone.rmdir()
        vault.rename(vault.with_name("elsewhere"))
        register(other, places)
        assert remembered(places) == [vault, other]

    def test_a_shell_that_stands_in_a_folder_that_is_away_is_helped(
        self, vault: Path, places: Places, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        register(vault, places)
        here = vault / "diary"
        here.mkdir()
        monkeypatch.chdir(here)
        here.rmdir()
        assert find_vault(None) == vault


def test_a_deleted_or_replaced_lock_is_a_claim_no_longer(vault: Path, places: Places) -> None:
    """The next process would make a new file and hold that."""
    with Claim.take(vault, places, "the daemon") as claim:
        assert claim.stands
        (places.state_of(vault) / "daemon.lock").unlink()
        assert not claim.stands
        with Claim.take(vault, places, "the next") as after:
            after.announce(Card(1, "/socket", "0", str(vault)))
            assert not claim.stands
            claim.release()
            assert card_of(vault, places) is not None


def test_two_vaults_that_are_registered_at_once_are_both_known(places: Places, tmp_path: Path) -> None:
    """
    At a login several daemons start together: one that finds the list in another's hands waits for it.
    """
    one, other = (tmp_path / name for name in ("one", "other"))
    one.mkdir()
    other.mkdir()
    late = threading.Thread(target=register, args=(other, places))
    with FolderLock(own_folder(places.state)).held():
        late.start()
        late.join(0.1)
        assert late.is_alive()
        places.vaults_file.write_text(json.dumps([str(one)]))
    late.join(10)

    assert remembered(places) == [one, other]
