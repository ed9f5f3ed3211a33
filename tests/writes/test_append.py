"""Appending to the diary: one entry more, in the note's own shape, and not a byte else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone

import pytest

from diurnal.errors import NoteUnreadable, UsageError, WriteRefused
from diurnal.model.layout import Layout, NotePattern
from writes.desk import DIARY, NOON, TODAY, ZONE, Desk

AT = NOON.replace(hour=14, minute=30, second=12)
STAMP = "<!-- diurnal: ts=2026-07-21T14:30:12+08:00 -->"


def appended(desk: Desk, before: str, text: str = "Tea with Maya.", **options: object) -> str:
    """What is in today's note below *before* after an append; all above must be as it was."""
    desk.write(TODAY, before)
    written = desk.append(text, **{"at": AT, **options})
    after = desk.data(TODAY).decode()
    assert after.startswith(before)
    assert desk.record(written.id).lines[0] == written.line
    return after[len(before) :].replace(written.id.partition("#^")[2], "ID")


def test_a_first_entry_makes_the_days_note(desk: Desk) -> None:
    """
    A33: the file is `diary/2026-07-21.md`, an entry is one `## HH:MM` section with a timestamp comment.
    """
    written = desk.append("Tea with Maya.", at=AT)

    block = written.id.partition("#^")[2]
    assert f"## 14:30\n\nTea with Maya. ^{block}\n\n{STAMP}\n" == desk.text(TODAY)
    assert (TODAY, 1) == (written.path, written.line)
    record = desk.record(written.id)
    assert ("Tea with Maya.", AT.replace(tzinfo=None)) == (record.text, record.at)


@pytest.mark.parametrize(
    ("before", "added"),
    [
        ("## 09:00\n\nTea.\n", f"\n## 14:30\n\nTea with Maya. ^ID\n\n{STAMP}\n"),
        ("## 09:00\n\nTea.", f"\n\n## 14:30\n\nTea with Maya. ^ID\n\n{STAMP}"),
        ("### 9:05 am\n\nTea.\n", f"\n### 2:30 pm\n\nTea with Maya. ^ID\n\n{STAMP}\n"),
        ("## 下午3点05分\n\n喝茶\n", f"\n## 下午2点30分\n\nTea with Maya. ^ID\n\n{STAMP}\n"),
        ("- 09:00 tea\n- 10:00 cake\n", "- 14:30 Tea with Maya. ^ID\n"),
        ("- 09:00 tea\n- 10:00 cake", "\n- 14:30 Tea with Maya. ^ID"),
        ("* **9:05** – tea\n", "* **14:30** – Tea with Maya. ^ID\n"),
        ("- tea\n- cake\n", "- 14:30 Tea with Maya. ^ID\n"),
        ("09:00 tea\n10:00 cake\n", "14:30 Tea with Maya. ^ID\n"),
        ("09:00 tea\n\n10:00 cake\n", "\n14:30 Tea with Maya. ^ID\n"),
        ("- 09:00 tea\r\n- 10:00 cake\r\n", "- 14:30 Tea with Maya. ^ID\r\n"),
        ("- 09:00 tea\n- [ ] 18:00 call Ann\n", "- 14:30 Tea with Maya. ^ID\n"),
        ("\ufeff- 9:00 tea\n", "- 14:30 Tea with Maya. ^ID\n"),
    ],
)
def test_an_entry_takes_the_shape_of_those_before_it(desk: Desk, before: str, added: str) -> None:
    """
    Sections, list items and lines are continued as they are, with their kind of time, line breaks and ending.
    """
    assert added == appended(desk, before)


def test_a_real_note_stays_byte_for_byte_above_the_entry(desk: Desk) -> None:
    """
    Peers' faults 160: Frontmatter, intro, tasks, a fence with a heading in it and trailing blanks are not touched.
    """
    before = (
        "---\r\ntags: [a,  b]\r\n---\r\nIntro  \r\n\r\n## Tasks\r\n\r\n- [ ] 14:00 call Ann\t\r\n\r\n"
        "```md\r\n## 13:00\r\n```\r\n> [!note] hi\r\n> there ^abc\r\n\r\n\r\n"
    )

    added = appended(desk, before)

    assert f"## 14:30\r\n\r\nTea with Maya. ^ID\r\n\r\n{STAMP}\r\n" == added


