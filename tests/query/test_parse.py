"""What each way of writing a search means."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.errors import BadQuery
from diurnal.model.record import Task
from diurnal.model.time import TimeWindow
from diurnal.query import parse
from diurnal.query.nodes import (
    EVERYTHING,
    All,
    AnyOf,
    Cased,
    During,
    Facet,
    Fuzzy,
    Has,
    Node,
    Not,
    Phrase,
    Property,
    Scope,
    TaskIs,
    Together,
    Wild,
    Word,
)


def meaning(text: str) -> Node:
    """The tree of *text*, finished with a blank so that no word is still being typed."""
    return parse(text + " ").root


def test_words_side_by_side_are_all_asked_for():
    assert All((Word("買菜"), Word("水果"))) == meaning("買菜 水果")


@pytest.mark.parametrize("name", ["gpt-4", "DEC-0054", "well-known", "2026-07-21", "a--b"])
def test_a_hyphen_inside_a_word_excludes_nothing(name: str):
    """Peers' faults 103: Only one before a word does; versions, names and dates hold hyphens."""
    assert Word(name) == meaning(name)


@pytest.mark.parametrize("text", ["tea - milk", "tea -- milk", "- tea milk -", "tea milk --"])
def test_a_lone_hyphen_is_passed_over(text: str):
    """Peers' faults 104: A dash between two words excludes neither."""
    assert All((Word("tea"), Word("milk"))) == meaning(text)


@pytest.mark.parametrize(
    "text", ["", " ", "-", "--", "(", ")", "()", "*", "\\", '""', '"', "((", "…", "-()", "!?"]
)
def test_a_search_without_anything_to_find_is_empty_and_no_error(text: str):
    """Marks alone ask for nothing, and a search is often half typed."""
    query = parse(text)

    assert query.root == EVERYTHING
    assert query.is_filter_only


@pytest.mark.parametrize(
    "text", ["AND", "OR", "tag:", "since:", "path:", "🎉", "it's", "a/b", 'foo"bar', "C++"]
)
def test_an_operator_without_operands_is_a_word(text: str):
    """Alone it is what was asked for."""
    leaf = meaning(text)

    assert Word(text) == leaf


@pytest.mark.parametrize(
    "text", ["garden OR", "garden tag:", "OR garden", "AND garden", "garden (", "garden since:"]
)
def test_an_operator_still_being_typed_hides_nothing(text: str):
    """What was found for `garden` is found for `garden tag:` too."""
    assert Word("garden") == meaning(text)


def test_the_last_word_may_be_unfinished_until_a_blank_follows():
    """While somebody types, "gard" finds "garden"; a blank says that the word is whole."""
    assert Word("gard", unfinished=True) == parse("gard").root
    assert Word("gard") == parse("gard ").root
    assert All((Word("garden"), Word("to", unfinished=True))) == parse("garden to").root
    assert Not(Word("gard")) == parse("-gard").root
    for finished in ("買", "a", "tea,", "what?", "it's"):
        assert Word(finished) == parse(finished).root


def test_and_binds_tighter_than_or():
    assert AnyOf((All((Word("meeting"), Word("work"))), Word("meetup"))) == meaning("meeting work OR meetup")
    assert All((Word("meeting"), AnyOf((Word("work"), Word("home"))))) == meaning("meeting (work OR home)")
    assert All((Word("a"), Word("b"))) == meaning("a AND b")
    assert Word("or") == meaning("or")


def test_a_minus_excludes_a_word_a_phrase_a_filter_and_a_group():
    assert All((Word("tea"), Not(Word("milk")))) == meaning("tea -milk")
    assert Not(Phrase("green tea")) == meaning('-"green tea"')
    assert Not(Has(Facet.TAG, "work")) == meaning("-tag:work")
    assert Not(Property("draft")) == meaning("-[draft]")
    assert Not(All((Word("a"), Word("b")))) == meaning("-(a b)")
    assert Not(AnyOf((Has(Facet.PATH, "a"), Has(Facet.PATH, "b")))) == meaning("-path:(a OR b)")


@pytest.mark.parametrize("text", ['"green tea"', "“green tea”", '"green tea', "”green tea“"])
def test_quotation_marks_of_every_keyboard_make_a_phrase(text: str):
    assert Phrase("green tea") == parse(text).root


def test_a_quotation_mark_can_be_quoted():
    assert Phrase('the "best" tea') == meaning(r'"the \"best\" tea"')


