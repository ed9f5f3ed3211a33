"""One line in, one line out: JSON-RPC 2.0 as text, without sockets and without threads."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from diurnal.errors import BadRequest, DiurnalError, UnknownParameter
from diurnal.service.faults import PARSE_ERROR, UNKNOWN_METHOD, fault_to_wire
from diurnal.service.params import find_method, read_params
from diurnal.service.signature import Method

EXAMPLE = 'Expected one line like {"jsonrpc": "2.0", "id": 1, "method": "status", "params": {}}.'


@dataclass(frozen=True, slots=True)
class Request:
    """A checked request. ``id`` is echoed; a request without one (``wants_reply`` false) gets no answer."""

    id: str | int | float | None
    method: Method
    arguments: dict[str, Any]
    wants_reply: bool = True


class Refused(Exception):
    """A line that is no request, with the reply it deserves."""

    def __init__(self, reply: bytes) -> None:
        super().__init__("refused")
        self.reply = reply


def read_request(line: bytes) -> Request:
    """The request that *line* holds.

    Raises:
        Refused: it holds none; ``reply`` is the error line.
    """
    try:
        data = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        raise _refused(
            None, BadRequest("The line is not JSON in UTF-8.", hint=EXAMPLE), PARSE_ERROR
        ) from fault
    if not isinstance(data, dict):
        raise _refused(None, BadRequest("The line is not a JSON object.", hint=EXAMPLE))
    name = data.get("id")
    # 1e999 is read as infinity, which no JSON can carry back.
    if isinstance(name, (dict, list, bool)) or name in (math.inf, -math.inf):
        raise _refused(None, BadRequest("The id is neither a text nor a number.", hint=EXAMPLE))
    if data.get("jsonrpc", "2.0") != "2.0" or "method" not in data:
        raise _refused(name, BadRequest("This is not a JSON-RPC 2.0 request.", hint=EXAMPLE))
    try:
        method = find_method(data["method"])
    except UnknownParameter as fault:
        raise _refused(name, fault, UNKNOWN_METHOD) from fault
    try:
        return Request(name, method, read_params(method, data.get("params")), "id" in data)
    except DiurnalError as fault:
        raise _refused(name, fault) from fault


def result_line(request: Request, result: Any) -> bytes:
    """The reply that carries *result*."""
    return _line({"jsonrpc": "2.0", "id": request.id, "result": result})


def fault_line(name: Any, fault: DiurnalError, number: int | None = None) -> bytes:
    """The reply that carries an error; *name* is the request's id, or None where it is not known."""
    return _line({"jsonrpc": "2.0", "id": name, "error": fault_to_wire(fault, number)})


def notification_line(method: str, params: Any) -> bytes:
    """A line nobody asked for, which has no id: what a subscriber is told."""
    return _line({"jsonrpc": "2.0", "method": method, "params": params})


def _no_number(said: str) -> float:
    """Python would read NaN and Infinity, which JSON does not have and no other client could read in a reply."""
    raise ValueError(f"{said} is no number of JSON")


def _refused(name: Any, fault: DiurnalError, number: int | None = None) -> Refused:
    return Refused(fault_line(name, fault, number))


def _line(reply: dict[str, Any]) -> bytes:
    text = json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate (half an emoji in a note) has no UTF-8; its backslash form is JSON's own.
    return text.encode("utf-8", "backslashreplace") + b"\n"
