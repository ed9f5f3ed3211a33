"""Taking operations back, and finishing those that a kill cut short.

How one note's edits are taken back is in ``undoing``; putting back what an
editor overwrote is in ``overwritten``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from diurnal.errors import CannotUndo, DiurnalError
from diurnal.model.results import Operation
from diurnal.ports import Again
from diurnal.text.change import Change, Patch, Patched, with_temporaries
from diurnal.text.insert import Insertion
from diurnal.vault.disk import digest_of
from diurnal.vault.journal import FOR_GOOD, UNDO
from diurnal.vault.journal_lines import Entry, NoteEdit, aware, journalled
from diurnal.vault.overwritten import Overwritten
from diurnal.vault.patch import Patcher
from diurnal.vault.undoing import inserted_spans, moved_spans, one_after_another, plan_undo

# Jobs whose edits are marks of ours, nothing that anybody said: they go with what they stand in.
MARKING = ("tag-halls", "remove-tags")


@dataclass(frozen=True, slots=True)
class Takeback:
    """Undo, recovery and re-application for one patcher."""

    patcher: Patcher

    # --- undo -----------------------------------------------------------------------------------------

    def undo(self, op: str = "", *, at: datetime, dry_run: bool = False) -> tuple[Operation, Patched]:
        """Take *op* (the last one, if empty) back: what it was, and what was changed for it.

        A note that did not change since gets back exactly the bytes it had. In one that did, an insertion is
        taken out alone, if it still stands there unchanged (but for marks of our own jobs) and once. What rests
        on *op*, the cards that were learned from a conversation, is taken back with it.

        Raises:
            CannotUndo: the operation is unknown, undone or too old, or a note changed so that it cannot be.
        """
        patcher, journal = self.patcher, self.patcher.journal
        with patcher.locked():
            op = op or journal.last_op()
            entry = journal.entry(op)
            if journal.is_undone(op):
                raise CannotUndo(
                    f"{op} was undone already.", hint="`diurnal ops` shows what can still be undone."
                )
            entries = [*(journal.entry(other) for other in journal.resting_on(entry)), entry]
            notes: dict[str, list[tuple[NoteEdit, str]]] = {}
            for one in entries:
                for note in one.notes:
                    notes.setdefault(note.path, []).append((note, one.op))
            changes = [change for steps in notes.values() if (change := self._undoing(steps)).edits]
            if dry_run:
                return journal.operation(op), Patched("", tuple(changes))
            done = self._carry_out(entries, changes, at)
            return journal.operation(op), Patched(op, tuple(done))

    def _carry_out(self, entries: Sequence[Entry], changes: list[Change], at: datetime) -> list[Change]:
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
        for entry in entries:
            journal.mark_undone(entry.op, aware(at))
        return done

    def _undoing(self, steps: Sequence[tuple[NoteEdit, str]]) -> Change:
        """The change that takes one note's edits by operations back, the newest first; a note that was made goes,
        and the folders made for it."""
        path, (made, _) = steps[0][0].path, steps[-1]
        plans = [plan_undo(note, op, partial(self._with_marks, note, op)) for note, op in steps]
        change = self.patcher.prepare(Patch(path, plans[0] if len(plans) == 1 else one_after_another(plans)))
        after = None if made.before == "" else change.after
        return replace(change, after=after, folders=made.folders)

    def _with_marks(self, note: NoteEdit, op: str) -> list[bytes]:
        """What *op* inserted into *note* as it stands since jobs of ours wrote their marks into it.

        Followed through our own later writes as far as nobody else's came between them.
        """
        spans = inserted_spans(note)
        digest = note.after
        for entry in self.patcher.journal.later_on(note.path, op):
            later = next(one for one in entry.notes if one.path == note.path)
            if later.before != digest:
                break
            spans = moved_spans(spans, later.edits, are_marks=entry.what in MARKING)
            digest = later.after
        return [data for _, data in spans]

    # --- what an editor overwrote -------------------------------------------------------------------------

    def look_again(self, paths: Iterable[str], now: datetime) -> list[Again]:
        """Put back what is missing in *paths* of the last minutes' writes; call it with notes just read anew."""
        return Overwritten(self.patcher).look_again(paths, now)

    def watch_recent(self, now: datetime) -> None:
        """After a start: look after what was written in the last minutes, as if there had been none."""
        Overwritten(self.patcher).watch_recent(now)

    # --- what a kill cut short --------------------------------------------------------------------------

    def recover(self) -> list[str]:
        """Bring every unfinished operation to an end, done or not done; a sentence for each.

        One whose note cannot be looked at, or has changed too much, waits for the next start: it keeps no vault shut.
        """
        told = []
        with self.patcher.locked():
            for entry in self.patcher.journal.unfinished():
                try:
                    told.append(self._recover(entry))
                except DiurnalError as fault:
                    told.append(
                        f"{entry.op} ({entry.what}) was cut short, and how far it came cannot be seen: {fault}"
                    )
        return told

    def _recover(self, entry: Entry) -> str:
        """Bring *entry* to an end. Raises DiurnalError if a note keeps it from that."""
        patcher, journal = self.patcher, self.patcher.journal
        if entry.what == FOR_GOOD:
            return self._recover_for_good(entry)
        landed = [self._recover_note(note) for note in entry.notes]
        if entry.what == UNDO:
            journal.abandon(entry)
            return f"An undo on {', '.join(entry.paths)} may have been cut short; repeat it."
        if all(landed):
            journal.commit(entry)
            return f"{entry.op} ({entry.what}) was written just before the stop."
        for note, is_in in zip(entry.notes, landed, strict=True):
            if is_in:
                change = self._undoing([(note, entry.op)])
                patcher.put(replace(change, temporary=note.temporary))
        journal.abandon(entry)
        return f"{entry.op} ({entry.what}) was cut short; the notes are as they were."

    def _recover_for_good(self, entry: Entry) -> str:
        """Forget what was being taken out for good; what everything derived is to forget stays owed."""
        journal = self.patcher.journal
        try:
            landed = [self._recover_note(note) for note in entry.notes]
            untouched = all(self._is_as_before(note) for note in entry.notes)
        except DiurnalError:  # what may be gone from a note is forgotten, though the note cannot be looked at
            landed, untouched = [False], False
        if untouched:
            journal.settle(entry.op)
            return "An erase was cut short before it took anything out; repeat it."
        journal.drop({*entry.forgets, *journal.telling_of(entry.paths)})
        if all(landed):
            return "An erase that was cut short is finished now."
        return "An erase was cut short: what it had taken out is gone for good; repeat it for the rest."

    def _is_as_before(self, note: NoteEdit) -> bool:
        current = self.patcher.current(note.path)
        return current is not None and digest_of(current) == note.before

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
