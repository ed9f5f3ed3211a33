"""Taking operations back, finishing those that were cut short, and putting back what an editor overwrote.

An editor takes no lock. Where it saves a text it read before our write, the
insertion is missing at the next look; it is put back and reported. Whoever
deletes an insertion by hand saves the rest of the note as it was: that stays
deleted, unless it happened within the seconds in which no person can act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from diurnal.errors import CannotUndo
from diurnal.model.results import Operation
from diurnal.ports import Again
from diurnal.text.change import Change, Patch, Patched, Plan, with_temporaries
from diurnal.text.insert import Edit, Insertion, Removal, reversed_edits
from diurnal.text.insert_again import placed_again
from diurnal.vault.disk import digest_of
from diurnal.vault.journal import FOR_GOOD, UNDO
from diurnal.vault.journal_lines import Entry, NoteEdit, aware, journalled
from diurnal.vault.patch import Patcher

# An editor may hold a text open for longer, but after so long a missing insertion is more likely meant.
AGAIN_WITHIN = timedelta(minutes=10)
# Faster than a person reads a new line, finds it wrong and deletes it.
NO_HAND_WITHIN = timedelta(seconds=5)
# Whoever saves over us again and again, each time within minutes, wins in the end; the report says so.
AGAIN_MOST = 1000


@dataclass(frozen=True, slots=True)
class Takeback:
    """Undo, recovery and re-application for one patcher."""

    patcher: Patcher

    # --- undo -----------------------------------------------------------------------------------------

    def undo(self, op: str = "", *, at: datetime, dry_run: bool = False) -> tuple[Operation, Patched]:
        """Take *op* (the last one, if empty) back: what it was, and what was changed for it.

        A note that did not change since gets back exactly the bytes it had. In one that did, an insertion is
        taken out alone, if it still stands there unchanged and once.

        Raises:
            CannotUndo: the operation is unknown, undone or too old, or a note changed so that it cannot be.
        """
        patcher, journal = self.patcher, self.patcher.journal
        with patcher.locked():
            op = op or journal.last_op()
            entry = journal.entry(op)
            if journal.is_undone(op):
                raise CannotUndo(f"{op} was undone already.")
            changes = [change for note in entry.notes if (change := self._undoing(note, op)).edits]
            if dry_run:
                return journal.operation(op), Patched("", tuple(changes))
            done = self._carry_out(entry, changes, at)
            return journal.operation(op), Patched(op, tuple(done))

    def _carry_out(self, entry: Entry, changes: list[Change], at: datetime) -> list[Change]:
        patcher, journal = self.patcher, self.patcher.journal
        # Noted without text, only so that a kill leaves no temporary file behind.
        new_op = journal.new_op()
        changes = with_temporaries(changes, new_op)
        notes = tuple(replace(journalled(change), edits=(), anchors=()) for change in changes)
        noted = Entry(new_op, UNDO, aware(at), notes=notes)
        journal.begin(noted)
        done: list[Change] = []
        try:
            for change in changes:
                done.append(patcher.put(change))
                if done[-1].after is None:
                    patcher.files.remove_folders(change.folders)
        except BaseException:
            for change in reversed(done):
                patcher.put_back(change)
            raise
        finally:
            journal.abandon(noted)
        journal.mark_undone(entry.op, aware(at))
        return done

    def _undoing(self, note: NoteEdit, op: str) -> Change:
        """The change that takes *note* back; a note that was made goes, and the folders made for it."""
        change = self.patcher.prepare(Patch(note.path, _plan_undo(note, op)))
        after = None if note.before == "" else change.after
        return replace(change, after=after, folders=note.folders)

    # --- what an editor overwrote -------------------------------------------------------------------------

    def look_again(self, paths: Iterable[str], now: datetime) -> list[Again]:
        """Put back what is missing in *paths* of the last minutes' writes; call it with notes just read anew."""
        found: list[Again] = []
        now = aware(now)
        for path in paths:
            if any(crossed.path == path for crossed in self.patcher.files.crossed):
                with self.patcher.locked():
                    self.patcher.rescue(path, ".diurnal-rescue.tmp")
            if not self.patcher.journal.recent(path, now - AGAIN_WITHIN):
                continue
            with self.patcher.locked():
                # Asked anew: what was erased until now is no loss.
                for entry in self.patcher.journal.recent(path, now - AGAIN_WITHIN):
                    again = self._look_again(path, entry, now)
                    if again is not None:
                        found.append(again)
        return found

    def _look_again(self, path: str, entry: Entry, now: datetime) -> Again | None:
        patcher, journal = self.patcher, self.patcher.journal
        note = next(note for note in entry.notes if note.path == path)
        current = patcher.current(path)
        inserted = [edit.data for edit in note.edits if isinstance(edit, Insertion)]
        if current is None or all(data in current for data in inserted):
            return None
        if journal.is_superseded(entry.op) or any(mark in current for mark in _marks(inserted)):
            return None
        times = journal.times_again(entry.op)
        went_back = digest_of(current) == note.before or note.before == ""
        if went_back and (times or now - entry.at > NO_HAND_WITHIN):
            return None
        if times >= AGAIN_MOST:
            journal.give_up(entry.op)
            return Again(entry.op, path, "", f"{path}: what {entry.op} wrote is overwritten again and again.")

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
        if not done.op:
            journal.give_up(entry.op)
            return Again(entry.op, path, "", f"{path}: what {entry.op} wrote is gone and its place too.")
        return Again(
            entry.op, path, done.op, f"{path}: an editor saved an older text; {entry.op} was put back."
        )

    def watch_recent(self, now: datetime) -> None:
        """After a start: look after what was written in the last minutes, as if there had been none."""
        self.patcher.journal.load_recent(now - AGAIN_WITHIN)

    # --- what a kill cut short --------------------------------------------------------------------------

    def recover(self) -> list[str]:
        """Bring every unfinished operation to an end, done or not done; a sentence for each."""
        patcher, journal = self.patcher, self.patcher.journal
        told = []
        with patcher.locked():
            for entry in journal.unfinished():
                landed = [self._recover_note(note) for note in entry.notes]
                if entry.what in (FOR_GOOD, UNDO):
                    journal.abandon(entry)
                    told.append(
                        f"A {entry.what} on {', '.join(entry.paths)} may have been cut short; repeat it."
                    )
                elif all(landed):
                    journal.commit(entry)
                    told.append(f"{entry.op} ({entry.what}) was written just before the stop.")
                else:
                    for note, is_in in zip(entry.notes, landed, strict=True):
                        if is_in:
                            change = replace(self._undoing(note, entry.op), temporary=note.temporary)
                            patcher.put(change)
                    journal.abandon(entry)
                    told.append(f"{entry.op} ({entry.what}) was cut short; the notes are as they were.")
        return told

    def _recover_note(self, note: NoteEdit) -> bool:
        """True if what *note* says is in the note; half of it is taken out."""
        files = self.patcher.files
        current = files.read(note.path)
        digest = digest_of(current) if current is not None else ""
        if note.temporary:
            left = files.leftover(note.path, note.temporary)
            if left is not None and digest == note.after and digest_of(left) not in (note.before, note.after):
                files.restore_leftover(note.path, note.temporary)
                return False
            files.drop_leftover(note.path, note.temporary)
        if digest in (note.after, note.before):
            return digest == note.after and note.after != note.before
        if current is None or not note.edits:
            return False
        if all(isinstance(edit, Insertion) and edit.data in current for edit in note.edits):
            return True
        head, tail = current[: note.size], current[note.size :]
        (first, *more) = note.edits
        was_appended = not more and isinstance(first, Insertion) and digest_of(head) == note.before
        if was_appended and tail and first.data.startswith(tail):  # a power cut in the middle of an append
            files.swap(note.path, current, head, note.temporary)
        return False


