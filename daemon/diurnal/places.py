"""Where things lie outside a vault: configuration, state, socket, caches.

Only paths are worked out here, from the environment passed in; nothing is
created or read. A vault is known by the hash of its real path, so two vaults
never share a folder or a socket however long their paths are. (A named tuple,
because loading dataclasses alone would take a client command 20 ms.)
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

# A file in a vault's state folder: `init` laid the vault down, so nobody wrote in it before Diurnal.
LAID_DOWN = "laid-down"

# What a folder of derived data says about itself, in a form that backup programs know. Others lay down a
# file of that name too (virtual environments do), and a folder may be called `.diurnal` by chance: only one
# that says this is ours to read, or to delete.
CACHE_TAG_NAME = "CACHEDIR.TAG"
CACHE_MAKER = "made by Diurnal"
CACHE_TAG = (
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    f"# This folder is {CACHE_MAKER} from the notes beside it and may be deleted at any time.\n"
    "# See https://bford.info/cachedir/\n"
)

# What a vault says of itself.
VAULT_FILE = "diurnal.yaml"

# In the state folder: the daemon's log, and what the interpreter itself said when it died, begun anew by each start.
LOG_NAME = "daemon.log"
ERRORS_NAME = "daemon.stderr"

# Bytes a socket path may have; the system cuts a longer one or refuses it.
SOCKET_BYTES = 103 if sys.platform == "darwin" else 107


class Places(NamedTuple):
    """The folders of one owner; all paths are absolute."""

    config: Path
    state: Path
    cache: Path
    runtime: Path | None
    home: Path

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None) -> Places:
        """The folders named by the XDG variables of *environment* (this process's by default)."""
        env = os.environ if environment is None else environment
        home = Path(env.get("HOME") or Path.home())
        return cls(
            config=_folder(env, "XDG_CONFIG_HOME", home / ".config") / "diurnal",
            state=_folder(env, "XDG_STATE_HOME", home / ".local" / "state") / "diurnal",
            cache=_folder(env, "XDG_CACHE_HOME", home / ".cache") / "diurnal",
            runtime=Path(env["XDG_RUNTIME_DIR"])
            if Path(env.get("XDG_RUNTIME_DIR", "")).is_absolute()
            else None,
            home=home,
        )

    @property
    def config_file(self) -> Path:
        """The owner's settings."""
        return self.config / "config.yaml"

    @property
    def vaults_file(self) -> Path:
        """The registered vaults."""
        return self.state / "vaults.json"

    def state_of(self, vault: Path) -> Path:
        """The folder of one vault's lock, journal, ledger and logs."""
        return self.state / vault_id(vault)

    def sockets_of(self, vault: Path) -> Iterator[Path]:
        """Paths for the socket of *vault*, best first; only those short enough in bytes.

        The last is a short one beneath /tmp, named by a hash of where the socket should have been, so
        that neither two vaults nor two states of one owner ever meet there.
        """
        wanted = (self.runtime / "diurnal" / vault_id(vault)) if self.runtime else self.state_of(vault)
        best = wanted.with_name(f"{wanted.name}.sock") if self.runtime else wanted / "daemon.sock"
        short = hashlib.blake2b(os.fsencode(best), digest_size=8).hexdigest()
        owner = os.getuid()
        for path in (best, Path("/tmp") / f"diurnal-{owner}" / f"{short}.sock"):
            if len(os.fsencode(path)) <= SOCKET_BYTES:
                yield path


def vault_id(vault: Path) -> str:
    """12 hex digits of the vault's real path: the same whichever way it was reached."""
    return hashlib.blake2b(os.fsencode(os.path.realpath(vault)), digest_size=6).hexdigest()


def _folder(environment: Mapping[str, str], variable: str, default: Path) -> Path:
    # The XDG rules say that a relative path is to be passed over.
    named = Path(environment.get(variable, ""))
    return named if named.is_absolute() else default
