"""From a method's name to a call of ``Memory``: one to one, nothing added.

Blocking; the server runs it on a thread. Knows nothing of sockets.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from diurnal import __version__
from diurnal.errors import VersionMismatch
from diurnal.model.wire import to_wire
from diurnal.service.protocol import CAPABILITIES, VERSION, Hello, Method


class Methods:
    """Answers requests with one ``Memory``.

    Args:
        memory: the memory that is served.
        vault: what ``hello`` says is served.
        stop: called when a client asks the daemon to stop.
    """

    def __init__(self, memory: Any, vault: str, stop: Callable[[], None]) -> None:
        self._memory = memory
        self._vault = vault
        self._stop = stop

    def call(self, method: Method, arguments: dict[str, Any]) -> Any:
        """The result of *method*, ready for JSON. Raises what ``Memory`` raises."""
        if method.name == "hello":
            return to_wire(Hello(__version__, VERSION, CAPABILITIES, self._vault, os.getpid()))
        if method.name == "stop":
            self._stop()
            return None
        function = getattr(self._memory, method.name, None)
        if function is None:
            raise VersionMismatch(
                f"This daemon ({__version__}) cannot {method.name} yet.",
                hint="Update Diurnal, then run `diurnal stop` and `diurnal start`.",
            )
        return to_wire(function(**arguments))
