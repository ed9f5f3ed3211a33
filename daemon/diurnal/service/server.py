"""The socket server: reads request lines, answers them on threads, never loses its temper.

Requests of one client run side by side, a few at a time: a client that sends
faster than it is answered is simply not read (back-pressure). Questions have
their own threads, so that no slow method keeps them waiting. What goes wrong in
one request is one error line; the daemon goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from typing import Any

from diurnal.config.settings import ServiceSettings
from diurnal.errors import BadRequest, DeadlineExceeded, DiurnalError
from diurnal.model.answer import Clock
from diurnal.model.wire import to_wire
from diurnal.service.doorway import is_owner
from diurnal.service.faults import INTERNAL, where_it_failed
from diurnal.service.feed import Feed
from diurnal.service.methods import Methods
from diurnal.service.protocol import CHANGED
from diurnal.service.requests import (
    Refused,
    Request,
    fault_line,
    notification_line,
    read_request,
    result_line,
)
from diurnal.service.threads import QuestionThreads

LOG = logging.getLogger("diurnal.service")
# Requests of one client in work at once; more are left in its socket.
IN_FLIGHT = 8
# Slow methods (reindex, erase, a job) at once; they are guarded against each other further in.
SLOW_WORKERS = 2


@dataclass(frozen=True, slots=True)
class TooLong(Exception):
    """A line went over the limit; it was read to its end and dropped."""


class Server:
    """Serves *methods* at *listener* until ``close``.

    Args:
        listener: a bound, listening Unix socket.
        methods: what answers.
        limits: line length, deadline, threads, connections.
        log_file: where an internal error sends the reader.
    """

    def __init__(self, listener: socket, methods: Methods, limits: ServiceSettings, log_file: Path) -> None:
        self._listener = listener
        self._methods = methods
        self._limits = limits
        self._log_file = log_file
        self._questions = QuestionThreads(limits.workers)
        self._slow = ThreadPoolExecutor(SLOW_WORKERS, thread_name_prefix="slow")
        self._clients: set[asyncio.Task[None]] = set()
        self._working: set[asyncio.Task[None]] = set()
        self._feeds: set[Feed] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to accept clients."""
        self._loop = asyncio.get_running_loop()
        self._methods.listen(self._moved)
        self._server = await asyncio.start_unix_server(
            self._welcome, sock=self._listener, limit=self._limits.line_kb * 1024
        )

    async def close(self, within_s: float) -> bool:
        """Accept nobody, let what is in work finish, hang up. False if something did not finish in time."""
        self._methods.stop_listening(self._moved)
        if self._server is not None:
            self._server.close()
        late: set[asyncio.Task[None]] = set()
        if self._working:
            _, late = await asyncio.wait(self._working, timeout=within_s)
        for task in (*self._clients, *late):
            task.cancel()
        await asyncio.gather(*self._clients, *late, return_exceptions=True)
        self._questions.close()
        self._slow.shutdown(wait=False, cancel_futures=True)
        return not late and not self._questions.lost

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not is_owner(writer.get_extra_info("socket")):
            LOG.warning("A process of another user knocked and was turned away.")
            writer.close()
        elif len(self._clients) >= self._limits.connections:
            busy = BadRequest(
                f"{self._limits.connections} clients are connected; no more are let in.",
                hint="Close some, or raise service.connections.",
            )
            writer.write(fault_line(None, busy))
            writer.close()
        else:
            task = asyncio.create_task(self._host(reader, writer))
            self._clients.add(task)
            task.add_done_callback(self._clients.discard)

    async def _host(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._converse(reader, writer)
        except (ConnectionError, TimeoutError):
            LOG.debug("A client hung up.")
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        room = asyncio.Semaphore(IN_FLIGHT)
        mine: set[asyncio.Task[None]] = set()
        feed = Feed(writer, self._changes_after)
        self._feeds.add(feed)
        try:
            while True:
                await room.acquire()
                try:
                    line = await _next_line(reader)
                except TooLong:
                    limit = BadRequest(f"The line is longer than {self._limits.line_kb} kB.")
                    await self._send(writer, fault_line(None, limit))
                    room.release()
                    continue
                if line is None:
                    break
                if not line.strip():
                    room.release()
                    continue
                task = asyncio.create_task(self._answer(line, writer, feed))
                for group in (mine, self._working):
                    group.add(task)
                    task.add_done_callback(group.discard)
                task.add_done_callback(lambda _: room.release())
            # The client may have closed its half only: it still waits for what it asked.
            await asyncio.gather(*mine, return_exceptions=True)
        finally:
            self._feeds.discard(feed)
            feed.end()
            for task in mine:
                task.cancel()

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter, feed: Feed) -> None:
        try:
            request = read_request(line)
        except Refused as refusal:
            await self._send(writer, refusal.reply)
            return
        began = time.monotonic()
        reply, result = await self._reply(request)
        # Only the method and its time: a log that held questions would hold the diary.
        LOG.debug("%s took %.1f ms", request.method.name, (time.monotonic() - began) * 1000)
        if request.wants_reply:
            await self._send(writer, reply)
        if request.method.pushes and result is not None:
            feed.begin(Clock(**result["clock"]))

    async def _reply(self, request: Request) -> tuple[bytes, Any]:
        """The reply to *request*, and its result as it stands in it; None where it failed."""
        method = request.method
        call, deadline = self._methods.call, None if method.slow else self._limits.deadline_s
        try:
            if method.slow:
                loop = asyncio.get_running_loop()
                result = await loop.run_in_executor(self._slow, call, method, request.arguments)
            else:
                result = await self._questions.call(call, method, request.arguments, within_s=deadline)
            return await self._questions.call(result_line, request, result), result
        except DiurnalError as fault:
            return fault_line(request.id, fault), None
        except TimeoutError:
            limit = f"longer than {deadline:g} s" if deadline else "too long"
            LOG.warning("%s took %s and was given up.", method.name, limit)
            late = DeadlineExceeded(
                f"{method.name} took {limit}.", hint="Ask for less, or raise service.deadline_s."
            )
            return fault_line(request.id, late), None
        except Exception as fault:  # noqa: BLE001 - the server's edge: one request must not end the daemon
            LOG.error("%s failed: %s", method.name, where_it_failed(fault))
            inside = DiurnalError(
                f"{method.name} failed inside the daemon ({type(fault).__name__}).",
                hint=f"{self._log_file} says where.",
            )
            return fault_line(request.id, inside, INTERNAL), None

    async def _send(self, writer: asyncio.StreamWriter, line: bytes) -> None:
        writer.write(line)
        try:
            async with asyncio.timeout(self._limits.deadline_s):
                await writer.drain()
        except TimeoutError:
            # A client that does not read its answers is dropped, not waited for.
            LOG.warning("A client that did not read its answers was dropped.")
            writer.transport.abort()

    # --- subscriptions ----------------------------------------------------------------------------

    def _moved(self) -> None:
        """The clock moved; called on the thread that read the notes."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._tell_feeds)

    def _tell_feeds(self) -> None:
        for feed in self._feeds:
            feed.moved()

    async def _changes_after(self, clock: Clock) -> tuple[Clock, bytes]:
        found: tuple[Clock, bytes] = await self._questions.call(self._told_after, clock)
        return found

    def _told_after(self, clock: Clock) -> tuple[Clock, bytes]:
        found = self._methods.changes_after(clock)
        return found.clock, notification_line(CHANGED, to_wire(found))


async def _next_line(reader: asyncio.StreamReader) -> bytes | None:
    """The next line, or None at the end. Raises TooLong once an overlong line is read to its end."""
    too_long = False
    while True:
        try:
            line = await reader.readuntil(b"\n")
        except asyncio.IncompleteReadError as end:
            line = end.partial
            if too_long or not line:
                return None
        except asyncio.LimitOverrunError as over:
            await reader.readexactly(over.consumed)
            too_long = True
            continue
        if too_long:
            raise TooLong
        return line
