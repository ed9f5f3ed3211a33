"""A search that found nothing says which of its words nobody wrote, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from diurnal.memory import Memory


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    diary = tmp_path / "Vault" / "diary"
    diary.mkdir(parents=True)
    (diary / "2026-07-21.md").write_text(
        "- 09:00 Moved the ingest service to PostgreSQL.\n- 10:00 買了烏龍茶\n", encoding="utf-8"
    )
    (diary / "2026-07-22.md").write_text(
        "---\nowner-only: true\n---\n- 09:00 Called the cardiologist.\n", encoding="utf-8"
    )
    with Memory.open(tmp_path / "Vault", config={"meaning.embedder": "none"}) as opened:
        opened.catch_up()
        yield opened


def test_a_misspelt_word_names_the_one_that_was_written(memory: Memory) -> None:
    answer = memory.search("postgersql")
    assert answer.hits == ()
    assert answer.summary == "Nothing mentions 'postgersql'. Did you mean postgresql?"


def test_only_the_word_that_nobody_wrote_is_doubted(memory: Memory) -> None:
    assert memory.search("ingest servise").summary == "Nothing mentions 'servise'. Did you mean service?"


def test_words_that_never_stand_together_are_no_misspellings(memory: Memory) -> None:
    answer = memory.search("ingest cardiologist")
    assert (answer.hits, answer.summary) == ((), "")


def test_a_search_that_found_something_doubts_nothing(memory: Memory) -> None:
    assert memory.search("postgersql OR ingest").summary == ""


def test_what_resembles_nothing_gets_no_guess(memory: Memory) -> None:
    assert memory.search("xylophone").summary == ""
    assert memory.search("烏籠").summary == ""


def test_an_agent_is_not_told_a_word_that_is_for_the_owner_alone(memory: Memory) -> None:
    assert "cardiologist" in memory.search("cardiolgist").summary
    assert memory.search("cardiolgist", for_agent=True).summary == ""
