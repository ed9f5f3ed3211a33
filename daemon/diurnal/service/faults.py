"""Errors on the wire: one shape, ``{code, message, data: {kind, hint}}``, both ways.

``code`` is JSON-RPC's number where it has one and the exit status otherwise;
``kind`` is the stable word of ``diurnal.errors``, by which a client raises the
same class that the daemon raised.
"""

from __future__ import annotations

from typing import Any

from diurnal import errors
from diurnal.errors import DiurnalError

# JSON-RPC 2.0 has numbers of its own for what is wrong with a request.
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
UNKNOWN_METHOD = -32601
INVALID_PARAMETERS = -32602
INTERNAL = -32603
RPC_NUMBERS = {"bad-request": INVALID_REQUEST, "unknown-parameter": INVALID_PARAMETERS}


def every_kind() -> dict[str, type[DiurnalError]]:
    """Every error class by its ``code`` word."""
    kinds: dict[str, type[DiurnalError]] = {DiurnalError.code: DiurnalError}
    waiting = [DiurnalError]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            if kind.__module__ == errors.__name__:
                kinds[kind.code] = kind
                waiting.append(kind)
    return kinds


def fault_to_wire(fault: DiurnalError, number: int | None = None) -> dict[str, Any]:
    """The error object for *fault*; *number* replaces the JSON-RPC number."""
    if number is None:
        number = RPC_NUMBERS.get(fault.code, fault.exit_status)
    return {"code": number, "message": fault.message, "data": {"kind": fault.code, "hint": fault.hint}}


def fault_from_wire(error: Any) -> DiurnalError:
    """The exception for an error object; a kind this version does not know becomes a plain DiurnalError."""
    if not isinstance(error, dict):
        return DiurnalError("The daemon answered with an error that cannot be read.")
    data = error.get("data")
    facts = data if isinstance(data, dict) else {}
    kind = every_kind().get(str(facts.get("kind", "")), DiurnalError)
    return kind(str(error.get("message", "")), hint=str(facts.get("hint", "")))


def where_it_failed(fault: BaseException) -> str:
    """Kind and places of an unexpected fault, without its message, which may quote a note."""
    places = []
    trace = fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " <- ".join([type(fault).__name__, *places[::-1]])
