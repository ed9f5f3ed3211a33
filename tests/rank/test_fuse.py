"""The order of results: what may move a record, and what may not."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.model.record import Card, Record
from diurnal.rank.corpus import Corpus
from diurnal.rank.fuse import Ranked, rank
from diurnal.rank.gathered import gathered, in_order
from diurnal.rank.meaning import Scale
from diurnal.rank.profiles import Profile
from diurnal.rank.question import seek
from scored_notes import FIRST_DAY, entry, talk

NOW = FIRST_DAY + timedelta(days=200)
SCALE = Scale(floor=0.3, ceiling=0.8)
STEADY = Profile(recency=0.0)

some_words = st.lists(
    st.sampled_from(["tea", "kettle", "lake", "swim", "piano", "bread", "letter", "garden"]),
    min_size=1,
    max_size=6,
)
some_texts = st.lists(some_words.map(" ".join), min_size=1, max_size=12)


def ranked(
    records: list[Record],
    question: str,
    *,
    similarity: list[float] | None = None,
    now: datetime | None = None,
    profile: Profile | None = None,
    allowed: list[bool] | None = None,
) -> tuple[Ranked, list[Record]]:
    """The ranking and the records in the corpus' order; *similarity* and *allowed* follow the order given."""
    ordered = in_order(records)
    places = [records.index(record) for record in ordered]
    corpus = gathered(ordered)
    found = rank(
        corpus,
        seek(question, corpus.speakers),
        np.array([allowed[place] for place in places] if allowed else np.ones(len(ordered), bool)),
        similarity=None if similarity is None else np.array([similarity[p] for p in places], np.float32),
        scale=SCALE,
        now=now,
        profile=profile,
    )
    return found, ordered


def texts(records: list[Record], question: str, **how: object) -> list[str]:
    found, ordered = ranked(records, question, **how)  # type: ignore[arg-type]
    return [ordered[position].text for position in found.positions]


def test_what_does_not_match_is_not_listed() -> None:
    """
    A record without a word, a name or meaning of the question has no score. (A22, B14)
    """
    records = [entry("I fixed the kettle"), entry("bread " * 400, day=1), entry("swam in the lake", day=2)]
    assert texts(records, "kettle") == ["I fixed the kettle"]
    assert texts(records, "dentist") == []


def test_a_time_in_which_nothing_was_recorded_ranks_nothing() -> None:
    """
    "What did we decide last week?" after a week without an entry is no fault.
    """
    gathered_records = gathered(in_order([entry("We decided to keep the queue")]))
    found = rank(gathered_records, seek("decide", gathered_records.speakers), np.zeros(1, bool))
    assert [] == found.positions.tolist()


def test_more_of_the_words_rank_higher() -> None:
    """
    A record that holds all words precedes one that holds one of them. (B15)
    """
    records = [entry("tea"), entry("the kettle whistles for tea", day=1)]
    assert texts(records, "tea kettle")[0] == "the kettle whistles for tea"


def test_distances_between_scores_survive() -> None:
    """
    Scores are fused, not ranks: a near second stays near, a far one far. (A2)
    """
    close = [entry("fixed the kettle"), entry("fixed a kettle", day=1)]
    far = [entry("fixed the kettle"), entry("kettle " + "bread " * 60, day=1)]
    near_gap, wide_gap = (np.ptp(ranked(records, "fixed kettle")[0].scores) for records in (close, far))
    assert near_gap < 0.01 < wide_gap


def test_the_weight_of_meaning_is_a_setting() -> None:
    """
    Words and meaning are a weighted sum with configured weights. (A1, B27)
    """
    records = [entry("fixed the kettle", day=1), entry("boiled some water")]
    likeness = [0.35, 0.75]
    by_words = texts(records, "kettle", similarity=likeness, profile=Profile(meaning=0.05, recency=0))
    by_meaning = texts(records, "kettle", similarity=likeness, profile=Profile(words=0.05, recency=0))
    assert by_words[0] == "fixed the kettle"
    assert by_meaning[0] == "boiled some water"


