"""Say when, and get exactly that: a named time is a gate before anything is ranked."""

from __future__ import annotations

import itertools
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from answer_room import NOW, Skin
from diurnal.errors import BadTime, UsageError
from diurnal.model.answer import Answer
from notefolder import NoteFolder


def texts(answer: Answer) -> list[str]:
    return [hit.record.text for hit in answer.hits]


def nearby(answer: Answer) -> list[str]:
    return [hit.record.text for hit in answer.nearby]


def day(vault: NoteFolder, when: str, *lines: str) -> None:
    vault.write(f"diary/{when}.md", "".join(f"- {line}\n" for line in lines))


def test_outside_the_window_is_absent_however_well_it_matches(vault: NoteFolder, skin: Skin) -> None:
    """
    A5, A6: a memorable dinner three weeks ago does not beat an ordinary one on the asked night.
    """
    day(vault, "2026-07-01", "20:00 Dinner, dinner, the dinner of a lifetime: lobster and truffles")
    day(vault, "2026-07-20", "19:30 dinner was leftover soup")

    answer = skin.retrieve("what did I have for dinner the night before last?")

    assert texts(answer) == ["dinner was leftover soup"]


def test_fifty_near_identical_lunches_and_the_asked_one(vault: NoteFolder, skin: Skin) -> None:
    """
    A7: of fifty lunches that read alike, last Wednesday's is the answer.
    """
    for back in range(1, 51):
        when = NOW.date() - timedelta(days=back)
        day(vault, when.isoformat(), f"12:30 lunch at the canteen, dish {back}")

    answer = skin.retrieve("what did I eat for lunch last Wednesday?")

    assert texts(answer) == ["lunch at the canteen, dish 7"]


def test_a_topic_ranks_inside_its_window(vault: NoteFolder, skin: Skin) -> None:
    """
    A8, A9: "lunch last week" ranks lunch inside last week and does not dump the week.
    """
    day(vault, "2026-07-14", "12:10 lunch: rice and beans", "15:00 call with the bank", "18:00 ran home")
    day(vault, "2026-07-16", "12:40 lunch: noodles", "16:00 dentist")
    day(vault, "2026-07-21", "12:00 lunch: a sandwich")

    answer = skin.retrieve("What do I usually eat for lunch last week?")

    assert {"lunch: rice and beans", "lunch: noodles"} == set(texts(answer))
    assert (datetime(2026, 7, 13), datetime(2026, 7, 20)) == (
        answer.gate.windows[0].start,
        answer.gate.windows[0].end,
    )


@pytest.mark.parametrize(
    "question", ["前天发生了什么", "what happened the day before yesterday", "前天發生了什麼事"]
)
def test_a_question_that_is_all_time_lists_the_window_in_order(
    vault: NoteFolder, skin: Skin, question: str
) -> None:
    """
    A15, A49: with nothing to search for, the day is listed by its clock, untimed entries last.
    """
    day(vault, "2026-07-20", "bought stamps", "21:00 ramen with Maya", "08:00 ran by the river")

    assert texts(skin.retrieve(question)) == ["ran by the river", "ramen with Maya", "bought stamps"]


def test_an_empty_window_widens_and_says_so(vault: NoteFolder, skin: Skin) -> None:
    """
    A16: nothing was written on the asked day, so the days beside it are looked at, and the answer says it.
    """
    day(vault, "2026-07-19", "20:00 concert by the canal")

    answer = skin.retrieve("what happened the day before yesterday?")

    assert texts(answer) == ["concert by the canal"]
    assert "Nothing was written" in answer.gate.widened
    assert answer.gate.asked != answer.gate.windows


def test_the_asked_night_is_the_answer_even_if_it_uses_other_words(vault: NoteFolder, skin: Skin) -> None:
    """
    A16: a night that says only "ramen with Maya" answers "what did I eat"; another night's "ate noodles" stands nearby.
    """
    day(vault, "2026-07-20", "20:15 ramen with Maya")
    day(vault, "2026-07-17", "19:00 ate noodles")

    answer = skin.retrieve("what did I eat the night before last?")

    assert texts(answer) == ["ramen with Maya"]
    assert not answer.hits[0].matched
    assert nearby(answer) == ["ate noodles"]
    assert "before the asked time" in answer.nearby[0].reason


