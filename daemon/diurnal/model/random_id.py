"""Ids for what is written: random, short, and easy to read out."""

from __future__ import annotations

import secrets
from collections.abc import Callable

# Letters that cannot be taken for one another when they are read out or typed.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def random_id(prefix: str, is_taken: Callable[[str], bool] = lambda _: False) -> str:
    """``prefix-k3f9``: four random letters, more if those are taken."""
    length = 4
    while True:
        made = f"{prefix}-{''.join(secrets.choice(LETTERS) for _ in range(length))}"
        if not is_taken(made):
            return made
        length = min(length + 1, 12)
