"""The desk that tests of writing work at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from writes.desk import Desk


@pytest.fixture
def new_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Makes a desk; layout and rules are those of ``Desk``."""
    made: list[Desk] = []

    def make(*layout: Any, **rules: Any) -> Desk:
        made.append(Desk(tmp_path / f"desk{len(made)}", *layout, **rules))
        return made[-1]

    yield make
    for desk in made:
        desk.close()


@pytest.fixture
def desk(new_desk: Callable[..., Desk]) -> Desk:
    return new_desk()
