"""Larger windows for empty ones, and windows that hang on an event."""

from __future__ import annotations

from datetime import datetime

import pytest

from diurnal.model.time import TimeWindow
from diurnal.when import parse, resolve_anchor, widen

NOW = datetime(2025, 11, 19, 10, 30)
NIGHT = TimeWindow(datetime(2025, 11, 17, 18), datetime(2025, 11, 18))
TRIP = TimeWindow(datetime(2025, 5, 10), datetime(2025, 5, 13))


@pytest.mark.parametrize(
    ("step", "start", "end"),
    [
        (1, datetime(2025, 11, 16, 18), datetime(2025, 11, 19)),
        (2, datetime(2025, 11, 16, 18), datetime(2025, 11, 25)),
        (3, datetime(2025, 11, 10, 18), datetime(2025, 11, 25)),
    ],
)
def test_a_window_widens_by_a_day_then_to_the_week_after_then_before(step, start, end):
    """
    A16: broadened by a day first; people write later, so after comes ahead of before.
    """
    widened, sentence = widen([NIGHT], step)

    assert (TimeWindow(start, end),) == widened
    assert sentence.endswith(".")


def test_there_is_an_end_to_widening():
    assert ((), "") == widen([NIGHT], 4)
    assert ((), "") == widen([NIGHT], 0)


def test_open_sides_and_the_ends_of_the_calendar_stay_open():
    (widened,), _ = widen([TimeWindow(None, datetime.max)], 3)

    assert TimeWindow(None, None) == widened


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("what did I eat the week after [[Tokyo trip]]", (2025, 5, 13), (2025, 5, 20)),
        ("the month before [[Tokyo trip]]", (2025, 4, 1), (2025, 5, 1)),
        ("two days before [[Tokyo trip]]", (2025, 5, 8), (2025, 5, 9)),
        ("the two weeks after [[Tokyo trip]]", (2025, 5, 13), (2025, 5, 27)),
        ("the week of [[Tokyo trip]]", (2025, 5, 5), (2025, 5, 12)),
        ("who did I meet during [[Tokyo trip|the trip]]", (2025, 5, 10), (2025, 5, 13)),
        ("[[Tokyo trip]]之后的一周做了什么", (2025, 5, 13), (2025, 5, 20)),
        ("[[Tokyo trip]]那周", (2025, 5, 5), (2025, 5, 12)),
        ("[[Tokyo trip]]前一天", (2025, 5, 9), (2025, 5, 10)),
        ("[[Tokyo trip]]期间吃了什么", (2025, 5, 10), (2025, 5, 13)),
        ("what changed since [[Tokyo trip]]", (2025, 5, 10), None),
        ("before [[Tokyo trip]]", None, (2025, 5, 10)),
        ("after [[Tokyo trip]]", (2025, 5, 13), None),
    ],
)
def test_an_anchor_gives_its_window_once_the_event_is_known(question, start, end):
    """
    A13: two-hop works: the event's date goes in, the window comes out.
    """
    reading = parse(question, NOW)
    resolved = resolve_anchor(reading, TRIP, NOW)

    assert () == reading.windows
    assert "Tokyo trip" == reading.anchor.name
    assert "Tokyo" not in reading.leftover
    assert (TimeWindow(start and datetime(*start), end and datetime(*end)),) == resolved.windows


def test_an_event_in_quotation_marks_is_an_anchor_too():
    assert "the Lisbon offsite" == parse('what did we decide after "the Lisbon offsite"', NOW).anchor.name


@pytest.mark.parametrize(
    "question", ["notes about [[Maya]]", "before Paris", "since you asked", "[[2025 goals]]"]
)
def test_a_link_without_a_relation_is_no_anchor(question):
    """
    "Before Paris" names no page, so nothing is guessed.
    """
    reading = parse(question, NOW)

    assert reading.anchor is None
    assert () == reading.windows


def test_a_named_time_outweighs_an_anchor():
    reading = parse("what did I say to [[Maya]] last week", NOW)

    assert reading.anchor is None
    assert "last week" == reading.phrase


def test_a_reading_without_anchor_stays_as_it_is():
    reading = parse("last week", NOW)

    assert reading is resolve_anchor(reading, TRIP, NOW)


def test_days_counted_from_an_event_begin_when_days_begin():
    """
    With `day_starts_at: 4` the day after ends at four in the morning, and so does its evening.
    """
    after, evening = (
        resolve_anchor(parse(question, NOW), TRIP, NOW, day_starts_at=4).windows
        for question in ("the day after [[Tokyo trip]]", "the night after we moved")
    )

    assert (TimeWindow(datetime(2025, 5, 13, 4), datetime(2025, 5, 14, 4)),) == after
    assert (TimeWindow(datetime(2025, 5, 13, 18), datetime(2025, 5, 14, 4)),) == evening
