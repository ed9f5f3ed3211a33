"""What keeps an answer from being about now, in words: for the command line and for the page."""

from __future__ import annotations

SAID = {
    "indexing": "The notes are still being read: this answer may lack something. Ask again in a moment.",
    "stale": "This answer may be about the past:",
}


def state_sentence(state: str) -> str:
    """What a *state* other than "ready" means for who reads an answer; the warnings that follow say why."""
    return SAID.get(state, state)


def pending_sentence(pending: int) -> str:
    """That so many notes, new or changed, are not in an answer yet."""
    if pending == 1:
        return "1 new or changed note is not read yet."
    return f"{pending:,} new or changed notes are not read yet."
