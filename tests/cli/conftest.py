"""The fixtures of the command line's tests."""

from __future__ import annotations

import pytest

from diurnal.cli import main
from service_room import Served
from service_room import limits as limits
from service_room import places as places
from service_room import served as served
from service_room import talk as talk
from service_room import vault as vault


@pytest.fixture
def run(served: Served, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Runs a command about the served vault; gives status, output and error output."""

    def run_it(*words: str) -> tuple[int, str, str]:
        status = main([*words, "--vault", str(served.memory.vault)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_it
