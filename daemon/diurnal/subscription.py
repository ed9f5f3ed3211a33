"""What changes in a vault, as it changes: the client's end of `subscribe`.

A connection of its own, so that its client can go on asking meanwhile. Only the
standard library.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from diurnal.client_wire import Line
from diurnal.errors import NotRunning
from diurnal.model.results import Changes
from diurnal.model.wire import from_wire


class Subscription(Iterator[Changes]):
    """Yields ``Changes``, each after the one before, until ``close``; a context manager.

    ``clock`` is how far it has come: with it another begins where this one ended.

    Raises, from ``next``:
        NotRunning: the daemon stopped.
    """

    def __init__(self, line: Line, begun: Changes) -> None:
        """Use ``Client.subscribe``; this takes a connection on which the daemon answered *begun*."""
        self.clock = begun.clock
        self._line = line
        self._first = begun if begun.changes or begun.restart else None
        self._is_closed = False
        self._reading = threading.Lock()

    def __next__(self) -> Changes:
        with self._reading:
            if self._is_closed:
                raise StopIteration
            found, self._first = self._first, None
            if found is None:
                found = self._told()
            self.clock = found.clock
            return found

    def _told(self) -> Changes:
        try:
            return from_wire(Changes, self._line.told())
        except NotRunning:
            if self._is_closed:
                raise StopIteration from None
            raise

    def close(self) -> None:
        """Hang up; whoever waits for the next change, on any thread, waits no longer."""
        self._is_closed = True
        self._line.hang_up()
        with self._reading:
            self._line.close()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
