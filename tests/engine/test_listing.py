"""Long listings: spread over their days, each record once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.engine.listing import cursor_after, read_cursor, spread_order
from diurnal.errors import UsageError
from diurnal.model.answer import Clock

days_and_worth = st.lists(st.tuples(st.integers(0, 40), st.sampled_from([0.0, 1.0, 2.0])), max_size=60).map(
    sorted
)


@given(days_and_worth)
def test_every_record_comes_exactly_once(records: list[tuple[int, float]]) -> None:
    """
    The order is a permutation, whatever the days.
    """
    days, worth = np.array([d for d, _ in records], dtype=int), np.array([w for _, w in records], dtype=float)

    assert list(range(len(records))) == sorted(spread_order(days, worth))


@given(days_and_worth)
def test_no_day_comes_twice_before_every_day_came_once(records: list[tuple[int, float]]) -> None:
    """
    The first so many records are one of each day, and the best of it.
    """
    days, worth = np.array([d for d, _ in records], dtype=int), np.array([w for _, w in records], dtype=float)
    order = spread_order(days, worth)

    first = order[: len(set(days.tolist()))]

    assert set(days.tolist()) == set(days[first].tolist())
    assert all(worth[at] == worth[days == days[at]].max() for at in first)


def test_few_of_a_month_are_far_apart() -> None:
    """
    Four of thirty days are a week apart, not the first four.
    """
    chosen = sorted(spread_order(np.arange(32), np.zeros(32))[:4])

    assert np.diff(chosen).tolist() == [8, 8, 8]


def test_a_cursor_continues_and_ends() -> None:
    """
    A cursor names the next place; at the end there is none.
    """
    clock = Clock("a", 3)

    assert read_cursor(cursor_after(20, 143, clock), clock) == (20, "")
    assert cursor_after(143, 143, clock) == ""
    assert "changed since" in read_cursor("20@a:2", clock)[1]


@pytest.mark.parametrize("cursor", ["x", "5", "-1@a:1", "5@", "@a:1"])
def test_what_is_no_cursor_is_said(cursor: str) -> None:
    """
    A made-up cursor is one clear error.
    """
    with pytest.raises(UsageError, match="not a cursor"):
        read_cursor(cursor, Clock("a", 1))
