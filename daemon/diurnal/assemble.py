"""Where the parts become one memory: the only place that knows every adapter.

Each function makes one part from the settings; ``assemble`` puts them together
in the order of DESIGN §4: the catalogue first, then what replays from it.
"""

from __future__ import annotations

import shutil
import time
import zoneinfo
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path

from diurnal.child.order import OrderKeeper, OrderPlace
from diurnal.child.process import Child
from diurnal.config.settings import Settings, WatchSettings
from diurnal.embedding import EMBED, embedder_of, open_vectors, texts_of
from diurnal.engine.answering import Answering, TimeRules
from diurnal.engine.background import Background, Works
from diurnal.engine.browse import Browser
from diurnal.engine.dates import Dating
from diurnal.engine.dress import Wardrobe
from diurnal.engine.explain import Explainer
from diurnal.engine.health import Health, folder_size
from diurnal.engine.hop import Hops
from diurnal.engine.journal_ranker import JournalRanker
from diurnal.engine.loop import Loop, Rhythm
from diurnal.engine.meaning import Embedding, EmbeddingQueue, Questions
from diurnal.engine.other_names import OtherNames
from diurnal.engine.reading import ReadNote
from diurnal.engine.reconcile import Reconciler
from diurnal.engine.scoring import Ranker, Scorer
from diurnal.engine.searching import Searching
from diurnal.engine.settle import SettleTimes
from diurnal.engine.vector_keeper import VectorKeeper
from diurnal.errors import EmbedderFailed
from diurnal.hooks import Plugins, load_plugins
from diurnal.model.layout import Layout
from diurnal.model.record import Event, Note
from diurnal.model.results import StorePart
from diurnal.model.stamp import Source
from diurnal.model.time import TimeWindow
from diurnal.ports import Applied, Job, Watcher
from diurnal.rank.fields import FIELDS_RECIPE, is_counted, record_tokens
from diurnal.rank.halls import classify
from diurnal.rank.journal import JournalFigures
from diurnal.rank.meaning import Scale
from diurnal.rank.profiles import Profile
from diurnal.rank.tokens import TOKENIZER_RECIPE
from diurnal.store.catalogue import Catalogue
from diurnal.store.index import Index
from diurnal.store.postings import Postings
from diurnal.store.search_facts import SearchFacts
from diurnal.store.state import Folders
from diurnal.store.vectors import VectorStore
from diurnal.text import READER_RECIPE, Reader
from diurnal.text.names import Names
from diurnal.text.paths import without_suffix
from diurnal.text.resolve import NoteNames
from diurnal.vault.disk import DiskVault
from diurnal.vault.settings import LiveSettings, Overrides, fingerprint
from diurnal.vault.watch import SystemWatcher, Unwatched
from diurnal.when import mentions

# Far more notes than are written within the minutes in which an editor may overwrite an insertion.
CHANGED_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Parts:
    """One vault's memory in pieces, as ``Memory`` holds it."""

    settings: Settings
    folders: Folders
    vault: DiskVault
    live: LiveSettings
    plugins: Plugins
    catalogue: Catalogue
    names: NoteNames
    index: Index
    loop: Loop
    answering: Answering
    browser: Browser
    dating: Dating
    searching: Searching
    explainer: Explainer
    zone: zoneinfo.ZoneInfo | None
    health: Health
    embedding: Embedding | None
    vectors: VectorStore | None
    background: Background
    works: Works
    changed: deque[str]
    """Notes that were taken in anew, for who must look at them again; the oldest are dropped."""
    scorer_for: Callable[[Settings], Scorer]
    """The scorer that other settings would make over the same index."""
    recipe: Callable[[], str]
    """Fingerprint of all that decides how notes are read now; the vault's own settings may have changed since the start."""


