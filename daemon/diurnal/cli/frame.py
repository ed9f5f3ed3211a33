"""What every command shares: its options, its output, its errors, its way to the daemon."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from diurnal.errors import DiurnalError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from diurnal.client_wire import Line

# What a note could do to a terminal: control characters but tab and line feed.
CONTROL = {code: None for code in (*range(32), *range(127, 160)) if code not in (9, 10)}
# How long a question waits for the daemon it started, before it is answered with what was read so far.
FIRST_READING_S = 3.0
LOOK_EVERY_S = 0.02
STYLES = {"bold": "1", "dim": "2", "mark": "1;33", "day": "36", "path": "2", "warn": "33"}


class _HelpText(argparse.RawDescriptionHelpFormatter):
    """Help of a fixed width: to ask the terminal, argparse would load a module for every command."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=100)


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would end the process."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_HelpText, **options)

    def error(self, message: str) -> NoReturn:
        message = message.replace("invalid int value: ", "not a whole number: ")
        hints = [*self._meant(message), f"`{self.prog} --help` explains it."]
        raise UsageError(f"{self.prog}: {message}.", hint=" ".join(hints))

    def _meant(self, message: str) -> list[str]:
        """What the options of *message* that are none were probably meant to be."""
        from diurnal.model.spelling import did_you_mean

        _, is_unknown, given = message.partition("unrecognized arguments:")
        if not is_unknown:
            return []
        words = [word.partition("=")[0] for word in given.split() if word.startswith("--")]
        known = [name for name in self._option_string_actions if name.startswith("--")]
        return [meant for word in words if (meant := did_you_mean(word, known))]


class Command:
    """One command's module: ``arguments(parser)`` and ``run(options, out)``."""

    def __init__(self, name: str, module: Any) -> None:
        self.name = name
        self._module = module

    @classmethod
    def load(cls, name: str) -> Command:
        return cls(name, importlib.import_module(f"diurnal.cli.{name.replace('-', '_')}"))

    def parse(self, words: list[str]) -> argparse.Namespace:
        """The options of this command. Raises UsageError."""
        doc = (self._module.__doc__ or "").strip()
        head, _, rest = doc.partition("\n")
        parser = Parser(
            prog=f"diurnal {self.name}",
            description=head,
            epilog=rest.strip(),
            allow_abbrev=False,
        )
        self._module.arguments(parser)
        shared = parser.add_argument_group("every command")
        shared.add_argument("--vault", metavar="FOLDER", help="the vault it is about")
        shared.add_argument("--json", action="store_true", help="print JSON, for programs")
        return parser.parse_args(words)

    def run(self, options: argparse.Namespace, out: Out) -> int:
        status: int | None = self._module.run(options, out)
        return status or 0


class Out:
    """Standard output: JSON for programs, else text, with colour only on a terminal."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.is_terminal = sys.stdout.isatty()
        self.has_colour = (
            self.is_terminal
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb"
            and not as_json
        )
        if as_json:
            _reconfigure(encoding="utf-8", errors="backslashreplace")
        else:
            _reconfigure(errors="backslashreplace")

    def show(self, value: Any, lines: Callable[[], Iterable[str]]) -> None:
        """*value* as JSON, or the *lines* that say the same to a person."""
        if self.as_json:
            print(json.dumps(value, ensure_ascii=False))
        else:
            for line in lines():
                print(line)

    def style(self, name: str, text: str) -> str:
        """*text* in a colour, on a terminal."""
        return f"\x1b[{STYLES[name]}m{text}\x1b[0m" if self.has_colour and text else text


def fail(fault: DiurnalError, as_json: bool) -> int:
    """Say on standard error what went wrong; gives the exit status."""
    if as_json:
        from diurnal.service.faults import fault_to_wire

        print(json.dumps({"error": fault_to_wire(fault)}, ensure_ascii=False), file=sys.stderr)
    else:
        # What a command's own parser refuses begins with the command's name already.
        said = plain(str(fault))
        print(said if said.startswith("diurnal ") else f"diurnal: {said}", file=sys.stderr)
    return fault.exit_status


def at_least_one(text: str) -> int:
    """*text* as a number of things to list; for ``type=`` of an option."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number of at least 1")
    return number


def plain(text: str) -> str:
    """*text* without characters that could act on a terminal."""
    return text.translate(CONTROL)


def vault_of(options: argparse.Namespace) -> Path:
    """The vault that the command is about. Raises NotAVault."""
    from diurnal.registry import find_vault

    return find_vault(options.vault)


class Daemon:
    """The daemon that serves the command's vault, started if need be and allowed."""

    def __init__(self, options: argparse.Namespace, *, timeout_s: float = 60.0) -> None:
        from diurnal.client_wire import Line
        from diurnal.places import Places

        self._line: Line = Line(vault_of(options), Places.of(), timeout_s)

    def ask(self, method: str, /, *, slow: bool = False, start: bool = True, **params: Any) -> Any:
        """The result as it comes over the wire; parameters that are None are left out."""
        from diurnal.errors import NotRunning

        given = {name: value for name, value in params.items() if value is not None}
        try:
            return self._line.ask(method, given, slow=slow)
        except NotRunning:
            if not start:
                raise
        self._line.start_daemon()
        self._await_first_reading()
        return self._line.ask(method, given, slow=slow)

    def _await_first_reading(self) -> None:
        """Let a daemon that was started for this question read what changed while none ran; a long reading goes on."""
        import time

        end = time.monotonic() + FIRST_READING_S
        while self._line.ask("hello", {}).get("state") == "indexing" and time.monotonic() < end:
            time.sleep(LOOK_EVERY_S)

    def told(self) -> Any:
        """What the daemon tells next, after ``ask("subscribe")``; waits as long as it takes (see ``Line.told``)."""
        return self._line.told()

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def __enter__(self) -> Daemon:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ask_daemon(
    options: argparse.Namespace, method: str, /, *, slow: bool = False, start: bool = True, **params: Any
) -> Any:
    """The result of one request to the daemon of the command's vault (see ``Daemon.ask``)."""
    with Daemon(options) as daemon:
        return daemon.ask(method, slow=slow, start=start, **params)


def _reconfigure(**changes: str) -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(**changes)
