"""moment.js patterns are read and written alike."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.text.moment import Pattern

TUESDAY = date(2024, 3, 5)
DAILY = {
    "": "2024-03-05",
    "YYYY-MM-DD": "2024-03-05",
    "DD-MM-YYYY": "05-03-2024",
    "D-M-YYYY": "5-3-2024",
    "D.M.YY": "5.3.24",
    "YYYYMMDD": "20240305",
    "[Daily Journal] MM-DD-YYYY": "Daily Journal 03-05-2024",
    "YYYY/MMMM/YYYY-MM-DD": "2024/March/2024-03-05",
    "dddd, MMMM Do YYYY": "Tuesday, March 5th 2024",
    "YYYY-MM-DD-ddd": "2024-03-05-Tue",
    "YYYY-MM-DD dd": "2024-03-05 Tu",
    "YYYY/[W]ww/YYYY-MM-DD": "2024/W10/2024-03-05",
    "YYYY/[W]W/YYYY-MM-DD": "2024/W10/2024-03-05",
    "YYYY/MM/YYYY-MM-DD/YYYY-MM-DD": "2024/03/2024-03-05/2024-03-05",
    "YYYY/MM-DD": "2024/03-05",
    "YYYY/MM/DD": "2024/03/05",
    "YYYY/[Q]Q/MMM/D": "2024/Q1/Mar/5",
    "YYYY-DDDD": "2024-065",
    "YYYY[年]M[月]D[日]": "2024年3月5日",
    "GGGG-[W]WW-E": "2024-W10-2",
    "YYYY-MM-DD HHmm": "2024-03-05 0000",
    "LL": "March 5, 2024",
}
PERIODIC = {
    "gggg-[W]ww": ("2024-W10", date(2024, 3, 3), date(2024, 3, 10)),
    "GGGG-[W]WW": ("2024-W10", date(2024, 3, 4), date(2024, 3, 11)),
    "YYYY-WW": ("2024-10", date(2024, 3, 4), date(2024, 3, 11)),
    "gggg/gggg-[v]ww": ("2024/2024-v10", date(2024, 3, 3), date(2024, 3, 10)),
    "GGGG-[W]WW_週次レビュー": ("2024-W10_週次レビュー", date(2024, 3, 4), date(2024, 3, 11)),
    "TR MM-YYYY": ("TR 03-2024", date(2024, 3, 1), date(2024, 4, 1)),
    "YYYY-MM_月次レビュー": ("2024-03_月次レビュー", date(2024, 3, 1), date(2024, 4, 1)),
    "YYYY/YYYY-[Q]Q": ("2024/2024-Q1", date(2024, 1, 1), date(2024, 4, 1)),
    "YYYY": ("2024", date(2024, 1, 1), date(2025, 1, 1)),
}
days = st.dates(date(1970, 1, 1), date(2068, 12, 30))


@pytest.mark.parametrize(("pattern", "name"), DAILY.items())
def test_a_daily_pattern_writes_what_obsidian_writes(pattern: str, name: str) -> None:
    assert Pattern.compile(pattern).format(TUESDAY) == name


@pytest.mark.parametrize(("pattern", "expected"), PERIODIC.items())
def test_a_periodic_pattern_stands_for_its_whole_period(
    pattern: str, expected: tuple[str, date, date]
) -> None:
    compiled = Pattern.compile(pattern)
    name, start, end = expected

    dated = compiled.parse(name)

    assert compiled.format(TUESDAY) == name
    assert dated is not None
    assert (dated.period.start, dated.period.end) == (start, end)


@given(st.sampled_from(sorted(DAILY)), days)
def test_a_day_written_is_the_day_read(pattern: str, day: date) -> None:
    compiled = Pattern.compile(pattern)

    dated = compiled.parse(compiled.format(day))

    assert dated is not None
    assert dated.period.grain == "day"
    assert dated.period.start == day
    assert dated.rest == ""


@given(st.sampled_from([pattern for pattern in sorted(PERIODIC) if pattern != "YYYY-WW"]), days)
def test_a_day_lies_in_the_period_its_name_is_read_as(pattern: str, day: date) -> None:
    compiled = Pattern.compile(pattern)

    dated = compiled.parse(compiled.format(day))

    assert dated is not None
    assert dated.period.start <= day < dated.period.end


@pytest.mark.parametrize(
    ("day", "iso", "joined"),
    [
        (date(2024, 12, 30), "2025-W01", "2024-W01"),
        (date(2021, 1, 3), "2020-W53", "2021-W53"),
        (date(2027, 1, 1), "2026-W53", "2027-W53"),
    ],
)
def test_a_calendar_year_joined_to_a_week_is_warned_about(day: date, iso: str, joined: str) -> None:
    """Peers' faults 141: At the turn of the year ``YYYY-[W]WW`` names the wrong year."""
    assert Pattern.compile("GGGG-[W]WW").format(day) == iso
    assert Pattern.compile("GGGG-[W]WW").warnings == ()
    assert Pattern.compile("YYYY-[W]WW").format(day) == joined
    for pattern in ("YYYY-[W]WW", "YYYY [week] w, dddd"):
        assert "turn of the year" in Pattern.compile(pattern).warnings[0]


