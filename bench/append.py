"""How long an append takes, with everything forced to disk: `python bench/append.py [--entries N] [--runs N]`.

A vault is made in a temporary folder of the current disk (name another with --folder), its day's note is filled
with entries, and one entry after another is appended through the same path the daemon takes.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from diurnal.engine.write_entry import DiaryWriter
from diurnal.engine.write_rules import WriteRules
from diurnal.model.layout import Layout, NotePattern
from diurnal.rank.halls import classify
from diurnal.store.catalogue import Catalogue
from diurnal.text import READER_RECIPE, Reader
from diurnal.vault.disk import DiskVault
from diurnal.vault.patch import Patcher

GOAL_MS = 15.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=50, help="entries the note has before")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--folder", help="where to make the vault")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="diurnal-bench-") as folder:
        for shape in (
            "## {t}\n\nSomething worth keeping happened.\n\n",
            "- {t} Something worth keeping happened.\n",
        ):
            root = Path(folder) / str(len(shape))
            times = sorted(appends(root, shape, options.entries, options.runs))
            p50, p95 = statistics.median(times), times[int(0.95 * len(times))]
            verdict = "within" if p50 <= GOAL_MS else "ABOVE"
            name = "sections" if shape.startswith("#") else "list"
            print(f"{name:9} p50 {p50:6.2f} ms  p95 {p95:6.2f} ms  ({verdict} the goal of {GOAL_MS:g} ms)")


def appends(root: Path, shape: str, entries: int, runs: int) -> Iterable[float]:
    """Milliseconds of each append."""
    vault = root / "vault"
    (vault / "diary").mkdir(parents=True)
    now = datetime.now().astimezone().replace(hour=12)
    minutes = (f"{n // 60 % 12:02}:{n % 60:02}" for n in range(entries))
    note = vault / "diary" / f"{now.date()}.md"
    note.write_text("".join(shape.replace("{t}", minute) for minute in minutes))
    layout = Layout(daily=(NotePattern("diary", "YYYY-MM-DD", "day"),), daily_found=True)
    catalogue, _ = Catalogue.open(root / "catalog.db", recipe=READER_RECIPE)
    writer = DiaryWriter(
        DiskVault(vault, layout),
        Patcher.of(vault, root / "state"),
        catalogue,
        WriteRules(),
        lambda paths: None,
        lambda path, data: Reader(layout, classify=classify, events=lambda text, day: ()).read(path, data),
    )
    for n in range(runs):
        start = time.perf_counter()
        writer.append("Maya and I agreed to move the ingest service.", now=now + timedelta(seconds=n))
        yield (time.perf_counter() - start) * 1000
    catalogue.close()


if __name__ == "__main__":
    main()
