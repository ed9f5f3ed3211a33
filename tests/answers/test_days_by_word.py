"""A day said in words is a day of the vault: its zone and its hour of beginning, not those of who asks."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from diurnal.errors import BadTime
from diurnal.memory import Memory


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    (tmp_path / "Vault" / "diary").mkdir(parents=True)
    return tmp_path / "Vault"


@pytest.mark.parametrize("zone", ["Etc/GMT-14", "Etc/GMT+12"])
def test_today_is_today_where_the_vault_is(vault: Path, zone: str) -> None:
    """These two zones never show the same date, so one of them is never this machine's."""
    with Memory.open(vault, config={"timezone": zone, "meaning.embedder": "none"}) as memory:
        before = datetime.now(ZoneInfo(zone)).date()
        assert before <= memory.day("today").day <= datetime.now(ZoneInfo(zone)).date()


def test_after_midnight_today_is_the_day_that_has_not_ended(vault: Path) -> None:
    (vault / "diary" / "2026-07-21.md").write_text("## 23:50\n\nTea.\n", encoding="utf-8")
    with Memory.open(vault, config={"day_starts_at": 4, "meaning.embedder": "none"}) as memory:
        day = memory.day("today", now=datetime(2026, 7, 22, 1, 30))
    assert day.day == date(2026, 7, 21)
    assert [record.text for record in day.records] == ["Tea."]


def test_the_days_of_a_card_may_be_said_in_words(vault: Path) -> None:
    with Memory.open(vault, config={"meaning.embedder": "none"}) as memory:
        now = datetime(2026, 7, 22, 9, 0)
        written = memory.remember("Maya lives in Paris.", page="Maya", since="last Friday", now=now)
        assert "(since:: 2026-07-17)" in (vault / written.path).read_text(encoding="utf-8")
        with pytest.raises(BadTime, match="'last week' names no single day"):
            memory.remember("Maya plays chess.", page="Maya", since="last week", now=now)
        assert "chess" not in (vault / written.path).read_text(encoding="utf-8")
