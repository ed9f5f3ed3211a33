"""``--set NAME=VALUE``, for every command that reads the settings.

Apart from `run`, so that a command that only starts the daemon does not load all that the daemon loads.
"""

from __future__ import annotations

import argparse

from diurnal.errors import UsageError


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add ``--set NAME=VALUE``."""
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting that wins over all others"
    )


def settings_from(options: argparse.Namespace) -> dict[str, str]:
    """What ``--set`` said. Raises UsageError if one has no value."""
    pairs = {}
    for item in options.set:
        name, equals, value = item.partition("=")
        if not equals:
            raise UsageError(f"--set {item} has no value.", hint="Write NAME=VALUE, such as log.level=debug.")
        pairs[name.strip()] = value
    return pairs
