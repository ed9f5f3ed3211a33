"""Bytes into a note, whatever they hold: one note never stops the others from being read."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable

from diurnal.engine.conflicts import without_what_the_original_says
from diurnal.errors import NoteUnreadable
from diurnal.model.record import Note, Place, Privacy
from diurnal.model.stamp import Source

log = logging.getLogger(__name__)

ReadNote = Callable[[Source], Note]


def note_of(source: Source, read: ReadNote, known_note: Callable[[str], Note | None]) -> Note:
    """The note that *read* makes of *source*; of a conflict copy only what its original lacks.

    Args:
        source: the note's bytes.
        read: the reader; NoteUnreadable means that these bytes are no note.
        known_note: a note as the catalogue holds it.
    """
    try:
        note = read(source)
    except NoteUnreadable as fault:
        return _without_records(source.path, fault.message)
    except Exception as fault:  # noqa: BLE001 -- the edge of the loop: a fault of ours in one note is shown, not spread
        # Neither the message nor the values of the traceback are logged: they may hold note text.
        frame = traceback.extract_tb(fault.__traceback__)[-1]
        kind = type(fault).__name__
        log.error("%s: %s at %s:%s", source.path, kind, frame.filename.rpartition("/")[2], frame.lineno)
        return _without_records(
            source.path, f"{source.path}: Diurnal failed to read it ({kind}); please report this."
        )
    if note.conflict_of:
        return without_what_the_original_says(note, known_note(note.conflict_of))
    return note


def _without_records(path: str, warning: str) -> Note:
    """A note that says nothing, with the sentence why; its owner alone is told, for what cannot be read may be closed to others.

    It is not tried again until it changes, and nothing of its earlier text can pass as what it says now.
    """
    title = path.rpartition("/")[2].removesuffix(".md")
    return Note(path, Place.OTHER, title, privacy=Privacy.OWNER_ONLY, warnings=(warning,))
