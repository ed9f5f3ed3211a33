"""Diurnal: the memory of an Obsidian vault.

Names are resolved when first used, so ``import diurnal.client`` needs nothing
but the standard library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diurnal.door import connect as connect
    from diurnal.memory import Memory as Memory

__version__ = "0.1.0"
__all__ = ["Memory", "__version__", "connect"]


def __getattr__(name: str) -> object:
    if name == "Memory":
        from diurnal.memory import Memory

        return Memory
    if name == "connect":
        from diurnal.door import connect

        return connect
    raise AttributeError(f"module 'diurnal' has no attribute {name!r}")
