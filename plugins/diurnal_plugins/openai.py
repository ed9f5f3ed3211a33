"""Embeddings and text from any endpoint that speaks OpenAI's HTTP dialect (extra ``openai``).

Covers the hosted service and the local servers that imitate it. Keys come from an
environment variable whose *name* is configured; they are never stored or logged.
Only a configured endpoint is ever contacted.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import DiurnalError, EmbedderFailed, WriterFailed
from diurnal.hooks import hookimpl

if TYPE_CHECKING:
    import httpx

NAME = "openai"
TIMEOUT_S = 30.0
# Texts in one request: large enough to be cheap, small enough for every known server's body limit.
BATCH = 64
# A server that answers so is there, and does not want this input: the same again would be refused again.
INPUT_REFUSED = (400, 413, 422)
# A text that is refused is cut in half, down to this many characters.
SHORTEST = 100
# A batch of the longest vectors there are, written out, takes a tenth of it.
LONGEST_ANSWER = 64 << 20


class InputRefused(EmbedderFailed):
    """The server is there and refuses what it was sent; one text of it may be too long for the model."""


class Endpoint:
    """One JSON endpoint; turns every way a request can fail into one error with a sentence."""

    def __init__(self, url: str, key_env: str, timeout_s: float, error: type[DiurnalError]) -> None:
        self.url = url.rstrip("/")
        self._key_env = key_env
        self._timeout_s = timeout_s
        self._error = error
        self._client: httpx.Client | None = None

    def post(self, path: str, body: Mapping[str, Any], *, refused: type[DiurnalError] | None = None) -> Any:
        """The parsed answer. Raises the endpoint's error for refusals, time-outs and answers that are no JSON.

        *refused* is raised in its place where the server refuses the input itself.
        """
        try:
            import httpx
        except ImportError as fault:
            raise self._error(
                "The openai plugin needs the package httpx, which is not installed.",
                hint="Install it in the folder of Diurnal: `pip install '.[openai]'`.",
            ) from fault
        if self._client is None:
            self._client = httpx.Client(timeout=self._timeout_s, headers=self._headers())
        try:
            with self._client.stream("POST", f"{self.url}{path}", json=dict(body)) as answer:
                data = self._whole(answer.iter_bytes())
        except httpx.TimeoutException as fault:
            raise self._too_late() from fault
        except (httpx.HTTPError, httpx.InvalidURL) as fault:
            raise self._error(
                f"{self.url} could not be reached: {fault}.", hint="It is asked again later."
            ) from fault
        if answer.status_code in (401, 403):
            raise self._error(
                f"{self.url} refused the key (HTTP {answer.status_code}).",
                hint=f"Set the environment variable {self._key_env or 'named by key_env'} to a valid key.",
            )
        if answer.is_error:
            kind = refused if refused and answer.status_code in INPUT_REFUSED else self._error
            raise kind(f"{self.url} answered HTTP {answer.status_code}.", hint="It is asked again later.")
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as fault:
            raise self._error(f"{self.url} answered something that is not JSON.") from fault

    def _whole(self, pieces: Iterable[bytes]) -> bytes:
        """An answer that comes in *pieces*, read to its end. Raises the endpoint's error if it has none."""
        data = bytearray()
        begun = time.monotonic()
        for piece in pieces:
            data += piece
            # The client's own limit is that of each piece: one byte a second would go on for ever.
            if time.monotonic() - begun > self._timeout_s:
                raise self._too_late()
            if len(data) > LONGEST_ANSWER:
                raise self._error(f"{self.url} answered more than {LONGEST_ANSWER >> 20} MB.")
        return bytes(data)

    def _too_late(self) -> DiurnalError:
        return self._error(
            f"{self.url} did not answer within {self._timeout_s:g} s.", hint="It is asked again later."
        )

    def _headers(self) -> dict[str, str]:
        key = os.environ.get(self._key_env, "").strip() if self._key_env else ""
        if not key.isascii() or not key.isprintable():
            # Said here: the library that refuses it would quote it.
            raise self._error(
                f"The key in the environment variable {self._key_env} holds a character that no key has.",
                hint="Set it anew, on one line.",
            )
        return {"Authorization": f"Bearer {key}"} if key else {}


