"""JSON out of what a model said: whatever it wrapped around it, and as much as it got to say.

Fences, talk, thoughts, stray commas, Python's way of writing, several values in a
row, an answer that was cut off in the middle. What the values mean is for
``memorize_facts``.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from diurnal.model.regex import regex

# Servers leave the opening mark out, and a model that was cut off in a thought never closes it.
_THOUGHT = regex(r"\A.*</think(?:ing)?>|<think(?:ing)?>.*", re.DOTALL | re.IGNORECASE)
_TRAILING = regex(r",(\s*[}\]])")
_FENCE = regex(r"```\w*\s*(.*?)```", re.DOTALL)
# Line breaks within a text are none in JSON, and models write them.
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class Values:
    """Objects and lists of an answer, in order.

    ``is_part`` is true if they lay within one that could not be read, broken or cut off, complete in themselves.
    """

    found: tuple[Any, ...] = ()
    is_part: bool = False


def values_in(answer: str, is_usable: Callable[[Any], bool]) -> Values:
    """The values in *answer* that are usable, read as JSON, with stray commas taken out, or as Python."""
    text = _THOUGHT.sub("", answer)
    best = Values()
    for outer, inner in (_values(text), _values(_TRAILING.sub(r"\1", text)), (_literals(text), [])):
        if usable := tuple(filter(is_usable, outer)):
            return Values(usable)
        # Of a broken whole an empty list says nothing: it may be the names of a fact.
        parts = tuple(value for value in inner if value and is_usable(value))
        if len(parts) > len(best.found):
            best = Values(parts, is_part=True)
    return best


def _values(text: str) -> tuple[list[Any], list[Any]]:
    """The outermost values of *text*, and those within an outer one that is no JSON."""
    outer: list[Any] = []
    inner: list[Any] = []
    at = broken_until = 0
    while (at := _next_opening(text, at)) >= 0:
        try:
            value, past = _DECODER.raw_decode(text, at)
        except RecursionError:  # a model that repeats itself: nothing follows
            break
        except ValueError:
            # What is broken within it ends with it; each looked through costs a square.
            if at >= broken_until:
                broken_until = _end_of(text, at)
            at += 1
            continue
        (inner if at < broken_until else outer).append(value)
        at = past
    return outer, inner


def _end_of(text: str, at: int) -> int:
    """Where what opens at *at* is closed, signs in quoted texts left out; the end of *text* if it never is."""
    depth, in_quotes, was_escaped = 0, False, False
    for place in range(at, len(text)):
        sign = text[place]
        if in_quotes:
            in_quotes = was_escaped or sign != '"'
            was_escaped = sign == "\\" and not was_escaped
        elif sign == '"':
            in_quotes = True
        elif sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return place + 1
    return len(text)


def _next_opening(text: str, at: int) -> int:
    found = [place for sign in "{[" if (place := text.find(sign, at)) >= 0]
    return min(found, default=-1)


def _literals(text: str) -> list[Any]:
    """The values in Python's writing (single quotes, None): the whole text, or what stands in a fence."""
    found = []
    for written in (text, *(match[1] for match in _FENCE.finditer(text))):
        try:
            value = ast.literal_eval(written.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(value, dict | list):
            found.append(value)
    return found