def test_every_score_lies_between_nothing_and_a_little_over_one() -> None:
    """
    Signals are brought to one scale before they are weighted, so scores of questions compare. (A50)
    """
    records = [entry("kettle", card=Card(importance=10), hall="facts"), entry("tea " * 50, day=1)]
    for question in ("kettle", "tea", "tea kettle and a lot of other things"):
        scores = ranked(records, question, similarity=[1.0, -0.2], now=NOW)[0].scores
        assert np.all(scores > 0)
        assert np.all(scores <= 1.06 * 1.06 * 1.05)


@given(some_texts, some_words)
def test_the_first_of_a_longer_list_are_the_shorter_list(lines: list[str], asked: list[str]) -> None:
    """
    What else is allowed changes neither the score nor the order of what was allowed. (I3, A20)
    """
    records = [entry(line, day=day) for day, line in enumerate(lines)]
    whole, _ = ranked(records, " ".join(asked))
    half = [place % 2 == 0 for place in range(len(records))]
    part, _ = ranked(records, " ".join(asked), allowed=half)
    kept = [(int(p), float(s)) for p, s in zip(whole.positions, whole.scores, strict=True) if p % 2 == 0]
    assert kept == [(int(p), float(s)) for p, s in zip(part.positions, part.scores, strict=True)]


@given(some_texts, some_words, st.randoms(use_true_random=False))
def test_without_decay_the_time_of_a_record_says_nothing(
    lines: list[str], asked: list[str], random: object
) -> None:
    """
    Permuting the days of the notes leaves every score as it was. (A3)
    """
    days = list(range(len(lines)))
    random.shuffle(days)  # type: ignore[attr-defined]
    question = " ".join(asked)
    straight = _scores([entry(line, day=day) for day, line in enumerate(lines)], question)
    permuted = _scores([entry(line, day=day) for day, line in zip(days, lines, strict=True)], question)
    assert straight == permuted


def _scores(records: list[Record], question: str) -> list[tuple[str, float]]:
    found, ordered = ranked(records, question, now=NOW, profile=STEADY)
    pairs = zip(found.positions, found.scores, strict=True)
    return sorted((ordered[position].text, float(score)) for position, score in pairs)


def test_of_equal_records_the_newer_comes_first() -> None:
    """
    Without a named time recency nudges what matches equally. (A17, A19, A21, B17)
    """
    records = [entry("fixed the kettle", day=day) for day in (100, 199, 5)]
    found, ordered = ranked(records, "kettle", now=NOW)
    assert [ordered[position] for position in found.positions] == [records[1], records[0], records[2]]


def test_a_named_time_switches_decay_off() -> None:
    """
    With no moment to reckon from, age changes nothing and equal scores keep their order. (A19)
    """
    records = [entry("fixed the kettle", day=day) for day in (5, 100, 199)]
    found, _ = ranked(records, "kettle", now=None)
    assert found.positions.tolist() == [0, 1, 2]
    assert len(set(found.scores.tolist())) == 1


@given(st.integers(0, 4000), st.integers(0, 4000))
def test_recency_never_gains_more_than_it_is_allowed(first: int, second: int) -> None:
    """
    Age changes a score by at most the configured share. (A18)
    """
    records = [entry("fixed the kettle", day=-first), entry("fixed the kettle", day=-second, ordinal=1)]
    scores = ranked(records, "kettle", now=NOW)[0].scores
    assert scores.max() / scores.min() <= 1.06 + 1e-4


def test_a_clear_difference_outweighs_age_hall_and_importance_together() -> None:
    """
    Bounded multipliers reorder near-ties only. (A18, B16)
    """
    best = entry("the kettle whistles for tea", day=-3000, card=Card(importance=1))
    other = entry("tea and bread and a letter to the garden", day=199, hall="facts", card=Card(importance=10))
    assert texts([best, other], "whistling kettle tea", now=NOW)[0] == best.text


def test_decisions_precede_events_at_equal_rest() -> None:
    """
    The hall breaks a tie. (B16)
    """
    records = [entry("kettle", day=0, hall="events"), entry("kettle", day=1, hall="facts")]
    found, ordered = ranked(records, "kettle")
    assert [ordered[position].hall for position in found.positions] == ["facts", "events"]


