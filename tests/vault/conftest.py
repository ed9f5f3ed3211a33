"""A folder of notes and the vault that reads it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from diurnal.vault.disk import DiskVault
from notefolder import NoteFolder

NOBODY = 65534


@pytest.fixture
def folder(tmp_path: Path) -> NoteFolder:
    return NoteFolder(tmp_path / "vault")


@pytest.fixture
def vault(folder: NoteFolder) -> DiskVault:
    return DiskVault(folder.root)


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A temporary folder that an unprivileged user can enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def unprivileged(open_to_all: Path) -> Iterator[Path]:
    """``open_to_all``, with the rights of a user whom permissions bind, also where tests run as root."""
    if os.geteuid() != 0:
        yield open_to_all
        return
    os.chown(open_to_all, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield open_to_all
    finally:
        os.seteuid(0)