def test_a_week_that_its_year_does_not_have_belongs_to_the_year_before() -> None:
    dated = Pattern.compile("YYYY-[W]WW").parse("2021-W53")

    assert dated is not None
    assert dated.period.start == date(2020, 12, 28)


@pytest.mark.parametrize(
    ("pattern", "name", "rest"),
    [
        ("YYYY/MM-DD", "2024/03-05-some-slug", "-some-slug"),
        ("YYYY-MM-DD", "2024-03-05 Beach day", " Beach day"),
        ("YYYY-MM-DD", "2024-03-05 1830", " 1830"),
        ("YYYY-MM-DD", "2024-03-05周二", "周二"),
    ],
)
def test_text_may_follow_the_date(pattern: str, name: str, rest: str) -> None:
    dated = Pattern.compile(pattern).parse(name)

    assert dated is not None
    assert (dated.period.start, dated.rest) == (TUESDAY, rest)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("YYYY-MM-DD", "2023-02-30"),
        ("YYYY-MM-DD", "2024-3-5"),
        ("YYYY-MM-DD", "2024-03-051"),
        ("YYYY-MM-DD", "2024-03-05th"),
        ("YYYY-MM-DD", "2024-03-05/notes"),
        ("YYYY-MM-DD", "x2024-03-05"),
        ("YYYYMMDD", "202331220519"),
        ("YYYY-MM-DD-ddd", "2024-03-05-Wed"),
        ("YYYY/MM/YYYY-MM-DD", "2024/04/2024-03-05"),
        ("YYYY/MM/DD", "01"),
        ("GGGG-[W]WW", "2025-W53"),
        ("YYYY-DDDD", "2023-366"),
        ("YYYY-[Q]Q", "2024-Q5"),
        ("MM-DD", "03-05"),
        ("[Daily]", "Daily"),
    ],
)
def test_a_name_that_is_no_real_date_is_none(pattern: str, name: str) -> None:
    assert Pattern.compile(pattern).parse(name) is None


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("YYYY-MM-DD dddd", "2024-03-05 星期二"),
        ("YYYY-MM-DD ddd", "2024-03-05 周二"),
        ("YYYY MMMM D", "2024 三月 5"),
        ("YYYY-MM-DD dddd", "2024-03-05 tuesday"),
        ("dddd D. MMMM YYYY", "Dienstag 5. März 2024"),
        ("dddd D. MMMM YYYY", "Dienstag 5. Ma\u0308rz 2024"),
        ("dddd D MMMM YYYY", "mardi 5 mars 2024"),
        ("dddd Do MMM YYYY", "mar. 5 mars 2024"),
        ("D MMMM YYYY", "5 марта 2024"),
        ("YYYY-MM-DD (dd)", "2024-03-05 (火)"),
    ],
)
def test_names_of_other_languages_and_small_letters_are_read_too(pattern: str, name: str) -> None:
    dated = Pattern.compile(pattern).parse(name)

    assert dated is not None
    assert dated.period.start == TUESDAY


@given(st.text(max_size=30), st.text(max_size=40))
def test_no_pattern_and_no_name_make_the_reader_fail(pattern: str, name: str) -> None:
    compiled = Pattern.compile(pattern)

    dated = compiled.parse(name)

    assert dated is None or dated.period.start < dated.period.end
    assert isinstance(compiled.format(TUESDAY), str)


@pytest.mark.parametrize(
    "pattern", ["DD", "MM-DD", "dddd", "YYYY-DD", "YYYY-ddd", "YYYY-MM", "x", "X", "HH:mm"]
)
def test_a_pattern_that_cannot_say_a_whole_day_names_none(pattern: str) -> None:
    assert not Pattern.compile(pattern).names_days


@pytest.mark.parametrize("pattern", [*DAILY, "LLLL"])
def test_a_pattern_that_says_a_whole_day_is_not_warned_about(pattern: str) -> None:
    assert Pattern.compile(pattern).names_days
    assert Pattern.compile(pattern).warnings == ()


def test_the_locale_week_starts_on_sunday() -> None:
    saturday = date(2024, 3, 9)
    pattern = Pattern.compile("gggg-[W]ww")

    assert pattern.format(saturday) == "2024-W10"
    assert pattern.format(saturday + timedelta(days=1)) == "2024-W11"
