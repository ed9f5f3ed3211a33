"""A snippet shows the matched words as the note has them."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from diurnal.rank.snippet import snippet_of


def marked(text: str, words: str, limit: int = 240) -> list[str]:
    snippet = snippet_of(text, words, limit=limit)
    return [snippet.text[start:end] for start, end in snippet.marks]


def test_the_words_found_are_marked_as_written() -> None:
    """
    Stems, accents and the other script are marked in the spelling of the note.
    """
    assert marked("We moved to the Café yesterday", "moving cafe") == ["moved", "Café"]
    assert marked("今天學習資料庫", "学习") == ["學習"]
    assert marked(unicodedata.normalize("NFD", "au café"), "café") == [unicodedata.normalize("NFD", "café")]


def test_a_long_text_is_cut_around_what_was_found() -> None:
    """
    The piece with the most of the words is shown, with an ellipsis at each cut.
    """
    text = "tea " * 200 + "the kettle broke and the tea went cold " + "milk " * 200
    snippet = snippet_of(text, "kettle tea", limit=80)
    assert "kettle" in snippet.text
    assert snippet.text.startswith("…")
    assert snippet.text.endswith("…")
    assert len(snippet.text) <= 82


def test_without_a_match_the_beginning_is_shown() -> None:
    """
    A record found by meaning alone has no marks.
    """
    snippet = snippet_of("Maya lives in Paris.", "bakeries", limit=10)
    assert snippet.text == "Maya lives…"
    assert snippet.marks == ()


@given(st.text(max_size=300), st.text(max_size=30), st.integers(5, 60))
def test_marks_lie_inside_the_piece_and_apart(text: str, words: str, limit: int) -> None:
    """
    Whatever the text, marks ascend, do not touch, and stay inside the piece.
    """
    snippet = snippet_of(text, words, limit=limit)
    end = -1
    for start, stop in snippet.marks:
        assert end < start < stop <= len(snippet.text)
        end = stop
