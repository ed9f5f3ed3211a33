"""What is shipped: the built wheel alone takes a vault on and lays one down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built and unpacked, as an installer would leave it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("diurnal-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def diurnal(unpacked: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the unpacked package, away from the checkout."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("DIURNAL_", "XDG_"))}
    env |= {"PYTHONPATH": str(unpacked), "HOME": str(home)}
    command = [sys.executable, "-P", "-m", "diurnal", *words]
    return subprocess.run(command, env=env, cwd=home, capture_output=True, text=True, check=False)


def test_the_wheel_lays_a_vault_down(unpacked: Path, tmp_path: Path) -> None:
    vault = tmp_path / "New Vault"
    done = diurnal(unpacked, tmp_path, "init", str(vault), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["status"]["days"] == 4
    assert len(found["questions"]) == 3
    template = ROOT / "vault_template"
    shipped = {
        path.relative_to(template): path.read_bytes() for path in template.rglob("*") if path.is_file()
    }
    assert Path(".obsidian/daily-notes.json") in shipped
    assert shipped == {name: (vault / name).read_bytes() for name in shipped}


def test_the_wheel_ships_the_explained_settings(unpacked: Path, tmp_path: Path) -> None:
    example = (ROOT / "config.example.yaml").read_bytes()
    assert (unpacked / "diurnal" / "config" / "config.example.yaml").read_bytes() == example
    assert diurnal(unpacked, tmp_path, "config", "--example").stdout.encode() == example


def test_the_wheel_is_not_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    """The tests above would prove nothing if the checkout had answered."""
    command = [sys.executable, "-P", "-c", "import diurnal; print(diurnal.__file__)"]
    env = {**os.environ, "PYTHONPATH": str(unpacked)}
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(unpacked))
