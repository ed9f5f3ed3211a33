"""A path says which days a note stands for, and whether it is the diary of one."""

from __future__ import annotations

import unicodedata
from datetime import date

import pytest

from diurnal.model.layout import Layout, NotePattern
from diurnal.model.record import Place
from diurnal.text.names import Named, Names


def named(path: str, *patterns: NotePattern, found: bool = False, **layout: object) -> Named:
    daily = patterns or (NotePattern("", "YYYY-MM-DD", "day"),)
    return Names(Layout(daily=daily, daily_found=found, **layout)).read(path)  # type: ignore[arg-type]


def test_without_a_setting_a_whole_date_is_a_diary_note_at_any_depth() -> None:
    """I1: a dated basename at any depth."""
    for path in ("2026-07-21.md", "a/b/c/2026-07-21.md", "日记/2026-07-21 星期二.md", "2026-07-21 Tue.md"):
        assert named(path).is_diary, path
        assert named(path).day == date(2026, 7, 21), path


@pytest.mark.parametrize(
    "path",
    [
        "1917.md",
        "202331220519.md",
        "9781234567890.md",
        "v1.7.7.md",
        "v2024.03.05.md",
        "{{DATE}}.md",
        "2023-02-30.md",
        "IMG_20230912_1830.md",
        "RFC 2024.md",
        "2023-13-01 plan.md",
        "notes/12-05.md",
    ],
)
def test_what_only_looks_like_a_date_is_none(path: str) -> None:
    assert named(path).period is None
    assert named(path).place is Place.OTHER


def test_where_a_daily_folder_is_set_only_its_notes_are_the_diary() -> None:
    """A dated note elsewhere has its day and is no diary."""
    setting = NotePattern("Daily", "YYYY-MM-DD", "day")

    assert named("Daily/2024-01-05.md", setting, found=True).is_diary
    assert named("Daily/2023/2023-01-05.md", setting, found=True).is_diary
    other = named("Work/2024-01-05.md", setting, found=True)
    assert (other.place, other.is_diary, other.day) == (Place.OTHER, False, date(2024, 1, 5))


def test_a_setting_that_points_nowhere_gives_way_to_iso_names() -> None:
    setting = NotePattern("Missing", "DD-MM-YYYY", "day")

    assert named("elsewhere/2024-01-05.md", setting, found=False).is_diary


@pytest.mark.parametrize("pattern", ["DD", "YYYY-DD", "YYYY-MM", "x"])
def test_a_daily_pattern_that_cannot_tell_days_apart_gives_way_to_iso_names_and_says_so(pattern: str) -> None:
    """Else the entries of two days would be written into one note, and belong to no day."""
    names = Names(Layout(daily=(NotePattern("Journal", pattern, "day"),)))

    assert names.path_of(date(2024, 3, 5)) == "Journal/2024-03-05.md"
    assert names.read("Journal/2024-03-05.md").is_diary
    assert any("does not tell one day from another" in said for said in names.warnings)


def test_the_whole_path_is_read_not_the_last_part() -> None:
    """Peers' faults 143: With folders in the pattern a chapter called `01` is no first of the month."""
    setting = NotePattern("Journal", "YYYY/MM/DD", "day")

    assert named("Journal/2024/03/01.md", setting, found=True).day == date(2024, 3, 1)
    assert named("Chapters/01.md", setting, found=True).period is None
    assert named("Journal/Chapters/01.md", setting, found=True).period is None


@pytest.mark.parametrize("name", ["2023-06-12 Beach day", "2023-06-12 1830", "2023-06-12-standup"])
def test_a_name_with_more_than_its_date_is_a_note_of_the_day_not_its_diary(name: str) -> None:
    """Where daily notes are called by their date alone."""
    for setting, found in ((NotePattern("", "YYYY-MM-DD", "day"), True), (NotePattern("", "", "day"), False)):
        note = named(f"{name}.md", setting, found=found)

        assert (note.is_diary, note.day) == (False, date(2023, 6, 12))
        assert note.place is Place.OTHER


