"""Parameters on the wire: checked against the table and turned into what ``Memory`` takes, and back.

Every complaint names the method, the parameter and what is expected; an unknown
name gets the one that was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from diurnal.arguments import AS_TYPED, is_number, whole_text
from diurnal.errors import BadTime, UnknownParameter, UsageError
from diurnal.model.answer import Clock
from diurnal.model.spelling import did_you_mean
from diurnal.model.time import TimeWindow
from diurnal.model.wire import to_wire
from diurnal.service.protocol import METHODS
from diurnal.service.signature import REQUIRED, Method, Moment, OneDay, Parameter, Span, Turns

WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
SPAN = "a pair like ['2026-07-01', '2026-07-20'], a list of pairs, {start, end}, or a phrase like 'last week'"


def find_method(name: Any) -> Method:
    """The method of that name; raises UnknownParameter with the likely one."""
    method = METHODS.get(name) if isinstance(name, str) else None
    if method is None:
        raise UnknownParameter(
            f"There is no method {name!r}.",
            hint=did_you_mean(str(name), list(METHODS)) or "See docs/protocol.md.",
        )
    return method


def read_params(method: Method, given: Any) -> dict[str, Any]:
    """*given*, as parsed from JSON, as keyword arguments for *method*.

    Raises:
        UnknownParameter: a name the method does not have.
        UsageError, BadTime: a missing or unusable value.
    """
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise UsageError(f"{method.name}: params must be an object of named parameters.")
    names = [item.name for item in method.parameters]
    for name in given:
        if name not in names:
            knows = f"{method.name} takes {', '.join(names)}." if names else f"{method.name} takes nothing."
            raise UnknownParameter(
                f"{method.name} has no parameter '{name}'.", hint=did_you_mean(name, names) or knows
            )
    return {
        item.name: _decode(method, item, given[item.name])
        for item in method.parameters
        if item.name in given or _is_missing(method, item)
    }


def write_params(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Keyword arguments of the method *name* as JSON values.

    What equals its default is left out, so that a newer client can talk to an older daemon as long as it
    asks for nothing new.
    """
    method = METHODS.get(name)
    written = {}
    for key, value in arguments.items():
        known = method.parameter(key) if method else None
        if value is not None and (known is None or value != known.default):
            written[key] = _encode(value)
    return written


def read_span(written: Any) -> Any:
    """A ``time_range`` from JSON: a TimeWindow, a pair of dates or datetimes, a list of these, or a phrase.

    Raises:
        BadTime: it is none of them.
    """
    if isinstance(written, str):
        return written
    if isinstance(written, dict):
        if not written or not written.keys() <= {"start", "end"}:
            raise BadTime(f"time_range: {written} is not a window.", hint=f"Expected {SPAN}.")
        return TimeWindow(_moment(written.get("start")), _moment(written.get("end")))
    if isinstance(written, list):
        if len(written) == 2 and all(side is None or isinstance(side, str) for side in written):
            return tuple(_edge(side) for side in written)
        if all(isinstance(item, (list, dict)) for item in written):
            return [read_span(item) for item in written]
    raise BadTime(f"time_range: {written!r} is not a time range.", hint=f"Expected {SPAN}.")


def _is_missing(method: Method, item: Parameter) -> bool:
    if item.default is not REQUIRED:
        return False
    raise UsageError(f"{method.name} needs the parameter '{item.name}'.", hint=item.doc)


def _decode(method: Method, item: Parameter, value: Any) -> Any:
    if value is None and item.default is not REQUIRED:
        return item.default
    if item.kind is Span:
        return read_span(value)
    where = f"{method.name}: {item.name}"
    if item.kind is OneDay:
        return _one_day(value, where)
    if item.kind is Moment:
        return _one_moment(value, where)
    if item.kind in (datetime, Clock):
        return _decode_text(item, value, where)
    if item.kind is Turns:
        return _turns(value, where)
    if item.many:
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise UsageError(f"{where} is {value!r}; expected a list of texts.")
        return tuple(whole_text(text, where) for text in texts)
    if item.kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, item.kind) or (item.kind is int and not is_number(value)):
        raise UsageError(f"{where} is {value!r}; expected {WORDS[item.kind]}.")
    return value if item.name in AS_TYPED else whole_text(value, where)


def _decode_text(item: Parameter, value: Any, where: str) -> Any:
    if isinstance(value, str):
        try:
            return Clock.parse(value) if item.kind is Clock else item.kind.fromisoformat(value)  # type: ignore[attr-defined]
        except ValueError:
            pass
    if item.kind is Clock:
        raise UsageError(f"{where} is {value!r}; expected a clock like 3f2a:17.")
    raise BadTime(f"{where} is {value!r}; expected a time like 2026-07-21T14:30.")


def _one_day(value: Any, where: str) -> date | str:
    """A date; words as they are, for only the memory knows which day it is where the vault is."""
    if not isinstance(value, str) or not value.strip():
        raise BadTime(f"{where} is {value!r}; expected a day like 2026-07-21, or words like yesterday.")
    try:
        return date.fromisoformat(value)
    except ValueError:
        return value


def _one_moment(value: Any, where: str) -> datetime | str:
    """A time; a day and words as they are, likewise."""
    if not isinstance(value, str) or not value.strip():
        raise BadTime(
            f"{where} is {value!r}; expected a time like 2026-07-21T14:30, or words like yesterday 21:30."
        )
    try:
        return datetime.fromisoformat(value) if len(value.strip()) > len("2026-07-21") else value
    except ValueError:
        return value


def _turns(value: Any, where: str) -> list[dict[str, Any]]:
    def is_turn(turn: Any) -> bool:
        return isinstance(turn, dict) and isinstance(turn.get("text"), str)

    if not isinstance(value, list) or not all(is_turn(turn) for turn in value):
        raise UsageError(f"{where} is no list of turns; expected [{{'speaker': 'Maya', 'text': '…'}}, …].")
    return value


def _moment(written: Any) -> datetime | None:
    if written is None:
        return None
    edge = _edge(written)
    if isinstance(edge, datetime):
        return edge
    if isinstance(edge, date):
        return datetime(edge.year, edge.month, edge.day)
    raise BadTime(f"time_range: {written!r} is no date or time.", hint="A window's sides are never words.")


def _edge(written: Any) -> date | datetime | str | None:
    if written is None:
        return None
    if isinstance(written, str) and not re.match(r"\s*\d{4}-?\d", written):
        # Words, for the memory to read where the vault is.
        return written
    try:
        # A date alone keeps its kind: as an end it includes its day.
        return date.fromisoformat(written) if len(written) <= 10 else datetime.fromisoformat(written)
    except (TypeError, ValueError) as fault:
        raise BadTime(f"time_range: {written!r} is no date or time.", hint=f"Expected {SPAN}.") from fault


def _encode(value: Any) -> Any:
    if isinstance(value, Clock):
        return str(value)
    return to_wire(value)