def _plan_undo(note: NoteEdit, op: str) -> Plan:
    def plan(source: bytes | None) -> Sequence[Edit]:
        digest = digest_of(source) if source is not None else ""
        if digest == note.before:
            return ()
        if digest == note.after:
            return reversed_edits(note.edits)
        if source is None:
            raise CannotUndo(f"{note.path} is gone, so {op} cannot be taken back.")
        if note.before == "":
            raise _changed(note, op)
        return _alone(note, source, op)

    return plan


def _alone(note: NoteEdit, source: bytes, op: str) -> list[Edit]:
    """The insertions of *note* taken out of a text that changed around them."""
    found: list[Edit] = []
    for edit in note.edits:
        if not isinstance(edit, Insertion) or source.count(edit.data) != 1:
            raise _changed(note, op)
        at = source.index(edit.data)
        past = at + len(edit.data)
        begins = at == 0 or source[at - 1 : at] in (b"\n", b"\r")
        ends = past == len(source) or source[past : past + 1] in (b"\n", b"\r")
        if b"\n" in edit.data and not (begins or ends):
            raise _changed(note, op)  # two lines would become one
        found.append(Removal(at, edit.data))
    found.sort(key=lambda edit: edit.offset)
    for one, other in pairwise(found):
        if one.offset + len(one.data) > other.offset:
            raise _changed(note, op)
    return found


def _changed(note: NoteEdit, op: str) -> CannotUndo:
    return CannotUndo(
        f"{note.path} changed since {op}, so it cannot be taken back.", hint="Edit the note by hand."
    )


def _marks(inserted: Iterable[bytes]) -> set[bytes]:
    """Block ids among what was inserted: where one stands, a person has edited the rest."""
    return {
        word
        for data in inserted
        for word in data.split()
        if word.startswith((b"^e-", b"^c-", b"^t-")) and len(word) > 3
    }
