"""What callers say besides plain prose: code, lists with times, headings, words in fields. None of it gets out of hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from diurnal.engine.memorize_facts import read_facts
from diurnal.errors import BadTime, UsageError
from diurnal.model.record import Privacy
from diurnal.text.carried_id import with_id
from writes.desk import NOON, TODAY, Desk


@pytest.mark.parametrize(
    "text",
    [
        "```x``` is code",
        "Look:\n```py\na = 1\n\nb = 2\n```\ndone",
        "````\n```\nx\n```\n````",
        "- a\n\n  more of a\n- b\n\nafter",
        "1. first\n\n   ```sh\n   ls\n\n   cd\n   ```\n2. second",
        "$$\na\n\nb\n$$\nend",
    ],
)
def test_code_lists_and_formulas_are_written_as_they_are(desk: Desk, text: str) -> None:
    """
    Whatever blank lines they hold: the block id stands below them, never inside, and they are no quotation.
    """
    desk.append(text)

    (entry,) = desk.read(TODAY, desk.data(TODAY)).records
    written = desk.text(TODAY).replace(f"\n\n^{entry.block}\n", "\n").replace(f" ^{entry.block}", "")
    assert text in written


def test_an_id_is_never_put_into_code() -> None:
    """
    Turns of a conversation are kept without being read back, so the place must be right from the start.
    """
    rows = ["So:", "```", "a", "", "b", "```", "", "end"]

    assert [*rows[:6], "", "^t1", *rows[6:]] == with_id(rows, "t1")


@pytest.mark.parametrize(
    "text",
    ["- 09:00 standup\n- 10:00 review", "1. 09:00 standup", "**09:00** standup", "- [ ] 09:00 standup"],
)
@pytest.mark.parametrize("note", ["", "- 08:00 tea ^e-tea\n", "## 08:00\n\nTea. ^e-tea\n"])
def test_times_in_a_text_begin_no_entries_of_their_own(desk: Desk, text: str, note: str) -> None:
    """
    They read as they were given, in the one entry they came in.
    """
    desk.write(TODAY, note)

    desk.append(text)

    records = [r for r in desk.read(TODAY, desk.data(TODAY)).records if r.block != "e-tea"]
    assert len(records) == 1
    assert "09:00" in records[0].text
    assert (records[0].at or NOON).hour == NOON.hour


@pytest.mark.parametrize("text", ["Foo\n--\nbar", "Foo\n-\nbar"])
def test_dashes_below_a_line_make_it_no_heading(desk: Desk, text: str) -> None:
    desk.append(text)

    assert "Foo\n\\-" in desk.text(TODAY)


def test_no_heading_of_an_agent_hides_the_day(new_desk: Callable[..., Desk]) -> None:
    """
    A tag that makes a note private, a comment or a tag of HTML in the heading it names are text, and it is found again.
    """
    desk = new_desk(agents_write=True)
    desk.write(TODAY, "Breakfast.\n")

    for heading in ("x #private", "%% open", "<pre>", "<!-- x", "Log ^abc"):
        desk.append("Cake.", by="claude", under=heading)
        desk.append("Tea.", by="claude", under=heading)

    note = desk.read(TODAY, desk.data(TODAY))
    assert note.privacy is Privacy.OPEN
    assert len(note.records) == 11
    assert "\n## x \\#private\n" in desk.text(TODAY)
    assert 5 == sum(line.startswith("## ") for line in desk.text(TODAY).splitlines())


def test_a_heading_without_words_is_none(desk: Desk) -> None:
    with pytest.raises(UsageError, match="expected a heading"):
        desk.append("Cake.", under="##")


@pytest.mark.parametrize("word", ["x #private", "a %% b", "a\rb", "a ^c-1", "`", "<!--", "a\u2028b", "a::b"])
@pytest.mark.parametrize("name", ["category", "owner"])
def test_a_word_in_a_field_is_no_tag_comment_or_id(desk: Desk, name: str, word: str) -> None:
    """
    An agent's category could make the owner's page private, and a comment sign hide the rest of it.
    """
    with pytest.raises(UsageError, match=name):
        desk.remember("Maya paints.", **{name: word})

    (fact,) = read_facts(f'[{{"text": "Maya paints.", "category": {word!r}}}]'.replace("'", '"')).found
    assert not set("#%^`<>\r\u2028:") & set(fact.category)


def test_a_page_is_named_in_one_line(desk: Desk) -> None:
    with pytest.raises(UsageError, match="page's name"):
        desk.remember("Maya paints.", page="Maya\nPaints")


@pytest.mark.parametrize("text", ["9999-12-31T23:59-12:00", "0001-01-01T00:00+14:00"])
def test_a_moment_outside_the_calendar_is_refused(desk: Desk, text: str) -> None:
    with pytest.raises(BadTime, match="calendar"):
        desk.writing.diary.append(
            "x", now=datetime.now(UTC).astimezone(NOON.tzinfo), at=datetime.fromisoformat(text)
        )


@pytest.mark.parametrize("text", ["a\n\nb", "a\n\nb\n\n- c\n- d", "a\n- [ ] c", "```\nx\n\ny\n```"])
def test_a_text_of_several_paragraphs_keeps_its_time(desk: Desk, text: str) -> None:
    """
    Among plain `09:00 …` lines a second paragraph would be an entry without a time, so it is written as a section.
    """
    desk.write(TODAY, "09:00 tea\n10:00 coffee\n")

    desk.append(text)

    fresh = desk.read(TODAY, desk.data(TODAY)).records[2:]
    assert {NOON.hour} == {record.at.hour if record.at else None for record in fresh}