def test_filters_take_words_quotations_and_groups():
    assert Has(Facet.PATH, "My Folder") == meaning('path:"My Folder"')
    assert Has(Facet.FILE, ".md") == meaning("file:.md")
    assert AnyOf((Has(Facet.FILE, "a"), Has(Facet.FILE, "b c"))) == meaning('file:(a OR "b c")')
    assert All((Has(Facet.PATH, "a"), Not(Has(Facet.PATH, "b")))) == meaning("path:(a -b)")
    assert Has(Facet.TAG, "Work") == meaning("TAG:#Work")
    assert Has(Facet.TAG, "工作") == meaning("tag：工作")
    assert Has(Facet.TAG, "work/home") == meaning("#work/home")
    assert Word("#123") == meaning("#123")


def test_properties_are_asked_for_by_name_by_value_and_by_comparison():
    assert Property("status") == meaning("[status]")
    assert Property("status", "Done") == meaning("[status:Done]")
    assert Property("my key", "a b") == meaning('["my key": a b]')
    assert AnyOf((Property("s", "a"), Property("s", "b"))) == meaning("[s:a OR b]")
    assert AnyOf((Property("s", "a"), Property("s", "b"))) == meaning("[s:(a OR b)]")
    assert Property("pages", "300", "<") == meaning("[pages:<300]")
    assert Property("done", None, "null") == meaning("[done:null]")


@pytest.mark.parametrize("text", ["[[Maya]]", "[", "[]", "[x", "- [ ] tea", "[:]"])
def test_brackets_that_name_no_property_are_no_filter(text: str):
    assert not any(
        isinstance(node, Property) for node in (meaning(text), *getattr(meaning(text), "parts", ()))
    )


def test_words_can_be_asked_for_within_a_line_a_block_a_section_or_a_task():
    both = All((Word("dog"), Word("cat")))
    assert Together(Scope.LINE, both) == meaning("line:(dog cat)")
    assert Together(Scope.BLOCK, both) == meaning("block:(dog cat)")
    assert Together(Scope.SECTION, Phrase("dog cat")) == meaning('section:"dog cat"')
    assert All((TaskIs(frozenset({Task.OPEN})), Word("call"))) == meaning("task-todo:call")
    assert TaskIs(frozenset({Task.DONE})) == meaning("task-done:")
    assert TaskIs(frozenset({Task.OPEN, Task.DONE, Task.CANCELLED})) == meaning('task:""')
    assert Together(Scope.LINE, All((Has(Facet.TAG, "a"), Word("x")))) == meaning("line:(#a x)")


def test_case_can_be_asked_for():
    assert Cased(Word("HappyCat")) == meaning("match-case:HappyCat")
    assert Word("ikea") == meaning("ignore-case:ikea")


def test_stars_question_marks_and_tildes_make_shapes_only_where_they_are_meant_to():
    assert Wild("gard*") == meaning("gard*")
    assert Wild("te?t") == meaning("te?t")
    assert Word("what?") == meaning("what?")
    assert Word("https://x.org/a?b=c") == meaning("https://x.org/a?b=c")
    assert Word("bold") == meaning("**bold**")
    assert Wild("src/*.py") == meaning("src/*.py")
    assert Fuzzy("postgrsql", 1) == meaning("postgrsql~")
    assert Fuzzy("postgrsql", 2) == meaning("postgrsql~2")
    assert Word("~~gone~~") == meaning("~~gone~~")
    assert Word("~/notes") == meaning("~/notes")


def test_a_regular_expression_is_read_as_words_and_said_to_be():
    query = parse("/ab+c/ ")

    assert Word("/ab+c/") == query.root
    assert "Regular expressions are not supported" in query.warnings[0]
    assert not parse("/home/user/notes/").warnings


def test_a_misspelt_operator_is_read_as_a_word_and_said_to_be():
    for typed, meant in (("tagg:work", "tag:"), ("fiel:tea", "file:"), ("sectoin:(a b)", "section:")):
        assert f"Did you mean {meant}?" in parse(typed).warnings[0]
    assert "Did you mean until:?" in parse("tea before:2026-07-01").warnings[0]
    for plain in ("note: tea", "note:tea", "https://x.org", "file://x", "12:30", "files: three", "TODO:tea"):
        assert not parse(plain).warnings


