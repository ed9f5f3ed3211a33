"""The digest of a week: a note of its own, once, by rules."""

from __future__ import annotations

from datetime import timedelta

import pytest

from diurnal.jobs.days import Days
from jobs_room import NOW, Room

# NOW is a Wednesday; the last whole week is 2041-W29, 15 to 21 July.
MONDAY, SUNDAY = "2041-07-15", "2041-07-21"
NOTE = "digests/2041-W29.md"


def test_a_week_is_told_in_a_note_of_its_own_with_links_to_its_days(room: Room) -> None:
    """B26: no model has a part in it."""
    room.diary(MONDAY, "## 14:30 · claude\n\nMaya and I agreed to move to [[PostgreSQL]]. ^e-k3f9\n")
    room.diary(SUNDAY, "# Sunday\n- Walked to the mill.\n- [ ] Buy figs\n")
    room.diary("2041-07-22", "- Walked home.\n")
    assert room.run(room.digest()).did == "1 week in brief"
    assert room.text(NOTE) == (
        "---\ngenerated_by: diurnal\n---\n# Week 29 of 2041\n\n2 entries on 2 days.\n"
        "\n## Monday 15 July\n\n"
        "- [[diary/2041-07-15#^e-k3f9|14:30]] claude: Maya and I agreed to move to PostgreSQL.\n"
        "\n## Sunday 21 July\n\n"
        "- Walked to the mill. ([[diary/2041-07-21#Sunday|Sunday]])\n"
    )


def test_it_is_read_as_a_machines_note_of_that_week(room: Room) -> None:
    room.diary(MONDAY, "- Walked.\n")
    room.run(room.digest())
    note = room.note(NOTE)
    assert note.records
    assert {(record.is_machine, record.day, record.is_plan) for record in note.records} == {
        (True, None, False)
    }
    assert note.period is not None
    assert f"{note.period.start:%F} {note.period.end:%F}" == "2041-07-15 2041-07-22"


def test_it_is_written_once_and_stays_deleted(room: Room) -> None:
    room.diary(MONDAY, "- Walked.\n")
    before = room.bytes_of_all()
    ran = room.run(room.digest())
    once = room.bytes_of_all()
    assert room.run(room.digest()).ops == ()
    assert room.bytes_of_all() == once
    room.undo(ran)
    assert room.bytes_of_all() == before
    assert not (room.root / "digests").exists()
    assert room.run(room.digest()).ops == ()


def test_without_the_ledger_it_knows_its_own_note(room: Room) -> None:
    room.diary(MONDAY, "- Walked.\n")
    room.run(room.digest())
    (room.state / "jobs.json").unlink()
    ran = Room(room.root.parent).run(Room(room.root.parent).digest())
    assert (ran.ops, ran.warnings) == ((), ())


def test_a_note_of_that_name_that_somebody_wrote_stays(room: Room) -> None:
    room.diary(MONDAY, "- Walked.\n")
    room.write(NOTE, "My week.\n")
    ran = room.run(room.digest())
    assert ran.warnings == (f"{NOTE} was there before, so it was left alone.",)
    assert room.text(NOTE) == "My week.\n"


def test_a_week_without_entries_gets_no_note(room: Room) -> None:
    room.diary(MONDAY, "- [ ] Buy figs\n")
    assert room.run(room.digest()).ops == ()
    assert not (room.root / "digests").exists()


@pytest.mark.parametrize("key", ["private: true", "owner-only: true"])
def test_what_is_private_or_the_owners_alone_is_not_in_it(room: Room, key: str) -> None:
    room.diary(MONDAY, "- Walked.\n")
    room.diary(SUNDAY, f"---\n{key}\n---\n- canary\n")
    room.run(room.digest())
    assert "canary" not in room.text(NOTE)
    assert "Sunday" not in room.text(NOTE)


def test_a_week_still_worked_on_is_told_later(room: Room) -> None:
    path = room.diary(SUNDAY, "- Walked.\n")
    room.touched(path, NOW - timedelta(hours=1))
    assert room.run(room.digest()).left == 1
    assert room.run(room.digest(), NOW + timedelta(hours=2)).did == "1 week in brief"


def test_a_day_that_cannot_be_read_costs_that_day(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.diary(MONDAY, "- Walked.\n")
    gone = room.diary(SUNDAY, "- Walked far.\n")
    survey = room.days.look()
    room.remove(gone)  # between the look and the reading
    monkeypatch.setattr(Days, "look", lambda days: survey)
    ran = room.run(room.digest())
    assert ran.warnings == (f"2041-07-21 was left out: {gone} is not there.",)
    assert "Monday 15 July" in room.text(NOTE)


def test_a_dry_run_shows_the_note_and_makes_none(room: Room) -> None:
    room.diary(MONDAY, "- Walked.\n")
    before = room.bytes_of_all()
    ran = room.run(room.digest(), dry_run=True)
    assert "+# Week 29 of 2041" in ran.diff.splitlines()
    assert room.bytes_of_all() == before
    assert room.run(room.digest()).did == "1 week in brief"


def test_the_turn_of_a_year_keeps_the_weeks_own_year(room: Room) -> None:
    """2041 begins on a Tuesday, in the week that the calendar of weeks counts to 2041 from Monday on."""
    room.diary("2040-12-31", "- Fireworks.\n")
    room.run(room.digest(), NOW.replace(month=1, day=8))
    assert "# Week 01 of 2041" in room.text("digests/2041-W01.md")
    assert "## Monday 31 December" in room.text("digests/2041-W01.md")
