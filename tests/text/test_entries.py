"""A diary note is read liberally: every shape people write an entry in is one."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from diurnal.model.layout import Layout
from diurnal.model.record import Event, Kind, Record, Task
from diurnal.model.time import TimeWindow
from diurnal.text import Reader

DAY = date(2026, 7, 21)


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2026, 7, 21, hour, minute, second)


@pytest.fixture
def records(read):
    """The records of the diary note of 2026-07-21."""
    return lambda text, **layout: read("diary/2026-07-21.md", text, **layout).records


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("## 14:30\nate", 14, 30),
        ("### 9:05 am\nate", 9, 5),
        ("## 9:05 PM\nate", 21, 5),
        ("## 14:30 ate", 14, 30),
        ("## 14:30: ate", 14, 30),
        ("## 14:30 — ate", 14, 30),
        ("## 2026-07-21 14:30\nate", 14, 30),
        ("- 14:30 ate", 14, 30),
        ("- 2026-07-21 14:30 ate", 14, 30),
        ("- 🕝 14:30 ate", 14, 30),
        ("* 9.5 no\n- 14:30: ate", 14, 30),
        ("- [ ] 14:30 ate", 14, 30),
        ("- [x] 14:30 ate", 14, 30),
        ("- **14:30** ate", 14, 30),
        ("- `14:30` ate", 14, 30),
        ("- (14:30) ate", 14, 30),
        ("- [14:30] ate", 14, 30),
        ("- ⏰ 14:30 ate", 14, 30),
        ("- [hall_facts] 14:30 ate", 14, 30),
        ("- 3pm ate", 15, 0),
        ("- 12:10 am ate", 0, 10),
        ("**14:30** ate", 14, 30),
        ("14:30 ate", 14, 30),
        ("14:30\n\nate", 14, 30),
        ("- 14：30 ate", 14, 30),
        ("- 下午3点半 ate", 15, 30),
        ("- 晚上8點20分 ate", 20, 20),
        ("- 8时 ate", 8, 0),
    ],
)
def test_a_time_is_read_in_every_shape_it_is_written_in(text: str, hour: int, minute: int, records) -> None:
    record = records(text)[-1]

    assert (record.text, record.at) == ("ate", at(hour, minute))
    assert record.kind is Kind.ENTRY
    assert record.day == DAY


@pytest.mark.parametrize(
    "text",
    [
        "24:00 ate",
        "9:5 ate",
        "12:60 ate",
        "25:10 ate",
        "3 ate",
        "2026 ate",
        "3点建议",
        "16:9 screens",
        "14:30.5 s",
        "[24:33.098 - 24:41.260] hello",
        "14:305",
        "10.30 ate",
        "v1.2",
        "11pmish",
    ],
)
def test_what_no_clock_shows_is_text(text: str, records) -> None:
    """Bug kinds 81, 150."""
    (record,) = records(f"- {text}")

    assert (record.text, record.at) == (text, None)


def test_a_heading_that_is_no_time_is_a_plain_heading(records) -> None:
    """No hour of the day has that number, so it is text that somebody chose as a heading."""
    found = records("## 24:00\na\n## 9:5\nb")

    assert [(record.text, record.heading, record.at) for record in found] == [
        ("a", ("24:00",), None),
        ("b", ("9:5",), None),
    ]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("- 09:00 - 10:30 standup", at(9), at(10, 30)),
        ("- 09:00-10:30 standup", at(9), at(10, 30)),
        ("## 2:00 – 3:30 pm standup", at(14), at(15, 30)),
        ("- 23:00 - 01:00 standup", at(23), datetime(2026, 7, 22, 1)),
        ("- 09:00 standup", at(9), at(9, 1)),
    ],
)
def test_an_entry_lasts_as_long_as_was_written(text: str, start: datetime, end: datetime, records) -> None:
    (record,) = records(text)

    assert record.text == "standup"
    assert record.recorded == TimeWindow(start, end)


def test_an_untimed_entry_spans_the_owners_whole_day(records) -> None:
    (record,) = records("walked")
    (late,) = records("walked", day_starts_at=4)

    assert record.recorded == TimeWindow.of_day(DAY)
    assert late.recorded == TimeWindow(at(4), datetime(2026, 7, 22, 4))
    assert record.at is None


def test_a_timed_section_is_one_entry_with_all_it_holds(records) -> None:
    (record,) = records(
        "## 14:30\n\nFirst.\n\n- one\n  - two\n\n### More\n\n```\ncode\n```\n\n> said\n\nLast.\n"
    )

    assert record.text == "First.\none\ntwo\nMore\ncode\nsaid\nLast."
    assert record.lines == (1, 16)


def test_a_section_ends_at_the_next_heading_of_its_depth_or_the_next_time(records) -> None:
    found = records("## 09:00\na\n### 09:30\nb\n## Log\nc\n# Top\nd")

    assert [(record.text, record.heading) for record in found] == [
        ("a", ()),
        ("b", ()),
        ("c", ("Log",)),
        ("d", ("Top",)),
    ]


def test_under_other_headings_every_paragraph_and_item_is_an_entry(records) -> None:
    found = records(
        "# 2026-07-21\n\n## Log\n\npara one\nstill one\n\npara two\n\n- item\n  more\n  - nested\n- [ ] task\n"
    )

    assert [record.text for record in found] == [
        "para one\nstill one",
        "para two",
        "item\nmore\nnested",
        "task",
    ]
    assert {record.heading for record in found} == {("Log",)}


def test_a_timed_item_inside_a_timed_section_is_an_entry_of_its_own(records) -> None:
    found = records("## 14:00 · Bo\nmeeting\n- agreed\n- 14:20 Maya joined\n- closed")

    assert [(record.text, record.at, record.by) for record in found] == [
        ("meeting\nagreed\nclosed", at(14), "Bo"),
        ("Maya joined", at(14, 20), "Bo"),
    ]


def test_lines_that_each_begin_with_a_time_need_no_blank_lines_between(records) -> None:
    found = records("08:10 coffee\n09:30 standup\nwith Maya\n")

    assert [(record.text, record.at, record.lines) for record in found] == [
        ("coffee", at(8, 10), (1, 1)),
        ("standup\nwith Maya", at(9, 30), (2, 3)),
    ]


def test_a_time_alone_on_its_line_opens_an_entry(records) -> None:
    found = records("**14:30**\n\nMet Maya.\n\nWe walked.\n\n16:00\n\nGym.\n\n## Log\n\nx")

    assert [(record.text, record.at) for record in found] == [
        ("Met Maya.\nWe walked.", at(14, 30)),
        ("Gym.", at(16)),
        ("x", None),
    ]


def test_a_sentence_that_begins_with_a_time_is_a_sentence(records) -> None:
    found = records(
        "## 09:00\n7pm works for me.\n\n10:30 is too early.\n\n**10:00** Bo called.\n\n## Log\n3 pm it is.\n"
    )

    assert [(record.text, record.at) for record in found] == [
        ("7pm works for me.\n10:30 is too early.", at(9)),
        ("Bo called.", at(10)),
        ("3 pm it is.", None),
    ]


def test_the_written_form_is_read_whole(records) -> None:
    """A33: one ``## HH:MM`` entry plus a timestamp comment."""
    text = (
        "## 14:30 · claude\n\nMaya and I agreed. ^e-k3f9\n\n"
        "<!-- diurnal: ts=2026-07-21T14:30:12+08:00 -->\n\n## 15:00\n\nnext\n"
    )

    first, second = records(text)

    assert (first.id, first.block, first.by) == ("diary/2026-07-21.md#^e-k3f9", "e-k3f9", "claude")
    assert (first.text, first.at, first.lines) == ("Maya and I agreed.", at(14, 30, 12), (1, 5))
    assert first.recorded == TimeWindow(at(14, 30), at(14, 31))
    assert (second.by, second.at) == ("", at(15))


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- ts: 2026-07-21T14:30:12+08:00 -->",
        '<!-- wikimem ts="2026-07-21 14:30:12" -->',
        "%% 2026-07-21T14:30:12Z %%",
    ],
)
def test_the_offset_of_a_timestamp_never_moves_an_entry(comment: str, records) -> None:
    (record,) = records(f"## 14:30\nmet\n{comment}\n")

    assert (record.text, record.at) == ("met", at(14, 30, 12))


