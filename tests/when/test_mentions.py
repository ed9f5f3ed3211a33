"""Event times in what was written: several in one text, seen from the entry's own day."""

from __future__ import annotations

from datetime import datetime

from diurnal.when import mentions

NOW = datetime(2026, 7, 20, 9)


def test_an_entry_names_every_event_time_it_holds():
    """
    An entry written on Monday saying "last Friday" is found by Friday's date.
    """
    found = mentions("Saw the dentist last Friday; the crown was made on 2026-03-02. 昨天又疼了", NOW)

    assert [
        (datetime(2026, 7, 17), datetime(2026, 7, 18), "day", "last Friday"),
        (datetime(2026, 3, 2), datetime(2026, 3, 3), "day", "on 2026-03-02"),
        (datetime(2026, 7, 19), datetime(2026, 7, 20), "day", "昨天"),
    ] == [(w.start, w.end, grain, phrase) for w, grain, phrase in found]


def test_plans_and_bare_weekdays_are_no_event_times():
    assert () == mentions("Dentist on Friday, travel next week, 明天开会, call June", NOW)


def test_a_date_without_a_year_is_the_coming_one_if_it_is_near():
    """
    "Flight on 30 July", written on 20 July, is a plan; "on 3 March" lies behind.
    """
    (flight,) = mentions("flight on 30 July", NOW)
    (birthday,) = mentions("the party on 3 March", NOW)

    assert datetime(2026, 7, 30) == flight[0].start
    assert datetime(2026, 3, 3) == birthday[0].start
