"""What keeps an answer from being about now, in words: for the command line and for the page."""

from __future__ import annotations

SAID = {
    "indexing": "The notes are still being read: this answer may lack something. Ask again in a moment.",
    "stale": "This answer may be about the past:",
}


def state_sentence(state: str) -> str:
    """What a *state* other than "ready" means for who reads an answer; the warnings that follow say why."""
    return SAID.get(state, state)


def pending_sentence(pending: int, vanished: int = 0) -> str:
    """That so many notes are not in an answer as they are now, *vanished* of them because they are no longer found."""
    changed = pending - vanished
    unread = f"{changed:,} new or changed {'note is' if changed == 1 else 'notes are'} not read yet"
    gone = f"{vanished:,} {'note' if vanished == 1 else 'notes'} no longer found {'is' if vanished == 1 else 'are'} still answered from"
    return "; ".join([unread] * (changed > 0) + [gone] * (vanished > 0)) + "."
