"""The journal profile keeps the figures it was published with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.rank.journal import (
    JournalFigures,
    extract_keywords,
    hall_boost,
    journal_ranking,
    journal_score,
    overlap_of,
    temporal_boost,
)

FIGURES = JournalFigures()


def long(text: str) -> str:
    """*text* filled up to the length that counts whole."""
    return text + " ." * 2500


@pytest.mark.parametrize(
    ("text", "age_days", "score", "temporal"),
    [
        (long("PostgreSQL database, adopted"), 0.675, 0.7052, 1.391),
        (long("PostgreSQL database, found"), 0.675, 0.6239, 1.391),
        (long("PostgreSQL database, decided"), 16.65, 0.597, 1.178),
    ],
)
def test_the_published_example_scores_as_published(
    text: str, age_days: float, score: float, temporal: float
) -> None:
    """
    Two keywords, all found, full length: 0.7052, 0.6239 and 0.597. (B6, B12, B13)
    """
    found = journal_score(text, extract_keywords("postgresql database"), age_days)
    assert found.overlap == 1.0
    assert round(found.temporal, 3) == temporal
    # The third was printed with three decimals.
    assert found.score == pytest.approx(score, abs=6e-4 if score == 0.597 else 6e-5)


def test_case_falls_before_words_are_cut_out() -> None:
    """
    PostgreSQL and postgresql are one keyword, and every keyword is in lower case. (B7, B21)
    """
    assert extract_keywords("Moved to PostgreSQL") == extract_keywords("moved TO postgresql")
    assert all(word == word.lower() for word in extract_keywords("PostgreSQL 資料庫 DB"))


def test_keywords_are_runs_of_two_or_more_without_stop_words() -> None:
    """
    Single letters and stop words are no keywords; Chinese runs stay whole. (B8)
    """
    assert extract_keywords("I tried a DB with 資料庫, the 我们") == {"tried", "db", "資料庫"}


def test_recency_adds_at_most_two_fifths_and_age_takes_seven_tenths() -> None:
    """
    Within the window 1 to 1.4, beyond it 0.3. (B9)
    """
    assert temporal_boost(0, FIGURES) == pytest.approx(1.4)
    assert temporal_boost(30, FIGURES) == pytest.approx(1.0)
    assert temporal_boost(30.1, FIGURES) == 0.3


def test_a_fresh_hit_counts_nearly_five_times_an_expired_one() -> None:
    """
    1.4 against 0.3. (B10)
    """
    assert temporal_boost(0, FIGURES) / temporal_boost(90, FIGURES) == pytest.approx(4.67, abs=0.01)


@pytest.mark.parametrize(
    ("text", "boost"),
    [
        ("決定採用 PostgreSQL", 1.3),
        ("We decided what we found", 1.3),
        ("發現一個問題", 1.15),
        ("我喜欢喝茶", 1.1),
        ("I recommend the lake", 1.1),
        ("went to the lake", 1.0),
    ],
)
def test_the_first_hall_that_fits_raises(text: str, boost: float) -> None:
    """
    Decisions before discoveries before preferences before advice; events not at all. (B11, B16)
    """
    assert hall_boost(text, FIGURES) == boost


def test_length_without_a_hit_never_wins() -> None:
    """
    What holds no keyword is not found, however long it is. (B14, A22)
    """
    found = journal_ranking([long("nothing of the kind"), "fixed the kettle"], [0, 20], "kettle")
    assert [place for place, _ in found] == [1]


@given(st.integers(0, 4))
def test_more_of_the_words_is_only_a_slight_lead(held: int) -> None:
    """
    A record that holds all words gains at most three tenths on one that holds one. (B15)
    """
    words = ["kettle", "lake", "piano", "garden"]
    keywords = set(words)
    texts = [long(" ".join(words[:count])) for count in (held, 4)]
    some, every = (journal_score(text, keywords, 1) for text in texts)
    assert overlap_of(texts[0], keywords) == held / 4
    if held:
        assert 1 <= every.score / some.score <= 1.3


def test_of_equal_hits_the_newer_comes_first() -> None:
    """
    Equal words: the newer the higher. (B17)
    """
    found = journal_ranking(["kettle"] * 3, [12, 3, 25], "kettle")
    assert [place for place, _ in found] == [1, 0, 2]


def test_a_chinese_question_finds_inside_a_longer_run() -> None:
    """
    Keywords of Chinese are found wherever they stand. (B2)
    """
    assert [place for place, _ in journal_ranking(["今天决定采用新的资料库"], [1], "资料库")] == [0]


def test_every_figure_can_be_turned() -> None:
    """
    The coefficients are settings. (B27)
    """
    turned = JournalFigures(days=10, recency=1.0, overlap=1.0, full_chars=10, hit=0.5, facts=2.0)
    assert journal_score("decided tea", {"tea"}, 0, turned).score == pytest.approx(0.5 * 2 * 2 * 2)
