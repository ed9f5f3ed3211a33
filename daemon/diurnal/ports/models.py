"""The ports of the two kinds of model a plugin may bring: one that embeds, one that writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of length 1. ``model`` names weights and version; ``floor`` and ``ceiling``
    map a cosine to a meaning of 0 and 1: below the floor, meaning alone is no match. One that loads its model
    at the first text, and may do so unasked, has ``loads_late = True``: the daemon then does it before a question."""

    model: str
    dim: int
    floor: float
    ceiling: float

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Texts to be found: float32, shape (len(texts), dim). Raises EmbedderFailed."""

    def embed_question(self, text: str) -> NDArray[np.float32]:
        """A question to find them with: float32, shape (dim,). Raises EmbedderFailed."""


@runtime_checkable
class Writer(Protocol):
    """A configured language model; one call, text in, text out."""

    model: str

    def write(self, prompt: str, *, max_tokens: int, as_json: bool = False) -> str:
        """The model's answer. Raises WriterFailed."""
