"""Which words a shape or a near word stands for."""

from __future__ import annotations

import re
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from diurnal.query.expand import distance, near, shaped, starting

WORDS = st.lists(st.text("abé买", min_size=1, max_size=6), max_size=30).map(lambda words: sorted(set(words)))


@cache
def plain_distance(one: str, other: str) -> int:
    """The fewest letters put in, left out, changed or swapped with the next, by definition (no letter twice)."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        plain_distance(one[1:], other) + 1,
        plain_distance(one, other[1:]) + 1,
        plain_distance(one[1:], other[1:]) + (one[0] != other[0]),
    ]
    if len(one) > 1 and len(other) > 1 and one[:2] == other[1] + other[0]:
        ways.append(plain_distance(one[2:], other[2:]) + 1)
    return min(ways)


@given(WORDS, st.text("abé", min_size=1, max_size=5), st.integers(1, 2))
def test_near_words_are_those_few_letters_away(vocabulary: list[str], word: str, most: int):
    expected = [(other, plain_distance(word, other)) for other in vocabulary]

    assert list(near(vocabulary, word, most)) == [pair for pair in expected if pair[1] <= most]


@given(st.text("ab", max_size=5), st.text("ab", max_size=5), st.integers(0, 3))
def test_a_distance_is_exact_up_to_its_limit(one: str, other: str, most: int):
    assert distance(one, other, most) == min(plain_distance(one, other), most + 1)


@given(WORDS, st.text("ab*?", min_size=1, max_size=6))
def test_a_shape_fits_as_a_regular_expression_would(vocabulary: list[str], shape: str):
    pattern = re.compile("".join({"*": ".*", "?": "."}.get(sign, sign) for sign in shape))

    assert list(shaped(vocabulary, shape)) == [word for word in vocabulary if pattern.fullmatch(word)]


def test_a_shape_of_many_stars_takes_no_longer_than_the_word_is_long():
    """A regular expression would try more places than there are atoms."""
    assert list(shaped(["a" * 60], "*a" * 28 + "*b")) == []


def test_words_that_begin_so_stand_together():
    assert list(starting(["a", "gard", "garden", "gate"], "gar")) == ["gard", "garden"]
