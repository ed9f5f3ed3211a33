"""A language model that cannot be reached: the conversation is kept, and who looks is told that nothing was learned."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import pytest

from diurnal import Memory
from diurnal.engine.memorize import Memorizer
from notefolder import NoteFolder

# Nothing listens there.
CONFIG = {
    "meaning.embedder": "none",
    "writer.name": "openai",
    "writer.endpoint": "http://127.0.0.1:9/v1",
    "writer.key_env": "",
}
TURNS = [{"speaker": "Maya", "text": "I moved to Oslo in March."}]


def test_a_conversation_that_waits_for_a_model_is_told_by_status(vault: NoteFolder) -> None:
    with Memory.open(vault.root, config=CONFIG) as memory:
        assert memory.status().degraded == ()
        memory.memorize(TURNS)
        memory.catch_up()

        (sentence,) = memory.status().degraded
        assert (
            "1 conversation waits to be learned from: http://127.0.0.1:9/v1 could not be reached" in sentence
        )
        assert "`diurnal jobs run extract`" in sentence

        memory.undo()
        memory.catch_up()
        assert memory.status().degraded == ()


def join_learners() -> None:
    """Wait until whoever learns is done."""
    for thread in threading.enumerate():
        if thread.name == "diurnal-learn":
            thread.join(30)


def test_a_daemon_asks_a_model_that_failed_again_once_that_is_due(
    vault: NoteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute, without anybody asking for it; before that it is left in peace."""
    with Memory.open(vault.root, config=CONFIG, serve=True) as memory:
        memory.catch_up()
        memory.memorize(TURNS)
        join_learners()
        now, tried = memory.author._now(), list[datetime]()
        monkeypatch.setattr(Memorizer, "step", lambda memorizer, moment: tried.append(moment))
        monkeypatch.setattr(memory.author, "_now", lambda: now + timedelta(seconds=30))
        memory.author.step()
        join_learners()
        assert tried == []

        monkeypatch.setattr(memory.author, "_now", lambda: now + timedelta(seconds=90))
        memory.author.step()
        join_learners()
        assert tried
