"""The MCP process as an agent's program runs it: what goes over its pipes, and when it ends."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client as McpClient
from mcp import StdioServerParameters

from diurnal.claim import card_of
from diurnal.cli import main
from diurnal.client import Client
from diurnal.mcp_server.greeting import NAME
from diurnal.places import Places
from mcp_agent import INITIALIZE, PATIENCE_S, Agent
from notefolder import NoteFolder

pytestmark = pytest.mark.daemon
Start = Callable[..., Agent]

PARENT = "import subprocess, sys; subprocess.Popen(sys.argv[1:]).wait()"
HANGING = """
import sys, threading
from diurnal.mcp_server import wire
from diurnal.mcp_server.desk import Desk

wire.LAST_REPLIES_S = 0.5

def hanging(desk):
    print("hanging", flush=True)
    threading.Event().wait()

Desk.status = hanging
from diurnal.cli import main
sys.exit(main(sys.argv[1:]))
"""
NOISY = """
import os, sys
from diurnal.mcp_server.desk import Desk
status = Desk.status

def noisy(desk):
    print("noise by print", flush=True)
    os.write(1, b"noise by descriptor\\n")
    os.system("echo noise by child")
    return status(desk)

Desk.status = noisy
from diurnal.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def stuck(tmp_path: Path) -> Path:
    """A folder with a package `mcp` whose loading never ends: what happens then happens before the server is there."""
    package = tmp_path / "shadow" / "mcp"
    package.mkdir(parents=True)
    os.mkfifo(package / "never")
    (package / "__init__.py").write_text(
        "import os\nopen(os.path.join(os.path.dirname(__file__), 'never')).read()\n"
    )
    return package.parent


def test_initialize_is_answered_before_the_server_is_loaded(
    vault: NoteFolder, start: Start, stuck: Path, alone: None
) -> None:
    """Peers' faults 167: a client shows nothing until this answer is there."""
    agent = start(vault.root, shadow=stuck)
    assert agent.ask("initialize", INITIALIZE)["serverInfo"]["name"] == NAME
    assert agent.process.poll() is None


@pytest.mark.parametrize("asks_first", [False, True], ids=["at once", "after initialize"])
def test_it_ends_with_its_input_while_still_loading(
    vault: NoteFolder, start: Start, stuck: Path, alone: None, asks_first: bool
) -> None:
    """Peers' faults 165: standard input at its end."""
    agent = start(vault.root, shadow=stuck)
    if asks_first:
        agent.ask("initialize", INITIALIZE)
    assert agent.hang_up() == 0


def test_it_ends_with_its_parent_though_its_input_stays_open(
    vault: NoteFolder, stuck: Path, alone: None
) -> None:
    """Peers' faults 165: another child of the dead parent still holds the pipe."""
    held, given = os.pipe()
    answered, answers = os.pipe()
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, sys.executable, "-m", "diurnal", "mcp", "--vault", str(vault.root)],
        stdin=held,
        stdout=answers,
        env=os.environ | {"PYTHONPATH": str(stuck)},
    )
    os.close(held)
    os.close(answers)
    with os.fdopen(answered, "rb") as output:
        message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
        os.write(given, json.dumps(message).encode() + b"\n")
        assert output.readline()
        parent.kill()
        parent.wait(PATIENCE_S)
        # The end of its output: nobody holds the other end any more.
        assert output.read() == b""
    os.close(given)


def test_it_ends_when_its_client_hangs_up(vault: NoteFolder, start: Start, alone: None) -> None:
    agent = start(vault.root)
    agent.begin()
    agent.ask("tools/list")
    assert agent.hang_up() == 0
    assert agent.rest() == b""


