"""The four ways to ask a memory, made alike: a method's name, its parameters, the value it gives."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import threading
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from diurnal.cli import main
from diurnal.client import Client
from diurnal.errors import DiurnalError
from diurnal.http_server.server import HttpServer
from diurnal.memory import Memory
from diurnal.model.wire import from_wire
from diurnal.service.faults import fault_from_wire
from diurnal.service.params import write_params
from diurnal.service.protocol import METHODS


class Skin(Protocol):
    """A way to ask; raises the errors of ``diurnal.errors``."""

    vault: Path

    def call(self, method: str, **parameters: Any) -> Any: ...


class ApiSkin:
    """``Memory`` in this process."""

    def __init__(self, vault: Path, memory: Memory) -> None:
        self.vault = vault
        self._memory = memory

    def call(self, method: str, **parameters: Any) -> Any:
        return getattr(self._memory, method)(**parameters)


class ClientSkin:
    """``Client`` over a daemon's socket."""

    def __init__(self, vault: Path) -> None:
        self.vault = vault

    def call(self, method: str, **parameters: Any) -> Any:
        with Client(self.vault, timeout=60) as client:
            return getattr(client, method)(**parameters)


class CommandSkin:
    """`diurnal … --json`."""

    def __init__(self, vault: Path) -> None:
        self.vault = vault

    def call(self, method: str, **parameters: Any) -> Any:
        command, *rest = WORDS[method](parameters)
        words = [command, "--vault", str(self.vault), "--json", *rest]
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
        if status:
            fault = fault_from_wire(json.loads(err.getvalue())["error"])
            assert status == fault.exit_status
            raise fault
        return from_wire(typing.cast(Any, METHODS[method].result), json.loads(out.getvalue()))


class HttpSkin:
    """`POST /rpc` of the HTTP server, which asks the daemon."""

    def __init__(self, vault: Path) -> None:
        self.vault = vault
        self._server = HttpServer(vault, "the token of a test", 0)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def call(self, method: str, **parameters: Any) -> Any:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": write_params(method, parameters)}
        line = http.client.HTTPConnection("127.0.0.1", self._server.server_port, timeout=60)
        headers = {"Authorization": "Bearer the token of a test", "Content-Type": "application/json"}
        line.request("POST", "/rpc", json.dumps(body).encode(), headers)
        reply = json.loads(line.getresponse().read())
        line.close()
        if "error" in reply:
            raise fault_from_wire(reply["error"])
        return from_wire(typing.cast(Any, METHODS[method].result), reply["result"])

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)


def question(command: str) -> Callable[[Mapping[str, Any]], list[str]]:
    """The words for a command that takes a query and options."""

    def words(parameters: Mapping[str, Any]) -> list[str]:
        made = [command]
        for name, value in parameters.items():
            if name == "query":
                continue
            if name == "time_range":
                made += ["--when", value] if isinstance(value, str) else ["--between", *map(str, value)]
            elif name == "reads_time":
                made += [] if value else ["--no-time"]
            elif name == "kinds":
                made += [word for kind in value for word in ("--kind", kind)]
            elif value is True:
                made.append(f"--{name.replace('_', '-')}")
            else:
                made += [f"--{name.replace('_', '-')}", value.isoformat() if name == "now" else str(value)]
        return [*made, "--", str(parameters["query"])]

    return words


WORDS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "ask": question("ask"),
    "search": question("search"),
    "explain": question("explain"),
    "day": lambda given: [
        "day",
        str(given["date"]),
        *(["--parsed"] if given.get("parsed") else []),
        *(["--now", given["now"].isoformat()] if given.get("now") else []),
    ],
    "dates": lambda given: ["dates"],
    "tail": lambda given: ["tail", "-n", str(given.get("n", 10))],
    "note": lambda given: ["note", given["name"]],
    "links": lambda given: ["links", given["name"]],
    "status": lambda given: ["status"],
    "doctor": lambda given: ["doctor"],
}


def error_of(skin: Skin, method: str, **parameters: Any) -> DiurnalError:
    """The error that a call raises; an assertion fails if it raises none."""
    try:
        skin.call(method, **parameters)
    except DiurnalError as fault:
        return fault
    raise AssertionError(f"{method} {parameters} raised nothing")
