"""What is written in many ways is found by any of them."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diurnal.rank.fold import fold, fold_keeping_case, fold_with_map, folded_and_settled
from diurnal.rank.tokens import counted_length, day_tokens, day_words, query_tokens, spans, tokens

mixed_text = st.text(
    alphabet=st.one_of(
        st.sampled_from("aBz09-._/:'+# \n年月日上次見面麼ガがか\u3099\u0301é한\u1112\u1161\u11abสวัहिﾊﾟ①ﬁ🍜"),
        st.characters(),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("I moved the ingest to PostgreSQL.", "postgresql"),
        ("moved to postgresql today", "PostgreSQL"),
        ("We met at the café.", "cafe"),
        ("we met at the cafe", unicodedata.normalize("NFD", "café")),
        ("今天學習資料庫", "学习"),
        ("今天学习数据库", "學習"),
        ("今天下雨", "雨"),
        ("ｆｕｌｌ ｗｉｄｔｈ １２", "full width 12"),
        ("ラーメンを食べた", "ラーメン"),
        ("어제 서울에서 만났다", "서울"),
        ("ไปกินข้าวที่ร้าน", "ข้าว"),
        ("Вчера встретил Машу", "машу"),
        ("आज हिन्दी पढ़ी", "हिन्दी"),
        ("I bought two children's bikes", "buy child bike"),
        ("Decisions of the meeting", "what did we decide"),
        ("sent an e-mail", "email"),
        ("the CamelCase name", "camel"),
        ("snake_case_name", "snake"),
        ("written in C++ and C#", "c++ c#"),
        ("雨", "雨"),
        ("paid 1,000 euros", "1000"),
    ],
)
def test_a_word_is_found_however_it_is_spelled(written: str, asked: str) -> None:
    """
    Every token of the question is among the tokens of the note. (B7, B21)
    """
    question = query_tokens(asked)
    assert question
    assert set(question) <= set(tokens(written))


@pytest.mark.parametrize(
    ("written", "whole", "parts"),
    [
        ("gpt-4", "gpt-4", {"gpt", "4"}),
        ("v2.4.0", "v2.4.0", {"v2", "4", "0"}),
        ("2026.4.10", "2026.4.10", {"2026", "4", "10"}),
        ("snake_case", "snake_case", {"snake", "case"}),
        ("a/b.py", "a/b.py", {"a", "b", "py"}),
        ("DEC-0054", "dec-0054", {"dec", "0054"}),
    ],
)
def test_identifiers_stand_whole_and_in_parts(written: str, whole: str, parts: set[str]) -> None:
    """
    A version, path or ticket number is one token, and each part of it another.
    """
    found = tokens(f"see {written} there")
    assert whole in found
    assert parts <= set(found)


@pytest.mark.parametrize(
    "written", ["2012-07-26", "2012/07/26", "2012/7/26", "2012.7.26", "2012年7月26日", "2012年7月26号"]
)
def test_a_date_is_one_token_however_it_is_written(written: str) -> None:
    """
    Written dates meet in one spelling, on both sides.
    """
    assert "2012-07-26" in tokens(f"on {written} we met")
    assert "2012-07-26" in query_tokens(f"what happened on {written}")


def test_an_impossible_date_is_only_a_number() -> None:
    """
    2012/13/45 names no day.
    """
    assert not [token for token in tokens("2012/13/45") if token.startswith("2012-")]


def test_a_question_of_stop_words_asks_for_nothing() -> None:
    """
    Words without content are left out, unless they are all the caller has.
    """
    assert query_tokens("Who am I?") == []
    assert query_tokens("发生了什么") == []
    assert query_tokens("the who", stops=True) == ["the", "who"]


def test_a_name_that_looks_like_a_stop_word_is_asked_for() -> None:
    """
    A capital inside a sentence marks a name or a month.
    """
    assert {"will", "may"} <= set(query_tokens("What did I do with Will in May?"))
    assert "may" not in query_tokens("May I ask about tea?")


def test_a_single_character_does_not_make_a_text_longer() -> None:
    """
    Single characters are indexed beside pairs and not counted in the length.
    """
    assert "雨" in tokens("今天下雨")
    assert counted_length(tokens("今天下雨")) == 3


def test_the_day_is_written_out_in_both_languages() -> None:
    """
    Day words answer whole dates, month names and weekdays.
    """
    found = set(tokens(day_words(date(2012, 7, 26))))
    for asked in (
        "2012-07-26",
        "2012/07/26",
        "July 2012",
        "Thursday",
        "星期四",
        "周四",
        "七月",
        "7月26日",
        "2012年7月",
    ):
        assert set(query_tokens(asked)) <= found, asked


@given(mixed_text)
def test_marking_and_indexing_see_the_same_tokens(text: str) -> None:
    """
    ``spans`` finds exactly the tokens that are indexed, inside the text as it was given.
    """
    marked = spans(text)
    assert sorted(tokens(text)) == sorted(token for token, _, _ in marked)
    assert all(0 <= start < end <= len(text) for _, start, end in marked)


@given(mixed_text, mixed_text)
def test_asking_for_some_tokens_finds_their_spans(text: str, words: str) -> None:
    """
    Looking for some tokens only gives the spans that looking for all gives.
    """
    among = frozenset(tokens(words))
    assert [span for span in spans(text) if span[0] in among] == spans(text, among)


@given(mixed_text)
def test_folding_twice_changes_nothing(text: str) -> None:
    """
    Folding reaches one spelling at once.
    """
    assert fold(text) == fold(fold(text))


@given(mixed_text)
def test_folding_piecewise_equals_folding_at_once(text: str) -> None:
    """
    The map used for marking describes the very text that is indexed.
    """
    folded, where = fold_with_map(text)
    assert fold(text) == folded.lower()
    assert len(where) == len(folded) + 1
    assert list(where) == sorted(where)


@given(mixed_text)
def test_composed_and_decomposed_text_give_equal_tokens(text: str) -> None:
    """
    NFC and NFD of one text are one text.
    """
    assert tokens(unicodedata.normalize("NFC", text)) == tokens(unicodedata.normalize("NFD", text))


def is_written(character: str) -> bool:
    """True unless Unicode only calls it a letter: an apostrophe, and Arabic forms that are marks without a letter."""
    return character != "\u02bc" and any(
        unicodedata.category(part)[0] in "LN" for part in unicodedata.normalize("NFKD", character)
    )


@given(st.text(alphabet=st.characters(categories=("L", "N")).filter(is_written), min_size=1, max_size=20))
def test_no_letter_of_any_script_is_lost(text: str) -> None:
    """
    A text of letters and digits always gives tokens that cover it.
    """
    covered: set[int] = set()
    for _, start, end in spans(text):
        covered.update(range(start, end))
    assert covered == set(range(len(text)))


@pytest.mark.parametrize(
    "line", ["a-" * 100_000, "ab" * 100_000, "字" * 200_000, "é" * 200_000, "1,111" * 40_000, "a'" * 100_000]
)
def test_a_very_long_line_loses_nothing(line: str) -> None:
    """
    200,000 characters in one line are read in full; tokens stay short.
    """
    found = tokens(line)
    assert found
    assert max(map(len, found)) <= 64


def test_a_day_has_the_tokens_of_its_words():
    """
    What is put together for a day without reading it out is what reading it out gives.
    """
    days = [date(2023, 12, 25) + timedelta(days=number) for number in range(800)]
    for day in [*days, date(33, 4, 3), date(1000, 1, 1), date.max]:
        assert sorted(day_tokens(day)) == sorted(tokens(day_words(day)))


# --- the short way for most texts ---------------------------------------------------------------

SETTLED = "".join(
    chr(code)
    for code in range(0x110000)
    if not 0xD800 <= code < 0xE000 and folded_and_settled(chr(code)) == (chr(code), True)
)
WIDE = "，：！？；（）\u3000"


def test_a_text_that_folding_leaves_alone_is_the_same_by_the_long_way():
    """
    An accent anywhere in a text sends all of it the long way; the rest comes out as it does by the short one.
    """
    assert len(SETTLED) > 20_000
    for text in (SETTLED, *WIDE):
        assert fold_keeping_case(f"{text}é") == f"{fold_keeping_case(text)}e"


@given(
    st.text(
        alphabet=st.one_of(st.sampled_from("aB9-._/:@&+'c+# ，：年月日12，0、"), st.sampled_from(SETTLED)),
        max_size=40,
    )
)
def test_the_short_way_finds_the_same_tokens(text: str):
    assert tokens(f"{text} é") == [*tokens(f"{text} "), "e"]


@pytest.mark.parametrize("sign", ["\u00ad", "\u200b", "\u200d", "\u200e", "\u2060", "\ufeff"])
def test_a_sign_without_width_divides_no_word(sign: str) -> None:
    """
    Programs leave soft hyphens and joiners in what is copied from them; nobody types them into a question.
    """
    written = f"the Mig{sign}ration of 数{sign}据库"
    assert tokens("the Migration of 数据库") == tokens(written)
    assert [("migrat", 4, 14)] == [span for span in spans(written) if span[0] == "migrat"]
