"""Phrases and the windows they name, for pinned presents (see approved/*.txt)."""

from __future__ import annotations

from pathlib import Path

import pytest

from when.table import redone

APPROVED = Path(__file__).parent / "approved"


@pytest.mark.parametrize("name", ["english", "chinese", "calendar", "asked"])
def test_a_phrase_names_the_approved_windows(name):
    """
    A11, A18: relative days, weeks, months, dates, ranges and lists, in both languages; leap
    days, the turn of a year, ISO week 53, midnight and the small hours.
    """
    path = APPROVED / f"{name}.txt"

    assert path.read_text(encoding="utf-8").splitlines() == redone(path)


def test_a_statement_names_only_what_is_explicit_or_past():
    """
    "Dentist on Friday", written on a Wednesday, is not last Friday's event.
    """
    path = APPROVED / "statements.txt"

    assert path.read_text(encoding="utf-8").splitlines() == redone(path, "statement")