class OpenAIEmbedder:
    """Vectors from ``POST /embeddings``."""

    def __init__(self, endpoint: Endpoint, model: str, dim: int, floor: float, ceiling: float) -> None:
        self._endpoint = endpoint
        self.model = f"openai:{model}"
        self._remote_model = model
        self.dim = dim
        self.floor = floor
        self.ceiling = ceiling

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """float32, shape (len(texts), dim), rows of length 1. Raises EmbedderFailed."""
        rows: list[NDArray[np.float32]] = []
        for at in range(0, len(texts), BATCH):
            rows += self._rows(list(texts[at : at + BATCH]))
        if not rows:
            return np.zeros((0, self.dim), dtype=np.float32)
        if len({row.shape for row in rows}) != 1:
            raise EmbedderFailed(f"{self._endpoint.url} answered vectors of different lengths.")
        made = np.vstack(rows)
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        unit: NDArray[np.float32] = (made / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        return unit

    def _rows(self, texts: list[str]) -> list[NDArray[np.float32]]:
        """One row for each of *texts*; where they are refused, for halves of them, so that none keeps the others waiting."""
        try:
            answer = self._endpoint.post(
                "/embeddings", {"model": self._remote_model, "input": texts}, refused=InputRefused
            )
        except InputRefused:
            if len(texts) > 1:
                middle = len(texts) // 2
                return self._rows(texts[:middle]) + self._rows(texts[middle:])
            half = texts[0][: len(texts[0]) // 2]
            if len(half) < SHORTEST:
                raise
            return self._rows([half])
        try:
            # Some servers leave the index out, or say 0 of each: then the order is that of the texts.
            data = sorted(answer["data"], key=lambda item: item.get("index") or 0)
            return [np.asarray(item["embedding"], dtype=np.float32) for item in data]
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise EmbedderFailed(f"{self._endpoint.url} answered without embeddings.") from fault

    def embed_question(self, text: str) -> NDArray[np.float32]:
        """float32, shape (dim,)."""
        (row,) = self.embed([text])
        return np.asarray(row, dtype=np.float32)


class OpenAIWriter:
    """Text from ``POST /chat/completions``: one message in, one out."""

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self.model = f"openai:{model}"
        self._remote_model = model

    def write(self, prompt: str, *, max_tokens: int, as_json: bool = False) -> str:
        """The answer's text. Raises WriterFailed."""
        body: dict[str, Any] = {
            "model": self._remote_model,
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": max_tokens,
            "temperature": 0,
        }
        if as_json:
            body["response_format"] = {"type": "json_object"}
        answer = self._endpoint.post("/chat/completions", body)
        try:
            text = answer["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError) as fault:
            raise WriterFailed(f"{self._endpoint.url} answered without a message.") from fault
        if not isinstance(text, str):
            raise WriterFailed(f"{self._endpoint.url} answered an empty message.")
        return text


def _endpoint(settings: Mapping[str, Any], error: type[DiurnalError]) -> Endpoint:
    url = settings.get("endpoint")
    if not url:
        raise error(
            "The openai plugin has no endpoint.", hint="Set `endpoint` beside its name in the configuration."
        )
    return Endpoint(
        str(url), str(settings.get("key_env") or ""), float(settings.get("timeout_s") or TIMEOUT_S), error
    )


@hookimpl
def diurnal_embedder(name: str, settings: Mapping[str, Any]) -> OpenAIEmbedder | None:
    if name != NAME:
        return None
    return OpenAIEmbedder(
        _endpoint(settings, EmbedderFailed),
        str(settings.get("model") or "text-embedding-3-small"),
        int(settings.get("dim") or 1536),
        0.25,
        0.75,
    )


@hookimpl
def diurnal_writer(name: str, settings: Mapping[str, Any]) -> OpenAIWriter | None:
    if name != NAME:
        return None
    return OpenAIWriter(_endpoint(settings, WriterFailed), str(settings.get("model") or "gpt-4o-mini"))
