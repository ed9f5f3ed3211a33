"""Standard input and output of an MCP process: nothing but JSON-RPC goes out, and the process ends with its client.

Taken before anything heavy is loaded. What any library prints goes to standard
error. A client that hung up is noticed at once, also while the server is still
being loaded, which takes a second; the first message may be answered in that
time (see ``greeting``). One that only ends its input, as a pipe in a shell does, still gets every
reply it is owed. Everything else passes through as it came, if the server can read it (see ``incoming``).
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NoReturn

from diurnal.mcp_server.incoming import readable

# Between two looks at whether the parent still lives. Its death closes our input, unless another of
# its children holds the other end.
PARENT_LOOK_S = 0.3
# The server ends by itself when its input does, unless a call in work holds it up; longer than this it may not.
GRACE_S = 0.4
# A client that asked and ended its input is answered within this, or not at all.
LAST_REPLIES_S = 20.0
PIECE = 65_536
# Sent through our own pipe to see that all before it went out; no JSON-RPC line is empty.
FLUSHED = b"\n"

# The answer to a first line, and a test whether a later line is the server's own answer to the same.
Greeting = Callable[[bytes], tuple[bytes, Callable[[bytes], bool]] | None]


class Wire:
    """The conversation with the client. Use ``take``; there is one in a process.

    The server finds a pipe of ours at descriptor 0 and, once ``open_for_answers`` was called, at 1.
    """

    def __init__(self, heard: int, said: int, inner: int, greet: Greeting) -> None:
        self._heard = heard
        self._said = said
        self._inner = inner
        self._greet = greet
        self._is_begun = False
        self._is_superseded: Callable[[bytes], bool] | None = None
        self._talking = threading.Lock()
        self._speaker: threading.Thread | None = None
        self._owed: set[str | int] = set()
        """Ids of requests that the server has not answered."""
        self._answered = threading.Condition()

    @classmethod
    def take(cls, greet: Greeting) -> Wire:
        """Put ourselves between the client and descriptors 0 and 1; ends the process if there is no client."""
        try:
            heard, said = _above(0), _above(1)
        except OSError:
            _leave()
        inner_end, inner = os.pipe()
        os.dup2(inner_end, 0)
        os.close(inner_end)
        os.dup2(2, 1)
        wire = cls(heard, said, inner, greet)
        threading.Thread(target=wire._listen, args=(os.getppid(),), daemon=True, name="listener").start()
        return wire

    def open_for_answers(self) -> None:
        """From now on what is written to descriptor 1 goes to the client."""
        sys.stdout.flush()
        outer_end, outer = os.pipe()
        os.dup2(outer, 1)
        os.close(outer)
        self._speaker = threading.Thread(target=self._speak, args=(outer_end,), daemon=True, name="speaker")
        self._speaker.start()

    def close(self) -> None:
        """Return once all that was answered went out."""
        if self._speaker is not None:
            os.write(1, FLUSHED)
            os.dup2(2, 1)
            self._speaker.join()

    def _listen(self, parent: int) -> None:
        pieces: list[bytes] = []
        while True:
            if not select.select([self._heard], [], [], PARENT_LOOK_S)[0]:
                if os.getppid() != parent:
                    _leave()
                continue
            piece = os.read(self._heard, PIECE)
            if not piece:
                break
            pieces.append(piece)
            if b"\n" in piece:
                *lines, rest = b"".join(pieces).split(b"\n")
                pieces = [rest]
                for line in lines:
                    self._pass_on(line)
        self._pass_on(b"".join(pieces))
        self._wait_for_replies(parent)
        if self._speaker is None:
            # The server is not there yet, and nobody waits for it any more.
            _leave()
        os.close(self._inner)
        last = threading.Timer(GRACE_S, _leave)
        last.daemon = True
        last.start()

    def _wait_for_replies(self, parent: int) -> None:
        """Return once all that was asked is answered, or nobody is there any more to read it."""
        reader = select.poll()
        reader.register(self._said, 0)  # tells only that the other end is closed
        give_up_at = time.monotonic() + LAST_REPLIES_S
        with self._answered:
            while self._owed and time.monotonic() < give_up_at:
                if reader.poll(0) or os.getppid() != parent:
                    _leave()
                self._answered.wait(PARENT_LOOK_S)

    def _pass_on(self, line: bytes) -> None:
        is_greeted = False
        if not self._is_begun and line.strip():
            self._is_begun = True
            is_greeted = self._welcome(line)
        passed, said = readable(line)
        for message in passed:
            if not is_greeted:
                self._note_asked(json.loads(message))
            _write(self._inner, message + b"\n")
        for answer in said:
            self._say(answer)

    def _note_asked(self, message: dict[str, Any]) -> None:
        with self._answered:
            if message.get("method") == "notifications/cancelled":
                self._owed.discard(message.get("params", {}).get("requestId"))
            elif "method" in message and "id" in message:
                self._owed.add(message["id"])

    def _note_answered(self, line: bytes) -> None:
        said = json.loads(line)
        with self._answered:
            if "method" not in said and said.get("id") in self._owed:
                self._owed.remove(said["id"])
                self._answered.notify_all()

    def _welcome(self, line: bytes) -> bool:
        greeted = self._greet(line)
        if greeted is None:
            return False
        answer, self._is_superseded = greeted
        self._say(answer)
        return True

    def _speak(self, outer_end: int) -> None:
        with os.fdopen(outer_end, "rb") as lines:
            for line in lines:
                if line == FLUSHED:
                    return
                if self._is_superseded is not None and self._is_superseded(line):
                    self._is_superseded = None
                else:
                    self._say(line)
                    self._note_answered(line)

    def _say(self, line: bytes) -> None:
        with self._talking:
            try:
                _write(self._said, line)
            except BrokenPipeError:
                # Nobody reads on.
                _leave()


def _above(descriptor: int) -> int:
    """A copy of *descriptor* that is no standard one and is not handed to children."""
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3)


def _write(descriptor: int, piece: bytes) -> None:
    while piece:
        piece = piece[os.write(descriptor, piece) :]


def _leave() -> NoReturn:
    """End the process here: threads of the server may be anywhere, and nothing of ours is on the disk."""
    os._exit(0)