def assemble(
    vault_path: Path, settings: Settings, environment: Mapping[str, str], *, wake: Callable[[], None] | None
) -> Parts:
    """The parts of the memory of *vault_path*.

    Args:
        vault_path: its folder; it must exist.
        settings: those that hold.
        environment: for the folders of the owner.
        wake: called when the system says that something happened in the vault; None for a memory that
            looks at the disk only when it is asked.
    """
    cache = Path(settings.cache_dir) if settings.cache_dir else None
    folders = Folders.of(vault_path, environ=environment, cache_dir=cache)
    folders.make()
    live = LiveSettings(vault_path, base_layout(settings), overrides_of(settings))
    layout = live.current.layout
    plugins = load_plugins(settings.plugins)
    catalogue, why_catalogue = Catalogue.open(
        folders.catalogue, recipe=recipe_of(layout, plugins), witness=folders.witness
    )

    def open_postings(anew: bool) -> tuple[Postings, str]:
        if anew:
            shutil.rmtree(folders.postings, ignore_errors=True)
        return Postings.open(
            folders.postings, catalogue, record_tokens, recipe=FIELDS_RECIPE, is_counted=is_counted
        )

    vault = DiskVault(vault_path, layout)
    names, other_names = names_of(catalogue)
    embedding, vectors, faults = meaning_of(settings, plugins, folders)
    index = Index(catalogue, open_postings, vectors)

    changed: deque[str] = deque(maxlen=CHANGED_KEPT)

    def publish(applied: Applied) -> None:
        index.publish(applied)
        changed.extend(applied.touched)
        aliases = catalogue.names.aliases_of(applied.touched)
        for path in applied.touched:
            if path in aliases:
                names.put(path, aliases[path])
                other_names.put(path, title_of(path), aliases[path])
            else:
                names.drop(path)
                other_names.drop(path)

    reconciler = Reconciler(
        vault,
        catalogue,
        reader_for(layout, plugins),
        publish,
        delete_grace_s=settings.watch.delete_grace_ms / 1000,
        vanish_percent=settings.watch.vanish_percent,
        original_of=lambda path: names_in(vault.layout).original_of(path),
    )
    loop = Loop(
        reconciler,
        watcher_for(settings, wake),
        new_layout=live.refresh,
        reader_for=lambda changed: reader_for(changed, plugins),
        rhythm=rhythm_of(settings.watch),
    )
    browser = Browser(
        vault,
        catalogue,
        names,
        lambda path, data, private: read_bytes(vault.layout, plugins, path, data, private),
        vault_path.name,
        lambda day, of: day_notes(day, of, catalogue.names.paths()),
    )
    child = Child(wake=wake) if wake is not None else None
    vector_keeper = (
        VectorKeeper(
            EmbeddingQueue(embedding, vectors, texts_of(catalogue)),
            index,
            child,
            lambda replacing: embed_job(settings, folders, replacing),
        )
        if embedding is not None and vectors is not None
        else None
    )
    keeper = OrderKeeper(
        OrderPlace(folders.whoosh, folders.state / "whoosh.seal", TOKENIZER_RECIPE), catalogue, child
    )
    keeper.open()
    background = Background(catalogue, index, keeper, vector_keeper, child, wake or (lambda: None))

    def degraded() -> tuple[str, ...]:
        trouble = (embedding.trouble,) if embedding and embedding.trouble else ()
        return (
            *plugins.faults,
            *faults,
            *trouble,
            *(vectors.faults if vectors is not None else ()),
            *background.troubles,
        )

    zone = zoneinfo.ZoneInfo(settings.timezone) if settings.timezone else None
    answering = Answering(
        index,
        loop,
        scorer_of(settings, embedding, catalogue, other_names),
        Wardrobe(catalogue, Hops(catalogue, names.link), vault_path.name),
        TimeRules(
            settings.time.languages,
            settings.day_starts_at,
            settings.timezone or time.tzname[time.localtime().tm_isdst > 0],
            settings.time.parser,
        ),
        browser.span_of,
        time.monotonic,
        degraded,
        time.sleep,
    )
    searching = Searching(
        answering,
        SearchFacts(catalogue),
        lambda: keeper.current,
        keeper.report_broken,
        background.order_words,
    )
    rebuilt = tuple(sentence for sentence in (why_catalogue, index.rebuilt) if sentence)

    def stores() -> tuple[StorePart, ...]:
        snapshot, order = index.snapshot, keeper.current
        found = [
            StorePart(
                "catalogue", catalogue.clock.tick, len(snapshot.columns), folders.catalogue.stat().st_size
            ),
            StorePart("postings", snapshot.clock.tick, len(snapshot.words), folder_size(folders.postings)),
            StorePart(
                "word order",
                order.covers.tick if order else 0,
                order.last_row if order else 0,
                folder_size(folders.whoosh),
                keeper.trouble,
            ),
        ]
        if vectors is not None:
            rows = 0 if snapshot.meaning is None else len(snapshot.meaning)
            found.append(StorePart("vectors", snapshot.clock.tick, rows, folder_size(folders.vectors)))
        return tuple(found)

    health = Health(
        vault, catalogue, index, loop, stores, lambda: rebuilt, degraded, lambda: live.current.warnings
    )
    return Parts(
        settings=settings,
        folders=folders,
        vault=vault,
        live=live,
        plugins=plugins,
        catalogue=catalogue,
        names=names,
        index=index,
        loop=loop,
        answering=answering,
        browser=browser,
        dating=Dating(answering, other_names),
        searching=searching,
        explainer=Explainer(answering, browser),
        zone=zone,
        health=health,
        embedding=embedding,
        vectors=vectors,
        background=background,
        scorer_for=lambda chosen: scorer_of(chosen, embedding, catalogue, other_names),
        recipe=lambda: recipe_of(vault.layout, plugins),
        changed=changed,
        works=Works(loop, background, settings.start.stop_within_s),
    )


