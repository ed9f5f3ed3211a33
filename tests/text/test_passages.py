"""Any other note is read as passages: by section, within a size, dated where the note says so."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.model.layout import NotePattern
from diurnal.model.record import Kind
from diurnal.model.time import TimeWindow
from diurnal.text.passages import pieces


def test_a_section_is_a_passage_and_a_task_is_one_of_its_own(read) -> None:
    found = read(
        "notes/Plan.md", "# Plan\nIntro.\n\n- a\n- [ ] b\n  - c\n- [x] d\n\nEnd.\n## Next\nMore.\n"
    ).records

    assert [(record.kind, record.text, record.heading, record.is_plan, record.lines) for record in found] == [
        (Kind.PASSAGE, "Intro.\na\nEnd.", (), False, (2, 9)),
        (Kind.PASSAGE, "b\nc", (), True, (5, 6)),
        (Kind.PASSAGE, "d", (), False, (7, 7)),
        (Kind.PASSAGE, "More.", ("Next",), False, (11, 11)),
    ]


@pytest.mark.parametrize(
    "unit", ["lorem ipsum dolor. ", "abc", "今天去買菜和水果。", "今天去買菜和水果", "e\u0301"]
)
def test_one_very_long_line_becomes_pieces_that_join_to_it(unit: str, read) -> None:
    """Peers' faults 93: Minified text and pasted books have lines without an end; no character is lost."""
    line = (unit * (200_000 // len(unit))).strip()

    found = read("notes/x.md", line).records

    assert "".join(record.text for record in found) == line
    assert max(len(record.text) for record in found) <= 1200
    assert {record.lines for record in found} == {(1, 1)}


def test_a_word_far_down_a_note_is_in_a_passage_with_its_line(read) -> None:
    """Peers' faults 96: A long note is read to its end, and a hit leads to its place."""
    lines = [f"Line {number} of the log." for number in range(1, 4001)]
    lines[3000] = "Here lies the tamarisk."

    found = read("notes/x.md", "\n".join(lines)).records

    (hit,) = [record for record in found if "tamarisk" in record.text]
    assert hit.lines[0] <= 3001 <= hit.lines[1]
    assert hit.lines[1] - hit.lines[0] < 80


@given(st.text(alphabet=st.sampled_from("ab .。\n!？ \u3000今"), max_size=400), st.integers(1, 50))
def test_pieces_lose_and_invent_no_character(text: str, limit: int) -> None:
    found = pieces(text, limit)

    assert "".join(found) == text
    assert all(len(piece) <= limit for piece in found)
    assert all(found) or not text


def test_a_piece_ends_at_a_paragraph_a_sentence_or_a_word() -> None:
    assert pieces("one two. three four. five", 22) == ["one two. three four. ", "five"]
    assert pieces("aaaa bbbb cccc", 10) == ["aaaa bbbb ", "cccc"]
    assert pieces("第一句话。第二句话。第三", 8) == ["第一句话。", "第二句话。第三"]
    assert pieces("para one\n\npara two", 14) == ["para one\n\n", "para two"]


@pytest.mark.parametrize(
    ("path", "front", "day"),
    [
        ("2023-09-12 Meeting with Steph.md", "", date(2023, 9, 12)),
        ("Meeting.md", "---\ndate: 2023-09-12\n---\n", date(2023, 9, 12)),
        ("Meeting.md", "---\ndate: 2023-09-12T10:00:00+02:00\n---\n", date(2023, 9, 12)),
        ("Meeting.md", "---\ncreated: '[[2023-09-12]]'\n---\n", date(2023, 9, 12)),
        ("Meeting.md", "---\ncreated: 2020-01-01\ndate: 2023-09-12\n---\n", date(2023, 9, 12)),
        ("2023-09-12 Meeting.md", "---\ndate: 2020-01-01\n---\n", date(2023, 9, 12)),
        ("Meeting.md", "---\ndate: soon\n---\n", None),
        ("Meeting.md", "---\nupdated: 2023-09-12\n---\n", None),
        ("Meeting.md", "## 2023-09-12\n", date(2023, 9, 12)),
        ("Meeting.md", "## 2023-09-12 Standup\n", date(2023, 9, 12)),
        ("Meeting.md", "## Standup (September 12, 2023)\n", date(2023, 9, 12)),
        ("Meeting.md", "## 2023年9月12日 周二\n### Decisions\n", date(2023, 9, 12)),
        ("2020-01-01 Log.md", "## 2023-09-12\n", date(2023, 9, 12)),
        ("Meeting.md", "## Deadline 2023-09-12\n", None),
    ],
)
def test_a_passage_is_dated_by_heading_name_or_property(
    path: str, front: str, day: date | None, read
) -> None:
    (record,) = read(path, f"{front}We decided to wait.\n").records

    assert record.day == day
    assert record.recorded == (TimeWindow.of_day(day) if day else None)


def test_a_time_in_a_dated_heading_dates_its_passage_to_the_minute(read) -> None:
    (record,) = read("Log.md", "## 2023-09-12 10:30 Standup\nWe decided to wait.\n").records

    assert record.at == datetime(2023, 9, 12, 10, 30)
    assert record.recorded == TimeWindow(datetime(2023, 9, 12, 10, 30), datetime(2023, 9, 12, 10, 31))


def test_a_weekly_note_passes_for_its_week(read) -> None:
    patterns = (NotePattern("Daily", "YYYY-MM-DD", "day"), NotePattern("Weekly", "GGGG-[W]WW", "week"))

    (record,) = read("Weekly/2024-W10.md", "A quiet week.", daily=patterns, daily_found=True).records

    assert record.day is None
    assert record.recorded == TimeWindow(datetime(2024, 3, 4), datetime(2024, 3, 11))


def test_query_blocks_are_in_no_passage_and_code_is(read) -> None:
    """Bug kinds 91, 109."""
    (record,) = read(
        "notes/x.md", "Text.\n```dataview\nlist from #canary\n```\n```py\nimport tamarisk\n```\n"
    ).records

    assert record.text == "Text.\nimport tamarisk"


def test_a_note_may_opt_out_of_decay(read) -> None:
    """I2: by a property of its own, or by the folder it lies in."""
    assert read("notes/x.md", "---\nevergreen: true\n---\nx").records[0].evergreen
    assert read("How to/x.md", "x", evergreen_folders=("How to",)).records[0].evergreen
    assert not read("notes/x.md", "x").records[0].evergreen


def test_a_field_on_a_line_of_its_own_is_a_property_of_the_page(read) -> None:
    note = read("notes/x.md", "---\nstatus: Open\n---\nstatus:: Closed\nrating:: 5\n")

    assert (note.properties["status"], note.properties["rating"]) == (("Open",), ("5",))


def test_a_note_of_properties_alone_says_what_they_say_in_words(read) -> None:
    text = (
        "---\ngenre: [Sci-fi, Noir]\ncover: https://example.org/a.png\nmail: mailto:bo@example.org\n"
        "links:\n  - https://example.org\n  - see [[Bo]]\nlast:\n---\n"
    )
    (record,) = read("Films/Dusk.md", text).records

    assert record.text == "Dusk\ngenre: Sci-fi, Noir\nlinks: see Bo"
