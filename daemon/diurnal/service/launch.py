"""Having a daemon come up, and the word that passes between it and who started it.

``launch`` returns when the daemon answers, or raises why it does not; it never
leaves a half-started one behind. Of several at once one wins, and the others find
its daemon. A command that only asks a question starts one so, therefore this loads
the standard library alone, and no settings: the daemon that read them says how long
it may take.
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
from collections.abc import Callable, Sequence
from pathlib import Path

from diurnal.claim import DAEMON, Card, holder_of
from diurnal.errors import DiurnalError, NotRunning, VaultBusy, VaultMoved
from diurnal.owned import own_folder
from diurnal.places import ERRORS_NAME, LOG_NAME, Places
from diurnal.service.faults import fault_from_wire

# Between two looks at whether another process has come up or gone.
LOOK_AGAIN_S = 0.05


def launch(
    vault: Path,
    places: Places,
    answering: Callable[[], Card | None],
    within_s: float,
    arguments: Sequence[str] = (),
) -> Card:
    """Start a daemon for *vault*; its card, once it answers.

    Args:
        answering: the card of a daemon that answers by now, or None; asked if another was quicker.
        within_s: how long that may take, until the daemon itself says how long.
        arguments: further arguments for `diurnal run` (``--set NAME=VALUE``).

    Raises:
        DiurnalError: what kept the daemon from starting, or that it took too long.
    """
    folder = own_folder(places.state_of(vault))
    began = time.monotonic()
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
        return _wait_until_ready(child.pid, heard, began, within_s, folder)
    except VaultMoved:
        raise  # who holds it answers by another path, and will not give up for our waiting
    except VaultBusy as fault:
        card = _wait_for_the_other(vault, places, answering, began + within_s, fault)
    finally:
        os.close(heard)
    # One that was quicker and gave up said why to who started it alone; ours finds out for itself.
    return card or launch(vault, places, answering, began + within_s - time.monotonic(), arguments)


def _wait_until_ready(session: int, heard: int, began: float, within_s: float, folder: Path) -> Card:
    said = b""
    while True:
        left = began + within_s - time.monotonic()
        if left <= 0 or not select.select([heard], [], [], left)[0]:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(session, signal.SIGTERM)
            raise NotRunning(
                f"The daemon did not answer within {within_s:g} s and was ended.",
                hint=f"start.ready_within_s gives it longer; what it did stands in {folder / LOG_NAME}.",
            )
        piece = os.read(heard, 65_536)
        if not piece:
            raise NotRunning("The daemon ended before it could answer.", hint=_last_words(folder))
        *lines, said = (said + piece).split(b"\n")
        for facts in map(json.loads, lines):
            if "error" in facts:
                raise fault_from_wire(facts["error"])
            if "within_s" not in facts:
                return Card(**facts)
            within_s = facts["within_s"]


def _last_words(folder: Path) -> str:
    """What the interpreter said last, and where all of it stands."""
    path = folder / ERRORS_NAME
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    said = [line.strip() for line in lines if line.strip()]
    return f"It said: {said[-1]} ({path})" if said else f"See {folder / LOG_NAME}."


def _wait_for_the_other(
    vault: Path, places: Places, answering: Callable[[], Card | None], deadline: float, fault: VaultBusy
) -> Card | None:
    """The card of the daemon that was quicker, None if it gave up; raises *fault* if what holds the vault is none."""
    while time.monotonic() < deadline:
        if card := answering():
            return card
        holder = holder_of(vault, places)
        if holder is None:
            return None
        if holder.pid and holder.what != DAEMON:
            break
        time.sleep(LOOK_AGAIN_S)
    raise fault


# --- the daemon's end of it ---------------------------------------------------------------------


def say_within(descriptor: int, within_s: float) -> None:
    """Tell the process that started us how long it is to wait."""
    _say(descriptor, {"within_s": within_s})


def say_ready(descriptor: int, card: Card) -> None:
    """Tell the process that started us that questions are answered."""
    _say(descriptor, card._asdict())
    os.close(descriptor)


def say_fault(descriptor: int, fault: DiurnalError) -> None:
    """Tell the process that started us why there will be no daemon."""
    error = {"message": fault.message, "data": {"kind": fault.code, "hint": fault.hint}}
    _say(descriptor, {"error": error})
    os.close(descriptor)


def _say(descriptor: int, facts: dict[str, object]) -> None:
    # Whoever started us may have gone; the daemon is there all the same.
    with contextlib.suppress(BrokenPipeError):
        os.write(descriptor, json.dumps(facts).encode() + b"\n")
