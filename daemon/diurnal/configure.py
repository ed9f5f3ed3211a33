"""The settings of a vault, read from where they are written.

Finds and reads the two files and the environment, and lets ``config.layers``
check them and say which wins. Files that do not exist say nothing; a file that
cannot be read is a problem like any other.
"""

from __future__ import annotations

import dataclasses
import os
import stat
import zoneinfo
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diurnal.config.layers import (
    Configured,
    Layer,
    argument_layer,
    environment_layer,
    laid_over,
    owner_layers,
    settle,
    vault_layer,
)
from diurnal.config.schema import settings_by_name, value_of
from diurnal.config.settings import Settings
from diurnal.errors import BadConfig, UsageError
from diurnal.places import VAULT_FILE, Places
from diurnal.synced import synced_by


def configure(
    vault: Path | None,
    *,
    arguments: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Configured:
    """The settings that hold for *vault* (None: those that hold for every vault).

    Args:
        vault: its folder.
        arguments: settings by dotted name that win over everything.
        environment: stands for ``os.environ``.

    Raises:
        BadConfig: with every problem of every source, one a line.
    """
    env = os.environ if environment is None else environment
    configured = settle(*_layers(vault, arguments or {}, env))
    because = _why_elsewhere(vault) if vault and configured.settings.cache_dir is None else ""
    if not because:
        return configured
    elsewhere = dataclasses.replace(configured.settings, cache_dir=str(Places.of(env).cache))
    return Configured(elsewhere, {**configured.origins, "cache_dir": because})


def readable_settings(
    vault: Path, *, arguments: Mapping[str, Any], environment: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Values by dotted name of all that can be understood, where ``configure`` would refuse for a problem."""
    try:
        layers = _layers(vault, arguments, os.environ if environment is None else environment)
    except BadConfig:
        return {}
    return laid_over(*layers)


def _layers(vault: Path | None, arguments: Mapping[str, Any], env: Mapping[str, str]) -> tuple[Layer, ...]:
    """What each source says, from the weakest to the strongest. Raises BadConfig if a file cannot be read."""
    places = Places.of(env)
    spellings = (os.path.normpath(vault.absolute()), os.path.realpath(vault)) if vault else ()
    general, special = owner_layers(
        _text_of(places.config_file),
        str(places.config_file),
        spellings,
        home=str(places.home),
        is_zone=is_zone,
    )
    inside = Layer()
    if vault is not None:
        inside = vault_layer(_text_of(vault / VAULT_FILE), VAULT_FILE, is_zone=is_zone)
    return (
        inside,
        general,
        special,
        environment_layer(env, is_zone=is_zone),
        argument_layer(arguments, is_zone=is_zone),
    )


def _why_elsewhere(vault: Path) -> str:
    """Why what is derived does not lie in *vault*, though no setting says so; "" if it does."""
    if service := synced_by(vault):
        return f"the vault is synced by {service}"
    if vault.is_dir() and not os.access(vault, os.W_OK):
        return "the vault cannot be written to"
    return ""


def flattened(config: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested settings as dotted names: ``{"search": {"limit": 5}}`` is ``{"search.limit": 5}``."""
    found: dict[str, Any] = {}
    for key, value in config.items():
        if isinstance(value, Mapping):
            found |= flattened(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def with_search(settings: Settings, pairs: Sequence[str]) -> Settings:
    """*settings* with some of ``search`` changed, each as NAME=VALUE: those that need no other index.

    Raises:
        UsageError: one is not so written, or is not of ``search``. BadConfig: a value cannot be.
    """
    given = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip().startswith("search."):
            raise UsageError(
                f"{pair!r} is no setting of search.", hint="Write NAME=VALUE, such as search.words=0.5."
            )
        given[name.strip()] = value
    held = Layer({name: value_of(settings, name) for name in settings_by_name()})
    return settle(held, argument_layer(given, is_zone=is_zone)).settings


def is_zone(name: str) -> bool:
    """True if this machine knows a time zone of that name."""
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _text_of(path: Path) -> str:
    try:
        # A pipe would be waited for until somebody writes into it.
        if not stat.S_ISREG(path.stat().st_mode):
            why = "this is no file of text"
        else:
            return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        if not path.is_symlink():
            return ""
        # What it says may keep notes private, so it must not count as nothing said.
        why = f"this is a link to {path.readlink()}, which is not there"
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
    except UnicodeDecodeError as fault:
        why = f"byte {fault.start + 1} is no UTF-8; save it as UTF-8"
    raise BadConfig(f"{path}:1: the settings could not be read: {why}.", hint="Nothing was started.")
