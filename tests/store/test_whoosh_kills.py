"""A writer killed at any point leaves the generation before it, or the finished one: never a mix."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from conftest import ROOT

# A hundred take seven seconds.
KILLS = int(os.environ.get("DIURNAL_KILLS", "25"))


def test_a_killed_writer_leaves_the_old_generation_or_the_new_one(tmp_path: Path):
    """
    Kill -9 at random points in a commit; never a mix of old and new, never a lasting lock.
    """
    script = ROOT / "tests" / "store" / "killed_writer.py"
    run = subprocess.run(
        [sys.executable, str(script), str(tmp_path), "174", str(KILLS)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    seen = [json.loads(line) for line in run.stdout.splitlines()]

    assert len(seen) == KILLS
    assert sum(one["died"] for one in seen) > KILLS // 2
    for one in seen:
        after_kill, before, after_next = (
            [row for row in one[when] if row in one["wanted"]]
            for when in ("after_kill", "before", "after_next_write")
        )
        assert after_kill in (before, one["wanted"])
        assert after_next == one["wanted"]
