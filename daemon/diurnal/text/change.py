"""What shall become of notes, and what became of them, as values: plans, patches, changes.

A plan is asked for its edits of a note's bytes and knows nothing of files; a
change is one note before and after. Carrying them out is ``patch``'s.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from diurnal.text.decoding import decode
from diurnal.text.insert import Edit, Insertion, applied, composed

Plan = Callable[[bytes | None], Sequence[Edit]]
"""The edits that these bytes of a note call for, none if all is there already; None: there is no such note yet."""


def in_turn(plans: Sequence[Plan]) -> Plan:
    """One plan for one note: each of *plans* is asked on what those before it would make. They only insert."""

    def plan(source: bytes | None) -> Sequence[Edit]:
        current, done = source, list[Insertion]()
        for step in plans:
            edits = [edit for edit in step(current) if isinstance(edit, Insertion)]
            current = applied(current or b"", edits) if edits else current
            done = composed(done, edits)
        return done

    return plan


@dataclass(frozen=True, slots=True)
class Patch:
    """What shall become of one note.

    ``if_match`` is the hash its bytes must have; ``drop_if_blank`` removes it if nothing is left in it.
    """

    path: str
    plan: Plan
    if_match: str | None = None
    drop_if_blank: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """One note before and after; None where there was, or is, no note."""

    patch: Patch
    before: bytes | None
    after: bytes | None
    edits: tuple[Edit, ...]
    folders: tuple[str, ...] = ()
    temporary: str = ""

    @property
    def path(self) -> str:
        return self.patch.path


@dataclass(frozen=True, slots=True)
class Patched:
    """What was written, or would be: ``op`` undoes it, empty if nothing was to be done or in a dry run."""

    op: str = ""
    changes: tuple[Change, ...] = ()

    @property
    def diff(self) -> str:
        """A unified diff of all notes."""
        return "".join(diff_of(change) for change in self.changes)

    def after(self, path: str) -> bytes:
        """The bytes of *path* with its edits."""
        return next(change.after or b"" for change in self.changes if change.path == path)


def with_temporaries(changes: Sequence[Change], op: str) -> list[Change]:
    """*changes* with the names of the hidden files that may be needed beside their notes."""
    return [replace(change, temporary=f".diurnal-{op}-{n}.tmp") for n, change in enumerate(changes)]


def diff_of(change: Change) -> str:
    """A unified diff of one note."""
    old = f"a/{change.path}" if change.before is not None else "/dev/null"
    new = f"b/{change.path}" if change.after is not None else "/dev/null"
    lines = difflib.unified_diff(_lines(change.before), _lines(change.after), old, new)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _lines(data: bytes | None) -> list[str]:
    text = decode(data or b"").text
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines
