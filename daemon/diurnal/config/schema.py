"""The settings as a flat list, read off the dataclasses once.

Everything that deals with settings by name works on this list: it knows each
one's dotted name, environment name, default, type, limits and sentence.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

from diurnal.config.settings import Settings

# Checks of settings that name folders of the vault; a "subfolder" is not the vault itself.
FOLDERS = ("folder", "subfolder")
UNITS = {
    "ms": "milliseconds",
    "s": "seconds",
    "min": "minutes",
    "hours": "hours",
    "days": "days",
    "kb": "kilobytes",
    "chars": "characters",
    "percent": "percent",
}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. ``kind`` is bool, int, float, str, timedelta or tuple (of texts).

    ``choices`` are the texts that are allowed, empty if any is; ``low`` and ``high`` are the limits of a number;
    ``check`` names a further rule (see ``settings.setting``); ``in_vault`` lets it stand in a vault's own file; one that ``adds_up`` is a list to which each source adds.
    """

    name: str
    kind: type
    default: Any
    doc: str
    optional: bool = False
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    check: str = ""
    in_vault: bool = False
    adds_up: bool = False

    @property
    def env(self) -> str:
        """The environment variable that sets it."""
        return "DIURNAL_" + self.name.replace(".", "_").upper()

    @property
    def expected(self) -> str:
        """What a value must be, for people: "whole milliseconds, 20 to 60000"."""
        return _expectation(self) + (" or null" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading among the settings: its dotted name and sentence."""

    name: str
    doc: str


@cache
def settings_by_name() -> Mapping[str, Setting]:
    """Every setting by dotted name, in the order they are documented."""
    return {item.name: item for item in _walk(Settings, "", Settings()) if isinstance(item, Setting)}


@cache
def sections_by_name() -> Mapping[str, Section]:
    """Every section by dotted name, outer before inner."""
    return {item.name: item for item in _walk(Settings, "", Settings()) if isinstance(item, Section)}


def value_of(settings: Settings, name: str) -> Any:
    """The value *settings* has for the dotted *name*."""
    value: Any = settings
    for part in name.split("."):
        value = getattr(value, part)
    return value


def with_values(values: Mapping[str, Any]) -> Settings:
    """The defaults with *values* (by dotted name) in their place."""
    return typing.cast(Settings, _changed(Settings(), "", values))


def _changed(value: Any, prefix: str, values: Mapping[str, Any]) -> Any:
    changes: dict[str, Any] = {}
    for item in dataclasses.fields(value):
        name, held = prefix + item.name, getattr(value, item.name)
        if dataclasses.is_dataclass(held):
            changes[item.name] = _changed(held, name + ".", values)
        elif name in values:
            changes[item.name] = values[name]
    return dataclasses.replace(value, **changes)


def _walk(kind: type, prefix: str, defaults: Any) -> Iterator[Setting | Section]:
    hints = typing.get_type_hints(kind)
    for item in dataclasses.fields(kind):
        name, hint, held = prefix + item.name, hints[item.name], getattr(defaults, item.name)
        if dataclasses.is_dataclass(held):
            yield Section(name, item.metadata["doc"])
            yield from _walk(type(held), name + ".", held)
            continue
        optional = typing.get_origin(hint) in (types.UnionType, typing.Union)
        if optional:
            hint = next(arm for arm in typing.get_args(hint) if arm is not type(None))
        is_list = typing.get_origin(hint) is tuple
        of = typing.get_args(hint)[0] if is_list else hint
        choices = typing.get_args(of) if typing.get_origin(of) is typing.Literal else ()
        yield Setting(
            name=name,
            kind=tuple if is_list else str if choices else of,
            default=held,
            doc=item.metadata["doc"],
            optional=optional,
            choices=choices,
            low=item.metadata["low"],
            high=item.metadata["high"],
            check=item.metadata["check"],
            in_vault=item.metadata["in_vault"],
            adds_up=item.metadata["adds_up"],
        )


def _expectation(item: Setting) -> str:
    unit = UNITS.get(item.name.rsplit("_", 1)[-1], "")
    span = ""
    if item.low is not None and item.high is not None:
        span = f", {item.low:.12g} to {item.high:.12g}"  # in full: 1048576 is no 1.04858e+06
    if item.choices:
        known = " or ".join((", ".join(item.choices[:-1]), item.choices[-1]))
        return f"a list, each {known}" if item.kind is tuple else known
    if item.check == "zone":
        return "a zone name such as Asia/Shanghai"
    if item.check == "cron":
        return "five cron fields with weekdays as names, such as '30 4 * * sun'"
    if item.kind is bool:
        return "true or false"
    if item.kind is int:
        return f"whole {unit or 'numbers'}{span}" if unit else f"a whole number{span}"
    if item.kind is float:
        return f"{unit}{span}" if unit else f"a number{span}"
    if item.kind is timedelta:
        return "a length of time such as 90min, 12h or 30d, at most 100 years"
    if item.kind is tuple:
        return "a list of folders inside the vault" if item.check in FOLDERS else "a list of texts"
    return "a folder inside the vault" if item.check in FOLDERS else "a text"
