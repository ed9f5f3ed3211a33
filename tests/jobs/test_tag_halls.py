"""tag-halls: where a mark goes, where none ever goes, and that it goes there once and can be taken out."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diurnal.errors import CannotUndo, WriteFailed
from diurnal.model.layout import Layout
from diurnal.store.tag_register import TagRegister
from jobs_room import NOW, Room

DAY = "2041-07-22"


@pytest.mark.parametrize(
    ("line", "tagged"),
    [
        ("- Decided to use PostgreSQL.", "- [hall_facts] Decided to use PostgreSQL."),
        ("* Turns out the fuse was loose.", "* [hall_discoveries] Turns out the fuse was loose."),
        ("1. I prefer tea.", "1. [hall_preferences] I prefer tea."),
        ("- [ ] Decided to sell the boat.", "- [ ] [hall_facts] Decided to sell the boat."),
        ("- [x] 婚禮定在九月。", "- [x] [hall_facts] 婚禮定在九月。"),
        ("- 14:30 原来是保险丝。", "- 14:30 [hall_discoveries] 原来是保险丝。"),
        ("- [x] 14:30 Decided to go.", "- [x] 14:30 [hall_facts] Decided to go."),
        ("- **14:30** Decided to go.", "- **14:30** [hall_facts] Decided to go."),
        ("- 09:00 - 10:30 Decided to go.", "- 09:00 - 10:30 [hall_facts] Decided to go."),
        ("14:30 Decided to go.", "14:30 [hall_facts] Decided to go."),
        ("Decided to go. ^e-k3f9", "[hall_facts] Decided to go. ^e-k3f9"),
        ("**Maya:** decided to go.", "[hall_facts] **Maya:** decided to go."),
        ("- [ ] Decided to go 📅 2041-08-01", "- [ ] [hall_facts] Decided to go 📅 2041-08-01"),
        ("  - Decided to go.  ", "  - [hall_facts] Decided to go.  "),
    ],
)
def test_a_mark_goes_after_list_marker_checkbox_and_time(room: Room, line: str, tagged: str) -> None:
    """B24, B25: and all else of the line stays as it is."""
    path = room.diary(DAY, f"# Day\n\n{line}\n")
    room.run(room.tag_halls())
    assert room.text(path) == f"# Day\n\n{tagged}\n"


@pytest.mark.parametrize(
    "text",
    [
        "---\ntopics:\n  - decided to use PostgreSQL\nnote: Decided to go.\n---\n",
        "```\n- Decided to go.\n```\n",
        "~~~\nDecided to go.\n",
        "# Decided to go.\n",
        "Decided to go.\n===\n",
        "Decided to go.\n---\n",
        "%% Decided to go. %%\n",
        "%%\nDecided to go.\n%%\n",
        "<!-- Decided to go. -->\n",
        "%% a comment\nthat ends %% Decided to go.\n",
        "> Decided to go.\n",
        "> [!note] Title\n> - Decided to go.\n",
        "> [!diurnal]- Day in brief\n> Decided to go.\n",
        "| Decided | to |\n| --- | --- |\n| go | there |\n",
        "    Decided to go.\n",
        "[^1]: Decided to go.\n",
        "decision:: Decided to go.\n",
        "<div>\nDecided to go.\n</div>\n",
        "- [-] Decided to go.\n",
        "- Walked to the mill.\n",
        "- [hall_advice] Decided to go.\n",
        "- Decided to go. #hall/advice\n",
        "- 14:30 [hall_facts] Decided to go.\n",
        "- [[2041-07-21]] | [[2041-07-23]]\n",
    ],
)
def test_what_is_no_entry_or_has_a_mark_is_never_marked(room: Room, text: str) -> None:
    """B24: frontmatter, fences, headings, comments, quotes, tables, code, fields; what is cancelled or an event."""
    path = room.diary(DAY, text)
    ran = room.run(room.tag_halls())
    assert room.text(path) == text
    assert (ran.did, ran.ops, ran.warnings) == ("", (), ())


def test_lines_of_the_owners_template_are_never_marked(tmp_path: Path) -> None:
    template = frozenset(["- Decided today:", "- [ ] Never forget to stretch."])
    room = Room(tmp_path, Layout(daily=Layout().daily, daily_found=True, template_lines=template))
    room.write(f"{DAY}.md", "- Decided today:\n- [ ] Never forget to stretch.\n- Decided today: go.\n")
    room.run(room.tag_halls())
    assert room.text(f"{DAY}.md") == (
        "- Decided today:\n- [ ] Never forget to stretch.\n- [hall_facts] Decided today: go.\n"
    )


def test_an_entry_under_a_time_heading_is_marked_in_its_text(room: Room) -> None:
    path = room.diary(
        DAY,
        "## 14:30 · claude\n\nMaya and I decided to move. ^e-k3f9\n\n"
        "<!-- diurnal: ts=2041-07-22T14:30:12+02:00 -->\n\n## 15:00\n- I prefer tea.\n",
    )
    room.run(room.tag_halls())
    assert room.text(path) == (
        "## 14:30 · claude\n\n[hall_facts] Maya and I decided to move. ^e-k3f9\n\n"
        "<!-- diurnal: ts=2041-07-22T14:30:12+02:00 -->\n\n## 15:00\n- [hall_preferences] I prefer tea.\n"
    )


def test_an_entry_that_goes_on_below_another_is_marked_where_its_text_begins(room: Room) -> None:
    path = room.diary(DAY, "## 14:30\n**15:00** Never do it again.\n- Decided to go.\n")
    room.run(room.tag_halls())
    assert (
        room.text(path)
        == "## 14:30\n**15:00** [hall_advice] Never do it again.\n- [hall_facts] Decided to go.\n"
    )


def test_code_in_an_entry_stays_as_it_is(room: Room) -> None:
    path = room.diary(DAY, "- Decided:\n  ```\n  - I prefer tea.\n  ```\n")
    room.run(room.tag_halls())
    assert room.text(path) == "- [hall_facts] Decided:\n  ```\n  - I prefer tea.\n  ```\n"


def test_the_other_form_is_a_tag(room: Room) -> None:
    path = room.diary(DAY, "- [ ] 14:30 Decided to go.\nDecided\n\nI prefer tea.\n")
    room.run(room.tag_halls("tag"))
    assert (
        room.text(path)
        == "- [ ] 14:30 #hall/facts Decided to go.\nDecided\n\n#hall/preferences I prefer tea.\n"
    )
    assert [record.hall for record in room.note(path).records] == ["facts", "preferences"]


@pytest.mark.parametrize("form", ["bracket", "tag"])
@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbf- Decided to go.\r\n- I prefer tea.  \r\n\r\nnothing",
        "- Decided to go.\n".encode("utf-16"),
        b"Decided to go.\rI prefer tea.",
        "- [ ] 買票\n\t- [x] 決定搬家。\n".encode(),
    ],
)
def test_every_other_byte_stays(room: Room, source: bytes, form: str) -> None:
    """Marks taken out by hand of what the job wrote leave the bytes there were: encoding, line breaks, blanks."""
    path = room.diary(DAY, source)
    assert room.run(room.tag_halls(form)).did != ""
    after = room.path(path).read_bytes()
    codec = "utf-16-le" if source[:2] == b"\xff\xfe" else "utf-8"
    for hall in ("facts", "preferences"):
        for written in (f"[hall_{hall}] ", f"#hall/{hall} "):
            after = after.replace(written.encode(codec), b"")
    assert after == source


def test_marking_changes_no_record_but_its_mark(room: Room) -> None:
    """Text, ids and hashes stay, so nothing is embedded anew and no link breaks."""
    path = room.diary(DAY, "- 14:30 Decided to go. ^e-1\n  - with [[Maya]]\n- I prefer tea.\n\nWalked.\n")
    before = room.note(path).records
    room.run(room.tag_halls())
    assert room.note(path).records == before


# --- which days ---------------------------------------------------------------------------------


def test_only_the_last_days_that_are_over_are_covered(room: Room) -> None:
    text = "- Decided to go.\n"
    paths = {back: room.diary(f"{(NOW - timedelta(days=back)).date()}", text) for back in (-1, 0, 1, 7, 8)}
    room.run(room.tag_halls())
    assert [back for back, path in paths.items() if room.text(path) != text] == [1, 7]


def test_the_night_belongs_to_the_day_before_where_days_start_late(tmp_path: Path) -> None:
    room = Room(tmp_path, Layout(daily_found=True, day_starts_at=4))
    room.write("2041-07-23.md", "- Decided to go.\n")
    job = room.tag_halls()
    assert room.run(job, NOW.replace(hour=3)).did == ""
    assert room.run(job, NOW.replace(hour=5)).did == "1 hall mark in 1 note"


def test_a_note_saved_within_the_last_hours_is_left_for_later(room: Room) -> None:
    path = room.diary(DAY, "- Decided to go.\n")
    room.touched(path, NOW - timedelta(hours=2, minutes=59))
    ran = room.run(room.tag_halls())
    assert (ran.left, ran.did, room.text(path)) == (1, "", "- Decided to go.\n")

    assert room.run(room.tag_halls(), NOW + timedelta(minutes=2)).did == "1 hall mark in 1 note"


def test_a_file_time_in_the_future_does_not_keep_a_note_forever(room: Room) -> None:
    path = room.diary(DAY, "- Decided to go.\n")
    room.touched(path, NOW + timedelta(days=400))
    assert room.run(room.tag_halls()).did == "1 hall mark in 1 note"


def test_a_note_beside_a_conflict_copy_is_left_alone(room: Room) -> None:
    path = room.diary(DAY, "- Decided to go.\n")
    copy = room.diary(f"{DAY}.sync-conflict-20410722-101500-ABCDEFG", "- Decided to stay.\n")
    other = room.diary("2041-07-21", "- Decided to go.\n")
    ran = room.run(room.tag_halls())
    assert ran.warnings == (f"{path} has a conflict copy beside it, so it was left alone.",)
    assert (room.text(path), room.text(copy)) == ("- Decided to go.\n", "- Decided to stay.\n")
    assert room.text(other) == "- [hall_facts] Decided to go.\n"


def test_a_private_note_is_not_touched(room: Room) -> None:
    path = room.diary(DAY, "---\nprivate: true\n---\n- Decided to go.\n")
    assert room.run(room.tag_halls()).ops == ()
    assert room.text(path).endswith("\n- Decided to go.\n")


def test_a_note_that_cannot_be_written_does_not_keep_the_others(room: Room) -> None:
    locked, other = room.diary("2041-07-21", "- Decided to go.\n"), room.diary(DAY, "- I prefer tea.\n")
    room.path(locked).chmod(0o444)
    ran = room.run(room.tag_halls())
    assert ran.warnings == (f"{locked} is read-only, so nothing was written. Make it writable first.",)
    assert room.text(other) == "- [hall_preferences] I prefer tea.\n"


def test_wiki_pages_and_ordinary_notes_are_not_touched(room: Room) -> None:
    room.write("wiki/tea.md", "- I prefer tea.\n")
    room.write(f"notes/{DAY} meeting.md", "- Decided to go.\n")
    assert room.run(room.tag_halls()).ops == ()


# --- again, back, out ------------------------------------------------------------------------------


def test_a_dry_run_shows_the_diff_and_changes_nothing(room: Room) -> None:
    room.diary(DAY, "- Decided to go.\n")
    before = room.bytes_of_all()
    ran = room.run(room.tag_halls(), dry_run=True)
    assert "+- [hall_facts] Decided to go." in ran.diff.splitlines()
    assert (ran.did, ran.ops, ran.dry_run) == ("1 hall mark in 1 note", (), True)
    assert room.bytes_of_all() == before
    assert not (room.state / "tagged").exists()


def test_the_second_run_changes_nothing(room: Room) -> None:
    """B24: "already tagged is not tagged again", in either form."""
    room.diary(DAY, "- Decided to go.\n\n## 15:00\n\nI prefer tea.\n")
    room.run(room.tag_halls("tag"))
    once = room.bytes_of_all()
    for form in ("tag", "bracket"):
        assert room.run(room.tag_halls(form)).ops == ()
    assert room.bytes_of_all() == once


def test_undo_gives_every_byte_back(room: Room) -> None:
    room.diary(DAY, "- Decided to go.\r\n- I prefer tea.")
    room.diary("2041-07-21", "Turns out it was the fuse.\n")
    before = room.bytes_of_all()
    room.undo(room.run(room.tag_halls()))
    assert room.bytes_of_all() == before


def test_undo_is_refused_where_the_mark_was_edited(room: Room) -> None:
    path = room.diary(DAY, "- Decided to go.\n")
    ran = room.run(room.tag_halls())
    room.write(path, "- [hall_events] Decided to go.\n")
    with pytest.raises(CannotUndo):
        room.undo(ran)


@pytest.mark.parametrize("form", ["bracket", "tag"])
def test_remove_tags_takes_out_what_the_job_wrote_and_nothing_else(room: Room, form: str) -> None:
    room.diary(DAY, "- 14:30 Decided to go.\n- [ ] I prefer tea.\n\n## 15:00\n\nTurns out it was the fuse.\n")
    old = room.diary("2031-01-01", "- [hall_facts] Decided to go by hand.\n")
    before = room.bytes_of_all()
    room.run(room.tag_halls(form))
    assert room.bytes_of_all() != before

    dry = room.run(room.remove_tags(), dry_run=True)
    assert dry.did == "3 hall marks taken out of 1 note"
    ran = room.run(room.remove_tags())
    assert room.bytes_of_all() == before
    assert ran.warnings == (f"{old}: 1 mark that tag-halls is not known to have written stayed.",)
    assert room.run(room.remove_tags()).ops == ()


def test_remove_tags_can_be_undone(room: Room) -> None:
    room.diary(DAY, "- Decided to go.\n")
    room.run(room.tag_halls())
    tagged = room.bytes_of_all()
    room.undo(room.run(room.remove_tags()))
    assert room.bytes_of_all() == tagged


# --- any text -------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "- ", "  - ", "\t* ", "1. ", "- [ ] ", "- [x] ", "## ", "> ", "```", "~~~", "%%", "<!--", "-->", "---", "| a | b |",
        "| - | - |", "14:30 ", "**15:00** ", "Decided to go.", "I prefer tea.", "原来是保险丝。", "[hall_facts] ", "#hall/advice ",
        "Walked.", "^e-1", "key:: value", "$$", "[[Maya]] ", "    ", "`code` ", "<div>", "[^1]: ", "===", "**", "[", "]", "#",
    ]
)  # fmt: skip
NOTES = st.lists(
    st.tuples(st.lists(PIECES, max_size=4).map("".join), st.sampled_from(["\n", "\r\n", "\n\n"])), max_size=14
).map(lambda lines: "".join(text + end for text, end in lines))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(NOTES, st.sampled_from(["bracket", "tag"]))
def test_whatever_a_day_holds_marks_change_nothing_but_come_once_and_go_again(
    tmp_path_factory: pytest.TempPathFactory, text: str, form: str
) -> None:
    room = Room(tmp_path_factory.mktemp("day"))
    path = room.diary(DAY, text)
    before = room.bytes_of_all()
    records = room.note(path).records

    room.run(room.tag_halls(form))
    once = room.bytes_of_all()
    assert [(r.text, r.id, r.hall) for r in room.note(path).records] == [
        (r.text, r.id, r.hall) for r in records
    ]
    assert room.run(room.tag_halls(form)).ops == ()
    assert room.bytes_of_all() == once
    room.run(room.remove_tags())
    assert room.bytes_of_all() == before


def test_a_register_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A file that another user left there, as after one `sudo`, is no fault of Diurnal's; the error names the way out."""
    (tmp_path / "tagged").mkdir()
    with pytest.raises(WriteFailed, match=r"tagged could not be read") as refused:
        TagRegister(tmp_path)
    assert "move it away" in refused.value.hint