def test_entries_go_where_the_note_keeps_them(desk: Desk) -> None:
    """
    A list of the day that stands above other sections is continued there, not in the last section.
    """
    desk.write(TODAY, "# Day\n\n## Log\n- 09:00 tea\n  - with milk\n\n## Gratitude\n- sun\n")

    written = desk.append("Cake.", at=AT)

    block = written.id.partition("#^")[2]
    expected = f"# Day\n\n## Log\n- 09:00 tea\n  - with milk\n- 14:30 Cake. ^{block}\n\n## Gratitude\n- sun\n"
    assert expected == desk.text(TODAY)


@pytest.mark.parametrize("heading", ["Log", "## Log"])
def test_the_owners_heading_is_obeyed(new_desk: Callable[..., Desk], heading: str) -> None:
    """
    With `diary.heading` set an entry goes to the end of that section.
    """
    desk = new_desk(heading=heading)
    desk.write(TODAY, "## Log\n\nx\n\n### Sub\n\ny\n\n## Other\n\nz\n")

    written = desk.append("Cake.", at=AT)

    lines = desk.text(TODAY).splitlines()
    assert lines.index("y") < written.line - 1 < lines.index("## Other")
    assert "### 14:30" == lines[written.line - 1]
    assert ("Log",) == desk.record(written.id).heading


def test_a_heading_that_is_missing_is_made(desk: Desk) -> None:
    """
    Where the note lacks the heading, it comes with the first entry.
    """
    assert "\n## Log\n- 14:30 Tea with Maya. ^ID\n" == appended(desk, "- tea\n", under="Log")


def test_the_shape_of_earlier_days_is_taken_for_a_new_one(desk: Desk) -> None:
    """
    A day without entries is written as the days before it were.
    """
    desk.write("diary/2026-07-19.md", "* 9:05 am – tea\n")
    desk.write("diary/2026-07-20.md", "# Only a title\n")

    written = desk.append("Cake.", at=AT)

    assert f"* 2:30 pm – Cake. ^{written.id.partition('#^')[2]}\n" == desk.text(TODAY)


def test_two_entries_of_one_minute_both_stay(desk: Desk) -> None:
    """
    Two appends within a minute are two entries with ids of their own.
    """
    one, other = desk.append("One.", at=AT), desk.append("Other.", at=AT)

    assert one.id != other.id
    assert ["One.", "Other."] == [desk.record(item.id).text for item in (one, other)]


def test_the_author_is_named_unless_it_is_the_owner(new_desk: Callable[..., Desk]) -> None:
    """
    An agent's entry says who wrote it, in a heading or a field; the owner's says nothing.
    """
    desk = new_desk(agents_write=True, owner="lin")
    section = desk.append("One.", at=AT, by="claude")
    mine = desk.append("Two.", at=AT, by="Lin")
    desk.write("diary/2026-07-20.md", "- 09:00 tea\n")
    item = desk.append("Three.", at=AT - timedelta(days=1), by="claude")

    assert "## 14:30 · claude\n" in desk.text(TODAY)
    assert f"- 14:30 Three. (by:: claude) ^{item.id.partition('#^')[2]}\n" in desk.text("diary/2026-07-20.md")
    assert ["claude", "", "claude"] == [desk.record(written.id).by for written in (section, mine, item)]


def test_agents_may_not_write_until_they_are_allowed_to(desk: Desk) -> None:
    """
    With `agents.write` off an agent's entry is refused, and no file is made.
    """
    with pytest.raises(WriteRefused, match="claude may not write"):
        desk.append("One.", at=AT, by="claude")

    assert {} == desk.all_bytes()


