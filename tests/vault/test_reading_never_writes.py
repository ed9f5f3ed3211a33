"""Looking at a vault and reading it changes no byte, no name and no time of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from diurnal.vault.disk import DiskVault
from diurnal.vault.settings import read_settings


def everything(root: Path) -> dict[str, tuple[bytes, int, int]]:
    """Bytes, mtime and mode of every file, hidden ones included."""
    return {
        str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode)
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("name", ["kepano", "dataview-test-vault", "tasks-demo"])
def test_a_real_vault_is_read_whole_and_left_as_it_was(shared: Path, tmp_path: Path, name: str) -> None:
    root = tmp_path / name
    shutil.copytree(shared / "vaults" / name, root)
    before = everything(root)

    layout = read_settings(root).layout
    vault = DiskVault(root, layout)
    sweep = vault.sweep()
    sources = [vault.read(path) for path in sweep.found]

    assert everything(root) == before
    assert sweep.troubled == {}
    assert {source.path: source.data for source in sources} == {
        path: data for path, (data, _, _) in before.items() if path in sweep.found
    }
    left_out = [path for path in before if path.endswith(".md") and path not in sweep.found]
    assert all(path.startswith(".") or "/." in path or not vault.is_note(path) for path in left_out)
    assert len(sweep.found) > 20
