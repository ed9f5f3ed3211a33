"""What `.obsidian` says, as a layout."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from diurnal.model.layout import Layout, NotePattern
from diurnal.vault.disk import DiskVault
from diurnal.vault.settings import LiveSettings, Overrides, fingerprint, read_settings
from notefolder import NoteFolder

PERIODIC = ".obsidian/plugins/periodic-notes/data.json"


def configure(folder: NoteFolder, name: str, value: object) -> None:
    folder.write(name, json.dumps(value))


def daily(folder: NoteFolder) -> NotePattern:
    return read_settings(folder.root).layout.daily[0]


def test_a_daily_format_that_says_no_whole_day_is_warned_about(tmp_path: Path) -> None:
    folder = tmp_path / ".obsidian"
    folder.mkdir()
    (folder / "daily-notes.json").write_text('{"folder": "Journal", "format": "DD"}')

    told = read_settings(tmp_path)

    assert any("The daily pattern 'DD'" in said for said in told.warnings)
    assert told.is_whole


def test_a_vault_without_settings_has_the_defaults(folder: NoteFolder) -> None:
    """Then ``YYYY-MM-DD`` is a day at any depth, which ``daily_found=False`` says."""
    folder.write("2026-07-21.md")

    layout = read_settings(folder.root).layout

    assert layout.daily == (NotePattern("", "YYYY-MM-DD", "day"),)
    assert not layout.daily_found
    assert layout.config_folder == ".obsidian"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, NotePattern("", "YYYY-MM-DD", "day")),
        ({"folder": "Daily", "format": ""}, NotePattern("Daily", "YYYY-MM-DD", "day")),
        ({"folder": "/日记/"}, NotePattern("日记", "YYYY-MM-DD", "day")),
        ({"folder": "/", "format": None}, NotePattern("", "YYYY-MM-DD", "day")),
        ({"folder": 7, "format": []}, NotePattern("", "YYYY-MM-DD", "day")),
        (
            {"folder": "02 Daily/June", "format": "DD-MM-YYYY"},
            NotePattern("02 Daily/June", "DD-MM-YYYY", "day"),
        ),
    ],
)
def test_daily_notes_settings_are_obeyed(folder: NoteFolder, settings: object, expected: NotePattern) -> None:
    configure(folder, ".obsidian/daily-notes.json", settings)

    assert daily(folder) == expected


@pytest.mark.parametrize(
    ("note", "is_found"),
    [
        ("Daily/2024/March/2024-03-05.md", True),
        ("Daily/2024/March/2024-03-05 Beach.md", True),
        ("Daily/2024-03-05.md", False),
        ("Daily/2024/March/2024-03-32.md", False),
        ("Elsewhere/2024/March/2024-03-05.md", False),
        ("Daily/.hidden/2024/March/2024-03-05.md", False),
    ],
)
def test_a_daily_setting_that_points_nowhere_is_known_to(
    folder: NoteFolder, note: str, is_found: bool
) -> None:
    configure(folder, ".obsidian/daily-notes.json", {"folder": "Daily", "format": "YYYY/MMMM/YYYY-MM-DD"})
    folder.write(note)

    assert read_settings(folder.root).layout.daily_found is is_found


def test_a_daily_folder_outside_the_vault_is_not_looked_into(folder: NoteFolder) -> None:
    (folder.root.parent / "2024-03-05.md").write_text("x")
    configure(folder, ".obsidian/daily-notes.json", {"folder": "..", "template": "../2024-03-05"})

    layout = read_settings(folder.root).layout

    assert not layout.daily_found
    assert layout.template_lines == frozenset()


def test_periodic_notes_come_with_their_own_defaults(folder: NoteFolder) -> None:
    """``enabled`` with an empty format is common; what is not enabled does not count."""
    configure(
        folder,
        PERIODIC,
        {
            "daily": {"enabled": True, "format": "", "folder": "D"},
            "weekly": {"enabled": True, "format": "", "folder": "W"},
            "monthly": {"enabled": False, "format": "YYYY-MM", "folder": "M"},
            "quarterly": {"enabled": True, "format": "YYYY/YYYY-[Q]Q", "folder": ""},
            "yearly": "broken",
        },
    )

    assert read_settings(folder.root).layout.daily == (
        NotePattern("D", "YYYY-MM-DD", "day"),
        NotePattern("W", "gggg-[W]ww", "week"),
        NotePattern("", "YYYY/YYYY-[Q]Q", "quarter"),
    )


def test_calendar_sets_of_newer_periodic_notes_are_read(folder: NoteFolder) -> None:
    configure(
        folder,
        PERIODIC,
        {
            "activeCalendarSet": "Work",
            "calendarSets": [
                {"id": "Home", "day": {"enabled": True, "format": "", "folder": "Home"}},
                {"id": "Work", "day": {"enabled": True, "format": "YYYYMMDD", "folder": "Work"}},
            ],
        },
    )

    assert daily(folder) == NotePattern("Work", "YYYYMMDD", "day")


def test_periodic_notes_rule_and_a_filled_in_core_setting_still_counts(folder: NoteFolder) -> None:
    configure(folder, PERIODIC, {"daily": {"enabled": True, "format": "", "folder": "New"}})
    configure(folder, ".obsidian/daily-notes.json", {"folder": "Old"})
    assert [pattern.folder for pattern in read_settings(folder.root).layout.daily] == ["New", "Old"]

    configure(folder, ".obsidian/daily-notes.json", {})
    assert [pattern.folder for pattern in read_settings(folder.root).layout.daily] == ["New"]

    configure(folder, ".obsidian/community-plugins.json", ["dataview"])
    assert [pattern.folder for pattern in read_settings(folder.root).layout.daily] == [""]


def test_the_config_folder_may_have_another_name(folder: NoteFolder) -> None:
    folder.write(".git/HEAD")
    configure(folder, ".obsidian-phone/app.json", {"userIgnoreFilters": ["Archive/"]})
    configure(folder, ".obsidian-phone/daily-notes.json", {"folder": "Log"})

    layout = read_settings(folder.root).layout
    assert (layout.config_folder, layout.daily[0].folder) == (".obsidian-phone", "Log")
    assert layout.ignored == ("Archive/",)

    configure(folder, "settings/daily-notes.json", {"folder": "Other"})
    layout = read_settings(folder.root, overrides=Overrides(config_folder="settings")).layout
    assert layout.daily[0].folder == "Other"


def test_diurnals_own_configuration_wins_and_adds(folder: NoteFolder) -> None:
    configure(
        folder, ".obsidian/daily-notes.json", {"folder": "Daily", "format": "YYYYMMDD", "template": "T"}
    )
    configure(folder, ".obsidian/app.json", {"userIgnoreFilters": ["Archive/", 3, ""]})
    folder.write("diary/2026-07-21.md")
    base = Layout(ignored=("bench/",), wiki_folders=("pages",), day_starts_at=4)

    layout = read_settings(
        folder.root, base, Overrides(daily_folder="diary", daily_pattern="YYYY-MM-DD")
    ).layout

    assert layout.daily[0] == NotePattern("diary", "YYYY-MM-DD", "day")
    assert layout.daily_found
    assert layout.ignored == ("bench/", "Archive/")
    assert (layout.wiki_folders, layout.day_starts_at) == (("pages",), 4)


def test_the_lines_of_the_daily_template_are_form(folder: NoteFolder) -> None:
    """The setting names it without ``.md``; it and the templates folder are no notes."""
    configure(folder, ".obsidian/daily-notes.json", {"template": "Meta/Day"})
    configure(folder, ".obsidian/templates.json", {"folder": "Templates/"})
    configure(folder, ".obsidian/plugins/templater-obsidian/data.json", {"templates_folder": "Scripts"})
    folder.write("Meta/Day.md", "\ufeff## Tasks\r\n\r\n  - [ ] stretch\r\n")
    for name in ("Templates/x.md", "Scripts/y.md", "z.md"):
        folder.write(name)

    layout = read_settings(folder.root).layout

    assert layout.daily[0].template == "Meta/Day.md"
    assert layout.template_lines == {"## Tasks", "- [ ] stretch"}
    assert list(DiskVault(folder.root, layout).sweep().found) == ["z.md"]


@pytest.mark.parametrize("broken", [b"", b"{", b"\xff\xfe\x00", b"null", b"[1]", b'"text"', b"[" * 100_000])
def test_a_setting_that_cannot_be_read_stands_for_its_default(folder: NoteFolder, broken: bytes) -> None:
    folder.write(".obsidian/daily-notes.json", broken)
    folder.write(PERIODIC, broken)
    folder.write(".obsidian/app.json", broken)

    assert read_settings(folder.root).layout.daily == (NotePattern("", "YYYY-MM-DD", "day"),)


def test_a_setting_that_is_a_pipe_is_not_waited_for(folder: NoteFolder) -> None:
    folder.write(".obsidian/app.json", "{}")
    os.mkfifo(folder.path(".obsidian/daily-notes.json"))

    (warning,) = read_settings(folder.root).warnings

    assert "daily-notes.json" in warning


def test_a_filter_that_is_no_expression_is_named(folder: NoteFolder) -> None:
    configure(folder, ".obsidian/app.json", {"userIgnoreFilters": ["/(/"]})

    (warning,) = read_settings(folder.root).warnings

    assert "/(/" in warning


def test_a_changed_setting_is_noticed_and_half_a_save_is_waited_out(folder: NoteFolder) -> None:
    configure(folder, ".obsidian/daily-notes.json", {"folder": "Daily"})
    live = LiveSettings(folder.root)
    first = live.current.layout
    assert live.refresh() is None

    folder.write(".obsidian/daily-notes.json", "{")
    assert live.refresh() is None
    assert live.current.layout == first
    assert "not valid JSON" in live.current.warnings[0]

    configure(folder, ".obsidian/daily-notes.json", {"folder": "Journal"})
    changed = live.refresh()
    assert changed is not None
    assert changed.daily[0].folder == "Journal"
    assert live.current.warnings == ()
    assert fingerprint(changed) != fingerprint(first)
    assert fingerprint(first) == fingerprint(read_settings_of(folder, "Daily"))


def read_settings_of(folder: NoteFolder, daily_folder: str) -> Layout:
    configure(folder, ".obsidian/daily-notes.json", {"folder": daily_folder})
    return read_settings(folder.root).layout


@pytest.mark.parametrize(
    ("name", "daily_folder", "template"),
    [("kepano", "Daily", "Templates/Daily Note Template.md"), ("tasks-demo", "Daily Notes", "")],
)
def test_real_vaults_are_understood(shared: Path, name: str, daily_folder: str, template: str) -> None:
    layout = read_settings(shared / "vaults" / name).layout

    assert layout.daily[0].folder == daily_folder
    if template:
        assert layout.daily[0].template == template
        assert layout.template_lines


def test_the_language_of_daily_notes_is_found_from_those_that_are_there(folder: NoteFolder) -> None:
    configure(folder, ".obsidian/daily-notes.json", {"folder": "Tage", "format": "YYYY/LL"})
    assert daily(folder).language == ""

    folder.write("Tage/2024/5. März 2024.md", "Tee\n")
    folder.write("Tage/2024/Ideen.md", "nichts\n")

    assert daily(folder).language == "de"
    assert read_settings(folder.root).layout.daily_found


def test_the_language_that_the_calendar_plugin_sets_holds_where_no_name_tells_another(
    folder: NoteFolder,
) -> None:
    configure(folder, ".obsidian/daily-notes.json", {"folder": "D", "format": "dddd D MMMM YYYY"})
    configure(folder, ".obsidian/plugins/calendar/data.json", {"localeOverride": "fr"})
    assert daily(folder).language == "fr"

    folder.write("D/Dienstag 5 März 2024.md", "Tee\n")
    assert daily(folder).language == "de"

    configure(folder, ".obsidian/plugins/calendar/data.json", {"localeOverride": "system-default"})
    folder.remove("D/Dienstag 5 März 2024.md")
    assert daily(folder).language == ""
