"""`kill -9` in the middle of an erase: the next start finishes it for good, or nothing has been erased."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from answers.test_erased import CANARY, files_with
from diurnal import Memory
from diurnal.engine.background import Background
from diurnal.engine.loop import Loop
from diurnal.store.catalogue import Catalogue
from diurnal.vault.journal import Journal
from diurnal.vault.patch import Patcher
from notefolder import NoteFolder

CONFIG: dict[str, Any] = {"meaning.embedder": "none", "agents.write": True}
STAGES: list[tuple[type, str]] = [
    (Journal, "begin"),
    (Patcher, "put"),
    (Journal, "drop"),
    (Loop, "take_in_erased"),
    (Catalogue, "purge"),
    (Background, "purge_now"),
    (Journal, "settle"),
]


def killed_after(call: Callable[..., Any]) -> Callable[..., Any]:
    def dying(*arguments: Any, **options: Any) -> Any:
        call(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)

    return dying


def erase_and_die(vault: Path, owner: str, stage: tuple[type, str], before: bool) -> None:
    """Erase what is *owner*'s in a child that dies before or after the call *stage*."""
    child = os.fork()
    if child == 0:
        try:
            with Memory.open(vault, config=CONFIG) as memory:
                holder, name = stage
                call = (lambda *_, **__: None) if before else getattr(holder, name)
                setattr(holder, name, killed_after(call))
                memory.erase(owner=owner)
        except BaseException:  # noqa: BLE001 -- the child must not go on as a second test run
            traceback.print_exc(file=sys.stderr)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("stage", STAGES, ids=[name for _, name in STAGES])
def test_an_erase_that_was_killed_is_finished_at_the_next_start(
    vault: NoteFolder, home: Path, stage: tuple[type, str], before: bool
) -> None:
    """
    Killed at any stage: the notes still hold it and the erase can be repeated, or no file holds it any more,
    neither notes nor index, journal, undo data and logs.
    """
    vault.write("wiki/Maya.md", "- Maya lives in Paris.\n")
    with Memory.open(vault.root, config=CONFIG) as memory:
        card = memory.remember(f"Maya keeps a {CANARY}.", page="Maya", owner="guest")
        memory.replace(card.id, f"Maya keeps two of {CANARY}.")
        memory.append(f"A {CANARY} sang.", by="guest", at=datetime(2026, 7, 21, 12))
        moved = memory.remember(f"Moved {CANARY}.", page="Old", owner="guest")
    vault.move(moved.path, "wiki/New.md")

    erase_and_die(vault.root, "guest", stage, before)

    with Memory.open(vault.root, config=CONFIG) as memory:
        if any(path.endswith(".md") for path in files_with(home, CANARY)):
            assert any("cut short" in warning for warning in memory.status().warnings) or before
            memory.erase(owner="guest")
        assert files_with(home, CANARY) == []
        assert [hit for hit in memory.ask(CANARY).hits if CANARY in hit.record.text] == []
        assert memory.author.writing.patcher.journal.owed() == []
    assert files_with(home, CANARY) == []
    assert vault.path("wiki/Maya.md").read_text() == "- Maya lives in Paris.\n"
