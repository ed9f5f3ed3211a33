"""What was told with an answer is known to those who write."""

from __future__ import annotations

from pathlib import Path

import pytest

from diurnal.memory import Memory


@pytest.mark.parametrize("call", ["retrieve", "ask", "when", "search"])
def test_whatever_was_asked_the_answer_counts_as_recalled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """
    I11: what any kind of question brought up is not learned again when it is said back.
    """
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    vault = tmp_path / "vault"
    (vault / "diary").mkdir(parents=True)
    (vault / "diary" / "2026-03-02.md").write_text("- 09:00 leek soup\n- 10:00 plum cake\n")

    with Memory.open(vault, config={"meaning.embedder": "none"}) as memory:
        assert memory.author.memorizer.recalled() == ()
        getattr(memory, call)("leek")

        assert [record.text for record in memory.author.memorizer.recalled()] == ["leek soup"]
