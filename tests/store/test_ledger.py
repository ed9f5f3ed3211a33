"""What is remembered of jobs between two starts."""

from __future__ import annotations

import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from diurnal.errors import WriteFailed
from diurnal.store.ledger import JobLedger

AT = datetime(2026, 7, 21, 4, 30, tzinfo=UTC)


def test_what_is_noted_is_known_to_the_next_start(tmp_path: Path) -> None:
    ledger = JobLedger(tmp_path)
    ledger.switch("digest", "0 6 * * mon", AT)
    ledger.note_run(
        "digest", AT, {"outcome": "failed: no", "failures": 2, "again_at": "2026-07-21T05:00:00+00:00"}
    )
    ledger.note_done("digest", "2026-W29")

    known = JobLedger(tmp_path)
    assert known.last_run("digest") == known.on_since("digest") == AT
    assert (known.outcome("digest"), known.failures("digest")) == ("failed: no", 2)
    assert known.again_at("digest") == AT + timedelta(minutes=30)
    assert known.has_done("digest", "2026-W29")
    assert not known.has_done("digest", "2026-W30")
    assert not known.has_done("write-diary", "2026-W29")


def test_a_success_clears_the_failures(tmp_path: Path) -> None:
    ledger = JobLedger(tmp_path)
    ledger.note_run("digest", AT, {"outcome": "failed: no", "failures": 2, "again_at": AT.isoformat()})
    ledger.note_run("digest", AT, {"outcome": "1 week in brief", "failures": 0, "again_at": ""})
    assert (ledger.failures("digest"), ledger.again_at("digest")) == (0, None)


@pytest.mark.parametrize(
    "damage",
    ["", "{", "[]", "null", '{"jobs": 3}', '{"jobs": {"digest": 3}}', '{"jobs": {"digest": {"last_run": 7, "done": 1}}}',
     '{"jobs": {"digest": {"last_run": "2026-07-21", "failures": "x", "again_at": {}}}}'],
)  # fmt: skip
def test_a_damaged_file_costs_what_it_said_and_no_start(tmp_path: Path, damage: str) -> None:
    (tmp_path / "jobs.json").write_text(damage)
    ledger = JobLedger(tmp_path)
    assert (ledger.last_run("digest"), ledger.again_at("digest"), ledger.failures("digest")) == (
        None,
        None,
        0,
    )
    ledger.note_done("digest", "2026-W29")
    assert JobLedger(tmp_path).has_done("digest", "2026-W29")


def test_the_file_is_the_owners_alone_and_readable(tmp_path: Path) -> None:
    JobLedger(tmp_path / "state").note_done("digest", "2026-W29")
    path = tmp_path / "state" / "jobs.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert json.loads(path.read_text())["jobs"] == {"digest": {"done": ["2026-W29"]}}


def test_a_folder_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    ledger = JobLedger(tmp_path / "state")
    (tmp_path / "state").rmdir()
    with pytest.raises(WriteFailed, match=r"jobs\.json could not be written: No such file or directory"):
        ledger.note_done("digest", "2026-W29")


def test_since_when_a_job_is_on_is_the_moment_it_got_its_schedule(tmp_path: Path) -> None:
    ledger, later = JobLedger(tmp_path), AT + timedelta(days=3)
    ledger.switch("digest", "0 6 * * mon", AT)
    ledger.switch("digest", "0 6 * * mon", later)
    assert ledger.on_since("digest") == AT
    ledger.switch("digest", "0 7 * * mon", later)
    assert ledger.on_since("digest") == later
    ledger.switch("digest", "", later)
    assert ledger.on_since("digest") is None


def test_a_moment_noted_by_a_wrong_clock_is_noted_anew(tmp_path: Path) -> None:
    ledger = JobLedger(tmp_path)
    ledger.switch("digest", "0 6 * * mon", AT + timedelta(days=3650))
    ledger.switch("digest", "0 6 * * mon", AT)
    assert ledger.on_since("digest") == AT