def test_a_timestamp_gives_an_untimed_entry_its_time(records) -> None:
    first, second = records(
        "met\n<!-- ts: 2026-07-21T14:30:12 -->\n\nother\n<!-- ts: 2026-07-20T10:00:00 -->\n"
    )

    assert (first.at, second.at) == (at(14, 30, 12), None)


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("## 23:59\na\n## 00:10\nb", [False, True]),
        ("- 22:00 a\n- 00:40 b\n- 01:20 c\n- 09:00 d", [False, True, True, False]),
        ("- 10:00 a\n- 09:00 b", [False, False]),
        ("- 06:30 a\n- 05:10 b", [False, False]),
        ("- 00:40 a\n- 08:00 b", [False, False]),
        ("- 23:50 a\n- 18:00 b\n- 05:00 c", [False, False, False]),
        ("## 02:30\na\n## 02:30\nb", [False, False]),
        ("## Plan\n- [ ] 22:00 a\n## Log\n- 05:30 b", [False, False]),
    ],
)
def test_an_early_hour_after_a_late_one_is_that_days_night(text: str, nights: list[bool], records) -> None:
    """The order of the file is kept, and nothing rolls to the next day."""
    found = records(text)

    assert [record.is_night for record in found] == nights
    assert {record.day for record in found} == {DAY}
    for record in found:
        assert record.recorded is not None
        assert record.recorded.start >= at(0)
        assert record.recorded.end <= at(0) + timedelta(days=1)
        if record.is_night:
            assert record.recorded.start >= at(18)


