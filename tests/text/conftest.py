"""What the tests of the reader share: a reader with simple hooks, and a way to read a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from diurnal.model.layout import Layout
from diurnal.model.record import Event, Note
from diurnal.text import Reader


def plain_hall(text: str) -> str:
    """Stands in for the hall rules, which the reader is given and does not own."""
    return "discoveries" if "found" in text else "events"


def no_events(text: str, day: date | None) -> tuple[Event, ...]:
    """Stands in for the time parser, which the reader is given and does not own."""
    return ()


def reader_for(**layout: object) -> Reader:
    """A reader for a vault laid out as the defaults say, but for *layout*."""
    return Reader(replace(Layout(), **layout), classify=plain_hall, events=no_events)


@pytest.fixture
def read() -> Callable[..., Note]:
    """Read one note: ``read(path, text, show_private=False, **layout)``."""

    def read_text(path: str, text: str | bytes, *, show_private: bool = False, **layout: object) -> Note:
        data = text.encode() if isinstance(text, str) else text
        return reader_for(**layout).read(path, data, show_private=show_private)

    return read_text


@pytest.fixture
def diary(read: Callable[..., Note]) -> Callable[..., list[str]]:
    """The texts of the records of one diary note."""

    def texts(text: str, **layout: object) -> list[str]:
        return [record.text for record in read("diary/2026-07-21.md", text, **layout).records]

    return texts