def test_a_long_window_without_a_match_says_what_it_lacks(vault: NoteFolder, skin: Skin) -> None:
    """
    A22: "nothing in June mentions dentist" instead of a month of other things.
    """
    day(vault, "2026-06-03", "08:00 swam")
    day(vault, "2026-06-21", "09:00 long walk")

    answer = skin.retrieve("dentist in June")

    assert texts(answer) == []
    assert "June" in answer.summary
    assert "dentist" in answer.summary


def test_a_month_is_spread_over_its_days_and_walked_with_a_cursor(vault: NoteFolder, skin: Skin) -> None:
    """
    Sixty entries of June in pages of ten: each page spans the month, and all of them come, once each.
    """
    for number in range(1, 31):
        day(vault, f"2026-06-{number:02}", f"09:00 morning {number}", f"21:00 evening {number}")

    first = skin.retrieve("what happened in June?", limit=10)
    seen, cursor = texts(first), first.cursor
    while cursor:
        page = skin.retrieve("what happened in June?", limit=10, cursor=cursor)
        seen, cursor = seen + texts(page), page.cursor

    days = [hit.record.day for hit in first.hits]
    assert days == sorted(days)  # type: ignore[type-var]
    assert max(b - a for a, b in itertools.pairwise(days)) <= timedelta(days=5)  # type: ignore[operator]
    assert first.total == 60
    assert "10 of 60" in first.summary
    assert 60 == len(seen) == len(set(seen))


@pytest.mark.parametrize(
    "question", ["what happened in June?", "the kettle", "when did I last see the kettle?"]
)
def test_a_cursor_that_is_none_is_said_whatever_the_question(
    vault: NoteFolder, skin: Skin, question: str
) -> None:
    """
    A ranked answer has nothing to go on with, but a wrong cursor is an error there as well.
    """
    vault.write("diary/2026-06-03.md", "- 10:00 the kettle whistled\n")

    with pytest.raises(UsageError, match="'onward' is not a cursor"):
        skin.ask(question, cursor="onward")


def test_an_untimed_bullet_passes_a_part_of_its_day_after_the_timed_ones(
    vault: NoteFolder, skin: Skin
) -> None:
    """
    "yesterday afternoon" holds what surely was then first, then what may have been.
    """
    day(vault, "2026-07-21", "repotted the fern", "15:00 call with Jonas", "09:00 coffee")

    answer = skin.retrieve("what happened yesterday afternoon?")

    assert texts(answer) == ["call with Jonas", "repotted the fern"]
    assert [hit.reason for hit in answer.hits] == ["", "time unknown"]


def test_after_midnight_belongs_to_that_night(vault: NoteFolder, skin: Skin) -> None:
    """
    00:40 written after 23:50 keeps its day and is that day's night.
    """
    day(vault, "2026-07-21", "23:50 cannot sleep", "00:40 still reading")

    assert texts(skin.retrieve("what happened last night?")) == ["cannot sleep", "still reading"]


@pytest.mark.parametrize(
    "question",
    [
        "what happened last night at 2am?",
        "2am last night",
        "昨晚两点",
        "昨天夜里两点发生了什么",
        "今天凌晨两点我在干嘛",
    ],
)
def test_the_hour_after_midnight_finds_its_entry_in_the_evenings_note(
    vault: NoteFolder, skin: Skin, question: str
) -> None:
    """
    02:10 written after 23:50 is that night's; its own hour reaches it, the next morning does not.
    """
    day(vault, "2026-07-21", "23:50 cannot sleep", "00:40 still reading", "02:10 the fox was back")
    day(vault, "2026-07-22", "08:00 tired")
    client = skin.open()

    answer = client.retrieve(question, now=NOW)

    assert texts(answer) == ["the fox was back"]
    assert answer.hits[0].reason == ""
    assert not answer.gate.widened
    assert texts(client.retrieve("what happened today?", now=NOW)) == ["tired"]


def test_a_plan_is_no_event_of_the_past(vault: NoteFolder, skin: Skin) -> None:
    """
    "dentist on Friday", written on Monday, is not what happened last Friday.
    """
    day(vault, "2026-07-13", "09:00 dentist on Friday")
    day(vault, "2026-07-17", "18:00 went swimming")

    assert texts(skin.retrieve("what happened last Friday?")) == ["went swimming"]


