"""The figures of ``status``, counted from the columns."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from diurnal import Memory
from diurnal.engine.census import Census, census_of

NOTES = {
    "2026-07-19.md": "A walk in the rain.\n\nSoup.\n",
    "2026-07-20.md": "- 09:00 Tea.\n- Bread.\n",
    "2026-07-21.md": "- [ ] Call the bank.\n",
    "wiki/Maya.md": "- Maya lives in Paris.\n- She bakes.\n",
    "plan.md": "Paint the fence.\n",
}


def census_after(folder: Path, notes: dict[str, str]) -> Census:
    for path, text in notes.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    with Memory.open(folder) as memory:
        return census_of(memory.parts.index.snapshot.columns)


def test_a_day_counts_once_and_is_untimed_while_no_entry_has_a_time(tmp_path: Path) -> None:
    found = census_after(tmp_path, NOTES)

    assert found == Census(
        entries=5,
        items=2,
        passages=1,
        days=3,
        untimed_days=2,
        first_day=date(2026, 7, 19),
        last_day=date(2026, 7, 21),
    )
    assert found.records == 8


def test_an_empty_vault_counts_nothing_and_has_no_days(tmp_path: Path) -> None:
    assert census_after(tmp_path, {}) == Census(0, 0, 0, 0, 0, None, None)
