"""Why a text cannot stand at a place as one entry or one card: the sentence that names the cause and the way out.

Asked only once a text was written in every way there is and never read back as
given. Looks at the note first: what is left open there swallows any text.
"""

from __future__ import annotations

from diurnal.errors import WriteRefused
from diurnal.model.regex import regex
from diurnal.text.blocks import Scanned, Shape
from diurnal.text.frontmatter import read_frontmatter
from diurnal.text.scan import scan

_OWN_FIELD = regex(r"\((by)::([^()\n]*)(\)?)")
_PROBE = "probe"
_NAMES = {Shape.CODE: "code fence", Shape.QUERY: "code fence"}


def refusal(note: list[str], text: str, what: str, *, longest: int = 0) -> WriteRefused:
    """The refusal to write *text*.

    Args:
        note: the lines of the note it was to go into.
        text: as it was given.
        what: "entry" or "card".
        longest: most characters that *what* may have; 0 if it may have any number.
    """
    if left := open_end(note):
        name, line = left
        return WriteRefused(
            f"The {name} that begins on line {line} is never closed, so this {what} would be part of it.",
            hint=f"Close the {name} and write again.",
        )
    if longest and len(text) > longest:
        return WriteRefused(
            f"The text is too long for one {what}: {len(text)} characters, and {longest} are the most.",
            hint=f"Write it shorter, or as several {what}s.",
        )
    if field := _OWN_FIELD.search(text):
        if field[3]:
            return WriteRefused(
                f"The text holds the field {field[0]}, so it would be read as written by somebody else.",
                hint="Leave the field out, or name the author with by.",
            )
        return WriteRefused(
            f"The text opens a bracket that is not closed on its line: {field[0].rstrip()}",
            hint="Close the bracket, or leave it out.",
        )
    return WriteRefused(
        f"This text would not be read back as one {what} at this place.",
        hint="Write it in other words, or at another place.",
    )


def open_end(note: list[str]) -> tuple[str, int] | None:
    """What is still open at the end of a note, and the line (1-based) it begins on; None if nothing is."""
    scanned = _scanned([*note, "", _PROBE])
    last = len(note) + 2
    for block in scanned.blocks:
        if block.first <= last <= block.last and block.shape in _NAMES:
            return _NAMES[block.shape], block.first
    if scanned.open_formula:
        return "$$ formula", scanned.open_formula
    if any(block.last >= last for block in scanned.blocks):
        return None
    opened = [line for line, _ in scanned.comments if line <= len(note)]
    return ("comment", opened[-1]) if opened else None


def open_formula(note: list[str]) -> int:
    """The line (1-based) on which a formula begins that is never closed; 0 if there is none."""
    return _scanned(note).open_formula


def _scanned(note: list[str]) -> Scanned:
    return scan(list(note), read_frontmatter("\n".join(note)).lines)