@pytest.mark.parametrize(
    ("line", "task", "is_plan"),
    [
        ("- [ ] a", Task.OPEN, True),
        ("- [/] a", Task.OPEN, True),
        ("- [x] a", Task.DONE, False),
        ("- [X] a 📅 2026-08-01", Task.DONE, False),
        ("- [-] a", Task.CANCELLED, False),
        ("- [!] a", Task.NONE, False),
        ("- a", Task.NONE, False),
        ("- a 📅 2026-08-01", Task.NONE, True),
        ("- a ⏳ 2026-08-01", Task.NONE, True),
        ("- a [due:: 2026-08-01]", Task.NONE, True),
        ("- a (scheduled:: 2026-08-01)", Task.NONE, True),
        ("- a (event:: 2026-08-01)", Task.NONE, True),
        ("- a (event:: 2026-07-20)", Task.NONE, False),
        ("- a ✅ 2026-07-21", Task.NONE, False),
    ],
)
def test_what_is_still_to_come_is_a_plan(line: str, task: Task, is_plan: bool, records) -> None:
    (record,) = records(line)

    assert (record.text, record.task, record.is_plan) == ("a", task, is_plan)


def test_task_dates_are_events_and_no_text(records) -> None:
    (record,) = records("- [x] trash 🔁 every week ➕ 2026-07-01 📅 2026-07-20 ⏫ ✅ 2026-07-21")

    assert record.text == "trash 🔁 every week"
    assert {event.phrase: event.window.start.day for event in record.events if event.window.start} == {
        "created": 1,
        "due": 20,
        "done": 21,
    }
    assert all(event.day_or_finer for event in record.events)


def test_an_open_task_inside_what_happened_is_a_plan_of_its_own(records) -> None:
    found = records(
        "## 14:30\npacked\n- [x] shoes\n- [ ] passport\n\n> [!todo]\n> - [ ] tickets\n> - bread\n"
    )

    assert [(record.text, record.task, record.at) for record in found] == [
        ("packed\nshoes\nbread", Task.NONE, at(14, 30)),
        ("passport", Task.OPEN, at(14, 30)),
        ("tickets", Task.OPEN, at(14, 30)),
    ]


def test_a_nested_task_that_tells_another_story_stands_under_its_parent(records) -> None:
    found = records("- [ ] trip\n  - [x] booked\n  - [ ] pack\n- done\n  - [ ] later\n")

    assert [(record.text, record.is_plan, record.heading) for record in found] == [
        ("trip\npack", True, ()),
        ("booked", False, ("trip",)),
        ("done", False, ()),
        ("later", True, ("done",)),
    ]


@pytest.mark.parametrize(
    ("text", "hall", "shown"),
    [
        ("- [hall_facts] a", "facts", "a"),
        ("- [ ] [hall_advice] a", "advice", "a"),
        ("- a #hall/preferences", "preferences", "a"),
        ("#Hall/Events a found b", "events", "a found b"),
        ("## 09:00\n[hall_facts] a", "facts", "a"),
        ("- a found b", "discoveries", "a found b"),
        ("- [hall_kitchen] a", "events", "[hall_kitchen] a"),
    ],
)
def test_a_hall_mark_decides_the_hall_and_is_no_text(text: str, hall: str, shown: str, records) -> None:
    (record,) = records(text)

    assert (record.hall, record.text) == (hall, shown)


