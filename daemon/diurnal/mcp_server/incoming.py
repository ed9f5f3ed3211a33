"""A client's line as the server can read it, or the answer to one that it never would.

The server passes over what is not quite a message, and whoever sent it waits for
ever. So a line that is no request gets an error that says why; a batch, which
older revisions of the protocol allow, is taken apart; half an emoji, which a
program that cuts texts by length leaves, becomes a question mark. All else
passes as it came.
"""

from __future__ import annotations

import json
import re
from typing import Any

from diurnal.service.faults import INVALID_REQUEST, PARSE_ERROR

BOM = b"\xef\xbb\xbf"
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")


def readable(line: bytes) -> tuple[list[bytes], list[bytes]]:
    """What of *line* (without its line break) goes to the server, and what goes back to the client instead."""
    line = line.removeprefix(BOM)
    if not line.strip():
        return [], []
    try:
        data = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return [], [_refusal(None, PARSE_ERROR, "The line is not JSON.")]
    if isinstance(data, list) and data:
        parts = [_checked(one, json.dumps(one).encode()) for one in data]
        return [passed for part, _ in parts for passed in part], [said for _, back in parts for said in back]
    return _checked(data, line)


def _checked(data: Any, line: bytes) -> tuple[list[bytes], list[bytes]]:
    if why := _why_not(data):
        name = data.get("id") if isinstance(data, dict) else None
        return [], [_refusal(name if type(name) in (str, int) else None, INVALID_REQUEST, why)]
    if _HALF.search(line):
        line = json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    return [line], []


def _why_not(data: Any) -> str:
    """Why *data* is no message; nothing if it is one."""
    if not isinstance(data, dict):
        return "The line is not a JSON object."
    if data.get("jsonrpc") != "2.0":
        return 'This is no JSON-RPC 2.0 message: "jsonrpc" is not "2.0".'
    if "id" in data and type(data["id"]) not in (str, int):
        return "The id is neither a text nor a whole number."
    if "method" not in data:
        return "" if "result" in data or "error" in data else "The message has no method."
    if not isinstance(data["method"], str):
        return "The method is not a text."
    if not isinstance(data.get("params") or {}, dict):
        return "The params are not an object of named parameters."
    return ""


def _refusal(name: str | int | None, number: int, why: str) -> bytes:
    reply = {"jsonrpc": "2.0", "id": name, "error": {"code": number, "message": why}}
    return json.dumps(reply).encode() + b"\n"
