"""Word to the service manager that started us, as systemd wants it: datagrams to the socket in `NOTIFY_SOCKET`.

Says when questions are answered, when the stop begins, and now and then that the
daemon is alive. Where no manager asks, nothing is said. A manager that does not
listen any more is no reason to stop answering.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping
from typing import NamedTuple

LOG = logging.getLogger("diurnal.service")
READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


class Manager(NamedTuple):
    """Who wants to hear of us: the address of its socket ("" if nobody), and how often, in seconds (0: never)."""

    address: str = ""
    alive_every_s: float = 0.0

    @classmethod
    def of(cls, environment: Mapping[str, str], pid: int) -> Manager:
        """The manager that *environment* names; its watchdog only if it means the process *pid*."""
        address = environment.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        limit = environment.get("WATCHDOG_USEC", "")
        is_meant = environment.get("WATCHDOG_PID", str(pid)) == str(pid)
        # Half of the time it would wait, as sd_watchdog_enabled(3) advises.
        return cls(address, int(limit) / 2_000_000 if limit.isdigit() and is_meant else 0.0)

    def tell(self, words: str) -> None:
        """Send *words*, one of this module's."""
        if not self.address:
            return
        # "@" stands for the zero byte with which Linux marks a name that is no file.
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            # A full queue must not hold up the loop that answers.
            to.setblocking(False)
            try:
                to.sendto(words.encode(), address)
            except OSError as fault:
                LOG.warning("The service manager did not hear %s: %s.", words, fault.strerror)
