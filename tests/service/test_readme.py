"""The README shows what is there."""

from __future__ import annotations

import re
from pathlib import Path

from diurnal.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]


def test_every_command_stands_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in readme.splitlines() if line.startswith("| "))
    assert set(re.findall(r"`([a-z-]+)`", table)) == set(COMMANDS)


def test_ci_runs_the_test_command_of_the_readme_last() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line]
    assert lines[-1] == "make test"
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")
