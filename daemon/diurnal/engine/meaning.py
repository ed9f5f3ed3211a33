"""Search by meaning: the question's vector, and the queue that gives every text its own.

An embedder is a plugin that may be absent, slow, refused or wrong. Nothing it
does reaches an answer as an error: keyword answers go on, the queue tries again
with back-off, and ``degraded`` says what is wrong and what mends it (rule 6).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diurnal.errors import DiurnalError, EmbedderFailed
from diurnal.ports import Embedder, Vectors

Vector = NDArray[np.float32]

# Texts in one batch of the queue: about 80 ms of the default embedder, so that a stop never waits long.
BATCH = 32
# So many texts are never all without a word the model knows.
MANY = 16
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 600.0
# Of a longer question this much is embedded: a model's work grows with the square of a text's length,
# and 100 kB held a thread for 25 s. Its words are all searched for.
LONGEST_QUESTION = 1_000
# Questions whose vectors are kept: an answer is often asked for again, with another limit or cursor.
KEPT_QUESTIONS = 64


class Embedding:
    """One embedder watched over: wrong answers become EmbedderFailed, and failures are not repeated at once."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.trouble = ""
        self._pause_s = 0.0
        self._again_at = float("-inf")
        self._in_use = threading.Lock()

    def warm_up(self, now: float) -> None:
        """Have a model that loads late loaded now: the first question would wait seconds for it."""
        if getattr(self.embedder, "loads_late", False):
            self.embed_question("?", now)

    def may_try(self, now: float) -> bool:
        """True unless it failed a short while ago; *now* in seconds of a clock that only moves forward."""
        return now >= self._again_at

    def forgive(self) -> None:
        """Try again at once: the owner has mended something."""
        self._again_at, self.trouble = float("-inf"), ""

    def embed(self, texts: list[str], now: float) -> Vector | None:
        """float32 (len(texts), dim), or None if it failed; ``trouble`` then says how."""
        return self._tried(lambda: self._checked(self.embedder.embed(texts), len(texts)), now)

    def embed_question(self, text: str, now: float) -> Vector | None:
        """float32 (dim,) of length 1, or None if it failed."""
        with self._in_use:  # a model that is being loaded is not loaded twice
            made = self._tried(lambda: self._checked(self.embedder.embed_question(text)[None, :], 1), now)
        if made is None:
            return None
        length = float(np.linalg.norm(made[0]))
        if not np.isfinite(length):
            self.trouble = (
                f"{self.embedder.model} gave what is no number for a question, so words alone answered it."
            )
            return None
        if length < 1e-12:
            return None
        vector: Vector = (made[0] / length).astype(np.float32)
        return vector

    def _checked(self, made: NDArray[np.float32], wanted: int) -> Vector:
        rows = np.asarray(made, np.float32)
        if rows.shape != (wanted, self.embedder.dim):
            raise EmbedderFailed(
                f"{self.embedder.model} gave an array of shape {rows.shape} for {wanted} texts"
                f" of {self.embedder.dim} numbers."
            )
        lengths = np.linalg.norm(rows, axis=1)
        # A single such row may come of its text, and costs that text its vector; so many do not.
        if wanted >= MANY and not (np.isfinite(lengths) & (lengths > 0)).any():
            raise EmbedderFailed(
                f"{self.embedder.model} gave nothing but zeros, or what is no number, for {wanted} texts."
            )
        return rows

    def _tried(self, work: Callable[[], Vector], now: float) -> Vector | None:
        try:
            made = work()
        except DiurnalError as fault:
            self._failed(str(fault), now)
        except Exception as fault:  # noqa: BLE001 -- a plugin is foreign code and may raise whatever it likes
            self._failed(f"{self.embedder.model} failed ({type(fault).__name__}).", now)
        else:
            self.trouble, self._pause_s = "", 0.0
            return made
        return None

    def _failed(self, sentence: str, now: float) -> None:
        self.trouble = sentence
        self._pause_s = min(LONGEST_PAUSE_S, self._pause_s * 2 or FIRST_PAUSE_S)
        self._again_at = now + self._pause_s


class EmbeddingQueue:
    """Embeds texts that have no vector, a batch at a time; the one writer of this machine's vectors.

    Args:
        embedding: the embedder.
        store: where vectors are kept.
        texts_of: the texts to embed for some text hashes, in their order; "" for one that lives no longer.
    """

    def __init__(
        self, embedding: Embedding, store: Vectors, texts_of: Callable[[list[str]], list[str]]
    ) -> None:
        self.embedding = embedding
        self.store = store
        self._texts_of = texts_of

    def embed_all(
        self,
        wanted: Sequence[str],
        ticks: Callable[[], float],
        *,
        until: float = float("inf"),
        replacing: bool = False,
    ) -> int:
        """Embed the *wanted* text hashes batch by batch until *until* or the first failure; returns how many were kept.

        Vectors of another embedder are never replaced unasked: only *replacing* (``diurnal reembed``) does.

        Args:
            wanted: hashes that have no vector, each once; the texts that live no longer are passed over.
            ticks: seconds of a clock that only moves forward.
            until: by that clock, when to begin no further batch.
        """
        kept = 0
        if self.store.needs_reembed and not replacing:
            return kept
        for start in range(0, len(wanted), BATCH):
            now = ticks()
            if now >= until or not self.embedding.may_try(now):
                break
            kept += self._embed(list(wanted[start : start + BATCH]), now)
        return kept

    def _embed(self, hashes: list[str], now: float) -> int:
        pairs = [
            (text_hash, text) for text_hash, text in zip(hashes, self._texts_of(hashes), strict=True) if text
        ]
        made = self.embedding.embed([text for _, text in pairs], now) if pairs else None
        if made is None:
            return 0
        asked = [text_hash for text_hash, _ in pairs]
        with self.store.alone():
            # A text may have become private meanwhile, and its vectors removed: it must not come back.
            living = [at for at, text in enumerate(self._texts_of(asked)) if text]
            return self.store.add([asked[at] for at in living], made[living]).kept if living else 0


class Questions:
    """Vectors of questions, the last ones kept; None wherever meaning has no say."""

    def __init__(self, embedding: Embedding | None, ticks: Callable[[], float]) -> None:
        self._embedding = embedding
        self._ticks = ticks
        self._kept: OrderedDict[str, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def vector(self, text: str) -> Vector | None:
        """The vector of *text*, float32 (dim,); None for one of marks and pictures alone, which is near to anything."""
        text = text.strip()[:LONGEST_QUESTION]
        if self._embedding is None or not any(map(str.isalnum, text)):
            return None
        with self._lock:
            if text in self._kept:
                self._kept.move_to_end(text)
                return self._kept[text]
            now = self._ticks()
            if not self._embedding.may_try(now):
                return None
            made = self._embedding.embed_question(text, now)
            if made is not None:
                self._kept[text] = made
                if len(self._kept) > KEPT_QUESTIONS:
                    self._kept.popitem(last=False)
            return made