def test_what_monday_says_of_friday_is_found_by_fridays_date(vault: NoteFolder, skin: Skin) -> None:
    """
    Two clocks: an entry written on Monday about "last Friday" answers a question about that Friday.
    """
    day(vault, "2026-07-20", "09:00 last Friday the boiler broke and flooded the cellar")

    assert texts(skin.retrieve("what happened on 2026-07-17?")) == [
        "last Friday the boiler broke and flooded the cellar"
    ]


def test_a_dated_meeting_note_answers_for_its_week(vault: NoteFolder, skin: Skin) -> None:
    """
    "what did we decide in last week's meeting" finds the note with its date in the name.
    """
    vault.write("Meetings/2026-07-15 Ingest review.md", "# Ingest review\n\nWe decided to keep the queue.\n")
    vault.write("Meetings/2026-06-15 Ingest review.md", "# Ingest review\n\nWe decided to drop the queue.\n")

    answer = skin.retrieve("what did we decide in last week's meeting?")

    assert [hit.record.path for hit in answer.hits] == ["Meetings/2026-07-15 Ingest review.md"]


def test_preferences_are_not_pulled_out_by_last_week(vault: NoteFolder, skin: Skin) -> None:
    """
    A32: the wiki is not on the axis of time, even if it was edited just now.
    """
    vault.write("wiki/Tea.md", "- I like gyokuro tea best. (since:: 2026-07-15)\n")
    day(vault, "2026-07-15", "10:00 bought tea at the market")

    assert texts(skin.retrieve("tea last week")) == ["bought tea at the market"]


def test_without_decay_and_time_words_time_never_votes(vault: NoteFolder, skin: Skin) -> None:
    """
    A3: with decay off and no time named, permuting all timestamps leaves the ranking as it is.
    """
    lines = ["tea with Maya", "green tea and rice", "tea", "the tea shop was closed", "coffee"]
    for number, line in enumerate(lines):
        day(vault, f"2026-03-{number + 1:02}", f"09:00 {line}")
    memory = skin.open(**{"search.recency": 0.0})
    before = texts(memory.retrieve("tea with rice", now=NOW))

    for number, line in enumerate(lines):
        vault.remove(f"diary/2026-03-{number + 1:02}.md")
        day(vault, f"2026-05-{20 - 3 * number:02}", f"21:00 {line}")
    memory.catch_up()

    assert before == texts(memory.retrieve("tea with rice", now=NOW))


def test_only_named_time_makes_a_gate(vault: NoteFolder, skin: Skin) -> None:
    """
    A4: however closely the matches stand together in time, none but a time word or ``time_range`` confines them.
    """
    for number in range(1, 10):
        day(vault, f"2026-03-{number:02}", "09:00 kettle repaired, a new kettle")
    day(vault, "2025-01-02", "09:00 bought a kettle")
    client = skin.open()

    unnamed = client.retrieve("kettle", now=NOW, limit=20)
    named = client.retrieve("kettle in January 2025", now=NOW, limit=20)
    given = client.retrieve("kettle", now=NOW, limit=20, time_range=("2025-01-01", "2025-01-31"))

    assert () == unnamed.gate.windows
    assert "bought a kettle" in texts(unnamed)
    assert ["bought a kettle"] == texts(named) == texts(given)


def test_a_word_that_stands_everywhere_floods_nothing(vault: NoteFolder, skin: Skin) -> None:
    """
    B3: of sixty notes that mention "project" the one about the asked thing comes first, and ten come, not sixty.
    """
    for number in range(1, 61):
        when = date(2026, 4, 1) + timedelta(days=number)
        day(vault, when.isoformat(), f"09:00 project meeting, project notes, project {number}")
    day(vault, "2026-03-02", "09:00 the project moved its queue to Kafka")

    answer = skin.retrieve("which project uses Kafka")

    assert "the project moved its queue to Kafka" == texts(answer)[0]
    assert len(answer.hits) <= 10