def test_entries_are_appended_to_the_exact_name() -> None:
    """Peers' faults 182."""
    setting = NotePattern("Journal/", "YYYY/MMMM/YYYY-MM-DD-ddd", "day")

    path = Names(Layout(daily=(setting,))).path_of(date(2024, 3, 5))

    assert path == "Journal/2024/March/2024-03-05-Tue.md"
    assert named(path, setting, found=True).is_diary


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2023-09-12 Meeting with Steph.md", date(2023, 9, 12)),
        ("Meetings/Standup 2023-09-12.md", date(2023, 9, 12)),
        ("archive-2026-03/2026-03-25-tea.md", date(2026, 3, 25)),
        ("20230912 Offsite.md", date(2023, 9, 12)),
        ("2026_06_16.md", date(2026, 6, 16)),
        ("2023年9月12日 会议.md", date(2023, 9, 12)),
        ("Dinner March 3rd, 2023.md", date(2023, 3, 3)),
    ],
)
def test_a_date_in_the_name_dates_the_note(path: str, day: date) -> None:
    """B20, I1: archives and meeting notes are dated by their names, however the date is written."""
    assert named(path).day == day
    assert not named(path).is_diary


def test_periodic_notes_stand_for_their_period() -> None:
    weekly = NotePattern("Weekly", "gggg-[W]ww", "week")
    daily = NotePattern("Daily", "YYYY-MM-DD", "day")

    note = named("Weekly/2024-W10.md", daily, weekly, found=True)

    assert note.period is not None
    assert (note.place, note.period.grain, note.period.start) == (Place.OTHER, "week", date(2024, 3, 3))
    unset = named("2024-W10.md")
    assert unset.period is not None
    assert unset.period.start == date(2024, 3, 4)


@pytest.mark.parametrize(
    ("copy", "original"),
    [
        ("2023-01-12.sync-conflict-20230112-003022-ABCDEFG.md", "2023-01-12.md"),
        ("2024-03-05 (Desk's conflicted copy 2024-03-06).md", "2024-03-05.md"),
        ("2024-03-05 (conflicted copy 2024-03-06 101112).md", "2024-03-05.md"),
        ("2024-03-05 (Conflicted copy iPhone 202403061011).md", "2024-03-05.md"),
        ("2024-03-05_conflict-20240306-101112.md", "2024-03-05.md"),
        ("2024-03-05-DESKTOP-A1B2C3D.md", "2024-03-05.md"),
        ("2024-03-05 2.md", "2024-03-05.md"),
        ("2024-03-05 (1).md", "2024-03-05.md"),
        ("2024-03-05(小林的冲突副本 2024-03-06).md", "2024-03-05.md"),
        ("wiki/Maya (SFConflict m@x.org 2024-03-05-10-11-12).md", "wiki/Maya.md"),
        ("a/Plan (In Konflikt stehende Kopie von Bo 2024-03-06).md", "a/Plan.md"),
    ],
)
def test_a_conflict_copy_names_its_original_and_is_no_day_of_its_own(copy: str, original: str) -> None:
    note = named(copy)

    assert note.conflict_of == original
    assert note.place is named(original).place


@pytest.mark.parametrize(
    "path", ["Armed conflict.md", "Plan 2.md", "Chapter (1).md", "2023-06-12 1830.md", "a-PC-1.md"]
)
def test_an_ordinary_name_is_no_conflict_copy(path: str) -> None:
    assert named(path).conflict_of == ""


def test_wiki_and_episodes_are_places_of_their_own() -> None:
    assert named("wiki/people/Maya.md").place is Place.WIKI
    episode = named("episodes/2026/2026-07-21 chat k3f9.md")
    assert (episode.place, episode.is_diary) == (Place.EPISODE, False)
    assert named("wikipedia/Maya.md").place is Place.OTHER


def test_a_folder_is_known_whatever_unicode_form_the_disk_gave_it() -> None:
    """Some disks part an accent from its letter; the path itself stays as the disk has it."""
    setting = NotePattern("Café", "YYYY-MM-DD", "day")

    path = unicodedata.normalize("NFD", "Café/2024-01-05.md")

    assert named(path, setting, found=True).is_diary
    assert named(path, setting, found=True).path == path
