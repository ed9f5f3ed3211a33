"""Whether notes that are no longer found may be forgotten.

A drive that is not mounted looks like a vault from which everything was deleted.
So when the folder is missing or empty, or most notes vanish at once, what is
known is kept, every answer says so, and the owner decides (`diurnal accept-missing`).
"""

from __future__ import annotations

from dataclasses import dataclass

# Below this a person may well have emptied a folder of a small vault by hand.
FEW_NOTES = 20
MOST_PERCENT = 50

ACCEPT = "`diurnal accept-missing`"


@dataclass(frozen=True, slots=True)
class Absence:
    """What is missing, in numbers of notes.

    ``vanished`` counts notes whose files are gone and that did not move; ``appeared`` those that came
    in the same look: a vault that is being rearranged loses and gains alike.
    """

    known: int
    vanished: int
    appeared: int = 0
    root_missing: bool = False
    root_empty: bool = False


def reason_to_keep(absence: Absence, most_percent: int = MOST_PERCENT) -> str:
    """Why missing notes must not be forgotten yet, as a sentence with the way out; empty if they may be.

    *most_percent* of the notes may vanish at once, and any number below ``FEW_NOTES``.
    """
    if absence.root_missing:
        return "The vault's folder is not there or cannot be listed; answers come from what was read before."
    if absence.root_empty and absence.known:
        return (
            f"The vault's folder is empty, as if its drive were not mounted; {absence.known} notes are kept. "
            f"If they are meant to be gone, run {ACCEPT}."
        )
    lost = absence.vanished - absence.appeared
    if lost >= FEW_NOTES and 100 * lost > most_percent * absence.known:
        return (
            f"{absence.vanished} of {absence.known} notes vanished at once; they are kept. "
            f"If they are meant to be gone, run {ACCEPT}."
        )
    return ""
