"""What `make demo` leaves behind when it fails; that it succeeds is for whoever runs it to see."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DEMO = Path(__file__).resolve().parents[1] / "bench" / "demo.py"


def test_a_demo_that_fails_keeps_the_logs_it_speaks_of(tmp_path: Path) -> None:
    environment = os.environ | {"TMPDIR": str(tmp_path), "DIURNAL_NO_SUCH_SETTING": "1"}
    done = subprocess.run(
        [sys.executable, str(DEMO)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    (kept,) = tmp_path.glob("diurnal-demo-*")
    assert f"are kept in {kept}" in done.stderr
