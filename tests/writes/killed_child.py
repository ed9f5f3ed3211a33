"""A process that writes notes and kills itself at the nth thing it asks of the system."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import diurnal.vault.notefile as notefile
from diurnal.text.change import Patch
from diurnal.text.insert import Insertion, Sheet
from diurnal.vault.patch import Patcher
from diurnal.vault.takeback import Takeback

WATCHED = ("open", "write", "fsync", "link", "unlink", "mkdir", "fchmod", "ftruncate", "close")
NOW = datetime(2026, 7, 21, 12, 0)

calls = 0


def counted(function: Callable[..., Any], limit: int) -> Callable[..., Any]:
    def call(*arguments: Any, **options: Any) -> Any:
        global calls
        calls += 1
        if calls == limit:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **options)

    return call


def at_end(source: bytes | None) -> list[Insertion]:
    if source is None:
        return [Insertion(0, b"- new ^e-new2\n")]
    return [Sheet.of(source).lines_after(0, ["- at the end ^e-new2"])]


def in_middle(source: bytes | None) -> list[Insertion]:
    return [Insertion(2, b"in the middle ^e-new2 ")] if source else [Insertion(0, b"- new ^e-new2\n")]


def outlives(root: Path, limit: int, what: str) -> bool:
    """Do *what* to the vault in *root* in a child that dies at its call number *limit*; True if it had fewer."""
    child = os.fork()
    if child == 0:
        try:
            _work(root, limit, what)
            os._exit(0)
        except BaseException:  # noqa: BLE001 -- the child must not go on as a second test run
            traceback.print_exc()
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return False
    assert os.WEXITSTATUS(status) == 0
    return True


def _work(root: Path, limit: int, what: str) -> None:
    patcher = Patcher.of(root / "vault", root / "state")
    for name in WATCHED:
        setattr(os, name, counted(getattr(os, name), limit))
    notefile.exchange = counted(notefile.exchange, limit)
    if what == "undo":
        Takeback(patcher).undo(at=NOW)
    else:
        plan = at_end if what == "end" else in_middle
        paths = ["a.md", "b.md", "new/c.md"] if what == "many" else ["a.md"]
        patcher.write([Patch(path, plan) for path in paths], what=what, at=NOW)
