"""The way in for programs that do not care whether a daemon runs."""

from __future__ import annotations

import os

from diurnal.client import Client
from diurnal.errors import NotRunning
from diurnal.memory import Memory


def connect(vault: str | os.PathLike[str] | None = None) -> Memory | Client:
    """A client of the daemon that serves *vault*, or the memory itself where none does; both answer alike.

    Args:
        vault: its folder; None finds it as commands do (`DIURNAL_VAULT`, the nearest parent, the only one).

    Raises:
        NotAVault: no such vault.
    """
    client = Client(vault)
    try:
        client.hello()
    except NotRunning:
        return Memory.open(client.vault)
    return client
