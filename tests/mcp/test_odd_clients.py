"""Clients that send what they should not: each gets an answer, none waits for ever, and nothing is done by guess."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from diurnal.mcp_server.desk import Desk
from diurnal.mcp_server.incoming import readable
from mcp_agent import WRITING, Agent, answer
from notefolder import NoteFolder

Start = Callable[..., Agent]


def said(desk: Desk, tool: str, **arguments: Any) -> tuple[bool, str]:
    """Whether a tool refuses, and what it says."""
    result = answer(desk, tool, **arguments)
    return result["isError"], result["content"][0]["text"]


@pytest.fixture
def desk(vault: NoteFolder) -> Desk:
    return Desk(vault.root, WRITING)


# --- arguments ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("ask", {"question": "tea", "timerange": "last week"}, "ask has no argument 'timerange'. Did you mean 'time_range'?"),
        ("day", {"when": "yesterday"}, "day has no argument 'when'. day takes date, skip."),
        ("status", {"verbose": True}, "status has no argument 'verbose'. status takes nothing."),
        ("askk", {}, "There is no tool 'askk'. Did you mean 'ask'?"),
        ("ask", {}, "ask needs the argument 'question'."),
        ("ask", {"question": None}, "ask: question is None; it should be a valid string."),
        ("ask", {"question": "x", "limit": 0}, "ask: limit is 0; it should be greater than or equal to 1."),
        ("recent", {"n": "many"}, "recent: n is 'many'; it should be a valid integer, unable to parse string as an integer."),
        ("ask", {"question": "x", "scope": "here"}, "ask: scope is 'here'; it should be 'auto', 'entries', 'wiki', 'episodes' or 'all'."),
        ("append", {"text": "x", "hall": "gossip"}, "append: hall is 'gossip'; it should be '', 'facts', 'events', 'discoveries', 'preferences' or 'advice'."),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_refused_in_one_sentence(
    desk: Desk, tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    """A misspelt time that was passed over would be answered from all time, as if it had been obeyed."""
    assert said(desk, tool, **arguments) == (True, sentence)


def test_all_wrong_arguments_are_named_at_once(desk: Desk) -> None:
    assert said(desk, "note", offset=-1) == (
        True,
        "note needs the argument 'name'. note: offset is -1; it should be greater than or equal to 0.",
    )


def test_null_is_what_was_left_out(vault: NoteFolder, open_desk: Any) -> None:
    """Many clients fill in every argument that a schema names."""
    vault.write("diary/2026-07-21.md", "- 09:00 drank tea\n")
    desk = open_desk()

    nothing: dict[str, Any] = {"limit": None, "time_range": None, "scope": None, "cursor": None}

    assert said(desk, "ask", question="tea", **nothing) == said(desk, "ask", question="tea")
    assert "drank tea" in said(desk, "ask", question="tea", **nothing)[1]


def test_a_refusal_is_short_however_long_what_it_names(open_desk: Any) -> None:
    refuses, text = said(open_desk(), "note", name="x" * 200_000)

    assert refuses
    assert text.startswith("No note is called 'xxx")
    assert len(text.encode()) <= 1000


def test_no_page_of_a_note_begins_behind_its_end(vault: NoteFolder, open_desk: Any) -> None:
    vault.write("Tea.md", "Green.\n")

    assert said(open_desk(), "note", name="Tea", offset=99) == (
        True,
        "Tea.md has 7 characters, so no page of it begins at 99. Leave offset out to read it from the start.",
    )


# --- lines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name", "number"),
    [
        (b"hello", None, -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "meth', None, -32700),
        (b"[" * 100_000, None, -32700),
        (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"ping"}', None, -32700),
        (b"[]", None, -32600),
        (b"7", None, -32600),
        (b'{"id": 1, "method": "ping"}', 1, -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": "a", "method": 5}', "a", -32600),
        (b'{"jsonrpc": "2.0", "id": 3}', 3, -32600),
        (b'{"jsonrpc": "2.0", "id": 4, "method": "ping", "params": [1]}', 4, -32600),
    ],
)
def test_a_line_the_server_would_pass_over_is_answered(line: bytes, name: Any, number: int) -> None:
    passed, (reply,) = readable(line)

    assert passed == []
    assert json.loads(reply)["id"] == name
    assert json.loads(reply)["error"]["code"] == number
    assert reply.endswith(b"\n")


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":0,"method":"ping"}',
        b'{"jsonrpc": "2.0", "id": "", "method": "ping", "params": null}\r',
        '{"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"q": "茶 \\\\ud83d"}}'.encode(),
        b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        b'{"jsonrpc": "2.0", "id": 5, "result": {}}',
        b'{"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "x"}}',
    ],
)
def test_every_message_passes_as_it_came(line: bytes) -> None:
    passed, replies = readable(line)

    assert [json.loads(one) for one in passed] == [json.loads(line)]
    assert replies == []


def test_blank_lines_and_a_byte_order_mark_are_no_messages() -> None:
    assert readable(b"") == readable(b" \r") == ([], [])
    assert readable(b'\xef\xbb\xbf{"jsonrpc":"2.0","id":0,"method":"ping"}')[0] == [
        b'{"jsonrpc":"2.0","id":0,"method":"ping"}'
    ]


def test_a_batch_is_taken_apart() -> None:
    """The revision of March 2025 has them; each request is answered by its id."""
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}

    passed, replies = readable(json.dumps([ping, 5, {**ping, "id": 2}]).encode())

    assert [json.loads(one)["id"] for one in passed] == [1, 2]
    assert [json.loads(one)["error"]["code"] for one in replies] == [-32600]


def test_half_an_emoji_becomes_a_question_mark() -> None:
    """A program that cuts its texts by length sends such, and its JSON is valid; the server cannot read it."""
    line = rb'{"jsonrpc":"2.0","id":1,"method":"m","params":{"q":"tea \ud83d","whole":"\ud83d\ude00"}}'

    (passed,), replies = readable(line)

    assert json.loads(passed)["params"] == {"q": "tea ?", "whole": "😀"}
    assert replies == []


@pytest.mark.daemon
def test_a_conversation_goes_on_after_lines_that_are_none(
    vault: NoteFolder, start: Start, alone: None
) -> None:
    agent = start(vault.root)
    agent.begin()
    assert agent.process.stdin
    half = (
        rb'{"jsonrpc":"2.0","id":"half","method":"tools/call","params":{"name":"askk\ud83d","arguments":{}}}'
    )
    for line in (b"hello\n", b"\n\n\xff\xfe\n", half + b"\n"):
        agent.process.stdin.write(line)
    agent.process.stdin.flush()

    heard = [json.loads(agent.line()) for _ in range(3)]

    assert [reply["id"] for reply in heard] == [None, None, "half"]
    assert "There is no tool 'askk?'" in heard[2]["result"]["content"][0]["text"]
    assert agent.ask("ping") == {}
