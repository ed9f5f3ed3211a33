"""The columns between a clean stop and the next start."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from diurnal.model.answer import Clock
from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import EVENT_COLUMNS, RECORD_COLUMNS, Columns
from diurnal.store.columns_file import leave, take
from store.samples import batch, diary, page

MONDAY = date(2026, 7, 20)


@pytest.fixture
def columns(catalogue: Catalogue) -> Columns:
    catalogue.apply(batch(diary(MONDAY, "green tea", "walked"), page("wiki/茶.md", "likes tea")))
    return Columns.build(catalogue)


def test_what_was_left_is_what_is_taken(tmp_path: Path, catalogue: Catalogue, columns: Columns) -> None:
    """
    Value for value, and able to take in the next save.
    """
    path = tmp_path / "columns"

    leave(path, columns, catalogue.clock)
    found = take(path, catalogue.clock)

    assert found is not None
    for name in (*RECORD_COLUMNS, *EVENT_COLUMNS):
        assert (getattr(found, name) == getattr(columns, name)).all(), name
    assert (columns.paths, columns.words) == (found.paths, found.words)
    after = found.after(catalogue.apply(batch(diary(MONDAY, "green tea", "slept"))), catalogue)
    assert after.rows.tolist() == Columns.build(catalogue).rows.tolist()


def test_while_a_vault_is_open_nothing_lies_there(
    tmp_path: Path, catalogue: Catalogue, columns: Columns
) -> None:
    """
    What is taken is gone, so that a crash leaves nothing that is out of date or was purged since.
    """
    path = tmp_path / "columns"
    assert take(path, catalogue.clock) is None
    leave(path, columns, catalogue.clock)

    assert take(path, catalogue.clock) is not None

    assert not path.exists()


@pytest.mark.parametrize("spoil", ["other clock", "cut short", "one bit", "nothing", "foreign"])
def test_whatever_is_wrong_with_it_the_catalogue_is_asked(
    tmp_path: Path, catalogue: Catalogue, columns: Columns, spoil: str
) -> None:
    """
    An older copy swapped in, a torn or a foreign file: none is believed, and none is left lying.
    """
    path, clock = tmp_path / "columns", catalogue.clock
    leave(path, columns, Clock(clock.instance, clock.tick - 1) if spoil == "other clock" else clock)
    data = bytearray(path.read_bytes())
    if spoil == "one bit":
        data[len(data) // 2] ^= 1
    spoilt = {"cut short": data[:-9], "nothing": b"", "foreign": b"columns, but of another kind"}
    path.write_bytes(spoilt.get(spoil, data))

    assert take(path, clock) is None
    assert not path.exists()
