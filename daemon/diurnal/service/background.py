"""Starting a daemon in the background and stopping one, as seen from outside it.

A start returns when the daemon answers, or raises why it does not; it never
leaves a half-started one behind. Of several starts at once one wins, and the
others find its daemon. A stop is done when that daemon holds the vault's lock no more.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from diurnal.claim import DAEMON, Card, card_of, holder_of
from diurnal.client_wire import Line
from diurnal.config.settings import StartSettings
from diurnal.errors import BadRequest, DeadlineExceeded, DiurnalError, NotRunning, VaultBusy
from diurnal.owned import own_folder
from diurnal.places import Places
from diurnal.service.faults import fault_from_wire
from diurnal.service.logs import ERRORS_NAME, LOG_NAME

# Between two looks at whether another process has come up or gone.
LOOK_AGAIN_S = 0.05


def answering(vault: Path, places: Places, timeout_s: float = 2.0) -> Card | None:
    """The card of the daemon that answers for *vault* now, or None."""
    line = Line(vault, places, timeout_s)
    try:
        line.ask("hello", {})
    except (NotRunning, DeadlineExceeded):
        return None
    finally:
        line.close()
    return card_of(vault, places)


def start_daemon(vault: Path, places: Places, settings: StartSettings, arguments: Sequence[str] = ()) -> Card:
    """Have *vault* served; returns once the daemon answers, at once if one does already.

    Args:
        arguments: further arguments for `diurnal run` (``--set NAME=VALUE``).

    Raises:
        DiurnalError: what kept the daemon from starting, or that it took too long.
    """
    if card := answering(vault, places):
        return card
    folder = own_folder(places.state_of(vault))
    deadline = time.monotonic() + settings.ready_within_s
    heard, said = os.pipe()
    # -P: a yaml.py lying in the current folder must not be imported.
    command = [sys.executable, "-P", "-m", "diurnal.service.detached", "--vault", os.fspath(vault)]
    with (folder / ERRORS_NAME).open("wb") as errors:
        child = subprocess.Popen(
            [*command, "--ready-fd", str(said), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            pass_fds=(said,),
            start_new_session=True,
            cwd="/",
        )
    os.close(said)
    # The child only forks; the session it leads is the daemon's.
    child.wait()
    try:
        return _wait_until_ready(child.pid, heard, deadline, folder)
    except VaultBusy as fault:
        return _wait_for_the_other(vault, places, deadline, fault)
    finally:
        os.close(heard)


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


def _wait_until_ready(session: int, heard: int, deadline: float, folder: Path) -> Card:
    said = b""
    while not said.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([heard], [], [], left)[0]:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(session, signal.SIGTERM)
            raise NotRunning(
                "The daemon did not answer in time and was ended.", hint=f"See {folder / LOG_NAME}."
            )
        piece = os.read(heard, 65_536)
        if not piece:
            raise NotRunning("The daemon ended before it could answer.", hint=_last_words(folder))
        said += piece
    facts = json.loads(said)
    if "error" in facts:
        raise fault_from_wire(facts["error"])
    return Card(**facts)


def _last_words(folder: Path) -> str:
    """What the interpreter said last, and where all of it stands."""
    path = folder / ERRORS_NAME
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    said = [line.strip() for line in lines if line.strip()]
    return f"It said: {said[-1]} ({path})" if said else f"See {folder / LOG_NAME}."


def _wait_for_the_other(vault: Path, places: Places, deadline: float, fault: VaultBusy) -> Card:
    """The card of the daemon that was quicker; raises *fault* if what holds the vault is none."""
    while time.monotonic() < deadline:
        if card := answering(vault, places):
            return card
        holder = holder_of(vault, places)
        if holder is None or (holder.pid and holder.what != DAEMON):
            break
        time.sleep(LOOK_AGAIN_S)
    raise fault


def say_ready(descriptor: int, card: Card) -> None:
    """Tell the process that started us that questions are answered."""
    _say(descriptor, card._asdict())


def say_fault(descriptor: int, fault: DiurnalError) -> None:
    """Tell the process that started us why there will be no daemon."""
    error = {"message": fault.message, "data": {"kind": fault.code, "hint": fault.hint}}
    _say(descriptor, {"error": error})


def _say(descriptor: int, facts: dict[str, object]) -> None:
    try:
        os.write(descriptor, json.dumps(facts).encode() + b"\n")
        os.close(descriptor)
    except BrokenPipeError:
        # Whoever started us has gone; the daemon is there all the same.
        return
