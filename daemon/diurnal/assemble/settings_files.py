"""The files that settings were read from, watched for what they say now.

How notes are read (the section ``vault``, and in it what is private) holds at once;
everything else holds from the next start on, and every answer names it until then. A
file that cannot be used changes nothing but to close more: what it says of private
notes holds though something else in it is wrong.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from diurnal.config.schema import settings_by_name, value_of
from diurnal.config.settings import Settings, VaultSettings
from diurnal.errors import BadConfig

_Stamp = tuple[int, int, int]  # mtime_ns, size, inode

LIVE = "vault."
UNREAD = (0, -1, 0)
RACY_NS = 10 * 10**9


class SettingsFiles:
    """What *files* say, in whatever state their owner left them.

    Args:
        files: where settings are read from; one that is not there says nothing.
        settings: those that were read at the start.
        read_again: the settings that the files say now; may raise BadConfig.
        readable: values by dotted name of what can be understood of files that are not in order.
    """

    def __init__(
        self,
        files: Iterable[Path],
        settings: Settings,
        read_again: Callable[[], Settings],
        readable: Callable[[], Mapping[str, Any]],
    ) -> None:
        self.settings = settings
        """Those that hold: of the start, but for the section ``vault``."""
        self._read_again = read_again
        self._readable = readable
        # What was saved just before may have been saved after it was read: that is read once more.
        self._stamps = {
            file: stamp if _rested(stamp) else UNREAD for file in files for stamp in [_stamp_of(file)]
        }
        self._troubles: tuple[str, ...] = ()

    @property
    def stirred(self) -> bool:
        """True if a file is not the one that was read; a vault that is away has changed nothing."""
        return any(_stamp_of(file) != seen for file, seen in self._stamps.items() if file.parent.is_dir())

    def take(self) -> Settings:
        """Read the files again, and return the settings that hold now."""
        changed = [file.name for file, seen in self._stamps.items() if _stamp_of(file) != seen]
        # The stamps first: what is saved while this reads is read again.
        self._stamps = {file: _stamp_of(file) for file in self._stamps}
        try:
            found = self._read_again()
        except BadConfig as fault:
            problems = [line for line in fault.message.splitlines() if ": " in line]
            self.settings = replace(self.settings, vault=self._closed_further())
            self._troubles = (
                f"{' and '.join(changed)} cannot be used, so what held before holds still: {' '.join(problems)}",
            )
        else:
            self.settings = replace(self.settings, vault=found.vault)
            later = [
                name
                for name in settings_by_name()
                if not name.startswith(LIVE) and value_of(found, name) != value_of(self.settings, name)
            ]
            self._troubles = (_wait_for_a_start(later),) if later else ()
        return self.settings

    def troubles(self) -> tuple[str, ...]:
        """Sentences about what the files say that does not hold, as of the last ``take``."""
        return self._troubles

    def _closed_further(self) -> VaultSettings:
        held, said = self.settings.vault, self._readable()

        def both(name: str) -> tuple[str, ...]:
            return tuple(dict.fromkeys((*getattr(held, name), *said.get(LIVE + name, ()))))

        return replace(
            held,
            ignore=both("ignore"),
            private_folders=both("private_folders"),
            private_tags=both("private_tags"),
            owner_only_folders=both("owner_only_folders"),
            owner_only_tags=both("owner_only_tags"),
        )


def _wait_for_a_start(names: list[str]) -> str:
    what, verb = ", ".join(names), "holds" if len(names) == 1 else "hold"
    return f"What the settings say now of {what} {verb} from the next start on: run `diurnal stop`, then `diurnal start`."


def _rested(stamp: _Stamp | None) -> bool:
    return stamp is None or stamp[0] < time.time_ns() - RACY_NS


def _stamp_of(file: Path) -> _Stamp | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