def test_who_asks_and_hangs_up_at_once_gets_every_reply(vault: NoteFolder, alone: None) -> None:
    """
    As `printf '…' | diurnal mcp` does in a shell: the input ends before the server is even loaded.
    """
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "two", "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "status", "arguments": {}}},
        {"jsonrpc": "2.0", "id": 4, "method": "no/such/method"},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "diurnal", "mcp", "--vault", str(vault.root)],
        input=b"".join(json.dumps(message).encode() + b"\n" for message in asked),
        capture_output=True,
        timeout=PATIENCE_S,
        check=True,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert {1, "two", 3, 4} == {reply["id"] for reply in replies}
    assert len(replies) == 4


def test_a_call_that_hangs_does_not_keep_it(vault: NoteFolder, start: Start, alone: None) -> None:
    agent = start(vault.root, python=("-c", HANGING))
    agent.begin()
    agent.send("tools/call", {"name": "status", "arguments": {}})
    assert b"hanging" in agent.complaint()
    assert agent.hang_up() == 0


def test_only_messages_go_out_whatever_is_printed(vault: NoteFolder, start: Start, alone: None) -> None:
    """Peers' faults 166."""
    agent = start(vault.root, python=("-c", NOISY))
    agent.begin()
    agent.refusal("status")
    assert agent.hang_up() == 0
    assert agent.rest() == b""
    assert b"".join(iter(agent.complaint, b"")).count(b"noise by") == 3


def test_initialize_is_answered_once(vault: NoteFolder, start: Start, alone: None) -> None:
    """The server answers it too, once it is loaded; the client must not see that."""
    agent = start(vault.root)
    agent.begin()
    tools = [tool["name"] for tool in agent.ask("tools/list")["tools"]]
    assert tools == ["ask", "search", "day", "note", "links", "recent", "status"]


def test_a_client_of_the_newest_protocol_is_served(vault: NoteFolder, alone: None) -> None:
    """It begins without ``initialize``."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "diurnal", "mcp", "--vault", str(vault.root)],
        env=dict(os.environ),
    )

    async def converse() -> str:
        async with McpClient(server) as client:
            assert client.protocol_version > "2026"
            result = await client.call_tool("status", {})
            return str(result.content[0])

    assert "No daemon serves" in asyncio.run(converse())


def test_three_agents_at_once_start_one_daemon(vault: NoteFolder, start: Start) -> None:
    agents = [start(vault.root) for _ in range(3)]
    for agent in agents:
        agent.begin()
    assert {agent.call("status").splitlines()[0] for agent in agents} == {f"Vault: {vault.root}"}
    card = card_of(vault.root, Places.of())
    assert card is not None
    os.kill(card.pid, 0)


def test_each_vault_answers_for_itself(home: Path, start: Start) -> None:
    """Peers' faults 179: two vaults open at once."""
    for name in ("Work", "Home"):
        folder = NoteFolder(home / name)
        folder.write(".obsidian/app.json", "{}")
        folder.write("wiki/tea.md", f"- the tea at {name}\n")
        agent = start(folder.root)
        with Client(folder.root, start=True) as client:
            client.catch_up()
        assert f"“{name}”" in agent.begin()["instructions"]
        answer = agent.call("search", query="tea")
        assert answer.startswith(f"[{name}")
        assert f"the tea at {name}" in answer


def test_a_daemon_is_not_started_where_the_owner_forbids_it(
    vault: NoteFolder, start: Start, alone: None
) -> None:
    agent = start(vault.root)
    agent.begin()
    assert f"diurnal start --vault {vault.root}" in agent.refusal("status")
    assert card_of(vault.root, Places.of()) is None


def test_settings_that_are_wrong_end_it_with_a_reason(
    vault: NoteFolder, start: Start, configured: Callable[..., None]
) -> None:
    configured(mcp="answer_kb: none")
    agent = start(vault.root)
    assert agent.process.wait(PATIENCE_S) == 10
    assert b"mcp.answer_kb" in agent.complaint()


def test_without_the_package_it_says_what_to_install(
    vault: NoteFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["mcp", "--vault", str(vault.root)]) == 2
    assert "pip install '.[mcp]'" in capsys.readouterr().err
