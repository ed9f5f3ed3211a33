"""Diaries that people keep outside the plain shapes: tables, callouts, other clocks, other list signs."""

from __future__ import annotations

from datetime import time

import pytest

from diurnal.model.record import Record

Timed = tuple[time | None, str]


@pytest.fixture
def records(read):
    """The records of one diary note."""

    def read_records(text: str) -> tuple[Record, ...]:
        return read("diary/2026-07-21.md", text).records

    return read_records


def timed(records, text: str) -> list[Timed]:
    return [(record.at.time() if record.at else None, record.text) for record in records(text)]


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("- 7.15 pm ate", 19, 15),
        ("7.15 p.m. ate", 19, 15),
        ("- 9h30 ate", 9, 30),
        ("- 14h05 - 15h00 ate", 14, 5),
        ("- ０９：０５ ate", 9, 5),
        ("- 上午九点 ate", 9, 0),
        ("- 下午三点四十 ate", 15, 40),
        ("- 晚上十一點半 ate", 23, 30),
        ("- 傍晚六点 ate", 18, 0),
        ("- 9点一刻 ate", 9, 15),
        ("- 9点3刻 ate", 9, 45),
        ("- 十点整 ate", 10, 0),
        ("- 两点三刻 ate", 2, 45),
        ("- 十二点零五分 ate", 12, 5),
        ("- 二十一点二十分 ate", 21, 20),
        ("• 09:00 ate", 9, 0),
        ("– 09:00 ate", 9, 0),
        ("- at 11:00 ate", 11, 0),
        ("- from 9:00 to 10:00 ate", 9, 0),
        ("- ~15:00 ate", 15, 0),
        ("- 12:00、ate", 12, 0),
        ("- 09:00/10:00: ate", 9, 0),
        ("- ~~09:00~~ ate", 9, 0),
        ("> 14:20 ate", 14, 20),
        ("> [!log] 14:20\n> ate", 14, 20),
        ("> [!todo]\n> - [x] 10:00 ate", 10, 0),
        ("| Time | What |\n|---|---|\n| 07:15 | ate |", 7, 15),
        ("| What | When |\n|---|---|\n| ate | 8 am |", 8, 0),
        ("## 2026-07-21T10:30:00+02:00\nate", 10, 30),
        ("## 2026-07-21T10:30Z\nate", 10, 30),
        ("- 2-3pm ate", 14, 0),
        ("- 11 - 1 pm ate", 11, 0),
        ("- 9–10.30 am ate", 9, 0),
        ("- AM 9:00 ate", 9, 0),
        ("- pm3:05 ate", 15, 5),
        ("- 午後3時半 ate", 15, 30),
        ("- 「10:00」ate", 10, 0),
        ("- \u200b10:00 ate", 10, 0),
    ],
)
def test_a_time_is_read_however_people_write_it(text: str, hour: int, minute: int, records) -> None:
    assert timed(records, text) == [(time(hour, minute), "ate")]


@pytest.mark.parametrize(
    "text",
    [
        "2h30 of sleep",
        "14h lunch",
        "18.45 paid",
        "两点：先想，再写",
        "一点也不累",
        "三点建议",
        "一时兴起",
        "At the bank",
        "from 9 to 5",
        "~15 people",
        "九点",
        "二十五点整",
        "2-3 eggs",
        "am 9 of them",
        "pm work",
    ],
)
def test_what_only_looks_like_a_time_is_text(text: str, records) -> None:
    assert timed(records, f"- {text}") == [(None, text)]


@pytest.mark.parametrize("text", ["At 11:00 we left.", "7pm works for me."])
def test_a_sentence_keeps_the_time_in_it(text: str, records) -> None:
    assert timed(records, text) == [(None, text)]


@pytest.mark.parametrize(
    ("heading", "at", "words"),
    [
        ("Lunch 12:30", time(12, 30), "Lunch"),
        ("Walk (17:45)", time(17, 45), "Walk"),
        ("Dinner @ 7 pm", time(19), "Dinner"),
        ("Dinner at 19:00", time(19), "Dinner"),
        ("散步（18:05）", time(18, 5), "散步"),
        ("Stand-up - 9:00-9:15", time(9), "Stand-up"),
        ("Tea | 16:00", time(16), "Tea"),
        ("Lunch (12:30) #food #out", time(12, 30), "Lunch #food #out"),
        ("[hall_facts] Tea | 16:00", time(16), "Tea"),
    ],
)
def test_a_heading_may_end_with_its_time(heading: str, at: time, words: str, records) -> None:
    assert timed(records, f"## {heading}\nwith Bo\n") == [(at, f"{words}\nwith Bo")]


