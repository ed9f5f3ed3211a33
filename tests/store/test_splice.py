"""Splicing aligned arrays equals doing it element by element."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diurnal.store.splice import plan, splice, through


@given(st.data())
def test_a_splice_is_removing_and_setting_in_one_by_one(data: st.DataObject) -> None:
    """
    Whatever goes and comes, also inside what goes, the plan gives the list a person would write.
    """
    size = data.draw(st.integers(0, 12))
    old = np.arange(size)
    gone = sorted(data.draw(st.sets(st.integers(0, size - 1)))) if size else []
    at = sorted(data.draw(st.lists(st.integers(0, size), max_size=6)))
    block = np.arange(len(at)) + 100
    expected = []
    for position in range(size + 1):
        expected += [100 + element for element, place in enumerate(at) if place == position]
        if position < size and position not in gone:
            expected.append(position)

    pieces = plan(size, np.array(gone, np.intp), at)

    assert splice(old, block, pieces).tolist() == expected


def test_what_elements_own_is_spliced_along_with_them() -> None:
    """
    Runs of events follow their records.
    """
    counts, new_counts = np.array([2, 0, 1]), np.array([1])
    owned, new_owned = np.array(["a1", "a2", "c1"]), np.array(["n1"])
    pieces = plan(3, np.array([0], np.intp), [2])

    runs = through(pieces, np.cumsum([0, *counts]), np.cumsum([0, *new_counts]))

    assert splice(owned, new_owned, runs).tolist() == ["n1", "c1"]
