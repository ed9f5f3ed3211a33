"""Who waits for the work behind the answers when the memory is closed."""

from __future__ import annotations

import threading

from diurnal import Memory
from diurnal.errors import DeadlineExceeded
from notefolder import NoteFolder


def test_a_stop_lets_go_whoever_waits_for_the_work(vault: NoteFolder) -> None:
    """
    A client in ``catch_up`` held a stopping daemon for ten seconds, and its process for good.
    """
    vault.write("diary/2026-07-20.md", "- 09:00 swam in the lake\n")
    said: list[str] = []

    def wait(memory: Memory) -> None:
        try:
            # Nobody drives this memory, so the work behind it never comes to an end.
            memory.parts.background.wait_until_done(None)
        except DeadlineExceeded as fault:
            said.append(fault.message)

    with Memory.open(vault.root, config={"meaning.embedder": "none"}) as memory:
        waiting = threading.Thread(target=wait, args=(memory,), daemon=True)
        waiting.start()
        memory.release_waiting()
        waiting.join(30)

    assert ["The memory is being closed before everything was done."] == said
