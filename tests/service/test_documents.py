"""The documents say what the code does."""

from __future__ import annotations

from bench.tables.documents import documents


def test_the_documents_are_as_the_code_would_write_them() -> None:
    """If this fails after a change of a method, a setting or an error: `make docs`."""
    for path, text in documents().items():
        assert path.read_text(encoding="utf-8") == text, path
