"""Shares reached on the shared case files; skipped where they are not beside the checkout."""

from __future__ import annotations

import importlib.util
import json
from datetime import datetime

import pytest

from diurnal.when import parse


def read(text, now, _language):
    return [(w.start, w.end) for w in parse(text, now).windows] or None


@pytest.fixture(scope="module")
def score(shared):
    """The scoring program that comes with the cases."""
    folder = shared / "cases" / "time"
    if not folder.is_dir():
        pytest.skip("the shared time cases are not beside this checkout")
    spec = importlib.util.spec_from_file_location("time_score", folder / "score.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cases(shared, name):
    lines = (shared / "cases" / "time" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def rows(score, shared, name):
    return score.run(read, cases(shared, name))


def share(rows, position):
    return 100 * sum(row[position] for row in rows) / len(rows)


GOLD, DAY = 2, 3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_checked_core_cases_are_exact(score, shared, language):
    """
    Core tier, convention checked: at least 97 % exact in each language.
    """
    kept = [
        row
        for row in rows(score, shared, "open.jsonl")
        if row[0]["tier"] == "core" and row[0]["lang"] == language and row[0]["agrees"] is not None
    ]

    assert share(kept, GOLD) >= 97


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_whole_core_tier_hits_its_days(score, shared, language):
    """
    Whole core tier, rounded to days: at least 90 % in each language.
    """
    kept = [
        r for r in rows(score, shared, "open.jsonl") if r[0]["tier"] == "core" and r[0]["lang"] == language
    ]

    assert share(kept, DAY) >= 90


def test_questions_get_their_exact_windows(score, shared):
    assert share(rows(score, shared, "questions.jsonl"), GOLD) >= 97


def test_sentences_without_a_time_are_left_alone(score, shared):
    negative = [r for r in rows(score, shared, "open.jsonl") if r[0]["tier"] == "negative"]
    traps = [r for r in rows(score, shared, "questions.jsonl") if r[0]["expect"] is None]

    assert share(negative + traps, GOLD) >= 98


def test_every_case_can_be_read_as_a_statement(shared):
    for case in cases(shared, "open.jsonl"):
        reading = parse(case["text"], datetime.fromisoformat(case["ref_datetime"]), mode="statement")
        assert all(w.start and w.end for w in reading.windows)
