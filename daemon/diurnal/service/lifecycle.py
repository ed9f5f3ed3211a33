"""A daemon's life: hold the vault, answer, stop cleanly when told to.

Answers from the moment the socket is announced, while the first reading of the
vault may still go on ("indexing, N of M"). SIGTERM, SIGINT and the method
``stop`` end it the same way: no new requests, those in work finish, stores are
closed; what is not done by the deadline is left to the next start. A daemon
whose state folder was deleted ends too: nobody could find it any more. So does one
whose derived data were: what it wrote from then on would be in no file.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from diurnal import __version__
from diurnal.claim import Card, Claim
from diurnal.config.settings import LogSettings, Settings
from diurnal.errors import NotRunning
from diurnal.owned import own_folder
from diurnal.places import Places
from diurnal.service.doorway import open_socket, remove_socket
from diurnal.service.logs import open_log
from diurnal.service.methods import Methods
from diurnal.service.notify import ALIVE, READY, STOPPING, Manager
from diurnal.service.server import Server

LOG = logging.getLogger("diurnal.service")
# Longer than the orderly stop by this much, and the process is ended where it stands; every store
# commits in one step, so nothing is half written.
GRACE_S = 2.0
# Between two looks at whether lock and catalogue are still where they were: a few calls of the system each.
LOOK_AT_LOCK_S = 2.0
# How long a thread may compute before another has its turn. A question gives way a dozen times (each look into the
# catalogue), and while notes are read it would wait Python's usual 5 ms each time.
TURN_S = 0.0005
# New objects after which garbage is looked for; Python's usual 700 cost 3 % of a first reading.
COLLECT_EVERY = 10_000


class Served(Protocol):
    """What a daemon serves: a ``Memory`` that works on its own thread and holds the vault's claim."""

    claim: Claim

    @property
    def lost(self) -> str:
        """What was deleted beneath it, so that it must begin anew; "" if nothing."""

    release_waiting: Callable[[], None]
    """Tells whoever waits for the work behind the answers that it will not end before the stop."""
    when_moved: list[Callable[[], object]]
    """Called, on any thread, after each change that questions can see."""

    def __enter__(self) -> Any: ...

    def __exit__(self, kind: Any, fault: Any, trace: Any, /) -> None: ...


def run_daemon(
    vault: Path,
    settings: Settings,
    places: Places,
    open_memory: Callable[[], Served],
    *,
    foreground: bool,
    ready: Callable[[Card], None],
) -> None:
    """Serve *vault* until told to stop.

    Args:
        vault: its folder.
        settings: those that hold.
        places: where state and socket lie.
        open_memory: opens the memory in the background and takes the claim; may raise VaultBusy.
        foreground: log to standard error too.
        ready: called once, when questions are answered.

    Raises:
        NotRunning: its state folder or its derived data were deleted, so it ended.
        DiurnalError: it could not start.
    """
    deadline = threading.Timer(settings.start.stop_within_s + GRACE_S, _end_here)
    deadline.daemon = True
    sys.setswitchinterval(TURN_S)
    with open_memory() as memory:
        log_file = open_log(memory.claim.folder, settings.log, foreground=foreground)
        listener, path = open_socket(vault, places)
        inode = path.lstat().st_ino
        card = Card(os.getpid(), str(path), __version__, str(vault))

        def announce() -> None:
            # What a daemon starts with it keeps: the collector need not walk through it while a question waits.
            gc.freeze()
            # Notes are read into thousands of values that end by themselves, without a circle among them.
            gc.set_threshold(COLLECT_EVERY)
            gc.enable()
            memory.claim.announce(card)
            LOG.info("Diurnal %s serves a vault at %s.", __version__, path)
            ready(card)

        try:
            in_time = asyncio.run(
                _serve(memory, card, settings, listener, log_file, announce, deadline.start)
            )
        finally:
            remove_socket(path, inode)
        lost, owner_folder = memory.lost, memory.claim.folder
    if in_time:
        deadline.cancel()  # else a thread may hang, which this process would wait for at its end
    if lost:
        raise _lost(lost, owner_folder, settings.log, foreground)
    LOG.info("Stopped.")


async def _serve(
    memory: Served,
    card: Card,
    settings: Settings,
    listener: socket.socket,
    log_file: Path,
    announce: Callable[[], None],
    stopping: Callable[[], None],
) -> bool:
    """Serve until told to stop; false if something did not end in time."""
    loop = asyncio.get_running_loop()
    told_to_stop = asyncio.Event()
    methods = Methods(memory, card, lambda: _tell(loop, told_to_stop))
    server = Server(listener, methods, settings.service, log_file)
    await server.open()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        # A hangup is left alone under nohup. An interrupt is not: whatever a script starts behind it ignores those.
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, told_to_stop.set)
    announce()
    manager = Manager.of(os.environ, os.getpid())
    manager.tell(READY)
    pause_s = min(LOOK_AT_LOCK_S, manager.alive_every_s or LOOK_AT_LOCK_S)
    while not memory.lost and not told_to_stop.is_set():
        if manager.alive_every_s:
            manager.tell(ALIVE)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(told_to_stop.wait(), pause_s)
    manager.tell(STOPPING)
    LOG.info("Stopping.")
    stopping()
    memory.release_waiting()
    in_time = await server.close(settings.start.stop_within_s)
    if not in_time:
        LOG.warning("Something did not finish within %g s and was cut off.", settings.start.stop_within_s)
    return in_time


def _lost(what: str, state: Path, log: LogSettings, foreground: bool) -> NotRunning:
    """What is to be said, in a new log too: the old one may have been deleted with the folder."""
    fault = NotRunning(
        f"{what} while the daemon ran, so it stopped.",
        hint="The next command starts it anew, and everything is read again from the notes.",
    )
    open_log(own_folder(state), log, foreground=foreground)
    LOG.error("%s", fault.message)
    return fault


def _tell(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    """Set *event* from another thread."""
    loop.call_soon_threadsafe(event.set)


def _end_here() -> None:
    LOG.error("The stop took too long; the process was ended.")
    logging.shutdown()
    os._exit(1)
