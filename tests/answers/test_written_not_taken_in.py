"""A write that reached the note has succeeded, even where what is derived from it cannot be written now."""

from __future__ import annotations

import pytest

from diurnal import Memory
from diurnal.errors import WriteFailed
from notefolder import NoteFolder


def test_an_entry_in_the_note_is_no_failed_write_because_the_catalogue_is_full(
    vault: NoteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told that nothing was written, the caller would write it twice."""
    with Memory.open(vault.root, config={"meaning.embedder": "none"}) as memory:
        catalogue = type(memory.parts.catalogue)

        def refusing(*_: object) -> None:
            raise WriteFailed("The catalogue could not be used: disk full.")

        with monkeypatch.context() as patch:
            patch.setattr(catalogue, "apply", refusing)
            written = memory.append("bought leeks")

        assert (vault.root / written.path).read_text().count("bought leeks") == 1
        assert [written.id] == [hit.record.id for hit in memory.retrieve("leeks", fresh=True).hits]
