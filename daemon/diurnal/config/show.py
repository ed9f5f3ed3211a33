"""The settings as a YAML file a person can read, with each one's sentence and limits.

`config.example.yaml` is this text for the defaults; `diurnal config show` is it
for the settings that hold, each with the place that set it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from diurnal.config.schema import Setting, sections_by_name, settings_by_name, value_of
from diurnal.config.settings import Settings

WIDTH = 100
OPENING = """\
# Every setting of Diurnal with its default. Copy what you change to
# $XDG_CONFIG_HOME/diurnal/config.yaml (usually ~/.config/diurnal/config.yaml).
#
# What wins: an argument, then an environment variable (DIURNAL_WATCH_SETTLE_MS=40), then your
# section for the vault, then the rest of your file, then the vault's own diurnal.yaml, then these.
# In a vault's diurnal.yaml may stand only what is marked [vault].
# Rules of privacy (private_…, owner_only_…) add up instead: see docs/configuration.md.
#
# A section for one vault repeats any of the settings below its path:
#
# vaults:
#   ~/Notes:
#     timezone: Asia/Shanghai
#     jobs:
#       tag_halls: {on: true}
"""


def render(settings: Settings, origins: Mapping[str, str] | None = None) -> str:
    """All settings as YAML; with *origins*, each changed one names where it was set instead of its limits."""
    lines = [] if origins is not None else [OPENING]
    opened: tuple[str, ...] = ()
    for item in settings_by_name().values():
        *parents, word = item.name.split(".")
        for depth in range(1, len(parents) + 1):
            if opened[:depth] != tuple(parents[:depth]):
                lines += _opening(tuple(parents[:depth]))
        opened = tuple(parents)
        indent = "  " * len(parents)
        value = f"{indent}{word}: {yaml_value(value_of(settings, item.name))}"
        if origins is None:
            lines += _comment(item, indent)
            lines.append(value)
        else:
            lines.append(f"{value}  # {origins.get(item.name, 'default')}")
    return "\n".join(lines).lstrip("\n") + "\n"


def _opening(parents: tuple[str, ...]) -> Iterator[str]:
    indent = "  " * (len(parents) - 1)
    yield ""
    yield f"{indent}# {sections_by_name()['.'.join(parents)].doc}"
    yield f"{indent}{parents[-1]}:"


def _comment(item: Setting, indent: str) -> list[str]:
    has_limits = item.choices or item.low is not None
    limits = f" ({item.expected})" if has_limits else ""
    text = f"{item.doc}{limits}{' [vault]' if item.in_vault else ''}"
    return textwrap.wrap(text, WIDTH, initial_indent=f"{indent}# ", subsequent_indent=f"{indent}# ")


def yaml_value(value: Any) -> str:
    """A setting's value as it is written in YAML."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, timedelta):
        return _length(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(yaml_value(item) for item in value) + "]"
    if isinstance(value, str):
        return _text(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _length(value: timedelta) -> str:
    seconds = int(value.total_seconds())
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds and seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"


def _text(value: str) -> str:
    is_plain = (
        value.replace("-", "").replace("_", "").isalnum() and value.isascii() and not value[0].isdigit()
    )
    if is_plain and value.lower() not in ("null", "true", "false", "yes", "no", "on", "off", "y", "n"):
        return value
    return "'" + value.replace("'", "''") + "'"