def test_a_record_that_says_nothing_of_its_importance_is_neither_raised_nor_lowered() -> None:
    """
    It stands between what matters little and what matters much. (C4)
    """
    records = [entry("kettle", day=day, card=Card(importance=worth)) for day, worth in enumerate((1, 0, 10))]
    found, ordered = ranked(records, "kettle")
    assert [ordered[position].card.importance for position in found.positions] == [10, 0, 1]  # type: ignore[union-attr]
    assert found.parts_at(1).get("importance", 1.0) == 1.0


def test_what_never_ages_is_not_nudged() -> None:
    """
    A folder or note can opt out of decay. (I2)
    """
    records = [entry("fixed the kettle", day=199, evergreen=True), entry("fixed the kettle", day=198)]
    found, ordered = ranked(records, "kettle", now=NOW)
    assert [ordered[position].evergreen for position in found.positions] == [False, True]


def test_what_a_machine_wrote_ranks_below_its_sources() -> None:
    """
    A digest never precedes the entry it was made from.
    """
    records = [entry("fixed the kettle", day=0), entry("fixed the kettle", day=1, is_machine=True)]
    found, ordered = ranked(records, "kettle", now=NOW)
    assert [ordered[position].is_machine for position in found.positions] == [False, True]


def test_meaning_below_the_floor_follows_the_matches_as_weak() -> None:
    """
    Meaning alone is a match above the floor only; just below it a record may follow, marked. (A22, C2)
    """
    records = [
        entry("fixed the kettle"),
        entry("boiled water", day=1),
        entry("a bill", day=2),
        entry("rain", day=3),
    ]
    found, ordered = ranked(records, "kettle", similarity=[0.1, 0.5, 0.25, 0.05])
    listed = [ordered[position].text for position in found.positions]
    assert listed[found.weak_from :] == ["a bill"]
    assert set(listed[: found.weak_from]) == {"fixed the kettle", "boiled water"}


def test_without_vectors_only_words_and_names_rank() -> None:
    """
    No vectors at all, and vectors of none of the records, give one and the same order. (A42)
    """
    records = [entry("fixed the kettle"), entry("tea from the kettle", day=1), entry("rain", day=2)]
    bare = texts(records, "kettle tea")
    assert bare == texts(records, "kettle tea", similarity=[np.nan] * 3)
    assert "rain" not in bare


def test_a_question_of_common_words_leaves_the_say_to_meaning() -> None:
    """
    The weights follow the question: a rare word wants words, a common one meaning.
    """
    common = [entry("today was fine", day=day) for day in range(40)]
    records = [*common, entry("felt happy", day=41), entry("a gyokuro tin, today", day=42)]
    likeness = [0.1] * 40 + [0.7, 0.1]
    assert texts(records, "today", similarity=likeness)[0] == "felt happy"
    assert texts(records, "gyokuro", similarity=likeness)[0] == "a gyokuro tin, today"


def test_the_answer_to_a_question_is_found_by_what_was_asked() -> None:
    """
    A turn that repeats no word of the question is found through the turn before it.
    """
    records = talk(
        ("Ben", "Did you ever find the missing kettle?"),
        ("Maya", "Yes, under the stairs, behind the boxes!"),
        ("Ben", "Great. I am off to bed."),
    ) + talk(("Maya", "Good morning, lovely weather."), ("Ben", "It is."), day=1)
    found = texts(records, "Where did Maya find the missing kettle?")
    assert found[0] == "Maya: Yes, under the stairs, behind the boxes!"


def test_an_answer_sent_in_several_messages_is_found_by_what_was_asked() -> None:
    """
    In a chat a question is followed by more of the same person, and its answer comes in pieces.
    """
    records = talk(
        ("Ben", "did you ever find the missing kettle"),
        ("Ben", "we could use some tea here"),
        ("Maya", "haha"),
        ("Maya", "such a long story"),
        ("Maya", "it was under the stairs, behind the boxes"),
    ) + talk(("Maya", "good morning, lovely weather"), ("Ben", "it is"), day=1)
    found = texts(records, "Where did Maya find the missing kettle?")
    assert found[0] == "Maya: it was under the stairs, behind the boxes"


