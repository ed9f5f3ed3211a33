"""An agent's program, as far as a test needs one: starts the real process, speaks to it over pipes, hangs up."""

from __future__ import annotations

import asyncio
import json
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

from mcp import Client as McpClient

from diurnal.config.settings import AgentsSettings, McpSettings, Settings
from diurnal.mcp_server.desk import Desk
from diurnal.mcp_server.server import server_of

# A process that does nothing for so long hangs; nothing is measured by it.
PATIENCE_S = 60
WRITING = Settings(mcp=McpSettings(write_tools=True), agents=AgentsSettings(write=True))
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "Test Agent", "version": "1"},
}


class Agent:
    """One process and the conversation with it.

    Args:
        vault: what it is to serve.
        python: arguments of the interpreter in place of ``-m diurnal``.
        shadow: a folder whose modules are found before all others.
    """

    def __init__(
        self, vault: Path, *, python: tuple[str, ...] = ("-m", "diurnal"), shadow: Path | None = None
    ) -> None:
        environment = dict(os.environ)
        if shadow is not None:
            environment["PYTHONPATH"] = str(shadow)
        self.process = subprocess.Popen(
            [sys.executable, *python, "mcp", "--vault", str(vault)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        self._asked = 0

    def send(self, method: str, params: dict[str, Any] | None = None, *, wants_reply: bool = True) -> None:
        assert self.process.stdin
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if wants_reply:
            self._asked += 1
            message["id"] = self._asked
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def line(self) -> bytes:
        """The next line of its output."""
        assert self.process.stdout
        assert select.select([self.process.stdout], [], [], PATIENCE_S)[0], "nothing came"
        return self.process.stdout.readline()

    def rest(self) -> bytes:
        """What else it put out, up to its end."""
        assert self.process.stdout
        return self.process.stdout.read()

    def complaint(self) -> bytes:
        """The next line of its error output."""
        assert self.process.stderr
        return self.process.stderr.readline()

    def ask(self, method: str, params: dict[str, Any] | None = None) -> Any:
        """The result of one request."""
        self.send(method, params)
        reply = json.loads(self.line())
        assert reply["id"] == self._asked, reply
        return reply["result"]

    def begin(self) -> Any:
        """The handshake; gives what the server says of itself."""
        result = self.ask("initialize", INITIALIZE)
        self.send("notifications/initialized", wants_reply=False)
        return result

    def call(self, tool: str, **arguments: Any) -> str:
        """What a tool says."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        assert not result.get("isError"), result
        return str(result["content"][0]["text"])

    def refusal(self, tool: str, **arguments: Any) -> str:
        """Why a tool refuses."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        assert result["isError"], result
        return str(result["content"][0]["text"])

    def hang_up(self) -> int:
        """Close its input; gives its exit status."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(PATIENCE_S)

    def end(self) -> None:
        """Whatever happened, leave no process behind."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None and not stream.closed:
                stream.close()


def answer(desk: Desk, tool: str, **arguments: Any) -> Any:
    """The result of a call as it goes over the wire."""

    async def call() -> Any:
        async with McpClient(server_of(desk)) as client:
            result = await client.call_tool(tool, arguments)
            return json.loads(result.model_dump_json(by_alias=True, exclude_none=True))

    return asyncio.run(call())
