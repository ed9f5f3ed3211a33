"""Schedules: what is accepted runs, what is not is told with its place."""

from __future__ import annotations

from datetime import UTC
from random import Random

import pytest

from diurnal.config.cron import is_cron
from diurnal.jobs.timing import Timing


@pytest.mark.parametrize(
    "cron",
    [
        "30 4 * * sun",
        "*/5 * * * *",
        "0,30 8-18/2 1,15 jan-mar,12 mon-fri",
        "5/20 0 last * *",
        "0 6 29 2 *",
        "0 6 * * MON,wed",
    ],
)
def test_a_schedule_is_accepted(cron: str) -> None:
    """
    Numbers, ranges, steps, lists, names of months and weekdays, the last day of a month.
    """
    assert is_cron(cron)
    assert Timing.of(cron, UTC).cron == cron


@pytest.mark.parametrize(
    "cron",
    [
        "",
        "* * * *",
        "* * * * * *",
        "*/0 * * * *",
        "5-1 * * * *",
        "0 6 * janx *",
        "0 6 * * monx",
        "0 6 * * 1",
        "0 6 * * fri-mon",
        "0 6 * * */2",
        "60 6 * * *",
        "0 24 * * *",
        "0 0 0 * *",
        "0 0 * 13 *",
        "0 0 30 2 *",
        "0 0 31 4,jun *",
        "1,,2 * * * *",
        "1- * * * *",
        "-1 * * * *",
        "*/60 * * * *",
        "1--2 * * * *",
        "mon * * * *",
        "* * last-1 * *",
        "\N{ARABIC-INDIC DIGIT FIVE} * * * *",
    ],
)
def test_what_is_none_or_never_comes_is_not(cron: str) -> None:
    """
    A step of nothing, a range that runs backwards, a name that is none, the 30th of February.
    """
    assert not is_cron(cron)


def test_whatever_is_accepted_can_be_scheduled() -> None:
    """
    Of 20,000 lines put together at random, the scheduler takes each that was accepted.
    """
    random = Random(5)
    pieces = [
        "*",
        "0",
        "1",
        "5",
        "12",
        "23",
        "31",
        "59",
        "60",
        "-",
        "/",
        ",",
        "jan",
        "mar",
        "mon",
        "fri",
        "last",
    ]
    accepted = 0
    for _ in range(20_000):
        fields = ["".join(random.choices(pieces, k=random.choice((1, 1, 1, 1, 3, 5)))) for _ in range(5)]
        fields[4] = random.choice(("*", "mon", "fri", "mon-fri", fields[4]))
        cron = " ".join(fields)
        if is_cron(cron):
            accepted += 1
            assert Timing.of(cron, UTC)
    assert accepted > 50
