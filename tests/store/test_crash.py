"""Killed at any moment, the stores open again and answer as a fresh index would."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from diurnal.store.catalogue import Catalogue
from diurnal.store.columns import Columns
from diurnal.store.vector_file import hex_of
from diurnal.store.vectors import VectorStore
from store.samples import RECIPE
from store.words import everything, open_postings

# Saves without end, printing the tick after each commit that was reported as done.
SAVER = """
import sys
from datetime import date, timedelta
from pathlib import Path
import numpy as np
from diurnal.store import postings as postings_module
from diurnal.store.catalogue import Catalogue
from diurnal.store.vectors import VectorStore
from store.samples import RECIPE, batch, diary
from store.words import open_postings

folder, seed = Path(sys.argv[1]), int(sys.argv[2])
postings_module.TAIL_ROWS = 4
postings_module.MOST_SEGMENTS = 2
catalogue, _ = Catalogue.open(folder / "catalog.db", recipe=RECIPE, witness=folder / "clock")
postings, _ = open_postings(folder / "postings", catalogue)
vectors = VectorStore.open(folder / "vectors", "box", model="m", dim=16, recipe="r")
random = np.random.default_rng(seed)
while True:
    day = date(2026, 1, 1) + timedelta(days=int(random.integers(5)))
    words = [f"w{number}" for number in random.integers(40, size=random.integers(1, 6))]
    applied = catalogue.apply(batch(diary(day, *words)))
    postings.apply(applied)
    postings.step()
    hashes = [record.text_hash for _, record in applied.born]
    new = vectors.missing(hashes)
    vectors.add(new, random.standard_normal((len(new), 16)))
    print(applied.clock.tick, flush=True)
"""


def killed_run(folder: Path, seed: int) -> int:
    """Run the saver, kill it after a while that *seed* decides; the last tick it reported."""
    tests = Path(__file__).resolve().parents[1]
    child = subprocess.Popen(
        [sys.executable, "-c", SAVER, str(folder), str(seed)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": f"{tests}{os.pathsep}{tests.parent / 'daemon'}"},
        text=True,
    )
    assert child.stdout is not None
    chance = random.Random(seed)
    last = 0
    for _ in range(chance.randint(3, 40)):
        line = child.stdout.readline()
        assert line, "the saver ended by itself"
        last = int(line)
    # Somewhere inside the next saves, not between two of them.
    for _ in range(chance.randint(0, 20_000)):
        pass
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read().split()
    child.wait()
    child.stdout.close()
    return int(rest[-1]) if rest else last


@pytest.mark.parametrize("seed", range(6))
def test_killed_in_the_middle_of_saves_nothing_committed_is_lost(tmp_path: Path, seed: int) -> None:
    """
    Peers' faults 174.

    After ``kill -9`` during commits, twice over: no reported save is missing, nothing is rebuilt, and postings,
    columns and vectors are those of a fresh build.
    """
    for run in range(2):
        reported = killed_run(tmp_path, 100 * run + seed)

        catalogue, rebuilt = Catalogue.open(
            tmp_path / "catalog.db", recipe=RECIPE, witness=tmp_path / "clock"
        )
        assert rebuilt == ""
        assert catalogue.clock.tick >= reported
        postings, remark = open_postings(tmp_path / "postings", catalogue)
        assert remark == ""
        fresh, _ = open_postings(tmp_path / f"fresh-{run}", catalogue)
        assert everything(postings.view()) == everything(fresh.view())
        postings.close()

        vectors = VectorStore.open(tmp_path / "vectors", "box", model="m", dim=16, recipe="r")
        hashes = hex_of(Columns.build(catalogue).text_hash)
        missing = vectors.missing(hashes)
        vectors.add(missing, np.ones((len(missing), 16)))
        assert vectors.missing(hashes) == []
        assert vectors.faults == ()
        catalogue.close()
