"""Starting a daemon in the background and stopping one, as seen from outside it.

A start returns when the daemon answers, or raises why it does not (see ``launch``).
A stop is done when that daemon holds the vault's lock no more; it ends one that is
still starting, too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from diurnal.claim import DAEMON, Card, holder_of
from diurnal.client_wire import Line
from diurnal.config.settings import StartSettings
from diurnal.errors import BadRequest, DeadlineExceeded, NotRunning, VaultBusy
from diurnal.places import Places
from diurnal.service.launch import LOOK_AGAIN_S, launch


def answering(vault: Path, places: Places, timeout_s: float = 2.0) -> Card | None:
    """The card of the daemon that answers for *vault* now, or None."""
    line = Line(vault, places, timeout_s)
    try:
        return line.card()
    finally:
        line.close()


def start_daemon(vault: Path, places: Places, settings: StartSettings, arguments: Sequence[str] = ()) -> Card:
    """Have *vault* served; returns once the daemon answers, at once if one does already.

    Args:
        arguments: further arguments for `diurnal run` (``--set NAME=VALUE``).

    Raises:
        DiurnalError: what kept the daemon from starting, or that it took too long.
    """
    return answering(vault, places) or launch(
        vault, places, lambda: answering(vault, places), settings.ready_within_s, arguments
    )


def stop_daemon(vault: Path, places: Places, settings: StartSettings) -> bool:
    """Stop the daemon of *vault*; True once it is gone, False if none ran.

    Another that a client starts as soon as the vault is free is not this one's: it is left to run.

    Raises:
        VaultBusy: a program that is no daemon holds the vault.
        DeadlineExceeded: it did not go in time.
    """
    holder = holder_of(vault, places)
    if holder is None:
        return False
    if holder.pid and holder.what != DAEMON:
        raise VaultBusy(
            f"No daemon serves {vault}; {holder.what} (pid {holder.pid}) holds it.", hint="End that first."
        )
    line = Line(vault, places, settings.stop_within_s)
    try:
        line.ask("stop", {})
    except (NotRunning, DeadlineExceeded, BadRequest):
        # It holds the lock but does not answer, or lets nobody in. The number is its own: whoever holds the
        # lock wrote it.
        if holder.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(holder.pid, signal.SIGTERM)
    finally:
        line.close()
    deadline = time.monotonic() + settings.stop_within_s + 5
    while (now := holder_of(vault, places)) == holder or (now is not None and not now.pid):
        if time.monotonic() > deadline:
            raise DeadlineExceeded(
                f"{vault} is still held by {holder.what} (pid {holder.pid}).",
                hint=f"`kill {holder.pid}` ends it.",
            )
        time.sleep(LOOK_AGAIN_S)
    return True