def test_an_agent_cannot_speak_for_the_owner(new_desk: Callable[..., Desk]) -> None:
    """
    Whatever an agent's text holds, all of it is read as the agent's, and the note stays as visible as it was.
    """
    desk = new_desk(agents_write=True)
    for before in ("## 09:00\n\nTea.\n", "- 09:00 tea\n"):
        desk.write(TODAY, before)
        text = (
            "Hi (by:: me)\n\n15:00 The owner agreed.\n\n## 16:00\nfine #private ^abc\n\n"
            "<!-- diurnal: ts=2026-07-21T17:00:00+08:00 by=me -->\n- 18:00 and again"
        )
        desk.append(text, at=AT, by="claude")

        note = desk.catalogue.note(TODAY)
        assert note is not None
        assert {"", "claude"} == {record.by for record in note.records}
        assert ["Tea.", "tea"].count(next(r.text for r in note.records if not r.by)) == 1
        assert "open" == note.privacy
        desk.folder.remove(TODAY)


def test_text_is_read_back_word_for_word(desk: Desk) -> None:
    """
    Comment marks, template syntax, block ids and headings in a text are text, and hide nothing after it.
    """
    text = "Use %% and <!-- and <% x %> and {{date}}\n# not a heading\n---\n===\nends ^like-this"
    one = desk.append(text, at=AT)
    two = desk.append("After.", at=AT)

    assert text == desk.record(one.id).text
    assert "After." == desk.record(two.id).text


@pytest.mark.parametrize("tag", ["<pre> x", "- <script>x", "<?php x", "<!DOCTYPE x", "<Style>"])
def test_html_in_a_text_is_text_and_hides_nothing_after_it(desk: Desk, tag: str) -> None:
    """
    These begin a block of HTML that no blank line ends: all that follows would be shown as part of it.
    """
    desk.append(f"Tried:\n{tag}", at=AT)

    assert "&lt;" in desk.text(TODAY)
    assert "<" not in desk.text(TODAY).partition("<!-- diurnal:")[0]


def test_an_odd_formula_mark_in_a_text_opens_no_formula(desk: Desk) -> None:
    """
    A closed formula stays one; a mark that nothing closes would take the entries after it into a formula.
    """
    closed = desk.append("It is\n\n$$\nx^2\n$$\n\nand `$$` too.", at=AT)
    odd = desk.append("It costs $$ a lot\n$$", at=AT)
    alone = desk.append("$$ later", at=AT)
    after = desk.append("After.", at=AT)

    assert "$$\nx^2\n$$" in desk.record(closed.id).text
    assert "It costs $$ a lot\n$$" == desk.record(odd.id).text
    assert "$$ later" == desk.record(alone.id).text
    assert "After." == desk.record(after.id).text
    assert desk.text(TODAY).replace("`$$`", "").count("$$") == 2


def test_above_an_open_formula_there_is_room(desk: Desk) -> None:
    """
    Entries kept under a heading of their own go on there, whatever is open further down.
    """
    text = "# Log\n\n- 09:00 Tea. ^e-aaaa\n\n# Sums\n\n$$\nx\n"
    desk.write(TODAY, text)

    desk.append("Cake.", at=AT)

    assert desk.text(TODAY).index("Cake.") < desk.text(TODAY).index("# Sums")


@pytest.mark.parametrize("before", ["## 09:00\n\nTea.\n", "- 09:00 tea\n"])
def test_code_in_an_entry_stays_code(desk: Desk, before: str) -> None:
    """
    A fence in the text is kept, and closed if it was not.
    """
    desk.write(TODAY, before)

    one = desk.append("See:\n\n```sh\nls %% # x", at=AT)
    two = desk.append("After.", at=AT)

    assert "See:\nls %% # x" == desk.record(one.id).text.replace("\n\n", "\n")
    assert "After." == desk.record(two.id).text


