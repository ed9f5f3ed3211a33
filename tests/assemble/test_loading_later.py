"""What only writing needs is loaded behind the first answers, unless something waits for it (ADR 17)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from diurnal.assemble.parts import assemble
from diurnal.claim import Claim
from diurnal.configure import configure
from diurnal.memory import WRITES_AFTER_S, Memory
from diurnal.places import Places


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """A memory put together as a daemon's is, with no loop that drives it."""
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    vault = tmp_path / "vault"
    (vault / "diary").mkdir(parents=True)
    (vault / "diary" / "2026-03-02.md").write_text("- 09:00 leek soup\n")
    settings = configure(vault, arguments={"meaning.embedder": "none"}, environment=os.environ).settings
    places = Places.of()
    claim = Claim.take(vault, places, "a test")
    with Memory(assemble(vault, settings, places, wake=lambda: None), claim, places) as made:
        yield made


def test_what_writes_is_loaded_once_the_first_answers_had_their_turn(memory: Memory) -> None:
    """
    Until then the loop is told when to come again.
    """
    assert memory._write_beside(10.0) == WRITES_AFTER_S
    assert memory._write_beside(10.25) == WRITES_AFTER_S - 0.25
    assert memory._author is None

    memory._write_beside(10.0 + WRITES_AFTER_S)
    assert memory._author is not None


def test_a_note_that_changed_is_looked_after_at_once(memory: Memory) -> None:
    """
    What an editor overwrote of ours, or what became private, does not wait for its turn.
    """
    assert memory._write_beside(10.0) == WRITES_AFTER_S
    memory.parts.loop.step(10.0)

    memory._write_beside(10.0)
    assert memory._author is not None
