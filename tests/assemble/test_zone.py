"""Which zone jobs run in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from diurnal.assemble.zone import machine_zone, zone_of


@pytest.fixture(autouse=True)
def clock_as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A zone that was looked up is held by the C library beyond the variable: later tests would be in it."""
    yield
    monkeypatch.undo()
    time.tzset()


def test_the_vaults_own_zone_goes_before_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    assert zone_of("Asia/Shanghai")() == ZoneInfo("Asia/Shanghai")
    assert zone_of(None)() == ZoneInfo("Europe/Berlin")


def test_the_machines_zone_is_looked_up_anew_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    link = tmp_path / "localtime"
    found = []
    for name in ("Europe/Berlin", "America/Argentina/Ushuaia"):
        link.unlink(missing_ok=True)
        link.symlink_to(f"/usr/share/zoneinfo/{name}")
        found.append(str(machine_zone(link)))
    assert found == ["Europe/Berlin", "America/Argentina/Ushuaia"]


@pytest.mark.parametrize("rule", ["", "CET-1CEST,M3.5.0,M10.5.0/3", "/nowhere/at/all", "../etc/passwd"])
def test_a_zone_without_a_name_is_the_offset_of_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    monkeypatch.setenv("TZ", rule)
    zone = machine_zone(tmp_path / "localtime")
    assert zone.utcoffset(datetime.now()) == datetime.now().astimezone().utcoffset()
