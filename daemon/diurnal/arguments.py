"""The arguments of a call, checked before anything is done: a wrong one is one sentence, in the socket's words.

Over the socket the protocol's table has checked them already; here a program
that imports ``Memory`` gets the same.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, ParamSpec, TypeVar

from diurnal.errors import BadTime, UsageError

P = ParamSpec("P")
R = TypeVar("R")

_TEXTS = frozenset(
    {"text", "id", "hall", "by", "under", "page", "category", "owner", "op", "name", "why_not"}
    | {"query", "scope", "cursor"}
)
_TIMES = frozenset({"now"})
_DAYS = frozenset({"since", "event", "until", "expires"})
_FLAGS = frozenset({"always", "dry_run", "for_agent", "fresh", "explain", "reads_time", "parsed"})
# Whole numbers, and the least each may be.
_NUMBERS = {"importance": 0, "limit": 1, "n": 1, "sample": 1, "seed": None}
_SECONDS = frozenset({"timeout"})
# Half an emoji in what a person types is read as it is; a name or an id with one names nothing.
AS_TYPED = frozenset({"query", "text"})


def checks_arguments(method: Callable[P, R]) -> Callable[P, R]:
    """*method*, which raises UsageError or BadTime where an argument is of another kind than its name says.

    None is taken only where it is the default.
    """
    signature = inspect.signature(method)
    called = method.__name__.strip("_").removesuffix("_card")  # `close` of a card, in a method of its own

    @functools.wraps(method)
    def checked(*arguments: P.args, **named: P.kwargs) -> R:
        for name, value in signature.bind(*arguments, **named).arguments.items():
            if value is not None or signature.parameters[name].default is not None:
                _check(f"{called}: {name}", name, value)
        return method(*arguments, **named)

    return checked


def _check(where: str, name: str, value: Any) -> None:
    if name in _TIMES and not isinstance(value, datetime):
        raise BadTime(f"{where} is {value!r}; expected a time like 2026-07-21T14:30.")
    if name in _DAYS and (not isinstance(value, date | str) or isinstance(value, datetime)):
        raise BadTime(f"{where} is {value!r}; expected a day like 2026-07-21, or words for one.")
    if name == "at" and not isinstance(value, datetime | str):
        raise BadTime(
            f"{where} is {value!r}; expected a time like 2026-07-21T14:30, or words like yesterday 21:30."
        )
    if name == "turns" and not _are_turns(value):
        raise UsageError(f"{where} is no list of turns; expected [{{'speaker': 'Maya', 'text': '…'}}, …].")
    expected = ""
    if name in _TEXTS and not isinstance(value, str):
        expected = "a text"
    elif name in _FLAGS and not isinstance(value, bool):
        expected = "true or false"
    elif name in _NUMBERS and not is_number(value):
        expected = "a whole number"
    elif name in _NUMBERS and (least := _NUMBERS[name]) is not None and value < least:
        expected = f"a whole number, {least} or more"
    elif name in _SECONDS and not _is_span(value):
        expected = "a number of seconds, 0 or more"
    elif name == "src" and not _are_texts(value):
        expected = "a list of texts"
    if expected:
        raise UsageError(f"{where} is {value!r}; expected {expected}.")
    if name not in AS_TYPED and name != "turns":
        for text in value if name == "src" else (value,):
            whole_text(text, where)


def is_number(value: Any) -> bool:
    """True for a whole number that a store can hold."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _is_span(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")


def whole_text(value: Any, where: str) -> Any:
    """*value*, which raises UsageError if it is a text that no file and no store can hold: half a character is in it."""
    if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise UsageError(f"{where} is {value!r}; expected a text of whole characters.")
    return value


def _are_texts(value: Any) -> bool:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str | bytes)
        and all(isinstance(item, str) for item in value)
    )


def _are_turns(value: Any) -> bool:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str | bytes)
        and all(isinstance(turn, Mapping) for turn in value)
    )
