"""HTTP requests turned into calls of the daemon: `POST /rpc`, `GET /METHOD?…` for what only reads, and the page.

Nothing is decided here but rights, which are the guard's: what a method means,
and every refusal, comes from the daemon through the client. Questions stand in
addresses, so no request is logged and no answer may be kept by a browser.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from email.message import Message
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from diurnal.client import Client
from diurnal.errors import BadRequest, DiurnalError, UnknownParameter, UsageError
from diurnal.http_server.guard import Guard
from diurnal.http_server.page import POLICY, page
from diurnal.model.regex import regex
from diurnal.service.faults import INTERNAL, UNKNOWN_METHOD, fault_to_wire, where_it_failed
from diurnal.service.params import find_method
from diurnal.service.requests import Refused, fault_line, read_request, result_line
from diurnal.service.signature import Method

# What one request may hold in bytes, as on the socket by default.
MOST_BYTES = 1024 * 1024
# A browser that opens a connection and says nothing is not waited for longer.
SILENT_S = 30
HOST = "127.0.0.1"
_WHOLE = regex(r"-?\d{1,18}")
# Statuses for who only looks at those; the error's own code says more.
NO_TOKEN = "The token is missing or wrong."
WHERE_TOKEN = (
    "Open the address that `diurnal http` printed; a program sends what http.token in the state folder holds."
)
STATUSES = {"note-missing": 404, "not-running": 503, "deadline": 504}


class HttpServer(ThreadingHTTPServer):
    """Answers on this machine's loopback address for one vault until ``shutdown``.

    Args:
        vault: its folder.
        token: what a request must carry.
        port: 0 takes any that is free.
    """

    daemon_threads = True

    def __init__(self, vault: Path, token: str, port: int) -> None:
        super().__init__((HOST, port), _Request)
        self.vault = vault
        self.guard = Guard(token, self.server_port)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks off is not worth a traceback: browsers open some only to have them."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """Where it is reached: "http://127.0.0.1:8750"."""
        return f"http://{HOST}:{self.server_port}"


class _Request(BaseHTTPRequestHandler):
    server: HttpServer
    server_version = "Diurnal"
    sys_version = ""
    timeout = SILENT_S

    def do_GET(self) -> None:
        self._serve(self._get)

    def do_POST(self) -> None:
        self._serve(self._post)

    def _serve(self, answer: Callable[[], None]) -> None:
        """Let *answer* have the request, if whoever sent it may come in; a fault of ours is told without its words."""
        try:
            if self._may_come_in():
                answer()
        except OSError:  # whoever asked has hung up, or sends nothing any more
            self.close_connection = True
        except Exception as fault:  # noqa: BLE001 - the server's edge: one request must not end it
            self._send(
                _json({"error": fault_to_wire(_failed(fault), INTERNAL)}), HTTPStatus.INTERNAL_SERVER_ERROR
            )

    def _get(self) -> None:
        path, _, query = self.path.partition("?")
        given = parse_qs(query, keep_blank_values=True)
        if path == "/" and self.server.guard.fits(given.get("token", [""])[-1]):
            # The token must not stay in the address, where it would be seen and kept.
            self._send(b"", HTTPStatus.SEE_OTHER, Location="/", **{"Set-Cookie": self.server.guard.cookie()})
        elif not self.server.guard.knows(self.headers):
            self._refuse(HTTPStatus.UNAUTHORIZED, NO_TOKEN, WHERE_TOKEN)
        elif path == "/":
            self._show_page("")
        else:
            self._read(path.removeprefix("/"), given)

    def _post(self) -> None:
        if not self.server.guard.knows(self.headers):
            self._refuse(HTTPStatus.UNAUTHORIZED, NO_TOKEN, WHERE_TOKEN)
        elif not 0 < (length := _length(self.headers)) <= MOST_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"Say the length, at most {MOST_BYTES} bytes.")
        else:
            self._answer(self.path.partition("?")[0], self.rfile.read(length))

    def log_message(self, format: str, *args: Any) -> None:
        return

    # --- answers ----------------------------------------------------------------------------------

    def _answer(self, path: str, body: bytes) -> None:
        kind = self.headers.get_content_type()
        if path == "/" and kind == "application/x-www-form-urlencoded":
            # The question is not in the address, so no history keeps it.
            self._show_page(parse_qs(body.decode("utf-8", "replace")).get("q", [""])[-1])
        elif path != "/rpc":
            self._refuse(HTTPStatus.NOT_FOUND, "Only /rpc takes requests.")
        elif kind != "application/json":
            # What a form of another page can send without asking is never JSON.
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send application/json.")
        else:
            self._answer_rpc(body)

    def _answer_rpc(self, body: bytes) -> None:
        try:
            request = read_request(body)
        except Refused as refusal:
            self._send(refusal.reply, HTTPStatus.BAD_REQUEST)
            return
        try:
            reply = result_line(request, self._ask(request.method, request.arguments))
        except DiurnalError as fault:
            reply = fault_line(request.id, fault)
        except Exception as fault:  # noqa: BLE001 - the server's edge: one request must not end it
            reply = fault_line(request.id, _failed(fault), INTERNAL)
        self._send(reply if request.wants_reply else b"", HTTPStatus.OK)

    def _read(self, name: str, given: Mapping[str, list[str]]) -> None:
        try:
            method = find_method(name)
        except UnknownParameter as fault:
            self._send(_json({"error": fault_to_wire(fault, UNKNOWN_METHOD)}), HTTPStatus.NOT_FOUND)
            return
        try:
            if method.writes or method.slow or method.name == "stop":
                raise UsageError(f"{name} does more than read.", hint="Send it to /rpc.")
            found = self._ask(method, _arguments(method, given))
        except DiurnalError as fault:
            status = HTTPStatus(STATUSES.get(fault.code, 400))
            self._send(_json({"error": fault_to_wire(fault)}), status)
        else:
            self._send(_json(found), HTTPStatus.OK)

    def _show_page(self, question: str) -> None:
        answer, said = None, ""
        try:
            if question.strip():
                answer = self._ask(find_method("ask"), {"query": question})
        except DiurnalError as fault:
            said = str(fault)
        text = page(self.server.vault.name, question, answer, said)
        self._send(text.encode("utf-8", "replace"), HTTPStatus.OK, kind="text/html; charset=utf-8")

    def _ask(self, method: Method, arguments: Mapping[str, Any]) -> Any:
        if method.pushes:
            raise UsageError(
                f"{method.name} needs a connection that stays; HTTP answers once.",
                hint="Ask `since` with the clock you have.",
            )
        with Client(self.server.vault, start=True) as client:
            return client.call(method.name, **arguments)

    # --- the wire ---------------------------------------------------------------------------------

    def _may_come_in(self) -> bool:
        fault = self.server.guard.fault_of(self.headers)
        if fault:
            self._refuse(HTTPStatus.FORBIDDEN, fault)
        return not fault

    def _refuse(self, status: HTTPStatus, sentence: str, hint: str = "") -> None:
        self._send(_json({"error": fault_to_wire(BadRequest(sentence, hint=hint))}), status)

    def _send(
        self, body: bytes, status: HTTPStatus, *, kind: str = "application/json", **headers: str
    ) -> None:
        self.send_response(status)
        headers |= {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
            "Connection": "close",
        }
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _failed(fault: Exception) -> DiurnalError:
    return DiurnalError(f"It failed: {where_it_failed(fault)}.")


def _arguments(method: Method, given: Mapping[str, list[str]]) -> dict[str, Any]:
    """The parameters in an address as the values the method takes; what cannot be read stays text and is refused."""
    read: dict[str, Any] = {}
    for name, texts in given.items():
        known = method.parameter(name)
        if known is None:
            names = ", ".join(item.name for item in method.parameters) or "nothing"
            raise UnknownParameter(f"{method.name} has no parameter '{name}'.", hint=f"It takes {names}.")
        text = texts[-1]
        if known.many:
            read[name] = texts
        elif known.kind is bool:
            read[name] = {"true": True, "false": False}.get(text.lower(), text)
        elif known.kind is int and _WHOLE.fullmatch(text):
            read[name] = int(text)
        elif name == "time_range" and text.startswith(("[", "{")):
            read[name] = _span(text)
        else:
            read[name] = text
    return read


def _span(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UsageError(f"time_range is not JSON: {fault}.") from fault


def _length(headers: Message) -> int:
    said = headers.get("Content-Length", "")
    return int(said) if said.isdecimal() else 0


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
