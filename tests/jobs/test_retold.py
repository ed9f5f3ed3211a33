"""Erasing takes the retellings with it: no byte of what was erased stays in a brief, a digest or the undo data."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from diurnal.jobs.retold import Retellings
from jobs_room import NOW, Room

DAY = "2041-07-15"


def holding(folder: Path, canary: bytes) -> list[str]:
    return [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and canary in path.read_bytes()
    ]


def test_no_byte_of_an_erased_entry_is_left_in_what_was_made_of_it(room: Room) -> None:
    """C21: looked for in every file of the vault and of the owner's state."""
    path = room.diary(DAY, "- 08:00 Walked.\n- 09:00 Decided: canary.\n")
    other = room.diary("2041-07-19", "- 08:00 Walked far.\n")
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=30))
    for job in (room.tag_halls(most_days=10), room.write_diary(most_days=10), room.digest()):
        room.run(job)
    assert len(holding(room.root.parent, b"canary")) >= 3

    kept = room.text(other)
    done = Retellings(room.days, room.patcher).erase([path], now=NOW)
    assert [change.path for change in done.changes] == [path, "digests/2041-W29.md"]
    assert [owed.paths for owed in room.patcher.journal.owed()] == [(path, "digests/2041-W29.md")]
    room.write(path, room.text(path).replace("- 09:00 [hall_facts] Decided: canary.\n", ""))
    assert holding(room.root.parent, b"canary") == []
    assert room.text(path) == "- 08:00 Walked.\n"
    assert room.text(other) == kept

    for job in (room.write_diary(most_days=10), room.digest()):
        assert room.run(job).ops == ()


def test_a_conversation_over_midnight_takes_both_days_with_it(room: Room) -> None:
    paths = [room.diary(day, "- 08:00 Walked.\n") for day in (DAY, "2041-07-16", "2041-07-17")]
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=30))
    room.run(room.write_diary(most_days=10))
    Retellings(room.days, room.patcher).erase([f"episodes/2041/{DAY} chat k3f9.md"], now=NOW)
    assert ["Day in brief" in room.text(path) for path in paths] == [False, False, True]


def test_a_dry_run_erases_nothing(room: Room) -> None:
    path = room.diary(DAY, "- 08:00 Walked.\n")
    room.ledger.switch("write-diary", "30 5 * * *", NOW - timedelta(days=30))
    room.run(room.write_diary(most_days=10))
    before = room.bytes_of_all()
    done = Retellings(room.days, room.patcher).erase([path], now=NOW, dry_run=True)
    assert [change.path for change in done.changes] == [path]
    assert "-> [!diurnal]- Day in brief" in done.diff.splitlines()
    assert room.bytes_of_all() == before
    assert room.patcher.journal.operations(5)


def test_a_page_of_no_day_was_never_retold(room: Room) -> None:
    room.diary(DAY, "- 08:00 Walked.\n")
    assert Retellings(room.days, room.patcher).erase(["wiki/people/Maya.md"], now=NOW).changes == ()
