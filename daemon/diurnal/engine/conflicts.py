"""Conflict copies: what a sync client left beside a note counts only where the note lacks it.

A copy is read after its original, and again whenever the original changes, so
the same two files give the same records in whatever order they were found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from diurnal.model.record import Note, Privacy, hash_of_text

OriginalOf = Callable[[str], str]


class ConflictCopies:
    """Which notes are copies of which.

    Args:
        original_of: path of a note → path of the note it is a conflict copy of, or an empty text.
    """

    def __init__(self, original_of: OriginalOf) -> None:
        self._original_of = original_of
        self._originals: dict[str, str] = {}
        self._copies: dict[str, str] = {}
        """Those of them that are copies."""
        self._knows_all = False

    def original(self, path: str) -> str:
        """The path of the original of *path*; empty if it is no copy."""
        if path not in self._originals:
            self._originals[path] = original = self._original_of(path)
            if original:
                self._copies[path] = original
        return self._originals[path]

    def of(self, originals: Iterable[str], known: Collection[str]) -> list[str]:
        """Those of *known* that are copies of one of *originals*.

        After the first time only notes whose ``original`` was asked for are thought of: a batch is not to
        cost a walk over the whole vault.
        """
        wanted = frozenset(originals)
        if not wanted:  # nothing may have been looked at yet, and *known* be empty only for that
            return []
        if not self._knows_all:
            for path in known:
                self.original(path)
            self._knows_all = True
        return [path for path, original in self._copies.items() if original in wanted and path in known]


def without_what_the_original_says(copy: Note, original: Note | None) -> Note:
    """*copy* with only the records whose text its original lacks, each marked as standing only there."""
    if original is not None and original.privacy is not Privacy.OPEN and copy.privacy is not Privacy.PRIVATE:
        copy = _hidden_as(copy, original.privacy)
    said = {hash_of_text(record.text) for record in original.records} if original else set()
    kept = (record for record in copy.records if hash_of_text(record.text) not in said)
    return replace(copy, records=tuple(replace(record, conflict_of=copy.conflict_of) for record in kept))


def _hidden_as(copy: Note, privacy: Privacy) -> Note:
    """*copy* as hidden as its original, which was made so after the two parted: most of its words are the same."""
    if privacy is Privacy.PRIVATE:
        return Note(
            copy.path,
            copy.place,
            copy.title,
            privacy=privacy,
            period=copy.period,
            conflict_of=copy.conflict_of,
        )
    records = tuple(replace(record, privacy=privacy) for record in copy.records)
    return replace(copy, privacy=privacy, records=records)
