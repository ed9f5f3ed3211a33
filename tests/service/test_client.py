"""The client against a real socket: same values, same errors, nothing heavy."""

from __future__ import annotations

import inspect
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest

from diurnal.client import Client
from diurnal.client_wire import WRITES
from diurnal.config.settings import ServiceSettings
from diurnal.errors import (
    BadRequest,
    BadTime,
    DeadlineExceeded,
    DiurnalError,
    NoteMissing,
    NotRunning,
    OutcomeUnknown,
    VersionMismatch,
)
from diurnal.memory import Memory
from diurnal.model.answer import Answer, Clock, State
from diurnal.model.time import TimeWindow
from diurnal.places import Places
from diurnal.service.faults import every_kind, fault_from_wire, fault_to_wire
from diurnal.service.protocol import METHODS
from diurnal.service.signature import REQUIRED
from service_room import Served


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    with Client(served.memory.vault, timeout=10) as made:
        yield made


def test_answers_arrive_as_the_values_they_were(client: Client, served: Served) -> None:
    answer = client.retrieve("Was hat Maya gesagt?", limit=3)
    assert isinstance(answer, Answer)
    assert answer == served.memory.answer("Was hat Maya gesagt?")
    assert answer.hits[0].record.at == datetime(2026, 7, 21, 14, 30)
    assert answer.block().startswith("<diurnal-notes>")


def test_every_kind_of_value_survives(client: Client, served: Served) -> None:
    assert client.dates() == served.memory.dates()
    assert client.tail(1) == served.memory.tail(1)
    assert client.status().state is State.READY
    assert client.since(Clock("3f2a", 1)).restart is False
    assert client.since("other:1").restart is True
    assert client.hello().vault == str(served.memory.vault)


def test_times_are_carried_as_they_were_said(client: Client, served: Served) -> None:
    now = datetime(2026, 7, 21, 9, 0)
    for span in (
        (date(2026, 7, 1), date(2026, 7, 2)),
        TimeWindow(datetime(2026, 7, 1), None),
        [(date(2026, 7, 1), None)],
        "last week",
    ):
        client.retrieve("x", time_range=span, now=now)
        assert served.memory.asked[-1]["time_range"] == span
        assert served.memory.asked[-1]["now"] == now


def test_an_error_is_raised_again_as_its_class(client: Client) -> None:
    with pytest.raises(NoteMissing, match="Did you mean 'Maya'"):
        client.note("Maja")
    with pytest.raises(BadTime):
        client.retrieve("x", time_range=("2026-13-01", "later"))


def test_every_error_class_survives_the_wire() -> None:
    assert len(every_kind()) > 20
    for kind in every_kind().values():
        again = fault_from_wire(fault_to_wire(kind("What happened.", hint="What to do.")))
        assert type(again) is kind
        assert str(again) == "What happened. What to do."


def test_an_error_from_a_newer_daemon_is_still_an_error() -> None:
    fault = fault_from_wire(
        {"code": 99, "message": "New trouble.", "data": {"kind": "new-trouble", "hint": ""}}
    )
    assert type(fault) is DiurnalError
    assert type(fault_from_wire("nonsense")) is DiurnalError


def test_without_a_daemon_the_error_names_the_command(vault: Path, places: Places) -> None:
    with Client(vault) as client, pytest.raises(NotRunning, match="diurnal start --vault"):
        client.status()


def test_a_card_left_over_from_a_crash_is_not_believed(served: Served, client: Client) -> None:
    client.status()
    card = (served.memory.claim.folder / "daemon.json").read_text()
    folder = served.memory.claim.folder
    served.close()
    (folder / "daemon.json").write_text(card)
    with pytest.raises(NotRunning):
        client.status()


def test_a_daemon_that_was_restarted_is_found_again(
    vault: Path, places: Places, served: Served, client: Client
) -> None:
    client.status()
    served.close()
    second = Served(vault, places, served._limits)
    try:
        assert client.status().notes == 2
    finally:
        second.close()


def test_a_write_that_was_cut_off_is_not_sent_again(served: Served) -> None:
    """
    The daemon that ended may have written before it did: asked again, the next one would write a second entry.
    """
    with Client(served.memory.vault, start=True) as client:
        client.status()
        there = client._line._socket
        assert there is not None
        there.shutdown(socket.SHUT_RD)

        with pytest.raises(
            OutcomeUnknown, match=r"during `append`, which it may have done or not.*diurnal ops"
        ):
            client.append("Bought a lantern.")

        assert client.status().notes == 2


