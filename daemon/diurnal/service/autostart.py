"""Having a vault served from login on: a user unit of systemd, or a launch agent of launchd. Never as root.

One file for each vault, named by its id, in the owner's own folder; the manager is
told with its own command. Where neither is there, the error says what to do by hand.
A start that fails because the vault is not mounted yet is tried again.
"""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from diurnal.errors import DiurnalError, UsageError, WriteFailed
from diurnal.places import Places, vault_id

# Settings of the shell that decide where state and configuration lie; a manager knows nothing of them.
KEPT = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
UNIT = """\
[Unit]
Description=Diurnal, the memory of {name}

[Service]
Type=notify
ExecStart={command}
{environment}Restart=on-failure
RestartSec=30
WatchdogSec=120
TimeoutStopSec=60

[Install]
WantedBy=default.target
"""


class Manager(ABC):
    """What starts programs at login; ``path`` is the file that tells it of one vault."""

    program: str
    path: Path

    def __init__(self, vault: Path, environment: Mapping[str, str]) -> None:
        self._vault = vault
        self._kept = {name: environment[name] for name in KEPT if environment.get(name)}
        self._command = [sys.executable, "-P", "-m", "diurnal", "run", "--vault", str(vault)]

    @abstractmethod
    def text(self) -> bytes:
        """What the file holds."""

    @abstractmethod
    def on(self, *, now: bool) -> None:
        """Write the file and tell the manager; with *now*, have it started at once."""

    @abstractmethod
    def off(self) -> bool:
        """Take it back; what runs goes on until it is stopped. False if there was nothing."""

    def is_on(self) -> bool:
        """True if the file is there."""
        return self.path.is_file()

    def _write(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_name(f".{self.path.name}.new")
            fresh.write_bytes(self.text())
            fresh.replace(self.path)
        except OSError as fault:
            raise WriteFailed(f"{self.path} could not be written: {fault.strerror}.") from fault

    def _delete(self) -> None:
        try:
            self.path.unlink(missing_ok=True)
        except OSError as fault:
            raise WriteFailed(f"{self.path} could not be deleted: {fault.strerror}.") from fault

    def _tell(self, *words: str) -> None:
        done = subprocess.run([self.program, *words], capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            raise DiurnalError(
                f"`{self.program} {' '.join(words)}` failed: {said[-1] if said else 'it did not say why'}.",
                hint=by_hand(self._vault),
            )


class Systemd(Manager):
    """A unit of the owner's own systemd."""

    program = "systemctl"

    def __init__(self, vault: Path, environment: Mapping[str, str], places: Places) -> None:
        super().__init__(vault, environment)
        self._unit = f"diurnal-{vault_id(vault)}.service"
        self.path = places.config.parent / "systemd" / "user" / self._unit

    def text(self) -> bytes:
        environment = "".join(
            f"Environment={_quoted(f'{name}={value}')}\n" for name, value in self._kept.items()
        )
        command = " ".join(_quoted(word.replace("$", "$$")) for word in self._command)
        name = self._vault.name.replace("%", "%%")
        return UNIT.format(name=name, command=command, environment=environment).encode(
            "utf-8", "surrogateescape"
        )

    def on(self, *, now: bool) -> None:
        self._write()
        try:
            self._tell("--user", "daemon-reload")
            self._tell("--user", "enable", *(["--now"] if now else []), self._unit)
        except DiurnalError:
            # A file that nothing was told of would pass for a start that will come.
            self._delete()
            raise

    def off(self) -> bool:
        if not self.is_on():
            return False
        self._tell("--user", "disable", self._unit)
        self._delete()
        self._tell("--user", "daemon-reload")
        return True


class Launchd(Manager):
    """An agent of the owner's session on macOS."""

    program = "launchctl"

    def __init__(self, vault: Path, environment: Mapping[str, str], places: Places) -> None:
        super().__init__(vault, environment)
        self._label = f"md.diurnal.{vault_id(vault)}"
        self.path = places.home / "Library" / "LaunchAgents" / f"{self._label}.plist"

    def text(self) -> bytes:
        return plistlib.dumps(
            {
                "Label": self._label,
                "ProgramArguments": self._command,
                "EnvironmentVariables": self._kept,
                "RunAtLoad": True,
                "KeepAlive": {"SuccessfulExit": False},
                "ThrottleInterval": 30,
                "ProcessType": "Background",
            }
        )

    def on(self, *, now: bool) -> None:
        self._write()
        # An agent in that folder is loaded at the next login by itself.
        if now:
            self._tell("bootstrap", f"gui/{os.getuid()}", str(self.path))

    def off(self) -> bool:
        there = self.is_on()
        self._delete()
        return there


def manager_of(vault: Path, environment: Mapping[str, str]) -> Manager:
    """The manager of this machine.

    Raises:
        UsageError: there is none, or the vault's path cannot be written into its file.
    """
    places = Places.of(environment)
    if any(ord(letter) < 32 for letter in str(vault)):
        raise UsageError(f"The path of {vault.name!r} holds control characters.", hint=by_hand(vault))
    if sys.platform == "darwin":
        return Launchd(vault, environment, places)
    if shutil.which("systemctl", path=environment.get("PATH")):
        return Systemd(vault, environment, places)
    raise UsageError("There is neither systemd nor launchd here.", hint=by_hand(vault))


def by_hand(vault: Path) -> str:
    """What has the same effect where no manager helps."""
    return f"By hand: have `{sys.executable} -P -m diurnal start --vault '{vault}'` run when you log in."


def _quoted(word: str) -> str:
    """*word* as one word of a unit file: quotes, backslashes and specifiers stand for themselves."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%") + '"'
