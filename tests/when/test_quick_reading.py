"""What is not said costs nothing: texts without time, rules that cannot match, a program that never asks."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import diurnal
from diurnal.when import lexer, mentions, parse
from diurnal.when.cascade import Level
from diurnal.when.lexer import folded
from diurnal.when.lexicon_en import WORDS as ENGLISH
from diurnal.when.lexicon_zh import TRAPS
from diurnal.when.lexicon_zh import WORDS as CHINESE
from diurnal.when.phrases_en import PHRASES
from diurnal.when.telltale import may_name_a_time

NOW = datetime(2025, 11, 19, 10, 30)
WORDS = sorted({*ENGLISH, *PHRASES}) + sorted({*CHINESE, *TRAPS}) + ["12", "dinner", "吃了", ",", "-", "'s"]


def test_a_text_without_any_word_of_time_is_known_at_once():
    """
    Most of a diary is such text; it is not scanned for tokens at all.
    """
    for text in (
        "Maya and I agreed to move the ingest service to PostgreSQL; the old queue stays.",
        "the first two of them came in, and the last one left",
        "玛雅和我同意把数据服务迁到新的数据库，旧队列先保留着。",
        "",
    ):
        assert not may_name_a_time(folded(text)), text


@given(st.lists(st.sampled_from(WORDS), max_size=6), st.sampled_from(["", " "]))
@settings(max_examples=400)
def test_what_is_let_go_of_at_once_names_no_time(words, between):
    """
    The quick look and the reading agree: whatever it turns away would have given no window.
    """
    text = between.join(words)
    if may_name_a_time(folded(text)):
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexer, "may_name_a_time", lambda low: True)
        assert () == parse(text, NOW).windows
        assert () == mentions(text, NOW)


def test_rules_that_cannot_match_are_not_asked(monkeypatch):
    """
    Of fourteen levels only those with something to rewrite see the words "last Friday".
    """
    asked = []
    rewrite = Level.__call__
    monkeypatch.setattr(Level, "__call__", lambda self, *given: asked.append(self) or rewrite(self, *given))

    reading = parse("dinner last Friday", NOW)

    assert "last Friday" == reading.phrase
    assert 2 == len(asked)


def test_a_program_that_asks_nothing_about_time_compiles_no_grammar():
    """
    Importing the parser costs no patterns of rules: they are compiled by the first text that needs them.
    """
    code = (
        "from diurnal.when.parsing import GRAMMAR\n"
        "print(any('search' in vars(level) for level in GRAMMAR.levels))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(Path(diurnal.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "False" == ran.stdout.strip()


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Monday 到 Wednesday 做了什么", datetime(2025, 11, 17), datetime(2025, 11, 20)),
        ("上周meeting说了什么", datetime(2025, 11, 10), datetime(2025, 11, 17)),
        ("昨晚dinner吃了什么", datetime(2025, 11, 18, 18), datetime(2025, 11, 19)),
        ("10:30 pm yesterday 去了哪", datetime(2025, 11, 18, 22, 30), datetime(2025, 11, 18, 22, 31)),
    ],
)
def test_small_words_of_one_language_join_times_of_the_other(text, start, end):
    (window,) = parse(text, NOW).windows

    assert (start, end) == (window.start, window.end)
