"""The OpenAI-compatible plugin against a real HTTP server on the loopback address."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from diurnal.errors import EmbedderFailed, WriterFailed
from diurnal.hooks import load_plugins

Reply = tuple[int, bytes]


class Endpoint:
    """A loopback server whose reply to each request is decided by ``reply(path, body)``."""

    def __init__(self) -> None:
        self.reply: Callable[[str, dict[str, Any]], Reply] = lambda path, body: (404, b"{}")
        self.seen: list[tuple[str, dict[str, Any], str]] = []
        self.release = threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.seen.append((self.path, body, self.headers.get("Authorization", "")))
                status, data = endpoint.reply(self.path, body)
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.release.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    yield made
    made.close()


def embeddings(path: str, body: dict[str, Any]) -> Reply:
    rows = [{"index": n, "embedding": [3.0 * (n + 1), 4.0 * (n + 1)]} for n in range(len(body["input"]))]
    return 200, json.dumps({"data": rows[::-1]}).encode()


def embedder(url: str, **more: Any) -> Any:
    made = load_plugins().embedder("openai", {"endpoint": url, "model": "m", "dim": 2, **more})
    assert made is not None
    return made


def test_texts_come_back_in_order_and_of_length_one(endpoint: Endpoint) -> None:
    """
    Rows follow the texts whatever order the server answers in, and each has length 1.
    """
    endpoint.reply = embeddings

    rows = embedder(endpoint.url).embed(["a", "b"])

    assert rows.dtype == np.float32
    assert np.allclose([[0.6, 0.8], [0.6, 0.8]], rows)


def test_the_key_comes_from_the_environment(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The configuration names a variable; the key itself is only in the request's header.
    """
    endpoint.reply = embeddings
    monkeypatch.setenv("MY_KEY", "sesame")

    embedder(endpoint.url, key_env="MY_KEY").embed(["a"])

    assert endpoint.seen[0][2] == "Bearer sesame"


@pytest.mark.parametrize("key", ["sesame\n", " sesame ", "sesame\r\n"])
def test_what_stands_around_a_key_is_no_part_of_it(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """
    A key read from a file ends with a line break.
    """
    endpoint.reply = embeddings
    monkeypatch.setenv("MY_KEY", key)

    embedder(endpoint.url, key_env="MY_KEY").embed(["a"])

    assert endpoint.seen[0][2] == "Bearer sesame"


@pytest.mark.parametrize("key", ["ses\name", "sésame", "ses\x7fame"])
def test_a_key_that_is_none_is_not_quoted(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """
    The sentence names the variable; no part of what it holds gets into a log.
    """
    monkeypatch.setenv("MY_KEY", key)

    with pytest.raises(EmbedderFailed, match="environment variable MY_KEY") as fault:
        embedder(endpoint.url, key_env="MY_KEY").embed(["a"])

    assert "ame" not in str(fault.value)
    assert endpoint.seen == []


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_text_too_long_for_the_model_keeps_no_other_waiting(endpoint: Endpoint, status: int) -> None:
    """
    Servers refuse the whole request for one text: it is found, cut until it fits, and all get their vector.
    """

    def reply(path: str, body: dict[str, Any]) -> Reply:
        return (status, b"{}") if max(map(len, body["input"])) > 500 else embeddings(path, body)

    endpoint.reply = reply

    assert embedder(endpoint.url).embed(["short"] * 30 + ["long " * 300] + ["short"] * 40).shape == (71, 2)


def test_a_server_that_refuses_everything_is_not_asked_for_ever(endpoint: Endpoint) -> None:
    endpoint.reply = lambda path, body: (400, b"{}")

    with pytest.raises(EmbedderFailed, match="HTTP 400"):
        embedder(endpoint.url).embed(["text " * 200] * 64)

    assert len(endpoint.seen) < 20


@pytest.mark.parametrize("index", [{}, {"index": 0}, {"index": None}])
def test_a_server_that_counts_nothing_answers_in_the_order_of_the_texts(
    endpoint: Endpoint, index: dict[str, Any]
) -> None:
    rows = [[1.0, 0.0], [0.0, 1.0]]
    data = [{"embedding": row, **index} for row in rows]
    endpoint.reply = lambda path, body: (200, json.dumps({"data": data}).encode())

    assert np.allclose(rows, embedder(endpoint.url).embed(["a", "b"]))


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ((401, b"{}"), "refused the key"),
        ((500, b"{}"), "HTTP 500"),
        ((200, b"<html>"), "not JSON"),
        ((200, b"[" * 100_000), "not JSON"),
        ((200, b'{"nothing": 1}'), "without embeddings"),
        ((200, b'{"data": [{"index": 0, "embedding": "x"}]}'), "without embeddings"),
    ],
)
def test_every_bad_reply_is_one_sentence(endpoint: Endpoint, reply: Reply, said: str) -> None:
    """
    A refused key, a failing server and an answer that is none become EmbedderFailed, which names the endpoint.
    """
    endpoint.reply = lambda path, body: reply

    with pytest.raises(EmbedderFailed, match=said) as fault:
        embedder(endpoint.url).embed(["a"])

    assert endpoint.url in str(fault.value)


def test_an_endpoint_that_hangs_is_given_up(endpoint: Endpoint) -> None:
    """
    The configured time-out ends the wait; the sentence says that it is asked again.
    """

    def hang(path: str, body: dict[str, Any]) -> Reply:
        endpoint.release.wait(30)
        return 200, b"{}"

    endpoint.reply = hang

    with pytest.raises(EmbedderFailed, match="did not answer within"):
        embedder(endpoint.url, timeout_s=0.05).embed(["a"])


def test_an_answer_that_comes_in_drops_is_given_up(endpoint: Endpoint) -> None:
    """
    The time-out is one for the whole answer: drops that each come in time would keep everything else waiting.
    """
    made = embedder(endpoint.url, timeout_s=0.0001)

    with pytest.raises(EmbedderFailed, match="did not answer within"):
        made._endpoint._whole(b" " for _ in iter(int, 1))


def test_no_endpoint_is_said_at_once() -> None:
    """
    Without an endpoint nothing is contacted, and the sentence names the setting.
    """
    with pytest.raises(EmbedderFailed, match="Set `endpoint`"):
        load_plugins().embedder("openai", {})


def test_the_writer_sends_one_message_and_returns_its_text(endpoint: Endpoint) -> None:
    """
    One call, one message in, its text out; JSON is asked for only when wanted.
    """
    endpoint.reply = lambda path, body: (
        200,
        json.dumps({"choices": [{"message": {"content": "ok"}}]}).encode(),
    )
    writer = load_plugins().writer("openai", {"endpoint": endpoint.url, "model": "m"})
    assert writer is not None

    assert writer.write("hello", max_tokens=5, as_json=True) == "ok"

    ((path, body, _),) = endpoint.seen
    assert path == "/v1/chat/completions"
    assert body["messages"] == [{"role": "user", "content": "hello"}]
    assert body["response_format"] == {"type": "json_object"}


def test_a_writer_without_an_answer_fails_by_name(endpoint: Endpoint) -> None:
    """
    An empty list of choices is WriterFailed, not an IndexError.
    """
    endpoint.reply = lambda path, body: (200, b'{"choices": []}')
    writer = load_plugins().writer("openai", {"endpoint": endpoint.url})
    assert writer is not None

    with pytest.raises(WriterFailed, match="without a message"):
        writer.write("hello", max_tokens=5)