def test_a_given_range_replaces_the_parser(vault: NoteFolder, skin: Skin) -> None:
    """
    A10, A14: with ``time_range`` the question's own words are not read for time.
    """
    day(vault, "2026-06-10", "09:00 swam yesterday evening style")
    day(vault, "2026-07-21", "09:00 swam")
    client = skin.open()

    answer = client.retrieve("swam yesterday", now=NOW, time_range=("2026-06-10", "2026-06-10"))

    assert texts(answer) == ["swam yesterday evening style"]
    assert answer.gate.source == "argument"
    assert datetime(2026, 6, 11) == answer.gate.windows[0].end


def test_the_parser_is_not_called_when_a_range_is_given(
    vault: NoteFolder, skin: Skin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A10: given a range, no time is read out of the words at all.
    """
    day(vault, "2026-06-10", "09:00 swam")
    memory = skin.open()

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the parser was called")

    monkeypatch.setattr("diurnal.engine.gates.parse", refuse)

    assert texts(memory.retrieve("swam yesterday", now=NOW, time_range=("2026-06-01", "2026-07-01"))) == [
        "swam"
    ]


def test_with_the_parser_off_there_is_no_gate(vault: NoteFolder, skin: Skin) -> None:
    """
    A21: a caller that understands time itself can switch the reading off, for a question or for good.
    """
    day(vault, "2026-03-02", "09:00 swam")
    memory = skin.open()

    answer = memory.retrieve("when I swam yesterday", now=NOW, reads_time=False)

    assert not answer.gate
    assert texts(answer) == ["swam"]


def test_nothing_is_opened_for_a_question_that_is_all_time(
    vault: NoteFolder, skin: Skin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A34: listing a day reads no note, inside the window or outside.
    """
    for number in range(1, 21):
        day(vault, f"2026-07-{number:02}", f"09:00 thing {number}")
    memory = skin.open()
    opened: list[str] = []
    assert skin.memory is not None
    monkeypatch.setattr(skin.memory.parts.vault, "read", lambda path: opened.append(path))

    answer = memory.retrieve("what happened the day before yesterday", now=NOW)

    assert texts(answer) == ["thing 20"]
    assert opened == []


def test_an_answer_says_its_window_its_phrase_and_its_zone(vault: NoteFolder, skin: Skin) -> None:
    """
    The resolved range is echoed with the words it came from, and nothing is said to be widened that is not.
    """
    day(vault, "2026-07-21", "09:00 swam")
    now = NOW.replace(tzinfo=ZoneInfo("Asia/Shanghai"))

    gate = skin.open().retrieve("what happened yesterday?", now=now).gate

    assert "yesterday" in gate.phrase
    assert gate.widened == ""
    assert gate.zone
    assert (
        gate.windows[0].start.year,
        gate.windows[0].start.month,
        gate.windows[0].start.day,
    ) == (2026, 7, 21)


def test_before_paris_is_anchored_on_a_page(vault: NoteFolder, skin: Skin) -> None:
    """
    "the week after [[Tokyo trip]]" takes its time from the page; an unknown one gives no window.
    """
    vault.write("trips/Tokyo trip.md", "---\ndate: 2026-05-04\n---\n\nTemples and trains.\n")
    day(vault, "2026-05-10", "10:00 still jet-lagged")
    day(vault, "2026-06-12", "10:00 wide awake")
    client = skin.open()

    answer = client.retrieve("what happened the week after [[Tokyo trip]]?", now=NOW)
    unknown = client.retrieve("what happened the week after [[Osaka trip]]?", now=NOW)

    assert texts(answer) == ["still jet-lagged"]
    assert answer.gate.source == "anchor"
    assert not unknown.gate
    assert any("Osaka trip" in warning for warning in unknown.warnings)


@pytest.mark.parametrize(
    "bad",
    [
        ("2026-07-21", "2026-07-01"),
        "the day we argued",
        ("2026-02-30", "2026-03-01"),
        {"from": "2026-01-01"},
        [],
    ],
)
def test_a_range_that_cannot_be_used_is_one_clear_error(vault: NoteFolder, skin: Skin, bad: Any) -> None:
    """
    Inverted, malformed, out of the calendar: BadTime with a sentence, and the next question is answered.
    """
    day(vault, "2026-07-21", "09:00 swam")
    client = skin.open()

    with pytest.raises(BadTime):
        client.retrieve("swam", now=NOW, time_range=bad)

    assert texts(client.retrieve("swam", now=NOW)) == ["swam"]


def test_days_start_when_the_owner_says(vault: NoteFolder, skin: Skin) -> None:
    """
    With days that start at four, "today" asked at 01:30 is still the day before.
    """
    day(vault, "2026-07-21", "09:00 swam")
    day(vault, "2026-07-22", "08:00 ran")
    memory = skin.open(day_starts_at=4)

    assert texts(memory.retrieve("what happened today?", now=datetime(2026, 7, 22, 1, 30))) == ["swam"]


def test_what_matches_elsewhere_is_never_lost(vault: NoteFolder, skin: Skin) -> None:
    """
    Hits and nearby together hold everything the question finds without its time.
    """
    day(vault, "2026-07-20", "09:00 dentist, two fillings")
    day(vault, "2026-07-25", "09:00 dentist again")
    day(vault, "2026-05-02", "09:00 dentist, a check")
    client = skin.open()

    gated = client.retrieve("dentist on 2026-07-20", now=NOW)
    ungated = client.retrieve("dentist on 2026-07-20", now=NOW, time_range=(None, None))

    assert set(texts(ungated)) <= {*texts(gated), *nearby(gated)}
    assert texts(gated) == ["dentist, two fillings"]


class TestDatesWithProof:
    """When, how often, the latest: B2, and the records that prove it."""

    @pytest.fixture
    def year(self, vault: NoteFolder) -> NoteFolder:
        day(vault, "2026-05-01", "07:00 swam with Jonas", "去看牙医，洗牙")
        day(vault, "2026-06-03", "07:00 swam 20 lanes", "09:00 edited the nginx config")
        day(vault, "2026-06-10", "no swimming today, the knee", "want to swim tomorrow", "did I swim enough?")
        vault.write("diary/2026-06-11.md", "- [ ] swim\n- cancelled the swim, thunder\n")
        day(vault, "2026-06-12", "08:00 swim in the lake", "11:00 搞 PostgreSQL 備份")
        day(vault, "2026-06-20", "去看电影", "took the config of postgres apart")
        return vault

    def test_when_did_i_last(self, year: NoteFolder, skin: Skin) -> None:
        """
        "when did I last touch the nginx config" answers with the day and the line, whatever verb the line has.
        """
        answer = skin.ask("when did I last touch the nginx config?")

        assert (date(2026, 6, 3),) == answer.days
        assert answer.hits[0].record.text == "edited the nginx config"
        assert "2026-06-03" in answer.summary

    def test_in_traditional_chinese(self, year: NoteFolder, skin: Skin) -> None:
        """
        上次搞 PostgreSQL 是什麼時候 answers with a date.
        """
        answer = skin.ask("上次搞 PostgreSQL 是什麼時候")

        assert (date(2026, 6, 12),) == answer.days

    def test_the_cinema_is_not_the_dentist(self, year: NoteFolder, skin: Skin) -> None:
        """
        上次去看牙医 is not answered by 去看电影, which shares its verb; it follows as "also".
        """
        answer = skin.ask("上次去看牙医是什么时候")

        assert (date(2026, 5, 1),) == answer.days
        assert answer.hits[0].record.text == "去看牙医，洗牙"
        assert all("also" in hit.reason for hit in answer.hits[1:])

    def test_counts_leave_out_what_did_not_happen(self, year: NoteFolder, skin: Skin) -> None:
        """
        A negation, a wish, a question, an open task and a cancellation are no swims.
        """
        answer = skin.ask("how many times did I swim in June?")

        assert (date(2026, 6, 3), date(2026, 6, 12)) == answer.days
        assert "2 days mention swim" in answer.summary

    def test_the_first_time(self, year: NoteFolder, skin: Skin) -> None:
        """
        "the first time" begins with the earliest.
        """
        answer = skin.ask("when was the first time I swam?")

        assert answer.hits[0].record.text == "swam with Jonas"
        assert "First" in answer.summary

    def test_a_word_no_note_knows_is_not_answered_by_a_shared_verb(
        self, year: NoteFolder, skin: Skin
    ) -> None:
        """
        "when did I last see the optician" has no date for an answer because somebody was "seen last" once.
        """
        day(year, "2026-06-25", "10:00 saw Jonas last, after everybody else")

        answer = skin.ask("when did I last see the optician?")

        assert () == answer.days
        assert "Last on" not in answer.summary
        assert not any(hit.matched for hit in answer.hits)

    def test_retrieve_ranks_by_score_whatever_the_intent(self, year: NoteFolder, skin: Skin) -> None:
        """
        The intent changes ``ask`` and ``when``; ``retrieve`` gives the ranking.
        """
        answer = skin.retrieve("when did I last touch the nginx config?")

        assert answer.hits[0].record.text == "edited the nginx config"
        assert answer.days == ()

    def test_when_takes_any_words(self, year: NoteFolder, skin: Skin) -> None:
        """
        ``when("swim")`` lists the days that prove it.
        """
        answer = skin.open().when("swim", now=NOW)

        assert (date(2026, 5, 1), date(2026, 6, 3), date(2026, 6, 12)) == answer.days


def test_lately_lists_newest_first(vault: NoteFolder, skin: Skin) -> None:
    """
    最近 with nothing else to search for is the newest first, not a window.
    """
    for number in (1, 9, 20):
        day(vault, f"2026-07-{number:02}", f"09:00 thing {number}")

    answer = skin.retrieve("最近怎么样")

    assert texts(answer) == ["thing 20", "thing 9", "thing 1"]
    assert not answer.gate


def test_a_named_day_shows_its_matches_and_then_the_rest_of_it(vault: NoteFolder, skin: Skin) -> None:
    """
    Matches come first; what else was written that day follows in time order, marked as no match.
    """
    day(vault, "2026-07-20", "08:00 ran by the river", "12:00 dentist, two fillings", "21:00 ramen with Maya")

    answer = skin.retrieve("dentist the day before yesterday")

    assert ["dentist, two fillings", "ran by the river", "ramen with Maya"] == texts(answer)
    assert [True, False, False] == [hit.matched for hit in answer.hits]
    assert 1 == answer.total


def test_what_says_the_same_is_shown_once(vault: NoteFolder, skin: Skin) -> None:
    """
    A quotation of the same day is folded into the better hit and named there; equal lines of two days both stay.
    """
    day(vault, "2026-07-02", "12:00 noodle soup with ginger and lime at the corner shop")
    day(vault, "2026-07-03", "12:00 noodle soup with ginger and lime at the corner shop")
    vault.write("Log/2026-07-03 quotes.md", "noodle soup with ginger and lime at the corner shop\n")

    answer = skin.retrieve("noodle soup with ginger")

    assert {date(2026, 7, 2), date(2026, 7, 3)} == {hit.record.day for hit in answer.hits}
    assert 2 == len(answer.hits)
    assert 1 == sum(len(hit.also) for hit in answer.hits)


def test_a_time_to_come_hides_nothing(vault: NoteFolder, skin: Skin) -> None:
    """
    Nothing was written next Friday: a question that names it is answered by its words.
    """
    day(vault, "2026-07-20", "09:00 the fair takes place next Friday in hall three")

    answer = skin.retrieve("where is the fair next Friday?")

    assert ["the fair takes place next Friday in hall three"] == texts(answer)


def test_sentences_that_ask_nothing_name_no_time(vault: NoteFolder, skin: Skin) -> None:
    """
    What leads up to a question does not confine it.
    """
    day(vault, "2026-05-02", "09:00 planted tomatoes behind the shed")

    answer = skin.retrieve("I was so busy last week. Where did I plant the tomatoes?")

    assert not answer.gate
    assert ["planted tomatoes behind the shed"] == texts(answer)


def test_a_record_carried_by_its_neighbours_comes_with_them(vault: NoteFolder, skin: Skin) -> None:
    """
    An answer to a question asked a minute before holds none of its words; what stands beside it is its context.
    """
    vault.write(
        "diary/2026-07-20.md",
        "## 10:00\n\n**Maya:** Which pottery class did you choose in the end?\n\n"
        "## 10:01\n\n**Jonas:** The one on Tuesdays.\n\n## 10:02\n\n**Maya:** Good.\n",
    )

    answer = skin.retrieve("pottery class choose")

    carried = [hit for hit in answer.hits if "Tuesdays" in hit.record.text]
    assert carried
    assert any("pottery" in record.text for record in carried[0].context)
