"""Patterns in the languages Obsidian is used in: what is written there is read back, and tells its language."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from diurnal.text.moment import Pattern
from diurnal.text.moment_languages import LANGUAGES
from diurnal.text.moment_spoken import language_of

TUESDAY = date(2024, 3, 5)
SPOKEN = [
    "dddd, D. MMMM YYYY",
    "YYYY/MM-MMMM/YYYY-MM-DD-dddd",
    "YYYY-MM-DD ddd",
    "YYYY-MM-DD (dd)",
    "DD-MMM-YYYY",
    "D MMM YYYY",
    "Do MMMM YYYY",
    "MMMM YYYY/Do",
    "LL",
    "ll",
    "gggg/[W]ww/YYYY-MM-DD",
    "gggg-[W]ww-e",
    "gggg-[W]ww-d",
    "YYYY/DDDo",
]


@pytest.mark.parametrize(
    ("language", "pattern", "name"),
    [
        ("de", "dddd, D. MMMM YYYY", "Dienstag, 5. März 2024"),
        ("de", "LL", "5. März 2024"),
        ("de", "L", "05.03.2024"),
        ("de", "dd YYYY-MM-DD", "Di 2024-03-05"),
        ("fr", "dddd Do MMMM YYYY", "mardi 5 mars 2024"),
        ("es", "D [de] MMMM YYYY", "5 de marzo 2024"),
        ("es", "DD-MMM-YYYY", "05-mar-2024"),
        ("es", "DD MMM YYYY", "05 mar. 2024"),
        ("zh-cn", "YYYY-MM-DD dddd", "2024-03-05 星期二"),
        ("zh-cn", "YYYY年M月D日 ddd", "2024年3月5日 周二"),
        ("zh-tw", "LL ddd", "2024年3月5日 週二"),
        ("ja", "YYYY-MM-DD(ddd)", "2024-03-05(火)"),
        ("ko", "YYYY년 MMMM Do", "2024년 3월 5일"),
        ("ru", "D MMMM YYYY", "5 марта 2024"),
        ("ru", "YYYY MMMM/D", "2024 март/5"),
        ("pl", "D MMMM YYYY", "5 marca 2024"),
        ("pl", "Do MMMM YYYY", "5. marzec 2024"),
        ("cs", "Do MMMM YYYY", "5. března 2024"),
        ("sv", "[den] Do MMMM YYYY", "den 5:e mars 2024"),
        ("nl", "Do MMMM YYYY", "5de maart 2024"),
        ("en-gb", "L", "05/03/2024"),
        ("en", "LT YYYY-MM-DD", "12:00 AM 2024-03-05"),
        ("en", "[A]N YYYY-MM-DD", "AAD 2024-03-05"),
        ("en", "YYYY-MM-DD X", "2024-03-05 1709596800"),
        ("en", "YYYY-MM-DD Z SSS", "2024-03-05 +00:00 000"),
        ("en", r"\YYYY-MM-DD [of] YYYY", "YYYY-03-05 of 2024"),
    ],
)
def test_a_pattern_writes_what_obsidian_writes_in_that_language(
    language: str, pattern: str, name: str
) -> None:
    assert Pattern.compile(pattern, language).format(TUESDAY) == name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pattern", SPOKEN)
def test_a_day_written_in_any_language_is_the_day_read(pattern: str, language: str) -> None:
    compiled = Pattern.compile(pattern, language)

    for step in range(0, 740, 13):
        day = date(2024, 12, 24) + timedelta(days=step)
        dated = compiled.parse(compiled.format(day))
        assert dated is not None, compiled.format(day)
        assert (dated.period.grain, dated.period.start, dated.rest) == ("day", day, "")


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("YYYY-MM-DD HHmm", "2024-03-05 1547"),
        ("YYYY-MM-DD x", "2024-03-05 1709653629250"),
        ("YYYY-MM-DD X", "2024-03-05 1709653629"),
        ("YYYY-MM-DD hh-mm A", "2024-03-05 03-47 下午"),
        ("YYYY-MM-DD HH.mm.ss.SSS", "2024-03-05 15.47.09.250"),
        ("YYYY-MM-DD ZZ", "2024-03-05 +0800"),
        ("N YYYY-MM-DD", "AD 2024-03-05"),
    ],
)
def test_a_pattern_with_a_clock_takes_any_time_of_the_day(pattern: str, name: str) -> None:
    dated = Pattern.compile(pattern).parse(name)

    assert dated is not None
    assert (dated.period.start, dated.rest) == (TUESDAY, "")


def test_a_moment_alone_tells_no_day() -> None:
    """What day a count of seconds lies on depends on where one stands."""
    assert not Pattern.compile("X").names_days
    assert "names no year" in Pattern.compile("x").warnings[0]


def test_names_of_another_language_than_the_vaults_are_read_too() -> None:
    german = Pattern.compile("D. MMMM YYYY", "de")

    for name in ("5. März 2024", "5. March 2024", "5. mars 2024", "5. марта 2024", "5. 三月 2024"):
        dated = german.parse(name)
        assert dated is not None, name
        assert dated.period.start == TUESDAY


def test_a_weekday_that_differs_between_languages_agrees_with_any_day() -> None:
    """``ma`` is Monday in Dutch, Tuesday in French."""
    english = Pattern.compile("YYYY-MM-DD dd")

    assert english.parse("2024-03-04 ma") is not None
    assert english.parse("2024-03-05 ma") is not None
    assert Pattern.compile("YYYY-MM-DD dd", "de").parse("2024-03-05 Mo") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_notes_tell_their_language(language: str) -> None:
    source = "dddd, D. MMMM YYYY"
    pattern = Pattern.compile(source, language)
    days = [TUESDAY + timedelta(days=9 * step) for step in range(40)]
    names = [pattern.format(day) for day in days]

    found = Pattern.compile(source, language_of(source, names))

    assert [found.format(day) for day in days] == names


def test_the_newest_names_decide_and_a_setting_where_they_do_not_say() -> None:
    source = "D MMMM YYYY"
    old = [Pattern.compile(source, "fr").format(date(2020, 1, 1) + timedelta(days=n)) for n in range(90)]
    new = [Pattern.compile(source, "de").format(date(2024, 1, 1) + timedelta(days=n)) for n in range(20)]

    assert language_of(source, old) == "fr"
    assert language_of(source, [*new, *old, "Index", "2024-01-01"]) == "de"
    assert language_of(source, [], "sv") == "sv"
    assert language_of(source, ["no date"]) == ""
    assert language_of("YYYY-MM-DD", ["2024-01-01"]) == ""
    assert language_of("gggg-[W]ww", ["2024-W10"], "de") == "de"
    assert language_of("gggg-[W]ww", ["2024-W10"]) == ""


def test_a_week_in_a_path_tells_on_which_day_weeks_begin() -> None:
    source = "gggg/[W]ww/YYYY-MM-DD"
    mondays = [
        Pattern.compile(source, "en-gb").format(date(2024, 3, 3) + timedelta(days=7 * n)) for n in range(5)
    ]

    assert language_of(source, mondays) == "en-gb"
