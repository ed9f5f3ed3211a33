"""What the owner chose, as parts: the embedder, the profile of ranking, how the disk is watched."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict

from diurnal.child.embedding import EMBED, embedder_of, open_vectors
from diurnal.config.settings import MeaningSettings, Settings, WatchSettings
from diurnal.engine.journal_ranker import JournalRanker
from diurnal.engine.loop import Rhythm
from diurnal.engine.meaning import Embedding, Questions
from diurnal.engine.other_names import OtherNames
from diurnal.engine.scoring import Ranker, Scorer
from diurnal.engine.settle import SettleTimes
from diurnal.errors import EmbedderFailed
from diurnal.hooks import Plugins
from diurnal.ports import Catalogue, Embedder, Job, Watcher
from diurnal.rank.journal import JournalFigures
from diurnal.rank.meaning import Scale
from diurnal.rank.profiles import Profile
from diurnal.store.state import Folders
from diurnal.store.vectors import VectorStore
from diurnal.vault.watch import SystemWatcher, Unwatched


def meaning_of(
    settings: Settings, plugins: Plugins, folders: Folders
) -> tuple[Embedding | None, VectorStore | None, tuple[str, ...]]:
    """The embedder with its vectors, or two Nones and the sentence that says why there is none."""
    try:
        embedder = embedder_of(asdict(settings.meaning), plugins)
    except EmbedderFailed as fault:
        return None, None, (f"Search by meaning is off: {fault}",)
    if embedder is None:
        return None, None, ()
    return Embedding(embedder), open_vectors(folders.vectors, folders.machine, embedder), ()


def scorer_of(
    settings: Settings, embedding: Embedding | None, catalogue: Catalogue, other_names: OtherNames
) -> Scorer:
    """The scorer of the chosen profile with what the owner has turned."""
    search = settings.search
    if search.profile == "journal":
        return JournalRanker(catalogue.with_rows, JournalFigures(**asdict(search.journal)))
    scale = _scale_of(settings.meaning, embedding.embedder) if embedding else None
    profile = Profile(
        words=search.words,
        meaning=search.meaning,
        names=search.names,
        recency=search.recency,
        tau_days=search.tau_days,
        importance=search.importance,
        halls=asdict(search.halls),
    )
    return Ranker(Questions(embedding, time.monotonic), scale, profile, other_names)


def _scale_of(meaning: MeaningSettings, embedder: Embedder) -> Scale:
    """The cosines that count as no and as the same meaning: the owner's, else the embedder's own."""
    return Scale(
        embedder.floor if meaning.floor is None else meaning.floor,
        embedder.ceiling if meaning.ceiling is None else meaning.ceiling,
    )


def embed_job(settings: Settings, folders: Folders, replacing: bool) -> Job:
    """The job that has the child embed what has no vector."""
    arguments = {
        "catalogue": str(folders.catalogue),
        "vectors": str(folders.vectors),
        "machine": folders.machine,
        "meaning": asdict(settings.meaning),
        "plugins": list(settings.plugins),
        "replacing": replacing,
    }
    return Job(EMBED, arguments)


def rhythm_of(watch: WatchSettings) -> Rhythm:
    """How often everything is looked at: without polling no more often than while events come."""
    full_s = watch.reconcile_every_min * 60 or float("inf")
    return Rhythm(
        SettleTimes(watch.settle_ms / 1000),
        full_s=full_s,
        poll_s=full_s if watch.poll == "never" else watch.poll_every_s,
    )


def watcher_for(settings: Settings, wake: Callable[[], None] | None) -> Watcher:
    """Events of the system, or none where the memory only looks when asked."""
    if wake is None or settings.watch.poll == "always":
        return Unwatched("off" if wake is None else "polling")
    return SystemWatcher(wake, otherwise="sweeps" if settings.watch.poll == "never" else "polling")
