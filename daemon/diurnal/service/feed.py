"""What changes, pushed to the clients that subscribed: one JSON-RPC notification a step of the clock.

A client that reads slowly gets fewer and longer ones, never old ones in a row:
while one is on its way, what happens gathers, and the next tells all of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from diurnal.errors import DiurnalError
from diurnal.model.answer import Clock
from diurnal.service.faults import where_it_failed

LOG = logging.getLogger("diurnal.service")

# The clock now, and the line that tells what changed since the one given.
ChangesAfter = Callable[[Clock], Awaitable[tuple[Clock, bytes]]]


class Feed:
    """One client's subscription; nothing is sent before ``begin``.

    Args:
        writer: where the client reads.
        changes_after: asks the memory.
    """

    def __init__(self, writer: asyncio.StreamWriter, changes_after: ChangesAfter) -> None:
        self._writer = writer
        self._changes_after = changes_after
        self._moved = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def moved(self) -> None:
        """The clock may have moved."""
        self._moved.set()

    def begin(self, clock: Clock) -> None:
        """Tell what changes after *clock* from now on; begun again, it goes on from there instead."""
        self.end()
        # It may have moved between the answer that said the clock and now.
        self._moved.set()
        self._task = asyncio.create_task(self._push(clock))

    def end(self) -> None:
        """Send nothing more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _push(self, clock: Clock) -> None:
        try:
            while True:
                await self._moved.wait()
                self._moved.clear()
                now, line = await self._changes_after(clock)
                if now != clock:
                    clock = now
                    self._writer.write(line)
                    await self._writer.drain()
        except ConnectionError:
            LOG.debug("A subscriber hung up.")
        except DiurnalError as fault:
            # A client that waits for changes must learn that none will come.
            LOG.error("A subscription ended: %s", fault)
            self._writer.close()
        except Exception as fault:  # noqa: BLE001 - the server's edge: one subscription must not end the daemon
            LOG.error("A subscription ended: %s", where_it_failed(fault))
            self._writer.close()
