"""What reads, put together: from a vault's folder and its settings to the parts of one memory."""

from __future__ import annotations

import time
import zoneinfo
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from diurnal.assemble.chosen import embed_job, rhythm_of, scorer_of, watcher_for
from diurnal.assemble.own_rules import own_hall_rules
from diurnal.assemble.reading import (
    base_layout,
    day_notes,
    names_in,
    overrides_of,
    read_bytes,
    reader_for,
    recipe_of,
    skimmer_for,
)
from diurnal.assemble.settings_files import SettingsFiles
from diurnal.assemble.stores import Stores
from diurnal.child.completing import completing_job, completions
from diurnal.child.embedding import texts_of
from diurnal.child.order import OrderKeeper, OrderPlace
from diurnal.child.process import Child
from diurnal.claim import Claim
from diurnal.config.settings import Settings
from diurnal.engine.anchors import Anchors
from diurnal.engine.answering import Answering, TimeRules
from diurnal.engine.background import Background, Works
from diurnal.engine.browse import Browser
from diurnal.engine.dates import Dating
from diurnal.engine.dress import Wardrobe
from diurnal.engine.explain import Explainer
from diurnal.engine.health import Health
from diurnal.engine.hop import Hops
from diurnal.engine.loop import Loop
from diurnal.engine.meaning import Embedding, EmbeddingQueue
from diurnal.engine.reconcile import Reconciler
from diurnal.engine.scoring import Scorer
from diurnal.engine.searching import Searching
from diurnal.engine.second_reading import SecondReading
from diurnal.engine.vector_keeper import VectorKeeper
from diurnal.hooks import Plugins, load_plugins
from diurnal.model.layout import Layout
from diurnal.model.spelling import typed
from diurnal.places import Places
from diurnal.rank.tokens import TOKENIZER_RECIPE
from diurnal.store.catalogue import Catalogue
from diurnal.store.index import Index
from diurnal.store.search_facts import SearchFacts
from diurnal.store.state import Folders
from diurnal.store.vectors import VectorStore
from diurnal.text.resolve import NoteNames
from diurnal.vault.disk import DiskVault
from diurnal.vault.settings import LiveSettings


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
    when_hidden: list[Callable[[Collection[str]], object]]
    """Called with the notes of which something that was known became private, before anything else goes on."""
    when_moved: list[Callable[[], object]]
    """Called, on any thread, after each change that questions can see."""
    scorer_for: Callable[[Settings], Scorer]
    """The scorer that other settings would make over the same index."""
    recipe: Callable[[], str]
    """Fingerprint of all that decides how notes are read now; the vault's own settings may have changed since the start."""


