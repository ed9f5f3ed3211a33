"""What a plugin may add, declared once; the built-ins come through the same hooks.

A plugin is a module or object with functions marked ``@hookimpl``. It is found
through the entry point group ``diurnal`` or named under ``plugins:`` in the
owner's configuration (never in a vault's own file, which may come from
elsewhere). A plugin that cannot be loaded is a sentence in ``status``; the rest
goes on without it.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pluggy

from diurnal.model.record import Note
from diurnal.ports import Embedder, Writer

GROUP = "diurnal"
hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)

BUILT_IN = ("diurnal_plugins.embedders", "diurnal_plugins.openai")


class Specs:
    """The hooks. Each may be left out; a plugin implements what it adds."""

    @hookspec(firstresult=True)
    def diurnal_embedder(self, name: str, settings: Mapping[str, Any]) -> Embedder | None:
        """The embedder called *name* (``meaning.embedder`` in the configuration), or None if it is not yours.

        *settings* are the keys of ``meaning``. Raise EmbedderFailed if it is yours and cannot be made:
        keyword search goes on, and the sentence is shown in ``status``.
        """

    @hookspec(firstresult=True)
    def diurnal_writer(self, name: str, settings: Mapping[str, Any]) -> Writer | None:
        """The language model called *name* (``writer.name``), or None if it is not yours."""

    @hookspec
    def diurnal_enrich(self, note: Note) -> Note | None:
        """A changed copy of a note just read (names, halls, events added), or None to leave it.

        Runs while indexing, for every note that is not private, in the order plugins were registered. It
        must be deterministic: the same note in, the same out, or an index rebuilt would differ from one grown.
        """


@dataclass(frozen=True, slots=True)
class Plugins:
    """The loaded plugins; ``faults`` holds a sentence for each that could not be loaded."""

    manager: pluggy.PluginManager
    faults: tuple[str, ...]

    def embedder(self, name: str, settings: Mapping[str, Any]) -> Embedder | None:
        made: Embedder | None = self.manager.hook.diurnal_embedder(name=name, settings=settings)
        return made

    def writer(self, name: str, settings: Mapping[str, Any]) -> Writer | None:
        made: Writer | None = self.manager.hook.diurnal_writer(name=name, settings=settings)
        return made

    def enrich(self, note: Note) -> Note:
        """*note* after every plugin had its say; hooks are chained in registration order."""
        for implementation in self.manager.hook.diurnal_enrich.get_hookimpls():
            changed = implementation.function(note=note)
            if isinstance(changed, Note):
                note = changed
        return note

    def recipe(self) -> str:
        """Names of the plugins that take part in reading: a changed set means a changed index."""
        readers = [item.plugin_name for item in self.manager.hook.diurnal_enrich.get_hookimpls()]
        return "+".join(sorted(readers))


def load_plugins(configured: Sequence[str] = (), *, extra: Sequence[object] = ()) -> Plugins:
    """Register the built-ins, installed entry points, *configured* module names and *extra* objects."""
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(Specs)
    faults: list[str] = []
    for name in (*BUILT_IN, *configured):
        try:
            manager.register(importlib.import_module(name), name=name)
        except (ImportError, ValueError) as fault:
            faults.append(f"Plugin {name} could not be loaded: {fault}. Everything else goes on without it.")
    try:
        manager.load_setuptools_entrypoints(GROUP)
    except (ImportError, AttributeError) as fault:
        faults.append(
            f"An installed plugin could not be loaded: {fault}. Everything else goes on without it."
        )
    for plugin in extra:
        manager.register(plugin)
    return Plugins(manager, tuple(faults))