@pytest.mark.parametrize("heading", ["Luke 6:27", "Ideas, 2 of them", "Score 3:1", "Route @ home", "(17:99)"])
def test_a_heading_that_ends_with_no_time_is_a_plain_heading(heading: str, records) -> None:
    (record,) = records(f"## {heading}\nsome words\n")

    assert (record.at, record.text, record.heading) == (None, "some words", (heading,))


def test_a_sign_before_the_time_stays_and_a_clock_goes(records) -> None:
    assert timed(records, "- ☕ 10:15 coffee\n- 🕘 09:00 tea\n") == [
        (time(10, 15), "☕ coffee"),
        (time(9), "tea"),
    ]


def test_struck_words_keep_their_time_and_lose_the_strokes(records) -> None:
    assert timed(records, "- ~~09:00 tea~~\n- ==13:00 nap==\n") == [(time(9), "tea"), (time(13), "nap")]


def test_a_quoted_log_is_cut_as_if_it_were_not_quoted(records) -> None:
    text = "> [!todo] Monday\n> - [ ] 09:00 post the parcel\n> - [x] 10:00 voted\n>\n> then home ^q1\n"
    found = records(text)

    assert timed(records, text) == [
        (None, "Monday"),
        (time(9), "post the parcel"),
        (time(10), "voted"),
        (None, "then home"),
    ]
    assert [record.is_plan for record in found] == [False, True, False, False]
    assert found[3].block == "q1"


def test_a_quote_without_times_is_one_entry(records) -> None:
    assert timed(records, "> Be still.\n> — Rumi, 12:30 of the second book\n") == [
        (None, "Be still.\n— Rumi, 12:30 of the second book")
    ]


def test_a_table_with_a_column_of_times_has_an_entry_a_row(records) -> None:
    text = "| When | What | Who |\n|:--|---|---|\n| 07:15 | ran \\| swam | |\n| **08:00** | porridge | [[Bo]] |\n"
    found = records(text)

    assert timed(records, text) == [(time(7, 15), "ran | swam"), (time(8), "porridge | Bo")]
    assert [record.lines for record in found] == [(3, 3), (4, 4)]
    assert [link.target for link in found[1].links] == ["Bo"]


def test_rows_that_are_not_filled_in_yet_make_no_entry(records) -> None:
    text = "| When | What |\n|---|---|\n| 07:15 | ran |\n| | |\n| 09:00 | |\n"

    assert timed(records, text) == [(time(7, 15), "ran")]


@pytest.mark.parametrize(
    "line",
    [
        "[[2031-05-04]] <- [[2031-W19]] -> [[2031-05-06]]",
        "[[2031]] / [[2031-Q2|Q2]] / [[2031-05|May]] / [[Journal/2031-W19|Week 19]]",
        "==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. ⚠==",
        "--- start-multi-column: a1",
        "--- column-end ---",
    ],
)
def test_bars_of_periods_and_marks_of_plugins_are_form(line: str, records) -> None:
    assert timed(records, f"{line}\n\nwords\n") == [(None, "words")]


def test_a_table_with_other_cells_in_that_column_is_one_entry(records) -> None:
    assert len(records("| When | What |\n|---|---|\n| 07:15 | ran |\n| later | porridge |\n")) == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('See [docs][d].\n\n[d]: https://example.org/docs\n[e]: Other.md "Title"\n', ["See docs."]),
        ("See [Bo].\n\n[Bo]: <my notes/Bo.md>\n", ["See Bo."]),
        ("[Bo]: see you\n", ["[Bo]: see you"]),
        ("[Bo]: ok\n", ["[Bo]: ok"]),
        ("I said\n[Bo]: a.md\n", ["I said\n[Bo]: a.md"]),
        ("Mill.[^1]\n\n[^1]: Built in 1820.\n", ["Mill.", "Built in 1820."]),
    ],
)
def test_lines_that_only_define_a_link_are_form(text: str, shown: list[str], records) -> None:
    assert [record.text for record in records(text)] == shown
