"""Words with their places: what a phrase and a shape are compared with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.query.words import has_words, index_terms, units
from diurnal.rank.fold import fold


@pytest.mark.parametrize(
    "text", ["green tea", "Green **tea**", "green\ntea", "gréen, tea!", "ｇｒｅｅｎ tea", "gre\u0301en tea"]
)
def test_marks_line_breaks_accents_and_width_do_not_part_words(text: str):
    """A phrase is found however it was set, wrapped or typed."""
    assert units(text) == [("green", 0), ("tea", 1)]


def test_letters_and_digits_are_words_of_their_own():
    assert [unit for unit, _ in units("v1.0.21")] == ["v", "1", "0", "21"]
    assert ("gpt4", 0) in index_terms("GPT4")
    assert units("gpt-4") == [("gpt", 0), ("4", 1)]


def test_each_character_of_an_unspaced_script_has_its_place_and_pairs_stand_beside():
    assert units("買菜tea水") == [("买", 0), ("菜", 1), ("tea", 2), ("水", 3)]
    assert ("买菜", 0) in index_terms("買菜")
    assert ("菜水", 1) not in index_terms("買菜tea水")


def test_a_clause_mark_parts_characters_and_a_line_break_does_not():
    assert units("買。菜") == [("买", 0), ("菜", 2)]
    assert units("買，菜") == [("买", 0), ("菜", 2)]
    assert units("買\n菜") == [("买", 0), ("菜", 1)]
    assert units("看《三") == [("看", 0), ("三", 1)]


@pytest.mark.parametrize("word", ["слово", "λέξη", "คำ", "शब्द", "ひらがな", "한국어", "🎉", "é"])
def test_every_script_has_words(word: str):
    """Letters of any script, and pictures, can be searched for."""
    assert has_words(word)
    assert fold(word) == "".join(unit for unit, _ in units(word))


def test_case_is_kept_where_it_is_asked_for():
    assert units("Happy Cat", cased=True) == [("Happy", 0), ("Cat", 1)]


def test_a_run_nobody_types_is_cut():
    assert [len(unit) for unit, _ in units("a" * 150)] == [64, 64, 22]


CHARACTERS = st.sampled_from(
    [*"a9Z4 .,_-：，。、！“”\n", "gpt4", "2024", "中", "文", "昨天", "買", "茶水", "a" * 70, "7" * 130]
)


@given(st.lists(CHARACTERS, max_size=30).map("".join))
def test_plain_texts_are_split_as_all_others_are(text: str):
    """Texts of two scripts alone take a quicker way; a picture behind them takes the long one, and changes nothing else."""
    plain, last = index_terms(text), index_terms(f"{text} 🎉")

    assert last[:-1] == plain
    assert last[-1][0] == "🎉"
