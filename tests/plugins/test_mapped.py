"""A model's arrays in the owner's cache folder instead of in memory."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from diurnal_plugins.mapped import keep, kept

ARRAYS = {
    "table": np.arange(60, dtype=np.uint8).reshape(20, 3),
    "weights": np.linspace(-1, 1, 7, dtype=np.float32),
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "diurnal" / "models"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The file of a package that the arrays are made of."""
    path = tmp_path / "weights.npz"
    path.write_bytes(b"packed")
    return path


def test_arrays_are_read_from_the_cache_folder(cache: Path, package: Path) -> None:
    """
    The same numbers and facts at every later start, from files nobody else may list.
    """
    keep("m", [package], ARRAYS, {"dim": 3})
    found = kept("m", [package])

    assert found is not None
    assert {"dim": 3} == found.facts
    for name, array in ARRAYS.items():
        assert np.array_equal(array, found.arrays[name])
        assert array.dtype == found.arrays[name].dtype
        assert not found.arrays[name].flags.writeable
        found.let_go(name)
        assert np.array_equal(array, found.arrays[name])
    assert 0o700 == cache.stat().st_mode & 0o777
    assert ["m.arrays", "m.json"] == sorted(path.name for path in cache.iterdir())


def test_a_copy_that_was_touched_is_not_used(cache: Path, package: Path) -> None:
    """
    The package has the truth; a torn, changed or foreign copy gives no wrong vector, and is written again.
    """
    keep("m", [package], ARRAYS, {})
    path = cache / "m.arrays"
    data = bytearray(path.read_bytes())
    data[0] ^= 1
    path.write_bytes(data)

    assert kept("m", [package]) is None

    keep("m", [package], ARRAYS, {})
    found = kept("m", [package])
    assert found is not None
    assert np.array_equal(ARRAYS["table"], found.arrays["table"])


@pytest.mark.parametrize("said", ["", "[]", "{}", '{"stamp": 1}'])
def test_a_note_beside_the_copy_that_says_nothing_is_no_copy(cache: Path, package: Path, said: str) -> None:
    """
    Half-written, emptied or foreign: it costs the unpacking, nothing else.
    """
    keep("m", [package], ARRAYS, {})
    (cache / "m.json").write_text(said)

    assert kept("m", [package]) is None


def test_a_copy_made_of_another_package_is_not_used(cache: Path, package: Path) -> None:
    """
    An update of the package brings its own numbers.
    """
    keep("m", [package], ARRAYS, {})
    package.write_bytes(b"packed anew")

    assert kept("m", [package]) is None
    assert kept("other", [package]) is None


def test_a_copy_that_claims_more_than_its_file_holds_is_not_used(cache: Path, package: Path) -> None:
    """
    No array reaches past the end of the file.
    """
    keep("m", [package], ARRAYS, {})
    said = json.loads((cache / "m.json").read_text())
    said["arrays"]["table"][1] = [2_000_000, 3]
    (cache / "m.json").write_text(json.dumps(said))

    assert kept("m", [package]) is None


def test_without_a_cache_folder_the_arrays_stay_in_memory(cache: Path, package: Path) -> None:
    """
    A part that is missing costs memory, not answers.
    """
    cache.parent.parent.mkdir()
    cache.parent.write_text("a file where the folder should be")

    found = keep("m", [package], ARRAYS, {"dim": 3})
    found.let_go("table")

    assert found.arrays["table"] is ARRAYS["table"]
    assert {"dim": 3} == found.facts
