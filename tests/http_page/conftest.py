"""The HTTP server on a thread, before a scripted memory behind a real socket."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from diurnal.http_server.server import HttpServer
from service_room import Served
from service_room import limits as limits
from service_room import places as places
from service_room import served as served
from service_room import vault as vault

TOKEN = "a-token-of-a-test"


class Browser:
    """Sends bare requests; what a test leaves out is not sent."""

    def __init__(self, port: int) -> None:
        self.port = port

    def ask(
        self, method: str, path: str, body: bytes | None = None, *, host: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.putrequest(method, path, skip_host=True)
        line.putheader("Host", host or f"127.0.0.1:{self.port}")
        for name, value in headers.items():
            line.putheader(name.replace("_", "-"), value)
        if body is not None:
            line.putheader("Content-Length", str(len(body)))
        line.endheaders(body)
        reply = line.getresponse()
        found = reply.status, dict(reply.getheaders()), reply.read()
        line.close()
        return found

    def get(self, path: str, **headers: str) -> tuple[int, Any]:
        """With the token; the answer as JSON."""
        status, _, body = self.ask("GET", path, Authorization=f"Bearer {TOKEN}", **headers)
        return status, json.loads(body)


@pytest.fixture
def browser(served: Served) -> Iterator[Browser]:
    server = HttpServer(served.memory.vault, TOKEN, 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Browser(server.server_port)
    server.shutdown()
    server.server_close()
    thread.join(10)