def test_a_hall_written_as_a_tag_remains_a_tag(records) -> None:
    (record,) = records("- a #hall/preferences #b")

    assert set(record.tags) == {"hall/preferences", "b"}


def test_a_leading_speaker_is_a_name_and_stays_in_the_text(records) -> None:
    for text in (
        "**Maya:** hi there",
        "**Maya**: hi there",
        "- 14:30 **Maya:** hi there",
        "## 14:30\n**Maya:** hi there",
    ):
        (record,) = records(text)

        assert (record.text, record.names) == ("Maya: hi there", ("Maya",))


def test_a_template_line_is_form_until_it_is_ticked_or_filled(records) -> None:
    template = frozenset(["## Log", "- [ ] meditate", "- Mood:", "How was the day?", "- {{VALUE}}"])
    text = "## Log\n- [ ] meditate\n- [x] meditate\n- Mood:\n- Mood: calm\n- Mood:\n  - tired\n\nHow was the day?\nGood."

    found = records(text, template_lines=template)

    assert [record.text for record in found] == ["meditate", "Mood: calm", "tired", "Good."]


def test_a_template_line_filled_with_a_date_is_form(records) -> None:
    template = frozenset(
        ["Yesterday: [[{{date-1d:YYYY-MM-DD}}]]", "Created <% tp.date.now() %> at home", "- Felt {{VALUE}}"]
    )

    found = records(
        "Yesterday: [[2026-07-20]]\n\nCreated 2026-07-21 at home\n\n- Felt fine\n", template_lines=template
    )

    assert [record.text for record in found] == ["Felt fine"]


def test_a_template_of_placeholders_takes_no_entry_and_no_heading_away(records) -> None:
    template = frozenset(["# {{title}}", "## {{time}}", "- {{time}}", "{{date}}"])
    text = "# A walk\n## Later\n- had lunch\n## 14:30\nmet Bo\n"

    found = records(text, template_lines=template)

    assert [(record.text, record.heading, record.at) for record in found] == [
        ("had lunch", ("A walk", "Later"), None),
        ("met Bo", ("A walk",), at(14, 30)),
    ]


def test_links_on_lines_of_form_are_still_links_of_the_note(read) -> None:
    note = read("diary/2026-07-21.md", "<< [[2026-07-20]] | [[2026-07-22]] >>\n\n# See [[Maya]]\n")

    assert [link.target for link in note.links] == ["2026-07-20", "2026-07-22", "Maya"]
    assert note.records == ()


@pytest.mark.parametrize(
    "text",
    [
        "<< [[2026-07-20]] | [[2026-07-22]] >>",
        "[[Daily/2026-07-20|←]] [[Daily/2026-07-22|→]]",
        "Mood: {{VALUE}}",
        "<% tp.file.cursor() %>",
        "<%*\nconst x = 1\n%>",
        "%% note to self %%",
        "```dataview\nlist\n```",
        "![[Daily.base]]",
        "- [ ] ",
        "---\n\n***",
        "# 2026-07-21\n\n## Log\n",
    ],
)
def test_form_comments_and_queries_are_no_entries(text: str, records) -> None:
    assert records(text) == ()


def test_links_to_days_with_a_word_beside_them_are_an_entry(records) -> None:
    assert [record.text for record in records("moved from [[2026-07-20]] to [[2026-07-22]]")] == [
        "moved from 2026-07-20 to 2026-07-22"
    ]


def test_code_goes_with_what_stands_before_it_and_is_no_entry_alone(records) -> None:
    """It can still be found."""
    found = records("fixed it:\n```\nx = 1\n```\n\n## Snippets\n```\ny = 2\n```\n")

    assert [(record.kind, record.text) for record in found] == [
        (Kind.ENTRY, "fixed it:\nx = 1"),
        (Kind.PASSAGE, "y = 2"),
    ]
    assert found[1].day == DAY


