"""The calendar beneath the words: feasts, lunar months, the numbers people write."""

from __future__ import annotations

from datetime import date

import pytest

from diurnal.when import lunar, numbers
from diurnal.when.calendar import add_months, same_day_months_later, workdays_later
from diurnal.when.holidays import DATES, easter


@pytest.mark.parametrize(
    ("year", "day"),
    [(1961, (4, 2)), (2000, (4, 23)), (2019, (4, 21)), (2024, (3, 31)), (2025, (4, 20)), (2038, (4, 25))],
)
def test_easter_falls_where_the_church_has_it(year, day):
    assert date(year, *day) == easter(year)


@pytest.mark.parametrize(
    ("year", "month", "day", "solar"),
    [
        (1900, 1, 1, date(1900, 1, 31)),
        (1949, 8, 15, date(1949, 10, 6)),
        (2000, 1, 1, date(2000, 2, 5)),
        (2020, 5, 5, date(2020, 6, 25)),
        (2023, 8, 15, date(2023, 9, 29)),
        (2024, 1, 1, date(2024, 2, 10)),
        (2025, 9, 9, date(2025, 10, 29)),
        (2033, 12, 8, date(2034, 1, 27)),
    ],
)
def test_lunar_days_fall_on_the_known_solar_days(year, month, day, solar):
    assert solar == lunar.day_of(year, month, day)


def test_every_lunar_year_follows_the_one_before_without_a_gap():
    for year in range(lunar.FIRST_YEAR, lunar.FIRST_YEAR + len(lunar.YEARS) - 1):
        months = lunar.months(year)
        assert months[-1][3] == lunar.months(year + 1)[0][2]
        assert len(months) in (12, 13)


def test_outside_the_table_no_lunar_day_is_claimed():
    assert lunar.day_of(1899, 1, 1) is None
    assert lunar.day_of(2100, 1, 1) is None
    assert lunar.day_of(2024, 1, 31) is None


def test_every_holiday_has_a_day_in_an_ordinary_year():
    assert dict.fromkeys(DATES, True) == {name: DATES[name](2025) is not None for name in DATES}


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("twenty one", 21),
        ("two thousand and ten", 2010),
        ("nineteen seventy eight", 1978),
        ("one hundred and five", 105),
        ("two three", None),
    ],
)
def test_number_words_add_up(words, value):
    found = numbers.english(words.split())

    assert value == (found[0] if found else None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("二十一", 21),
        ("一百一十三", 113),
        ("二〇二四", 2024),
        ("廿六", 26),
        ("两千零四", 2004),
        ("十", 10),
        ("三年", None),
    ],
)
def test_chinese_numerals_add_up(text, value):
    assert value == numbers.chinese(text)


def test_months_and_workdays_are_counted_over_their_edges():
    assert date(2024, 12, 1) == add_months(date(2025, 3, 31), -3)
    assert date(2025, 2, 28) == same_day_months_later(date(2024, 2, 29), 12)
    assert date(2025, 11, 14) == workdays_later(date(2025, 11, 17), -1)
    assert date(2025, 11, 26) == workdays_later(date(2025, 11, 19), 5)
