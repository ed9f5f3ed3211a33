"""The sentences of an answer, in the language it was asked in."""

from __future__ import annotations

from datetime import date

import pytest

from diurnal.render.speech import MOST_SPELLED, language_of, speech, spelled

TODAY = date(2026, 6, 18)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("when did I last swim?", "en"),
        ("上次游泳是哪天", "zh"),
        ("上次游泳是什麼時候", "zh-hant"),
        ("昨天的 meeting 说了什么", "zh"),
        ("what does 加油 mean in that note", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_a_question_is_that_of_most_of_it(question: str, language: str) -> None:
    assert language_of(question) == language


def test_a_date_is_told_with_its_weekday_and_how_long_ago_it_is() -> None:
    day = date(2026, 6, 8)

    assert (
        speech("en").last("June", day, TODAY, 3)
        == "Last (June) on 2026-06-08, Monday, 10 days ago; 3 days in all."
    )
    assert (
        speech("zh").last("六月", day, TODAY, 3)
        == "最近一次（六月）是 2026-06-08（周一，10 天前）；总共 3 天。"
    )
    assert speech("zh-hant").last("", day, TODAY, 1) == "最近一次是 2026-06-08（週一，10 天前）。"
    assert speech("en").first("", TODAY, TODAY) == "First on 2026-06-18, Thursday, today."
    assert speech("zh-hant").first("", date(2026, 6, 20), TODAY) == "第一次是 2026-06-20（週六，2 天後）。"


def test_what_the_owner_wrote_is_quoted_in_the_script_it_was_written_in() -> None:
    """
    Only the sentence is put into Traditional characters: 里程 in a note stays 里程.
    """
    assert speech("zh-hant").nothing_proves("", "里程") == "沒有記錄能證實那是哪天：里程。下面是相近的。"


def test_braces_in_a_question_are_only_braces() -> None:
    assert "{day}" in speech("zh").no_day("{day}")
    assert "{day}" in speech("en").no_day("{day}")


@pytest.mark.parametrize("language", ["en", "zh", "zh-hant"])
def test_of_many_days_the_last_are_spelled_out(language: str) -> None:
    days = [date(2026, 5, day) for day in range(1, MOST_SPELLED + 2)]

    said = speech(language).counted("", "swim", days)

    assert "2026-05-01" not in said
    assert "2026-05-02" in said
    assert str(len(days)) in said
    assert spelled(days[:1]) == "2026-05-01"
