"""Jobs for tests of the low-priority process, which imports them by name."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import time
from pathlib import Path

from diurnal.errors import StoreDamaged


def add(one: int, other: int) -> int:
    print("a library that prints")
    return one + other


def niceness() -> int:
    return os.nice(0)


def disk_class() -> int:
    """The class of disk work of this process, 3 being idle."""
    call = {"x86_64": 252, "aarch64": 31, "riscv64": 31}[platform.machine()]
    return ctypes.CDLL(None).syscall(call, 1, 0) >> 13


def fail(how: str) -> None:
    if how == "known":
        raise StoreDamaged("The store is damaged.")
    if how == "system":
        raise FileNotFoundError(2, "No such file or directory", "diary/secret plans.md")
    raise ValueError("secret words of a note")


def die_once(marker: str) -> str:
    """Kill this process unless it was done before."""
    path = Path(marker)
    if not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"


def hang(marker: str) -> None:
    """Say that it began, then never end."""
    Path(marker).touch()
    while True:
        time.sleep(60)