@pytest.mark.parametrize(
    ("end", "opened"),
    [
        ("```py\nprint(1)\n", "code fence"),
        ("~~~\nx", "code fence"),
        ("%%\nhidden\n", "comment"),
        ("<!-- hidden\n", "comment"),
        ("$$\nx^2\n", r"\$\$ formula"),
    ],
)
def test_an_entry_is_refused_where_it_would_vanish(desk: Desk, end: str, opened: str) -> None:
    """
    After a fence, a comment or a formula that is never closed an entry would be no entry, or be shown as none: the
    write names it and its line, and changes nothing.
    """
    desk.write(TODAY, f"## 09:00\n\nTea.\n\n{end}")
    before = desk.all_bytes()

    with pytest.raises(WriteRefused, match=f"The {opened} that begins on line 5 is never closed"):
        desk.append("Cake.", at=AT)

    assert before == desk.all_bytes()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Tea (by:: Tom)", r"holds the field \(by:: Tom\)"),
        ("Tea (by:: Tom\n\nand cake)", r"opens a bracket that is not closed on its line: \(by:: Tom"),
        ("(since:: 2020-01-01)", "fields and nothing else"),
        ("event:: 2020-01-01", "fields and nothing else"),
    ],
)
def test_a_refused_text_is_told_why(desk: Desk, text: str, why: str) -> None:
    """
    Where the note is in order and the text is not, the refusal names what in the text it was.
    """
    desk.write(TODAY, "## 09:00\n\nTea.\n")
    before = desk.all_bytes()

    with pytest.raises(WriteRefused, match=why):
        desk.append(text, at=AT)

    assert before == desk.all_bytes()


def test_an_entry_of_the_night_belongs_to_the_day_before(new_desk: Callable[..., Desk]) -> None:
    """
    With `day_starts_at: 4`, 01:30 is written into the day before and keeps its day.
    """
    desk = new_desk(replace(DIARY, day_starts_at=4))
    desk.write(TODAY, "## 23:50\n\nTea.\n")

    written = desk.append("Still up.", at=datetime(2026, 7, 22, 1, 30, tzinfo=ZONE))

    record = desk.record(written.id)
    assert (TODAY, date(2026, 7, 21), True) == (record.path, record.day, record.is_night)


def test_a_morning_told_in_the_evening_is_no_night(desk: Desk) -> None:
    """
    An entry of 03:00 added after one of 20:00 goes above it, for below it would be read as the night after.
    """
    desk.write(TODAY, "## 20:00\n\nDinner.\n")

    written = desk.append("Woke up.", at=NOON.replace(hour=3))

    record = desk.record(written.id)
    assert (False, NOON.replace(hour=3, tzinfo=None)) == (record.is_night, record.at)


def test_a_time_is_told_in_the_vaults_zone(desk: Desk) -> None:
    """
    A time with another offset is brought to the vault's zone; one without is wall time there.
    """
    other = datetime(2026, 7, 21, 20, 0, tzinfo=timezone(timedelta(hours=2)))
    late = desk.append("Late.", at=other)
    naive = desk.append("Naive.", at=datetime(2026, 7, 21, 9, 0))

    assert ("diary/2026-07-22.md", datetime(2026, 7, 22, 2, 0)) == (late.path, desk.record(late.id).at)
    assert datetime(2026, 7, 21, 9, 0) == desk.record(naive.id).at


def test_a_new_day_comes_from_the_owners_template(new_desk: Callable[..., Desk]) -> None:
    """
    Core variables are filled in for the day of the note, Templater's code stays, and the entry follows.
    """
    template = "---\nday: {{date:dddd, Do MMMM}}\n---\n# {{title}}\n\nmade {{time}} <% tp.x() %>\n\n## Log\n"
    layout = replace(
        DIARY,
        daily=(NotePattern("diary", "YYYY/MM/YYYY-MM-DD", "day", "meta/daily.md"),),
        template_lines=frozenset(line.strip() for line in template.splitlines() if line.strip()),
    )
    desk = new_desk(layout, heading="Log")
    desk.write("meta/daily.md", template)

    written = desk.append("Tea.", at=AT)

    path = "diary/2026/07/2026-07-21.md"
    start = (
        "---\nday: Tuesday, 21st July\n---\n# 2026-07-21\n\nmade 14:30 <% tp.x() %>\n\n## Log\n\n### 14:30\n"
    )
    assert path == written.path
    assert desk.text(path).startswith(start)
    assert ["Tea."] == [record.text for record in desk.catalogue.note(path).records]  # type: ignore[union-attr]


