"""Values to JSON and back, for every skin alike.

The shape follows the dataclasses: a field is a key, a date is its ISO text, an
absent optional is null. Decoding is driven by the field types, so a field that
is added to a value needs no line here; keys that are unknown are passed over,
which is how an older client reads a newer daemon.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


def to_wire(value: Any) -> Any:
    """*value* as what ``json.dumps`` takes: dataclasses become objects, tuples and sets arrays."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: to_wire(getattr(value, name)) for name in _field_names(type(value))}
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): to_wire(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(to_wire(item) for item in value)
    if isinstance(value, Sequence):
        return [to_wire(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no form on the wire")


def from_wire(kind: type[T], data: Any) -> T:
    """*data*, as parsed from JSON, as a *kind*.

    Raises:
        ValueError: *data* does not have the shape of *kind*.
    """
    try:
        return cast(T, _decode(kind, data))
    except (TypeError, KeyError, AttributeError) as fault:
        raise ValueError(f"this is no {getattr(kind, '__name__', kind)} on the wire: {fault}") from fault


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(item.name for item in dataclasses.fields(kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _decode(kind: Any, data: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        if data is None:
            return None
        return _decode(next(arm for arm in typing.get_args(kind) if arm is not type(None)), data)
    if origin is tuple:
        arms = typing.get_args(kind)
        if len(arms) == 2 and arms[1] is Ellipsis:
            return tuple(_decode(arms[0], item) for item in data)
        return tuple(_decode(arm, item) for arm, item in zip(arms, data, strict=True))
    if origin is list:
        (arm,) = typing.get_args(kind)
        return [_decode(arm, item) for item in data]
    if origin is frozenset:
        (arm,) = typing.get_args(kind)
        return frozenset(_decode(arm, item) for item in data)
    if origin is dict:
        _, arm = typing.get_args(kind)
        return {key: _decode(arm, item) for key, item in data.items()}
    if dataclasses.is_dataclass(kind):
        hints = _hints(cast(type, kind))
        known = _field_names(cast(type, kind))
        return cast(Any, kind)(**{name: _decode(hints[name], data[name]) for name in known if name in data})
    if kind is datetime:
        return datetime.fromisoformat(data)
    if kind is date:
        return date.fromisoformat(data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if kind is float:
        return float(data)
    return data
