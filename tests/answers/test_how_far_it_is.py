"""What ``status`` says of a first reading while it goes on."""

from __future__ import annotations

import os

from diurnal.assemble.parts import assemble
from diurnal.configure import configure
from diurnal.engine.reconcile import BATCH_NOTES
from diurnal.model.answer import State
from diurnal.places import Places
from notefolder import NoteFolder

NOTES = 2 * BATCH_NOTES + 10


def test_a_first_reading_counts_no_note_twice(vault: NoteFolder) -> None:
    """
    While a batch is in the catalogue and its step is not over, its notes are still counted once.
    """
    for number in range(NOTES):
        vault.write(f"{number}.md", f"Note {number}.")
    config = configure(vault.root, arguments={"meaning.embedder": "none"}, environment=os.environ).settings
    parts = assemble(vault.root, config, Places.of(), wake=lambda: None)
    said = []
    parts.when_moved.append(lambda: said.append(parts.health.status()))

    while parts.loop.freshness.state is State.INDEXING:
        said.append(parts.health.status())
        parts.loop.step(0.0)
    said.append(parts.health.status())
    parts.works.close()
    parts.index.close()
    parts.catalogue.close()

    read = [status.indexed for status in said]
    # Within the first batch nobody has said yet how many there are.
    assert {status.total for status in said[2:]} == {NOTES}
    assert read == sorted(read)
    assert read[-1] == NOTES
