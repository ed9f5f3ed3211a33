"""Events in other words: the list of what happens in a life, and what it makes of a telling."""

from __future__ import annotations

from diurnal.rank.fold import data_lines, fold
from diurnal.rank.life_words import MOST, other_tellings


def tellings(told: str, *held: str, in_both: bool = True) -> list[list[str]]:
    """Other tellings of *told* where the notes hold the words *held*, each as its words."""
    return [telling.split() for telling in other_tellings(told, lambda word: word in held, in_both=in_both)]


def test_each_thing_is_named_in_the_words_the_notes_hold():
    assert [["the", "手术"]] == tellings("the surgery", "手术")
    assert [["knee", "surgery"]] == tellings("膝盖手術", "knee", "surgery")
    assert [["my", "表妹", "婚礼"]] == tellings("my cousin's wedding", "表妹", "婚礼")


def test_a_thing_the_list_does_not_know_stays_as_it_was_told():
    assert [["nadia", "wedding"]] == tellings("Nadia 婚礼", "wedding")
    assert [] == tellings("the regatta", "手术")
    assert [] == tellings("the surgery")


def test_words_of_the_same_language_can_be_had_alone():
    assert [["the", "broke", "up"]] == tellings("the breakup", "broke up", "分手", in_both=False)


def test_a_word_inside_a_longer_one_is_not_taken_for_it():
    assert [] == tellings("the firework", "火灾")
    assert [["the", "年会"]] == tellings("the office party", "年会", "聚会")


def test_many_words_at_once_are_bounded():
    everything = list(other_tellings("mum, dad and my sister's trip, party and exam", lambda word: True))

    assert MOST == len(everything)


def test_no_word_of_the_list_stands_in_two_lines():
    words = [
        word.strip()
        for line in data_lines("life_words.txt")
        for side in line.split("=")
        for group in side.split("|")
        for word in group.split(",")
    ]

    assert len(set(words)) == len(words)
    assert [fold(word) for word in words] == words
