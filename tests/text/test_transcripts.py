"""What the reader makes of a small vault, kept as transcripts a person can read."""

from __future__ import annotations

import pytest

from text.transcript import fixture_notes, golden_file, transcript


@pytest.mark.parametrize("path", fixture_notes())
def test_a_note_reads_as_its_transcript_says(path: str) -> None:
    assert transcript(path) == golden_file(path).read_text(encoding="utf-8")