def test_a_digest_of_ours_is_machine_written(records) -> None:
    found = records("walked\n\n> [!diurnal]- Day in brief\n> A walk. [[2026-07-21#^e-1]]\n")

    assert [(record.text, record.is_machine, record.by) for record in found] == [
        ("walked", False, ""),
        ("Day in brief\nA walk. 2026-07-21", True, "diurnal"),
    ]


def test_a_machine_author_is_known_by_name(read) -> None:
    note = read("diary/2026-07-21.md", "## 09:00 · Scribe\na\n## 10:00 · Bo\nb", machine_authors=("scribe",))

    assert [(record.by, record.is_machine) for record in note.records] == [("Scribe", True), ("Bo", False)]


def test_events_are_resolved_against_the_entrys_own_day() -> None:
    """Peers' faults 186:  "On the 30th" depends on when it was written, not on when it is read."""
    asked: list[tuple[str, date | None]] = []

    def events(text: str, day: date | None) -> tuple[Event, ...]:
        asked.append((text, day))
        return (Event(TimeWindow.of_day(date(2026, 7, 30)), "day", "on the 30th"),) if "30th" in text else ()

    reader = Reader(Layout(), classify=lambda text: "events", events=events)
    found = reader.read("diary/2026-07-21.md", b"- yesterday we moved\n- dentist on the 30th\n").records

    assert asked == [("yesterday we moved", DAY), ("dentist on the 30th", DAY)]
    assert [record.is_plan for record in found] == [False, True]


def test_ids_survive_edits_elsewhere_and_tell_equals_apart(records) -> None:
    before = records("- tea\n- tea\n- walk ^w1\n")
    after = records("new first line\n\n- tea\n  \n- tea\n- other\n- walk ^w1\n")

    def ids(found: tuple[Record, ...], text: str) -> list[str]:
        return [record.id for record in found if record.text == text]

    assert ids(before, "tea") == ids(after, "tea")
    assert len(set(ids(before, "tea"))) == 2
    assert ids(after, "walk") == ["diary/2026-07-21.md#^w1"]


def test_a_block_id_used_twice_names_only_the_first(records) -> None:
    found = records("- a ^x\n- b ^x\n")

    assert [record.block for record in found] == ["x", ""]
    assert len({record.id for record in found}) == 2


def test_a_conflict_copy_is_read_as_its_original_and_marked(read) -> None:
    note = read("2024-03-05 (Desk's conflicted copy 2024-03-06).md", "- 09:00 tea")

    assert [(record.day, record.conflict_of) for record in note.records] == [
        (date(2024, 3, 5), "2024-03-05.md")
    ]


def test_a_conflict_copy_is_left_out_where_the_owner_wants_that(read) -> None:
    """
    With `vault.conflict_copies: ignore` nothing of a copy is read; it is still known as one, so status counts it.
    """
    copy = "2024-03-05 (Desk's conflicted copy 2024-03-06).md"

    note = read(copy, "- 09:00 tea [[Maya]]", reads_conflict_copies=False)

    assert ((), (), "2024-03-05.md") == (note.records, note.links, note.conflict_of)
    assert read("2024-03-05.md", "- 09:00 tea", reads_conflict_copies=False).records


def test_a_very_long_entry_is_cut_and_keeps_its_time(records) -> None:
    text = "word " * 2000

    found = records(f"## 14:30\n{text} ^long\n", passage_chars=500)

    assert "".join(record.text for record in found) == text.strip()
    assert {record.at for record in found} == {at(14, 30)}
    assert [record.block for record in found][:2] == ["long", ""]


def test_an_episode_reads_as_turns_with_speaker_and_time_and_is_no_day(read) -> None:
    """C7: a stored raw turn can be reached by its id."""
    note = read(
        "episodes/2026/2026-07-21 chat k3f9.md",
        "## 2026-07-21 23:59:58 · Maya\n\nStill up? ^t1\n\n## 2026-07-22 00:00:10 · claude\n\nYes.\n",
        machine_authors=("claude",),
    )

    assert note.period is None
    assert [(record.kind, record.text, record.at, record.by, record.names) for record in note.records] == [
        (Kind.PASSAGE, "Still up?", at(23, 59, 58), "Maya", ("Maya",)),
        (Kind.PASSAGE, "Yes.", datetime(2026, 7, 22, 0, 0, 10), "claude", ("claude",)),
    ]
    assert note.records[0].id.endswith("k3f9.md#^t1")
    assert [record.is_machine for record in note.records] == [False, True]
