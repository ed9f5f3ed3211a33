"""The options that say a time outright, in place of one named in the question."""

from __future__ import annotations

import argparse
from typing import Any

from diurnal.errors import UsageError


def add_time_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--when --since --until --between --no-time``."""
    group = parser.add_argument_group("time (in place of one named in the question)")
    group.add_argument("--when", metavar="PHRASE", help='a time in words: "last week", 上個月')
    group.add_argument("--since", metavar="DATE", help="from this day or time on, or words: 'last Friday'")
    group.add_argument("--until", metavar="DATE", help="up to this day, included, or time, or words")
    group.add_argument("--between", nargs=2, metavar=("DATE", "DATE"), help="both days included")
    group.add_argument("--no-time", action="store_true", help="do not read the question for a time")


def time_range_of(options: argparse.Namespace) -> Any:
    """The ``time_range`` that the options stand for; None if they say nothing.

    Raises:
        UsageError: they say more than one thing.
    """
    said = {
        "--when": options.when,
        "--between": options.between,
        "--since/--until": options.since or options.until,
        "--no-time": options.no_time,
    }
    given = [name for name, value in said.items() if value]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} cannot be given together.", hint="Give one of them.")
    if options.when:
        return options.when
    if options.between:
        return options.between
    if options.since or options.until:
        return [options.since, options.until]
    return None
