"""The fixtures of the tests of what agents get."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from answer_room import SocketSkin
from answer_room import home as home
from answer_room import skin as skin
from answer_room import vault as vault
from diurnal.config.settings import Settings, StartSettings
from diurnal.mcp_server.desk import Desk
from diurnal.places import Places
from diurnal.service.background import stop_daemon
from left_over import end_processes_of
from mcp_agent import Agent
from notefolder import NoteFolder

STOPPING = StartSettings(stop_within_s=30)


@pytest.fixture
def configured(home: Path) -> Callable[..., None]:
    """Writes the owner's settings, by section; search by meaning is off, so that a daemon comes up quickly."""

    def write(**sections: str) -> None:
        said = {"meaning": "embedder: none", "start": "ready_within_s: 60"} | sections
        path = Places.of().config_file
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{name}: {{{settings}}}\n" for name, settings in said.items())
        path.write_text(text, encoding="utf-8")

    write()
    return write


@pytest.fixture
def alone(configured: Callable[..., None]) -> None:
    """No daemon is started, for what the process does without one."""
    configured(start="auto: false")


@pytest.fixture
def start(configured: Callable[..., None]) -> Iterator[Callable[..., Agent]]:
    """Starts MCP processes; at the end they and the daemons of their vaults are gone."""
    agents: list[Agent] = []
    vaults: set[Path] = set()

    def begin(vault: Path, **how: Any) -> Agent:
        vaults.add(vault)
        agents.append(Agent(vault, **how))
        return agents[-1]

    yield begin
    for agent in agents:
        agent.end()
    for served in vaults:
        stop_daemon(served, Places.of(), STOPPING)
        # One of several starters may still be on its way to a vault that is free again now.
        end_processes_of(served)


@pytest.fixture
def open_desk(vault: NoteFolder) -> Iterator[Any]:
    """Opens a desk over a served memory of everything that the test has written by then."""
    skin = SocketSkin(vault)

    def opened(settings: Settings | None = None) -> Desk:
        skin.open()
        return Desk(vault.root, settings or Settings())

    yield opened
    skin.close()
