"""A language model that says what a test tells it to, behind a real HTTP server on the loopback address."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from diurnal.hooks import load_plugins
from diurnal.ports import Writer

Say = str | dict[str, Any] | list[Any] | int
"""A text, a value to be said as JSON, or an HTTP status to fail with."""


class ScriptedModel:
    """Answers each call with the next of ``says``; ``prompts`` are the texts it was asked."""

    def __init__(self) -> None:
        self.says: list[Say] = []
        self.prompts: list[str] = []
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                model.prompts.append(body["messages"][0]["content"])
                said = model.says.pop(0)
                status = said if isinstance(said, int) else 200
                text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
                data = json.dumps({"choices": [{"message": {"content": text}}]}).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def writer(self) -> Writer:
        """The plugin's writer, pointed at this model."""
        url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        writer = load_plugins().writer("openai", {"endpoint": url, "model": "scripted"})
        assert writer is not None
        return writer

    def facts(self, *facts: dict[str, Any]) -> None:
        """The next answer."""
        self.says.append({"facts": list(facts)})

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def by_words(texts: Callable[[], list[Any]]) -> Callable[..., list[Any]]:
    """A ``similar`` for tests: records with the most words in common, best first."""

    def similar(text: str, limit: int, now: object) -> list[Any]:
        asked = set(text.casefold().replace(".", " ").split())
        ranked = [
            (len(asked & set(r.text.casefold().replace(".", " ").split())), n, r)
            for n, r in enumerate(texts())
        ]
        return [
            record for common, _, record in sorted(ranked, key=lambda item: (-item[0], item[1])) if common
        ][:limit]

    return similar