def names_of(catalogue: Catalogue) -> tuple[NoteNames, OtherNames]:
    """What every note of the catalogue is called."""
    aliases: dict[str, tuple[str, ...]] = dict.fromkeys(catalogue.names.paths(), ())
    for named in catalogue.names.titles():
        if named.role == "alias":
            aliases[named.path] = (*aliases[named.path], named.name)
    others = OtherNames()
    for path, called in aliases.items():
        others.put(path, title_of(path), called)
    return NoteNames(aliases.items()), others


def title_of(path: str) -> str:
    """The title of the note *path*: its name."""
    return without_suffix(path.rpartition("/")[2])


def base_layout(settings: Settings) -> Layout:
    """What the configuration says of reading, before Obsidian's own settings are laid over it."""
    vault = settings.vault
    return Layout(
        wiki_folders=vault.wiki_folders,
        episodes_folder=vault.episodes_folder,
        ignored=vault.ignore,
        private_folders=vault.private_folders,
        private_tags=vault.private_tags,
        owner_only_folders=vault.owner_only_folders,
        owner_only_tags=vault.owner_only_tags,
        evergreen_folders=vault.evergreen_folders,
        machine_authors=settings.diary.machine_authors,
        day_starts_at=settings.day_starts_at,
        passage_chars=vault.passage_chars,
        reads_conflict_copies=vault.conflict_copies == "mark",
    )


def overrides_of(settings: Settings) -> Overrides:
    """What the configuration says instead of `.obsidian`."""
    return Overrides(
        daily_folder=settings.vault.daily_folder,
        daily_pattern=settings.vault.daily_format,
        templates_folder=settings.vault.templates_folder,
    )


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
    scale = Scale(embedding.embedder.floor, embedding.embedder.ceiling) if embedding else None
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


def recipe_of(layout: Layout, plugins: Plugins) -> str:
    """Fingerprint of all that decides what records a note is read into."""
    return "/".join((READER_RECIPE, plugins.recipe(), fingerprint(layout)))


def reader_for(layout: Layout, plugins: Plugins) -> ReadNote:
    """What turns a note's bytes into a note, plugins included."""
    reader = Reader(
        layout, classify=classify, events=lambda text, day: events_in(text, day, layout.day_starts_at)
    )

    def read(source: Source) -> Note:
        return plugins.enrich(reader.read(source.path, source.data))

    return read


def read_bytes(layout: Layout, plugins: Plugins, path: str, data: bytes, show_private: bool) -> Note:
    """A note read for somebody who asked for it by name."""
    reader = Reader(
        layout, classify=classify, events=lambda text, day: events_in(text, day, layout.day_starts_at)
    )
    return plugins.enrich(reader.read(path, data, show_private=show_private))


def events_in(text: str, day: date | None, day_starts_at: int) -> tuple[Event, ...]:
    """The spans in the world that *text*, written on *day*, speaks of; undated text only by explicit dates."""
    if day is None:
        return ()
    noon = datetime(day.year, day.month, day.day, 12)
    return tuple(
        Event(TimeWindow(window.start, window.end), grain, phrase)
        for window, grain, phrase in mentions(text, noon, day_starts_at=day_starts_at)
    )


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
    return SystemWatcher(wake)


@lru_cache(maxsize=2)
def names_in(layout: Layout) -> Names:
    """What paths say by *layout*; its patterns are compiled once."""
    return Names(layout)


def day_notes(day: date, layout: Layout, paths: list[str]) -> tuple[str, ...]:
    """The notes that stand for *day*, by their names alone."""
    names = names_in(layout)
    return tuple(path for path in paths if names.read(path).day == day)
