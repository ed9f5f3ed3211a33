"""Fixtures every test may use; the richer ones live beside the tests that need them."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared facts beside a checkout; tests that need it skip elsewhere."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the shared case files are not beside this checkout")
    return folder
