"""What a method of the protocol is: its name, what it takes, and how it is answered.

The table of all methods is ``protocol``. Only the standard library, since the
client reads it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class _Required:
    def __repr__(self) -> str:
        return "required"


REQUIRED: Any = _Required()


class Span:
    """The type of ``time_range``: a window, a pair, a list of either, or a phrase such as "last week"."""


class OneDay:
    """The type of a day that may be said in words: a date, or a text such as "yesterday"."""


class Moment:
    """The type of a time that may be said in words: a date and time, or a text such as "yesterday 21:30"."""


class Turns:
    """The type of ``turns``: a list of objects with ``speaker`` and ``text``, and ``at`` if known."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a method; ``kind`` is a plain type or one of ``OneDay Moment datetime Clock Span Turns``."""

    name: str
    kind: type
    doc: str
    default: Any = REQUIRED
    many: bool = False


@dataclass(frozen=True, slots=True)
class Method:
    """One method. ``result`` is the type that ``model.wire`` decodes its result as (None: null).

    ``slow`` ones have no deadline but the caller's and are kept off the threads that answer questions;
    one that ``pushes`` goes on with notifications after its reply, as long as the connection stands.
    """

    name: str
    doc: str
    parameters: tuple[Parameter, ...] = ()
    result: Any = None
    slow: bool = False
    writes: bool = False
    pushes: bool = False

    def parameter(self, name: str) -> Parameter | None:
        return next((item for item in self.parameters if item.name == name), None)
