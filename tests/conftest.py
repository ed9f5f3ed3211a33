"""Fixtures every test may use; the richer ones live beside the tests that need them.

No test sees the owner who runs it: home and settings are a folder of the run. None
reaches another machine, and a run that leaves a process of a test's vault behind fails.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from left_over import end_processes_of

ROOT = Path(__file__).resolve().parents[1]

# How long an example takes is the machine's business: on a busy one the usual fifth of a second is no fault.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")


@pytest.fixture(scope="session", autouse=True)
def nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home for tests that ask for none of their own: what they write by mistake is nobody's."""
    home = tmp_path_factory.mktemp("nobody")
    with pytest.MonkeyPatch.context() as patch:
        for name in [*os.environ]:
            if name.startswith("DIURNAL_") or name == "XDG_RUNTIME_DIR":
                patch.delenv(name)
        for name in ("CONFIG", "STATE", "CACHE", "DATA"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.setenv("HOME", str(home))
        yield home
    left = end_processes_of(tmp_path_factory.getbasetemp())
    assert left == [], "a test left these running"


@pytest.fixture(scope="session", autouse=True)
def nobody_else() -> Iterator[None]:
    """No other machine: models and services that tests call are scripted, on the loopback address."""
    connect = socket.socket.connect

    def only_here(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise AssertionError(f"a test called another machine: {address[0]}")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", only_here)
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared facts beside a checkout; tests that need it skip elsewhere."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the shared case files are not beside this checkout")
    return folder


@pytest.fixture
def forgetful_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is forced to disk: what a power cut would leave is not what these tests are about."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