def test_why_a_daemon_hung_up_is_told_though_it_did_so_before_it_was_asked(served: Served) -> None:
    """
    It lets so many in and no more: its refusal is there already when the question finds the line cut.
    """
    many = [served.connect() for _ in range(ServiceSettings().connections)]
    assert "result" in many[-1].ask("status")
    with Client(served.memory.vault) as client:
        there = client._line._connected()
        there.recv(1, socket.MSG_PEEK)

        with pytest.raises(BadRequest, match=r"64 clients are connected.*raise service\.connections"):
            client.status()
    for talk in many:
        talk.close()


def test_the_client_knows_which_methods_write() -> None:
    """
    Its own list is the table's.
    """
    assert {method.name for method in METHODS.values() if method.writes} == WRITES


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one(served: Served) -> None:
    with Client(served.memory.vault, timeout=0.2) as client:
        with pytest.raises(DeadlineExceeded):
            client.when("slow")
        served.memory.hold.set()
        assert client.retrieve("quick").query == "quick"


def test_a_method_that_an_older_daemon_lacks_names_the_restart(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("diurnal.client_wire.__version__", "9.0.0")
    with pytest.raises(VersionMismatch, match=r"daemon is version 0\.1\.0, this is 9\.0\.0.*diurnal stop"):
        client.call("divine", query="x")
    with pytest.raises(VersionMismatch):
        client.call("status", depth=3)


def test_clients_may_ask_at_once(served: Served) -> None:
    heard: list[str] = []

    def talk(number: int) -> None:
        with Client(served.memory.vault, timeout=20) as client:
            heard.extend(client.retrieve(f"{number}-{each}").query for each in range(20))

    threads = [threading.Thread(target=talk, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(heard) == sorted(f"{number}-{each}" for number in range(8) for each in range(20))


def test_the_client_has_every_method_with_the_parameters_of_the_table() -> None:
    for method in METHODS.values():
        function = getattr(Client, method.name)
        parameters = dict(inspect.signature(function).parameters)
        parameters.pop("self")
        loose = parameters.pop("fields", None) is not None
        for item in method.parameters:
            if item.name not in parameters:
                assert loose, f"Client.{method.name} has no parameter {item.name}"
                continue
            own = parameters.pop(item.name).default
            if method.name == "close" and item.name == "id":
                continue
            assert own == (inspect.Parameter.empty if item.default is REQUIRED else item.default), item.name
        assert not parameters, f"Client.{method.name} takes {list(parameters)}, which the table lacks"


def test_the_client_imports_the_standard_library_only() -> None:
    """A25: no numpy, no yaml, nothing installed; a script may use it anywhere."""
    code = (
        "import sys; before = set(sys.modules); import diurnal.client, diurnal.cli.ask, diurnal.cli.search\n"
        "names = {name.split('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(names - set(sys.stdlib_module_names) - {'diurnal'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_search_command_loads_no_dataclasses() -> None:
    """They alone cost 20 ms of the 60 that a command may take."""
    code = (
        "import sys; from diurnal.cli.frame import Command; Command.load('search'); Command.load('ask')\n"
        "import diurnal.cli, diurnal.client_wire, diurnal.registry\n"
        "print('dataclasses' in sys.modules, 'diurnal.model.record' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_a_daemon_answers_before_it_loads_what_writes(vault: Path) -> None:
    """
    Writing, learning, the scheduled jobs and the index of word order are a third of all there is to load; a start
    on notes that did not change needs none of it.
    """
    (vault / "2026-07-20.md").write_text("- 09:10 Ran along the river.\n", encoding="utf-8")
    with Memory.open(vault) as memory:
        memory.catch_up()
    rooms = (
        "diurnal.jobs diurnal.engine.write diurnal.engine.memorize diurnal.engine.selfbench diurnal.vault.patch"
        " diurnal.assemble.authoring diurnal.http_server diurnal.mcp_server apscheduler whoosh.index"
    )
    code = f"""
import sys
import diurnal.cli.run, diurnal.service.lifecycle, diurnal.assemble.opened as opened
from diurnal.memory import Memory
opened.WRITES_AFTER_S = 1e9  # as if the answer came at once, however busy the machine is
with Memory.open({str(vault)!r}, serve=True) as memory:
    assert memory.ask("river", fresh=True).hits
    print([name for name in sys.modules if name.startswith(tuple({rooms!r}.split()))])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_question_that_starts_a_daemon_loads_no_settings() -> None:
    """
    The daemon reads them itself; to read them before it begins made every such question wait twice.
    """
    code = (
        "import sys; import diurnal.cli.ask, diurnal.service.launch\n"
        "print('dataclasses' in sys.modules, 'diurnal.configure' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_command_that_starts_a_daemon_does_not_load_what_the_daemon_loads() -> None:
    """
    Loading it takes as long again as the daemon's own start, before that has begun.
    """
    code = (
        "import sys; import diurnal.cli.start\nprint('numpy' in sys.modules, 'diurnal.memory' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
