"""Word lists written as running text, so that data reads like data."""

from __future__ import annotations


def listed(text: str) -> tuple[str, ...]:
    """The words of *text*, which white space separates."""
    return tuple(text.split())
