"""The command `diurnal`: finds the command asked for and loads only that one.

A client command must cost no more than its question, so nothing here imports
more than a command needs, and results are shown as they come over the wire
rather than built into values first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from diurnal.cli.commands import COMMANDS
from diurnal.cli.frame import Command, Out, Parser, fail
from diurnal.errors import DiurnalError, UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status (docs/errors.md lists them)."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_what_is_closed()
    options = words[: words.index("--")] if "--" in words else words
    as_json = "--json" in options
    try:
        return _run(words, as_json)
    except DiurnalError as fault:
        return fail(fault, as_json)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader (`| head`) has what it wanted; a second complaint at exit would follow otherwise.
        sys.stdout = None
        return 0
    except Exception as fault:
        if sys.flags.dev_mode:
            raise
        return fail(_inside(fault), as_json)


def _run(words: list[str], as_json: bool) -> int:
    parser = Parser(prog="diurnal", description="The memory of an Obsidian vault.", add_help=False)
    parser.add_argument("--vault")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("command", nargs="?", default="")
    parser.add_argument("rest", nargs="...")
    given = parser.parse_args(words)
    if given.version:
        from diurnal import __version__

        print(f"diurnal {__version__}")
        return 0
    if given.help or not given.command:
        print(_overview())
        return 0 if given.help else UsageError.exit_status
    if given.command not in COMMANDS:
        from diurnal.model.spelling import did_you_mean

        hint = did_you_mean(given.command, list(COMMANDS)) or "`diurnal --help` lists the commands."
        raise UsageError(f"There is no command '{given.command}'.", hint=hint)
    command = Command.load(given.command)
    options = command.parse(given.rest)
    options.vault = options.vault or given.vault
    options.json = as_json
    return command.run(options, Out(as_json))


def _open_what_is_closed() -> None:
    """Give a process that was started without one of its streams (``>&-``) an empty one: it is to do its work."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 -- for as long as the process


def _inside(fault: Exception) -> DiurnalError:
    from diurnal.service.faults import where_it_failed

    return DiurnalError(
        f"The command failed: {where_it_failed(fault)}.", hint="`python -X dev -m diurnal …` shows all of it."
    )


def _overview() -> str:
    lines = ["Usage: diurnal COMMAND [--vault FOLDER] [--json] …", ""]
    group = ""
    for name, (own_group, sentence) in COMMANDS.items():
        if own_group != group:
            lines += ["", f"{own_group}:"] if group else [f"{own_group}:"]
            group = own_group
        lines.append(f"  {name:<15} {sentence}")
    lines += [
        "",
        "`diurnal COMMAND --help` explains one. Which vault: --vault, DIURNAL_VAULT, the nearest parent",
        "folder that is one, or the only one there is.",
    ]
    return "\n".join(lines)