def test_dates_make_one_window_with_both_ends_in_it():
    window = TimeWindow(datetime(2026, 1, 1), datetime(2026, 3, 1))
    assert During(window) == meaning("since:2026-01 until:2026-02")
    assert During(TimeWindow(datetime(2026, 7, 21), datetime(2026, 7, 22))) == meaning("day:2026-07-21")
    assert During(TimeWindow(datetime(2026, 7, 20), datetime(2026, 7, 27))) == meaning("day:2026-W30")
    assert During(TimeWindow(None, datetime(2027, 1, 1))) == meaning("until:2026")
    assert Not(During(TimeWindow(datetime(2026, 1, 1), None))) == meaning("-since:2026-01-01")
    assert window == parse("tea since:2026-01 until:2026-02").window
    assert parse("tea").window is None


def test_dates_that_exclude_each_other_find_nothing_and_say_so():
    query = parse("since:2026-05 until:2026-04")

    assert AnyOf(()) == query.root
    assert "exclude each other" in query.warnings[0]


def test_the_last_minute_of_the_calendar_is_open_at_its_end():
    """
    No moment follows it, which is no reason to fail.
    """
    for last in ("9999-12-31T23:59", "9999-12-31", "9999-12", "9999"):
        window = parse(f"day:{last}").window
        assert window is not None
        assert window.start is not None
        assert window.end is None


def test_words_for_dates_are_read_by_who_knows_the_clock():
    week = TimeWindow(datetime(2026, 7, 13), datetime(2026, 7, 20))
    asked: list[str] = []

    def window_of(text: str) -> TimeWindow | None:
        asked.append(text)
        return week if text == "last week" else None

    assert During(week) == parse('day:"last week"', window_of).root
    assert During(week) == parse("day:last-week", window_of).root
    assert "last week" in asked


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("since:blah", "since:blah is not a date"),
        ("day:2026-13-01", "day:2026-13-01 is not a date"),
        ("kind:note", "expected entry, item or passage"),
        ("hall:kitchen", "expected facts, events, discoveries, preferences or advice"),
        ("place:(diary OR moon)", "expected diary, wiki, episode or other"),
    ],
)
def test_a_value_that_can_mean_nothing_is_refused_in_one_sentence(text: str, sentence: str):
    with pytest.raises(BadQuery) as refusal:
        parse(text)

    assert sentence in str(refusal.value)


def test_halls_and_kinds_may_be_written_as_they_stand_in_notes():
    assert Has(Facet.HALL, "facts") == meaning("hall:hall_facts")
    assert Has(Facet.HALL, "events") == meaning("hall:Event")
    assert Has(Facet.KIND, "entry") == meaning("kind:entries")


def test_what_is_left_to_rank_by():
    query = parse('tag:x tea "green tea" -milk gard* line:(cup OR tea)')

    assert query.words == ("tea", "green tea", "cup")
    assert not query.is_filter_only
    assert query.needs_whoosh
    assert parse("tag:x -milk").is_filter_only
    assert not parse("tea ").needs_whoosh


OPERATORS = st.sampled_from(
    [
        *'()[]"“”-*?~:：/\\#',
        " ",
        "OR",
        "AND",
        "tag:",
        "path:(",
        "line:(",
        "[a:",
        "task:",
        "match-case:",
        "since:2026",
        "買",
        "é",
        "word",
    ]
)


@given(st.lists(OPERATORS, max_size=60).map("".join) | st.text(max_size=80))
def test_no_way_of_writing_a_search_is_an_error(text: str):
    """Whatever is typed, only a value that can mean nothing is refused."""
    with suppress(BadQuery):
        query = parse(text)

        assert text == query.text
        assert all(isinstance(word, str) for word in query.words)


@pytest.mark.parametrize(
    "piece", ["(", ")", '"', "-", "[a:", "tag:(", "a*", "abc~ ", "OR ", "a ", "買", "“", '\\"']
)
def test_ten_thousand_characters_are_read_and_stay_shallow(piece: str):
    """Depth and the number of costly leaves are bounded, so nothing that walks the tree can overflow."""
    query = parse((piece * 10_000)[:10_000])

    assert depth_of(query.root) < 100
    assert len(query.words) <= 10_000


@pytest.mark.parametrize(
    "text", ["[" + " " * 200_000, "/" + "(" * 200_000, "#" + "1" * 200_000, "a" * 200_000 + "~"]
)
def test_time_is_linear_in_a_hostile_search(text: str):
    """A quadratic pattern would take minutes here, and the test run would stand still."""
    assert parse(text).text == text


def depth_of(node: Node) -> int:
    parts = getattr(node, "parts", None) or ((node.part,) if hasattr(node, "part") else ())
    return 1 + max(map(depth_of, parts), default=0)
