"""What a plugin may add, declared once; the built-ins come through the same hooks.

A plugin is a module or object with functions marked ``@hookimpl``. It is found
through the entry point group ``diurnal`` or named under ``plugins:`` in the
owner's configuration (never in a vault's own file, which may come from
elsewhere). A plugin that cannot be loaded is a sentence in ``status``; the rest
goes on without it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import entry_points
from typing import Any

import pluggy

from diurnal.errors import DiurnalError, EmbedderFailed, WriterFailed
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
        """The embedder called *name*, None if no plugin has it. Raises EmbedderFailed if it cannot be made."""
        with _foreign(f"The embedder {name!r}", EmbedderFailed):
            made: Embedder | None = self.manager.hook.diurnal_embedder(name=name, settings=settings)
        return made

    def writer(self, name: str, settings: Mapping[str, Any]) -> Writer | None:
        """The language model called *name*, None if no plugin has it. Raises WriterFailed if it cannot be made."""
        with _foreign(f"The writer {name!r}", WriterFailed):
            made: Writer | None = self.manager.hook.diurnal_writer(name=name, settings=settings)
        return made

    def enrich(self, note: Note) -> Note:
        """*note* after every plugin had its say, in the order they were registered; one that fails is a warning of it."""
        for implementation in self.manager.hook.diurnal_enrich.get_hookimpls():
            try:
                changed = implementation.function(note=note)
            except Exception as fault:  # noqa: BLE001 -- a plugin is foreign code and may raise whatever it likes
                said = f"The plugin {implementation.plugin_name} failed on it ({type(fault).__name__})."
                changed = replace(note, warnings=(*note.warnings, said))
            if isinstance(changed, Note):
                note = changed
        return note

    def recipe(self) -> str:
        """Names of the plugins that take part in reading: a changed set means a changed index."""
        readers = [item.plugin_name for item in self.manager.hook.diurnal_enrich.get_hookimpls()]
        return "+".join(sorted(readers))


def load_plugins(configured: Sequence[str] = (), *, extra: Sequence[object] = ()) -> Plugins:
    """Register the built-ins, *configured* module names, installed entry points and *extra* objects, in this order.

    What is registered already, as an entry point that the owner also names, is not registered twice.
    """
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(Specs)
    faults: list[str] = []
    for name in (*BUILT_IN, *configured):
        faults += _registered(manager, name, partial(importlib.import_module, name))
    for entry in entry_points(group=GROUP):
        faults += _registered(manager, entry.name, entry.load)
    for plugin in extra:
        manager.register(plugin)
    return Plugins(manager, tuple(faults))


def _registered(manager: pluggy.PluginManager, name: str, load: Callable[[], object]) -> tuple[str, ...]:
    """Register what *load* gives as *name*; the sentence that says why that was not possible, if it was not."""
    try:
        plugin = load()
        if not manager.is_registered(plugin):
            manager.register(plugin, name=name)
    except Exception as fault:  # noqa: BLE001 -- a plugin is foreign code and may raise whatever it likes
        if manager.has_plugin(name):  # one whose hooks are not ours is refused halfway
            manager.unregister(name=name)
        why = " ".join(str(fault).split()).rstrip(".") or type(fault).__name__
        return (f"Plugin {name} could not be loaded: {why}. Everything else goes on without it.",)
    return ()


@contextmanager
def _foreign(what: str, error: type[DiurnalError]) -> Iterator[None]:
    """Turn whatever a plugin raises while it makes *what* into *error*."""
    try:
        yield
    except DiurnalError:
        raise
    except Exception as fault:
        raise error(f"{what} could not be made ({type(fault).__name__}: {fault}).") from fault
