"""Erasing says all that goes, before it is too late to ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from diurnal.memory import Memory

DAY = "- 09:00 leek soup ^e-k3f9\n- 10:00 plum cake\n\n> [!diurnal]- Day in brief\n> - leek soup, then cake\n"
WEEK = "---\ngenerated_by: diurnal\n---\n# Week 10 of 2026\n\n## Monday 2 March\n\n- leek soup\n"


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    folder = tmp_path / "vault"
    for path, text in {"diary/2026-03-02.md": DAY, "digests/2026-W10.md": WEEK}.items():
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(text)
    return folder


def test_a_dry_erase_shows_what_was_retold_of_the_record_too(vault: Path) -> None:
    """
    An erase cannot be undone: the brief of its day and the digest of its week stand in the diff and in the remark.
    """
    with Memory.open(vault, config={"meaning.embedder": "none"}) as memory:
        would = memory.erase("diary/2026-03-02.md#^e-k3f9", dry_run=True)

        for line in ("-- 09:00 leek soup ^e-k3f9", "-> - leek soup, then cake", "-- leek soup"):
            assert line in would.diff.splitlines()
        assert would.remark == (
            "What was told of it in brief goes too, in diary/2026-03-02.md, digests/2026-W10.md."
        )
        assert (vault / "diary/2026-03-02.md").read_text() == DAY

        done = memory.erase("diary/2026-03-02.md#^e-k3f9")

    assert done.remark.startswith("What was told of it in brief went too, in diary/2026-03-02.md, ")
    assert (vault / "diary/2026-03-02.md").read_text() == "- 10:00 plum cake\n"
    assert not (vault / "digests/2026-W10.md").exists()


def test_an_erase_that_nothing_retold_has_no_remark_of_it(vault: Path) -> None:
    """
    A page of the wiki is in no day in brief.
    """
    (vault / "wiki").mkdir()
    (vault / "wiki" / "Maya.md").write_text("- Maya likes tea. ^c-7q2d\n")
    with Memory.open(vault, config={"meaning.embedder": "none"}) as memory:
        assert memory.erase("wiki/Maya.md#^c-7q2d", dry_run=True).remark == ""