def test_a_new_day_is_called_as_obsidian_calls_it_in_the_owners_language(
    new_desk: Callable[..., Desk],
) -> None:
    """
    Otherwise Obsidian would make a second note of the same day. The template's dates are of that language too.
    """
    template = "{{date:dddd, D. MMMM}}\n"
    daily = NotePattern("diary", "YYYY/MMMM/dddd D. MMMM YYYY", "day", "meta/daily.md", language="de")
    desk = new_desk(replace(DIARY, daily=(daily,), template_lines=frozenset([template.strip()])))
    desk.write("meta/daily.md", template)

    path = desk.append("Tee.", at=AT).path

    assert path == "diary/2026/Juli/Dienstag 21. Juli 2026.md"
    assert desk.text(path).startswith("Dienstag, 21. Juli\n")
    assert ["Tee."] == [record.text for record in desk.catalogue.note(path).records]  # type: ignore[union-attr]


def test_no_day_is_made_without_an_entry(new_desk: Callable[..., Desk]) -> None:
    """
    Peers' faults 38: An entry that is refused leaves no file of the template alone, nor the folders for it.
    """
    layout = replace(DIARY, daily=(NotePattern("diary", "YYYY-MM-DD", "day", "daily.md"),))
    desk = new_desk(layout)
    desk.write("daily.md", "# {{title}}\n\n```never closed\n")
    before = desk.all_bytes()

    with pytest.raises(WriteRefused):
        desk.append("Tea.", at=AT)
    with pytest.raises(UsageError):
        desk.append("  \n ", at=AT)

    assert (before, []) == (desk.all_bytes(), desk.folders())


def test_without_a_setting_new_days_join_the_old_ones(new_desk: Callable[..., Desk]) -> None:
    """
    Where no setting says where days lie, a new one goes beside the latest.
    """
    desk = new_desk(Layout(), new_folder="diary")
    first = desk.append("Tea.", at=AT)
    desk.write("Journal/2026-07-22.md", "- 09:00 tea\n")

    second = desk.append("Cake.", at=AT + timedelta(days=2))

    assert ("diary/2026-07-21.md", "Journal/2026-07-23.md") == (first.path, second.path)


def test_an_existing_day_is_found_wherever_it_lies(new_desk: Callable[..., Desk]) -> None:
    """
    A day's note that was moved to an archive is added to there, not made a second time.
    """
    desk = new_desk(Layout())
    desk.write("Archive/2026/2026-07-21.md", "- 09:00 tea\n")

    assert "Archive/2026/2026-07-21.md" == desk.append("Cake.", at=AT).path


def test_newest_first_stays_newest_first(desk: Desk) -> None:
    """
    A note that lists the latest on top gets the new entry on top.
    """
    desk.write(TODAY, "# Day\n\n- 12:00 c\n- 10:00 b\n- 08:00 a\n")

    written = desk.append("d", at=AT)

    assert 3 == written.line
    assert [14, 12, 10, 8] == [r.at.hour for r in desk.catalogue.note(TODAY).records if r.at]  # type: ignore[union-attr]


def test_a_dry_run_shows_the_diff_and_writes_nothing(desk: Desk) -> None:
    """
    `--dry-run` gives a unified diff; no byte, file, folder or operation comes of it.
    """
    written = desk.append("Tea.", at=AT, dry_run=True)

    assert ("", {}, [], []) == (written.op, desk.all_bytes(), desk.folders(), desk.writing.ops())
    assert written.diff.startswith(f"--- /dev/null\n+++ b/{TODAY}\n@@")
    assert "+## 14:30\n" in written.diff