def assemble(
    vault_path: Path,
    settings: Settings,
    places: Places,
    *,
    wake: Callable[[], None] | None,
    fault: Callable[[], str] = str,
    skims: bool = True,
    files: SettingsFiles | None = None,
    claim: Claim | None = None,
) -> Parts:
    """The parts of the memory of *vault_path*.

    Args:
        vault_path: its folder; it must exist.
        settings: those that hold.
        places: the folders of the owner.
        wake: called when the system says that something happened in the vault; None for a memory that
            looks at the disk only when it is asked.
        fault: why what changed could not be taken in (a full disk), "" if it could.
        skims: many new notes are read for their words first, because somebody completes them later.
        files: where *settings* were read from, obeyed while the memory is open; None: *settings* hold throughout.
        claim: the hold on the vault, which is to cover what is derived from it too; a test may do without.
    """
    cache = Path(settings.cache_dir) if settings.cache_dir else None
    folders = Folders.of(vault_path, places, cache_dir=cache)
    folders.make()
    if claim is not None:
        claim.take_derived(folders.derived)
    hall_rules = own_hall_rules(settings.halls.rules, places.config)
    live = LiveSettings(vault_path, base_layout(settings, hall_rules), overrides_of(settings))
    layout = live.current.layout
    plugins = load_plugins(settings.plugins)
    stores = Stores(folders, settings, plugins, recipe_of(layout, plugins))
    catalogue, index, names = stores.catalogue, stores.index, stores.names
    vault = DiskVault(vault_path, layout)

    def new_layout() -> Layout | None:
        if files is not None and files.stirred:
            held = files.take()
            live.rest_on(base_layout(held, hall_rules), overrides_of(held))
        return live.refresh()

    reconciler = Reconciler(
        vault,
        catalogue,
        reader_for(layout, plugins),
        stores.publish,
        skim=skimmer_for(layout, plugins) if skims else None,
        delete_grace_s=settings.watch.delete_grace_ms / 1000,
        vanish_percent=settings.watch.vanish_percent,
        original_of=lambda path: names_in(vault.layout).original_of(path),
    )
    loop = Loop(
        reconciler,
        watcher_for(settings, wake),
        new_layout=new_layout,
        is_stirred=lambda: files is not None and files.stirred,
        reader_for=lambda changed: reader_for(changed, plugins),
        skimmer_for=lambda changed: skimmer_for(changed, plugins) if skims else None,
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
    keeper, background = behind(folders, settings, stores, loop, wake, hall_rules)

    def degraded() -> tuple[str, ...]:
        behind_now = (
            [f"What changed cannot be read in, and is tried again every five seconds: {fault()}"]
            if fault()
            else []
        )
        if claim is not None and (moved_to := claim.moved_to):
            behind_now.append(_moved(vault_path, moved_to))
        return (
            *behind_now,
            *(files.troubles() if files else ()),
            *plugins.faults,
            *stores.faults,
            *background.troubles,
        )

    scorer = scorer_of(settings, stores.embedding, catalogue, stores.other_names)
    answering = Answering(
        index,
        loop,
        scorer,
        Wardrobe(catalogue, Hops(catalogue, names.link), vault_path.name),
        TimeRules(
            settings.time.languages,
            settings.day_starts_at,
            settings.timezone or time.tzname[time.localtime().tm_isdst > 0],
            settings.time.parser,
        ),
        Anchors(catalogue, scorer, stores.other_names, browser.span_of),
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
    health = Health(
        vault,
        catalogue,
        index,
        loop,
        parts=lambda: stores.held(keeper),
        remarks=lambda: stores.rebuilt,
        degraded=degraded,
        layout_warnings=lambda: live.current.warnings,
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
        dating=Dating(answering, stores.other_names),
        searching=searching,
        explainer=Explainer(answering, browser),
        zone=zoneinfo.ZoneInfo(settings.timezone) if settings.timezone else None,
        health=health,
        embedding=stores.embedding,
        vectors=stores.vectors,
        background=background,
        scorer_for=lambda chosen: scorer_of(chosen, stores.embedding, catalogue, stores.other_names),
        recipe=lambda: recipe_of(vault.layout, plugins),
        changed=stores.changed,
        when_hidden=stores.when_hidden,
        when_moved=stores.when_moved,
        works=Works(loop, background, settings.start.stop_within_s),
    )


def _moved(vault: Path, there: Path) -> str:
    return (
        f"The vault was moved to {there}, and is followed there once it is served anew: "
        f"`diurnal stop --vault {typed(vault)}`, then `diurnal start --vault {typed(there)}`."
    )


def behind(
    folders: Folders,
    settings: Settings,
    stores: Stores,
    loop: Loop,
    wake: Callable[[], None] | None,
    hall_rules: str,
) -> tuple[OrderKeeper, Background]:
    """The index of word order, and the work behind the answers; in a process of its own if there is a *wake*."""
    child = Child(wake=wake) if wake is not None else None
    place = OrderPlace(folders.whoosh, folders.state / "whoosh.seal", TOKENIZER_RECIPE)
    keeper = OrderKeeper(place, stores.catalogue, child)
    vectors = None
    if stores.embedding is not None and stores.vectors is not None:
        vectors = VectorKeeper(
            EmbeddingQueue(stores.embedding, stores.vectors, texts_of(stores.catalogue)),
            stores.index,
            child,
            lambda replacing: embed_job(settings, folders, replacing),
        )
    second_reading = SecondReading(
        stores.catalogue,
        stores.index,
        stores.publish,
        lambda rows: completions(stores.catalogue, rows, settings.day_starts_at, hall_rules),
        lambda rows: completing_job(folders.catalogue, rows, settings.day_starts_at, hall_rules),
        loop.between_batches,
        child,
    )
    background = Background(
        stores.catalogue, stores.index, second_reading, keeper, vectors, child, wake or (lambda: None)
    )
    return keeper, background
