"""Looking after what was written: an insertion that an editor overwrote is put back, and it is said.

An editor takes no lock. Where it saves a text it read before our write, the
insertion is missing at the next look; it is put back once for each such save.
Whoever deletes an insertion by hand saves the rest of the note as it was: that
stays deleted, unless it happened within the seconds in which no person can act.
An editor that saves the very same old text once more gets its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from diurnal.errors import DiurnalError
from diurnal.ports import Again
from diurnal.text.change import Patch
from diurnal.text.insert import Edit, Insertion
from diurnal.text.insert_again import placed_again
from diurnal.vault.disk import digest_of
from diurnal.vault.journal_lines import Entry, aware
from diurnal.vault.patch import Patcher

# An editor may hold a text open for longer, but after so long a missing insertion is more likely meant.
AGAIN_WITHIN = timedelta(minutes=10)
# Faster than a person reads a new line, finds it wrong and deletes it.
NO_HAND_WITHIN = timedelta(seconds=5)
# Whoever saves over us again and again, each time within minutes, wins in the end; the report says so.
AGAIN_MOST = 1000

_LOST = "`diurnal ops` names it; write it once more if it is wanted."


@dataclass(frozen=True, slots=True)
class Overwritten:
    """Finds and mends what editors overwrote of one patcher's last writes."""

    patcher: Patcher

    def watch_recent(self, now: datetime) -> None:
        """After a start: look after what was written in the last minutes, as if there had been none."""
        self.patcher.journal.load_recent(now - AGAIN_WITHIN)

    def look_again(self, paths: Iterable[str], now: datetime) -> list[Again]:
        """Put back what is missing in *paths* of the last minutes' writes; call it with notes just read anew.

        A note that cannot be looked at keeps no other from it: that it could not be is told.
        """
        found: list[Again] = []
        for path in paths:
            try:
                found += self._look_at(path, aware(now))
            except DiurnalError as fault:
                said = f"{path}: whether what was written lately still stands there cannot be seen: {fault}"
                found.append(Again("", path, "", said))
        return found

    def _look_at(self, path: str, now: datetime) -> Iterator[Again]:
        patcher = self.patcher
        if any(crossed.path == path for crossed in patcher.files.crossed):
            with patcher.locked():
                patcher.rescue(path, ".diurnal-rescue.tmp")
        if not patcher.journal.recent(path, now - AGAIN_WITHIN):
            return
        with patcher.locked():
            # Asked anew: what was erased until now is no loss.
            current = patcher.current(path)
            for entry in patcher.journal.recent(path, now - AGAIN_WITHIN):
                again = self._look_again(path, current, entry, now)
                if again is not None:
                    yield again
                    current = patcher.current(path)

    def _look_again(self, path: str, current: bytes | None, entry: Entry, now: datetime) -> Again | None:
        patcher, journal = self.patcher, self.patcher.journal
        note = next(note for note in entry.notes if note.path == path)
        inserted = [edit.data for edit in note.edits if isinstance(edit, Insertion)]
        if current is None or all(data in current for data in inserted):
            return None
        if journal.is_superseded(entry.op) or any(mark in current for mark in _marks(inserted)):
            return None
        times = journal.times_again(entry.op)
        if digest_of(current) == note.before or note.before == "":
            if times:
                return self._given_up(
                    entry, path, "an editor saved the same older text once more, so it stays out."
                )
            if now - entry.at > NO_HAND_WITHIN:
                return None
        if times >= AGAIN_MOST:
            return self._given_up(entry, path, "it was overwritten again and again.")

        def plan(source: bytes | None) -> Sequence[Edit]:
            if source is None:
                return ()
            return placed_again(note.edits, note.anchors, source)

        done = patcher.write(
            [Patch(path, plan)],
            what=entry.what,
            at=now,
            by=entry.by,
            ids=entry.ids,
            remark=f"put back: an editor had saved an older text over {entry.op}",
            again_for=entry.again_for or entry.op,
        )
        if done.op:
            said = f"{path}: an editor saved an older text; {entry.op} ({entry.what}) was put back."
            return Again(entry.op, path, done.op, said)
        current = patcher.current(path)
        if current is not None and all(data in current for data in inserted):
            return None  # meanwhile somebody saved a text that has it
        return self._given_up(entry, path, "an editor saved a text in which its place is gone.")

    def _given_up(self, entry: Entry, path: str, why: str) -> Again:
        """Look after *entry* no more, and say so."""
        self.patcher.journal.give_up(entry.op)
        return Again(entry.op, path, "", f"{path}: {entry.op} ({entry.what}) is missing: {why} {_LOST}")


def _marks(inserted: Iterable[bytes]) -> set[bytes]:
    """Block ids among what was inserted: where one stands, a person has edited the rest."""
    return {
        word
        for data in inserted
        for word in data.split()
        if word.startswith((b"^e-", b"^c-", b"^t-")) and len(word) > 3
    }
