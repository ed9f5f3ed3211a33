"""What only writing needs is loaded behind the first answers, unless something waits for it (ADR 17)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from diurnal.assemble.opened import WRITES_AFTER_S, Opened
from diurnal.assemble.parts import assemble
from diurnal.configure import configure
from diurnal.places import Places


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """A memory put together as a daemon's is, with no loop that drives it."""
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    vault = tmp_path / "vault"
    (vault / "diary").mkdir(parents=True)
    (vault / "diary" / "2026-03-02.md").write_text("- 09:00 leek soup\n")
    settings = configure(vault, arguments={"meaning.embedder": "none"}, environment=os.environ).settings
    places = Places.of()
    made = Opened(assemble(vault, settings, places, wake=lambda: None), places.config / "prompts")
    yield made
    made.end()


def test_what_writes_is_loaded_once_the_first_answers_had_their_turn(opened: Opened) -> None:
    """
    Until then the loop is told when to come again.
    """
    assert opened.write_beside(10.0) == WRITES_AFTER_S
    assert opened.write_beside(10.25) == WRITES_AFTER_S - 0.25
    assert opened._author is None

    opened.write_beside(10.0 + WRITES_AFTER_S)
    assert opened._author is not None


def test_a_note_that_changed_is_looked_after_at_once(opened: Opened) -> None:
    """
    What an editor overwrote of ours, or what became private, does not wait for its turn.
    """
    assert opened.write_beside(10.0) == WRITES_AFTER_S
    opened.parts.loop.step(10.0)

    opened.write_beside(10.0)
    assert opened._author is not None
