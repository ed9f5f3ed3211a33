"""Writes generations of a Whoosh index and is killed in the middle, at a place chosen by number.

Run as a script: ``killed_writer.py FOLDER SEED KILLS``. Each kill is a forked process that counts its
function calls and sends itself SIGKILL at one of them, so a seed names the same places every time.
Prints one JSON line a kill: what a reader finds afterwards.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from pathlib import Path

from diurnal.query.nodes import Phrase
from diurnal.store.seal import Seal
from diurnal.store.whoosh_index import WhooshIndex
from diurnal.store.whoosh_writing import write_generation
from store.whoosh_world import RecordsByRow

RECIPE = "reader-1"


def killed_after(calls: int, parent: Path, seal: Seal, records: RecordsByRow) -> bool:
    """Write in a forked process that dies after so many calls; true if it died."""
    pid = os.fork()
    if pid == 0:
        left = calls

        def count(*_: object) -> None:
            nonlocal left
            left -= 1
            if left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(count)
        write_generation(parent, records, RECIPE, seal)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def found(parent: Path, seal: Seal) -> list[int]:
    index = WhooshIndex.open(parent, RECIPE, seal)
    return index.select(Phrase("green tea")).rows.tolist() if index is not None else []


def calls_of_one_write(parent: Path, seal: Seal, records: RecordsByRow) -> int:
    """How many calls a whole write makes."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    write_generation(parent, records, RECIPE, seal)
    sys.setprofile(None)
    return calls


def main(folder: Path, seed: int, kills: int) -> None:
    chance = random.Random(seed)
    parent, seal = folder / "whoosh", Seal(folder / "state" / "seal")
    records = RecordsByRow("green tea")
    most = calls_of_one_write(parent, seal, records)
    for _ in range(kills):
        records.add("green tea", "other words", "今天買菜")
        if len(records.records) > 8:
            records.drop(min(records.records))
        before = found(parent, seal)
        died = killed_after(chance.randrange(1, most), parent, seal, records)
        after_kill = found(parent, seal)
        write_generation(parent, records, RECIPE, seal)
        report = {
            "died": died,
            "before": before,
            "after_kill": after_kill,
            "wanted": [row for row, record in records.records.items() if record.text == "green tea"],
            "after_next_write": found(parent, seal),
        }
        print(json.dumps(report))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
