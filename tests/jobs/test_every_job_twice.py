"""Every job run twice changes nothing the second time, over generated days and over the public vaults."""

from __future__ import annotations

import shutil
from datetime import datetime, time, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diurnal.vault.settings import read_settings
from jobs_room import BERLIN, NOW, Room
from rough_notes import rough, without

LINES = st.sampled_from(
    [
        "- 08:10 Walked to the mill.", "- [x] Decided to sell the boat.", "- [ ] Buy figs 📅 2041-08-01", "- [-] Swim",
        "## 14:30 · claude", "Turns out the fuse was loose. ^e-k3f9", "", "# Thursday", "```", "> [!note] Title", "> - quoted",
        "%% hidden", "%%", "| a | b |", "| - | - |", "我喜欢喝茶。", "  - nested: 原来是保险丝", "---", "**15:00** Never do it again.",
        "> [!diurnal]- Day in brief", "key:: value", "[[2041-07-21]] | [[2041-07-23]]", "$$", "<!-- x", "-->", "    code",
    ]
)  # fmt: skip
DAYS = st.lists(
    st.tuples(
        st.integers(0, 12), st.lists(LINES, max_size=10), st.sampled_from(["\n", "\r\n"]), st.booleans()
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda day: day[0],
)


def run_all(room: Room, now: datetime = NOW) -> list[str]:
    """Run every job that edits notes; the operations they did."""
    jobs = (room.tag_halls(), room.write_diary(), room.digest())
    return [op for job in jobs for op in room.run(job, now).ops]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(DAYS)
def test_on_any_days_a_second_run_changes_nothing_and_undo_gives_the_first_back(
    tmp_path_factory: pytest.TempPathFactory, days: list[tuple[int, list[str], str, bool]]
) -> None:
    room = Room(tmp_path_factory.mktemp("days"))
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=30))
    for back, lines, end, is_whole in days:
        text = end.join(lines) + (end if is_whole else "")
        room.diary(f"{(NOW - timedelta(days=back)).date()}", text.encode())
    before = room.bytes_of_all()

    ops = run_all(room)
    once = room.bytes_of_all()
    assert run_all(room) == []
    assert room.bytes_of_all() == once
    assert all(
        [(r.text, r.hall) for r in room.note(path, data).records]
        == [(r.text, r.hall) for r in room.note(path, once[path]).records][
            : len(room.note(path, data).records)
        ]
        for path, data in before.items()
    )
    for op in reversed(ops):
        room.takeback.undo(op, at=NOW)
    assert room.bytes_of_all() == before


@pytest.mark.usefixtures("forgetful_disk")
def test_over_rough_notes_jobs_only_insert_and_a_second_run_changes_nothing(tmp_path: Path) -> None:
    """Whatever lies in a day: each job's insertions taken out leave the bytes it found, and all read as before."""
    room = Room(tmp_path)
    most = 150
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=most + 1))
    for seed in range(most):
        room.diary(f"{NOW.date() - timedelta(days=seed + 1)}", rough(seed))
    jobs = (room.tag_halls(most_days=most), room.write_diary(most_days=most), room.digest())
    for job in jobs:
        before = room.bytes_of_all()
        ran = room.run(job)
        once = room.bytes_of_all()
        assert ran.ops
        edited = {note.path: note.edits for op in ran.ops for note in room.patcher.journal.entry(op).notes}
        assert {path: without(edited.get(path, ()), once[path]) for path in before} == before
        for path, data in before.items():
            said = [(record.text, record.hall) for record in room.note(path, data).records]
            assert said == [(r.text, r.hall) for r in room.note(path, once[path]).records][: len(said)]
    assert [room.run(job).ops for job in jobs] == [(), (), ()]
    assert room.bytes_of_all() == once


@pytest.mark.parametrize("name", ["kepano", "tasks-demo", "dataview-test-vault"])
def test_on_public_vaults_a_second_run_changes_nothing(tmp_path: Path, shared: Path, name: str) -> None:
    """Each with its own settings, at the morning after each of its last days."""
    shutil.copytree(shared / "vaults" / name, tmp_path / "vault", copy_function=shutil.copyfile)
    for folder in (path for path in (tmp_path / "vault").rglob("*") if path.is_dir()):
        folder.chmod(0o755)
    (tmp_path / "vault").chmod(0o755)
    room = Room(tmp_path, read_settings(tmp_path / "vault").layout)
    for path in room.bytes_of_all():
        room.touched(path, datetime(2000, 1, 1, tzinfo=BERLIN))
    before = room.bytes_of_all()
    mornings = [
        datetime.combine(day + timedelta(days=1), time(9), BERLIN)
        for day in sorted(room.days.look().diary)[-10:]
    ]

    ops = [op for morning in mornings for op in run_all(room, morning)]
    once = room.bytes_of_all()
    assert [op for morning in mornings for op in run_all(room, morning)] == []
    assert room.bytes_of_all() == once
    for op in reversed(ops):
        room.takeback.undo(op, at=NOW)
    assert room.bytes_of_all() == before


def test_every_public_note_taken_for_a_day(tmp_path: Path, shared: Path) -> None:
    """Each is told and marked once; what it says stays, and undo is byte for byte."""
    room = Room(tmp_path)
    notes = sorted(path for path in (shared / "vaults").rglob("*.md") if path.is_file())
    most = len(notes) + 1
    for number, note in enumerate(notes):
        room.diary(f"{NOW.date() - timedelta(days=number + 1)}", note.read_bytes())
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=most))
    before = room.bytes_of_all()

    jobs = (room.tag_halls(most_days=most), room.write_diary(most_days=most))
    ran = [room.run(job) for job in jobs]
    once = room.bytes_of_all()
    assert all(len(one.ops) > 30 for one in ran)
    assert [room.run(job).ops for job in jobs] == [(), ()]
    assert room.bytes_of_all() == once
    for path, data in before.items():
        said = [(record.text, record.hall) for record in room.note(path, data).records]
        assert [(record.text, record.hall) for record in room.note(path, once[path]).records][
            : len(said)
        ] == said
    for one in reversed(ran):
        room.undo(one)
    assert room.bytes_of_all() == before