def test_a_note_in_an_unknown_encoding_is_left_alone(desk: Desk) -> None:
    """
    Bytes that are no text are not added to: the entry could not be found there.
    """
    desk.write(TODAY, b"## 09:00\n\nt\xffea\n")

    with pytest.raises(NoteUnreadable, match=TODAY):
        desk.append("Cake.", at=AT)

    assert b"## 09:00\n\nt\xffea\n" == desk.data(TODAY)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_utf16_note_is_continued_in_utf16(desk: Desk, encoding: str) -> None:
    """
    A note with a byte order mark is written in the encoding it names.
    """
    before = "\ufeff- 09:00 茶\r\n".encode(encoding)
    desk.write(TODAY, before)

    written = desk.append("餅", at=AT)

    assert desk.data(TODAY).startswith(before)
    assert "餅" == desk.record(written.id).text


def test_a_hall_is_written_where_the_reader_finds_it(desk: Desk) -> None:
    """
    The hall stands before the text; an unknown one is refused with those there are.
    """
    written = desk.append("We chose tea.", at=AT, hall="facts")

    record = desk.record(written.id)
    assert ("facts", "We chose tea.") == (record.hall, record.text)
    with pytest.raises(UsageError, match="discoveries"):
        desk.append("x", hall="fact")


def test_the_note_on_the_disk_counts_not_the_index(desk: Desk) -> None:
    """
    Peers' faults 158: A file that appeared a moment ago, unknown to the index, is added to and not overwritten.
    """
    desk.folder.write(TODAY, "- 09:00 synced in just now\n")

    desk.append("Tea.", at=AT)

    assert desk.text(TODAY).startswith("- 09:00 synced in just now\n- 14:30 Tea.")


def test_a_write_tells_what_it_wrote(desk: Desk) -> None:
    """
    The notes are handed on before the call returns, so that the next question finds them.
    """
    desk.append("Tea.", at=AT)

    assert [TODAY] == desk.wrote


@pytest.mark.parametrize("note", ["", "- 09:00 tea\n"])
def test_a_night_after_no_evening_goes_into_the_note_of_its_date(
    new_desk: Callable[..., Desk], note: str
) -> None:
    """
    In the note of the day before, 01:30 would be read as of the morning, a day too early.
    """
    desk = new_desk(replace(DIARY, day_starts_at=4))
    if note:
        desk.write(TODAY, note)

    written = desk.append("Home.", at=datetime(2026, 7, 22, 1, 30))

    record = desk.record(written.id)
    assert ("diary/2026-07-22.md", datetime(2026, 7, 22, 1, 30)) == (written.path, record.at)


@pytest.mark.parametrize("name", ["fe\u0301vrier 2026-02-10", "FÉVRIER 2026-02-10"])
def test_a_day_has_one_note_however_its_name_is_spelled(new_desk: Callable[..., Desk], name: str) -> None:
    """
    A note without entries that was made on a system that spells accents in two signs is the note of its day.
    """
    desk = new_desk(replace(DIARY, daily=(NotePattern("diary", "[février] YYYY-MM-DD", "day"),)))
    desk.write(f"diary/{name}.md", "# Only a heading\n")

    assert f"diary/{name}.md" == desk.append("Tea.", at=datetime(2026, 2, 10, 9)).path


def test_a_template_that_takes_no_entry_is_named(new_desk: Callable[..., Desk]) -> None:
    """
    There is no note of the day yet in which the comment could be looked for.
    """
    desk = new_desk(replace(DIARY, daily=(NotePattern("diary", "YYYY-MM-DD", "day", template="T/Day.md"),)))
    desk.write("T/Day.md", "# Day\n\n%% never closed\n")

    with pytest.raises(WriteRefused, match=r"made from T/Day\.md\. The comment that begins on line 3"):
        desk.append("Tea.")

    assert ["T/Day.md"] == list(desk.all_bytes())
