"""An answer says a thing once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diurnal.rank.duplicates import folded_into


def test_a_copy_of_the_same_day_folds_into_the_better_one() -> None:
    """
    The same words in a conflict copy or a digest follow the record they copy.
    """
    texts = ["Maya fixed the kettle and made tea", "rain", "maya fixed the kettle, and made tea!"]
    assert folded_into(texts, [7, 7, 7]) == [0, 1, 0]


def test_equal_entries_of_two_days_both_stay() -> None:
    """
    Fifty near-identical lunches are fifty lunches. (A7)
    """
    assert folded_into(["ramen for lunch"] * 3, [1, 2, 3]) == [0, 1, 2]


def test_a_statement_without_a_day_folds_into_the_entry_it_repeats() -> None:
    """
    An undated item that repeats an entry word for word is not said twice.
    """
    assert folded_into(["Maya lives in Paris", "Maya lives in Paris."], [5, None]) == [0, 0]


def test_texts_that_differ_in_a_number_stay_apart() -> None:
    """
    One word in ten may differ, no number may.
    """
    line = "the invoice of the garden centre in the old town came to {} euros and is paid"
    assert folded_into([line.format(120), line.format(130)], [1, 1]) == [0, 1]
    assert folded_into([line.format("many"), line.format("some")], [1, 1]) == [0, 0]


def test_texts_of_one_length_that_share_half_their_words_stay_apart() -> None:
    """
    As many words are not the same words.
    """
    texts = ["fixed the kettle and polished the lid today", "fixed the piano and tuned the strings today"]
    assert folded_into(texts, [1, 1]) == [0, 1]


@given(st.lists(st.sampled_from(["a b", "a b c", "tea", "tea now", ""]), max_size=12), st.integers(0, 12))
def test_what_is_kept_of_a_short_list_begins_what_is_kept_of_a_long_one(texts: list[str], count: int) -> None:
    """
    Each record is compared with better ones only. (I3)
    """
    whole = folded_into(texts, [1] * len(texts))
    assert whole[:count] == folded_into(texts[:count], [1] * len(texts[:count]))
    assert all(into <= place and whole[into] == into for place, into in enumerate(whole))