@pytest.mark.parametrize(("at", "is_tied"), [("09:15", True), ("10:15", False)])
def test_a_turn_of_a_chat_is_tied_to_what_was_said_a_while_ago(at: str, is_tied: bool) -> None:
    """
    People answer when they look at it; what is said an hour later is another matter.
    """
    asked = entry("Ben: my kettle broke", at="09:00", names=("Ben",))
    said = entry("Maya: oh no, take ours", at=at, ordinal=1, names=("Maya",))
    assert (said.text in texts([asked, said], "kettle")) is is_tied


def test_entries_written_hours_apart_do_not_tie_each_other() -> None:
    """
    Context is what belongs together: what stands in one note at another hour is not listed for its neighbour's words.
    """
    records = [entry("fixed the kettle", at="09:00"), entry("had ramen", at="14:00", ordinal=1)]
    assert texts(records, "kettle") == ["fixed the kettle"]


def test_what_the_named_person_says_comes_first() -> None:
    """
    A name of the question decides between equal records. (C2)
    """
    records = talk(("Ben", "I like green tea"), day=0) + talk(("Maya", "I like green tea"), day=1)
    assert texts(records, "What tea does Maya like?")[0] == "Maya: I like green tea"


def test_a_day_is_found_by_its_words_in_both_languages() -> None:
    """
    The day of a record is searched as whole dates and in words.
    """
    records = [entry("tea", day=day) for day in range(60)]
    for question in ("tea on 2026-04-20", "tea on 20 April 2026", "2026年4月20日 tea"):
        found, ordered = ranked(records, question)
        assert str(ordered[found.positions[0]].day) == "2026-04-20", question


def test_the_parts_of_a_score_make_the_score() -> None:
    """
    Every score is explained: what the signals add, times the factors, is the score.
    """
    records = [
        *talk(("Ben", "Where is the kettle?"), ("Maya", "Under the stairs since Monday")),
        entry("tea", day=3),
    ]
    found, _ = ranked(records, "When did Maya find the kettle?", similarity=[0.4, 0.5, 0.1], now=NOW)
    for position, score in zip(found.positions.tolist(), found.scores, strict=True):
        parts = found.parts_at(position)
        content = sum(value for name, value in parts.items() if "." in name)
        factor = np.prod([value for name, value in parts.items() if "." not in name])
        assert content * factor == pytest.approx(float(score), abs=1e-5)


def test_an_empty_corpus_ranks_nothing() -> None:
    """
    No records, no results, no error.
    """
    corpus: Corpus = gathered([])
    found = rank(corpus, seek("kettle"), np.zeros(0, bool), now=NOW)
    assert found.positions.tolist() == []
    assert found.weak_from == 0


def test_a_gate_that_admits_nothing_ranks_nothing() -> None:
    """
    The word is known, but nothing may be answered.
    """
    corpus: Corpus = gathered(talk(("Maya", "I bought a kettle")))
    found = rank(corpus, seek("kettle"), np.zeros(1, bool), now=NOW)
    assert found.positions.tolist() == []


def test_an_answer_spread_over_days_is_listed_from_several() -> None:
    """
    A question for many things does not fill its list from one sitting; the order within a sitting stays.
    """
    evening = talk(
        ("Maya", "I finished the book about lakes, what a book"),
        ("Ben", "Which book was it?"),
        ("Maya", "The blue book"),
        ("Maya", "And I bought one more book"),
    )
    other = talk(("Maya", "I finished a book"), ("Ben", "Nice"), day=20)
    several = texts(evening + other, "What books has Maya finished?")
    one = texts(evening + other, "Which book did Maya finish?")
    place = "Maya: I finished a book"
    assert several.index(place) <= one.index(place)
    from_evening = [text for text in several if text != place and not text.startswith("Ben")]
    assert from_evening == [text for text in one if text in from_evening]
