"""A real socket with a scripted memory behind it, served on a thread."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from diurnal.claim import Card
from diurnal.config.settings import ServiceSettings
from diurnal.places import Places
from diurnal.service.doorway import open_socket
from diurnal.service.methods import Methods
from diurnal.service.server import Server
from fake_memory import FakeMemory


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """An owner with nothing yet: XDG folders of their own, no runtime folder."""
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in [*os.environ]:
        if name.startswith("DIURNAL_") or name == "XDG_RUNTIME_DIR":
            monkeypatch.delenv(name)
    (tmp_path / "home").mkdir()
    return Places.of()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "My Vault 日記"
    (folder / ".obsidian").mkdir(parents=True)
    return folder


class Served:
    """A memory behind a socket, on a thread of this process."""

    def __init__(self, vault: Path, places: Places, limits: ServiceSettings) -> None:
        self.memory = FakeMemory(vault, places)
        self.listener, self.path = open_socket(vault, places)
        self.loop = asyncio.new_event_loop()
        self.told_to_stop = asyncio.Event()
        self.finished_in_time: bool | None = None
        self._limits = limits
        self.card = Card(os.getpid(), str(self.path), "0.1.0", str(vault))
        self._log = self.memory.claim.folder / "daemon.log"
        self._up = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        assert self._up.wait(10)
        self.memory.claim.announce(self.card)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._serve())
        self.loop.close()

    async def _serve(self) -> None:
        methods = Methods(self.memory, self.card, self.stop)
        server = Server(self.listener, methods, self._limits, self._log)
        await server.open()
        self._up.set()
        await self.told_to_stop.wait()
        self.finished_in_time = await server.close(5)

    def stop(self) -> None:
        with contextlib.suppress(RuntimeError):  # it stops already: its loop is closed before its thread ends
            self.loop.call_soon_threadsafe(self.told_to_stop.set)

    def join(self) -> None:
        """Wait until it is stopped."""
        self._thread.join(10)

    def close(self) -> None:
        if self._thread.is_alive():
            self.stop()
        self.memory.hold.set()
        self.join()
        self.memory.claim.release()

    def connect(self) -> Talk:
        return Talk(self.path)


class Talk:
    """A bare connection, as `nc -U` would make it."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(20)
        self.socket.connect(os.fspath(path))
        self._replies = self.socket.makefile("rb")

    def say(self, line: bytes) -> None:
        self.socket.sendall(line)

    def hear(self) -> dict[str, Any]:
        line = self._replies.readline()
        assert line.endswith(b"\n"), f"the daemon hung up: {line!r}"
        reply: dict[str, Any] = json.loads(line)
        return reply

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        self.say(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n")
        return self.hear()

    def close(self) -> None:
        self._replies.close()
        self.socket.close()


@pytest.fixture
def limits() -> ServiceSettings:
    return ServiceSettings(line_kb=64, workers=2)


@pytest.fixture
def served(vault: Path, places: Places, limits: ServiceSettings) -> Iterator[Served]:
    logging.getLogger("diurnal").setLevel(logging.DEBUG)
    service = Served(vault, places, limits)
    yield service
    service.close()


@pytest.fixture
def talk(served: Served) -> Iterator[Talk]:
    connection = served.connect()
    yield connection
    connection.close()
