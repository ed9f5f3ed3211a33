"""From which cosine on a record is tied to a question: the owner's word, else the embedder's."""

from __future__ import annotations

from pathlib import Path

import pytest

from diurnal.memory import Memory

PLUGIN = '''
from dataclasses import dataclass
import numpy as np
from diurnal.hooks import hookimpl

@dataclass(frozen=True, slots=True)
class Alike:
    """All texts are the same to it, and every question lies at a cosine of 0.6 to them."""
    model: str = "alike-1"
    dim: int = 2
    floor: float = 0.5
    ceiling: float = 1.0

    def embed(self, texts):
        return np.tile(np.float32([1, 0]), (len(texts), 1))

    def embed_question(self, text):
        return np.float32([0.6, 0.8])

@hookimpl
def diurnal_embedder(name, settings):
    return Alike() if name == "alike" else None
'''


@pytest.mark.parametrize(("floor", "found"), [(None, ["leek soup"]), (0.4, ["leek soup"]), (0.7, [])])
def test_the_owners_floor_takes_the_place_of_the_embedders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, floor: float | None, found: list[str]
) -> None:
    """
    It may be higher or lower; the embedder itself is not touched, and may be one that cannot be.
    """
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    (tmp_path / "alike_plugin.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    vault = tmp_path / "vault"
    (vault / "diary").mkdir(parents=True)
    (vault / "diary" / "2026-03-02.md").write_text("- 09:00 leek soup\n")
    config = {"plugins": ["alike_plugin"], "meaning.embedder": "alike", "meaning.floor": floor}

    with Memory.open(vault, config=config) as memory:
        hits = memory.retrieve("unheard").hits

    assert [hit.record.text for hit in hits if hit.matched] == found
