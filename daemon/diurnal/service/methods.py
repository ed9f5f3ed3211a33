"""From a method's name to a call of ``Memory``, one to one.

Only ``status`` gets something added, what the daemon knows of itself, and ``subscribe``
is answered as ``since`` is; what follows is the server's (see ``feed``). Blocking;
the server runs it on a thread. Knows nothing of sockets.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from diurnal import __version__
from diurnal.claim import Card
from diurnal.errors import VersionMismatch
from diurnal.model.answer import Clock
from diurnal.model.results import Changes, Status
from diurnal.model.wire import to_wire
from diurnal.service.protocol import CAPABILITIES, VERSION, Hello
from diurnal.service.signature import Method


class Methods:
    """Answers requests with one ``Memory``.

    Args:
        memory: the memory that is served.
        card: what the daemon says of itself.
        stop: called when a client asks the daemon to stop.
    """

    def __init__(self, memory: Any, card: Card, stop: Callable[[], None]) -> None:
        self._memory = memory
        self._card = card
        self._stop = stop
        self._started_at = datetime.now().astimezone().replace(microsecond=0)

    def call(self, method: Method, arguments: dict[str, Any]) -> Any:
        """The result of *method*, ready for JSON. Raises what ``Memory`` raises."""
        if method.name == "hello":
            card, state = self._card, self._memory.state
            return to_wire(Hello(__version__, VERSION, CAPABILITIES, card.vault, card.pid, state))
        if method.name == "stop":
            self._stop()
            return None
        if method.name == "subscribe":
            return to_wire(self.changes_after(arguments.get("clock") or self._memory.status().clock))
        function = getattr(self._memory, method.name, None)
        if function is None:
            raise VersionMismatch(
                f"This daemon ({__version__}) cannot {method.name} yet.",
                hint="Update Diurnal, then run `diurnal stop` and `diurnal start`.",
            )
        result = function(**arguments)
        return to_wire(self._with_daemon(result) if isinstance(result, Status) else result)

    def changes_after(self, clock: Clock) -> Changes:
        """What changed after *clock*."""
        found: Changes = self._memory.since(clock)
        return found

    def listen(self, moved: Callable[[], object]) -> None:
        """Have *moved* called, on any thread, after each change that questions can see."""
        self._memory.when_moved.append(moved)

    def stop_listening(self, moved: Callable[[], object]) -> None:
        """Call *moved* no more."""
        self._memory.when_moved.remove(moved)

    def _with_daemon(self, status: Status) -> Status:
        return replace(
            status,
            pid=self._card.pid,
            socket=self._card.socket,
            started_at=self._started_at,
            memory_bytes=resident_bytes(),
        )


def resident_bytes() -> int:
    """Memory this process holds now; where the system does not tell, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize()
    except (OSError, IndexError, ValueError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
