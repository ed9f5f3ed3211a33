"""A vault that tests write into, and its memory through the Python API and over a real socket."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from diurnal import Memory
from diurnal.claim import Card
from diurnal.client import Client
from diurnal.config.settings import ServiceSettings
from diurnal.model.answer import Answer
from diurnal.places import Places
from diurnal.service.doorway import open_socket
from diurnal.service.methods import Methods
from diurnal.service.server import Server
from notefolder import NoteFolder

NOW = datetime(2026, 7, 22, 9, 30)  # a Wednesday


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An owner with nothing yet."""
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def vault(home: Path) -> NoteFolder:
    folder = NoteFolder(home / "Notes")
    (folder.root / ".obsidian").mkdir()
    return folder


class Skin:
    """One way of asking; ``open`` reads what the test has written by then."""

    def __init__(self, vault: NoteFolder) -> None:
        self.vault = vault
        self.memory: Memory | None = None
        self.config: dict[str, Any] = {"meaning.embedder": "none"}

    def open(self, **config: Any) -> Any:
        raise NotImplementedError

    def ask(self, question: str, *, now: datetime = NOW, **more: Any) -> Answer:
        """``ask`` of everything on the disk."""
        answer: Answer = self.open().ask(question, now=now, **more)
        return answer

    def retrieve(self, question: str, *, now: datetime = NOW, **more: Any) -> Answer:
        answer: Answer = self.open().retrieve(question, now=now, **more)
        return answer

    def close(self) -> None:
        if self.memory is not None:
            self.memory.close()


class ApiSkin(Skin):
    def open(self, **config: Any) -> Memory:
        if self.memory is None:
            self.memory = Memory.open(self.vault.root, config={**self.config, **config})
        self.memory.catch_up()
        return self.memory


class SocketSkin(Skin):
    """The memory as a daemon serves it, on a thread of this process, asked by a client."""

    def open(self, **config: Any) -> Client:
        if self.memory is None:
            self.memory = Memory.open(self.vault.root, config={**self.config, **config}, serve=True)
            self._listener, path = open_socket(self.vault.root, Places.of())
            self._loop = asyncio.new_event_loop()
            self._told = asyncio.Event()
            self._up = threading.Event()
            self._card = Card(os.getpid(), str(path), "0.1.0", str(self.vault.root))
            self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()))
            self._thread.start()
            assert self._up.wait(10)
            self.memory.claim.announce(self._card)
            self.client = Client(self.vault.root)
        self.client.catch_up()
        return self.client

    async def _serve(self) -> None:
        assert self.memory is not None
        methods = Methods(self.memory, self._card, lambda: None)
        server = Server(self._listener, methods, ServiceSettings(), self.memory.claim.folder / "daemon.log")
        await server.open()
        self._up.set()
        await self._told.wait()
        await server.close(5)

    def close(self) -> None:
        if self.memory is not None:
            self.client.__exit__()
            self._loop.call_soon_threadsafe(self._told.set)
            self._thread.join(10)
            self._loop.close()
        super().close()


@pytest.fixture(params=[ApiSkin, SocketSkin], ids=["api", "socket"])
def skin(request: pytest.FixtureRequest, vault: NoteFolder) -> Iterator[Skin]:
    """Every test that takes this runs through the Python API and over the socket."""
    made: Skin = request.param(vault)
    yield made
    made.close()


@pytest.fixture
def api(vault: NoteFolder) -> Iterator[Skin]:
    """The Python API alone, for what no other way of asking can show."""
    made = ApiSkin(vault)
    yield made
    made.close()
