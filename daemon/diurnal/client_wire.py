"""The client's end of the socket: one request line out, one reply line in.

Finds the daemon through `daemon.json`, connects when first asked something,
and connects once more if the daemon was restarted in between; but a write that
may have reached a daemon is never sent a second time. A daemon that it starts reads
the settings itself, and says whether a client may start it: this must not load them.
"""

from __future__ import annotations

import contextlib
import json
import socket
from pathlib import Path
from typing import Any

from diurnal import __version__
from diurnal.claim import Card, card_of
from diurnal.errors import BadRequest, DeadlineExceeded, NotRunning, OutcomeUnknown, VersionMismatch
from diurnal.model.spelling import typed
from diurnal.places import Places
from diurnal.service.faults import UNKNOWN_METHOD, fault_from_wire

# The methods that change notes: done twice they would write twice. A test holds them equal to the table of
# methods, which takes too long to load for a command that asks one question.
WRITES = frozenset(
    ("append", "remember", "replace", "close", "erase", "memorize", "undo", "run_job", "strip")
)

RESTART = "Restart it: `diurnal stop`, then `diurnal start`."


class Line:
    """A connection to the daemon of one vault, made when first needed."""

    def __init__(self, vault: Path, places: Places, timeout_s: float) -> None:
        self._vault = vault
        self._places = places
        self._timeout_s = timeout_s
        self._socket: socket.socket | None = None
        self._replies: Any = None
        self._asked = 0
        self._is_sent = False

    def ask(self, method: str, params: dict[str, Any], *, slow: bool = False) -> Any:
        """The result of one request, as JSON values.

        Raises:
            NotRunning, DeadlineExceeded, OutcomeUnknown, BadRequest, or what the daemon answered.
        """
        fresh = self._socket is None
        try:
            reply = self._exchange(method, params, slow)
        except (ConnectionError, BrokenPipeError):
            self.close()
            if self._is_sent and method in WRITES:
                raise OutcomeUnknown(
                    f"The daemon of {self._vault} ended during `{method}`, which it may have done or not.",
                    hint="See with `diurnal ops` before you try again.",
                ) from None
            if fresh:
                raise NotRunning(
                    f"The daemon of {self._vault} hung up.",
                    hint="Its log is in the state folder; see `diurnal doctor`.",
                ) from None
            # The daemon we were connected to is gone; another may have taken its place.
            reply = self._exchange(method, params, slow)
        if "error" in reply:
            raise self._fault(reply["error"])
        return reply.get("result")

    def told(self) -> dict[str, Any]:
        """What the daemon tells next on this connection, after a request to be told; waits as long as it takes.

        Raises:
            NotRunning: the daemon hung up, or was never asked.
        """
        try:
            while self._socket is not None:
                self._socket.settimeout(None)
                line = self._next_reply()
                if "method" in line:
                    params: dict[str, Any] = line.get("params", {})
                    return params
        except ConnectionError:
            self.close()
        raise NotRunning(
            f"The daemon of {self._vault} hung up, so no more changes are told.",
            hint=f"Start it: `diurnal start --vault {self._vault}`.",
        )

    def card(self) -> Card | None:
        """The card of the daemon if it answers now, or None."""
        try:
            self.ask("hello", {})
        except (NotRunning, DeadlineExceeded):
            return None
        return card_of(self._vault, self._places)

    def start_daemon(self) -> None:
        """Have a daemon come up for this vault; raises what keeps it from that, such as NotRunning if it may not."""
        # Most commands find a daemon; what starts one costs them a fifth more to load.
        from diurnal.service.launch import launch

        launch(self._vault, self._places, self.card, self._timeout_s, ("--auto",))

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._replies.close()
                self._socket.close()
            self._socket = None

    def hang_up(self) -> None:
        """End the conversation from any thread: who waits on another finds it ended."""
        line = self._socket
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _exchange(self, method: str, params: dict[str, Any], slow: bool) -> dict[str, Any]:
        line = self._connected()
        line.settimeout(None if slow else self._timeout_s)
        self._asked += 1
        request = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        try:
            self._is_sent = False
            with contextlib.suppress(BrokenPipeError):  # why it hung up may be what it said last
                line.sendall(
                    json.dumps(request, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
                )
                self._is_sent = True
            while True:
                reply = self._next_reply()
                # A line with a method was not asked for: another subscription's news.
                if "method" not in reply and reply.get("id") in (self._asked, None):
                    return reply
        except TimeoutError:
            # The answer may still come and would be taken for the next one's.
            self.close()
            raise DeadlineExceeded(
                f"{method} was not answered within {self._timeout_s:g} s.",
                hint="Ask for less, or wait longer.",
            ) from None

    def _next_reply(self) -> dict[str, Any]:
        text = self._replies.readline()
        if not text:
            raise ConnectionError
        try:
            reply = json.loads(text)
        except ValueError as fault:
            raise BadRequest("The daemon's answer is not JSON.", hint=RESTART) from fault
        if not isinstance(reply, dict):
            raise BadRequest("The daemon's answer is not an object.", hint=RESTART)
        return reply

    def _connected(self) -> socket.socket:
        if self._socket is not None:
            return self._socket
        card = card_of(self._vault, self._places)
        if card is None:
            raise self._not_running()
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.settimeout(self._timeout_s)
        try:
            line.connect(card.socket)
        except OSError as fault:
            line.close()
            raise self._not_running() from fault
        self._socket, self._replies = line, line.makefile("rb")
        return line

    def _not_running(self) -> NotRunning:
        return NotRunning(
            f"No daemon serves {self._vault}.",
            hint=f"Start it: `diurnal start --vault {typed(self._vault)}`.",
        )

    def _fault(self, error: Any) -> Exception:
        fault = fault_from_wire(error)
        unknown = isinstance(error, dict) and error.get("code") == UNKNOWN_METHOD
        if unknown or fault.code == "unknown-parameter":
            reply = self._exchange("hello", {}, False)
            theirs = reply.get("result", {}).get("version", "")
            if theirs != __version__:
                return VersionMismatch(
                    f"The daemon is version {theirs}, this is {__version__}: {fault.message}", hint=RESTART
                )
        return fault
