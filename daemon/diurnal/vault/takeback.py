"""Taking operations back, finishing those that were cut short, and putting back what an editor overwrote.

An editor takes no lock. Where it saves a text it read before our write, the
insertion is missing at the next look; it is put back and reported. Whoever
deletes an insertion by hand saves the rest of the note as it was: that stays
deleted, unless it happened within the seconds in which no person can act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from diurnal.errors import CannotUndo
from diurnal.model.results import Operation
from diurnal.ports import Again
from diurnal.text.change import Change, Patch, Patched, Plan, with_temporaries
from diurnal.text.insert import Edit, Insertion, Removal, applied, reversed_edits
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
                raise CannotUndo(f"{op} was undone already.")
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
        plans = [
            _plan_undo(note, op, lambda note=note, op=op: self._with_marks(note, op))  # type: ignore[misc]
            for note, op in steps
        ]
        change = self.patcher.prepare(Patch(path, plans[0] if len(plans) == 1 else _one_after_another(plans)))
        after = None if made.before == "" else change.after
        return replace(change, after=after, folders=made.folders)

    def _with_marks(self, note: NoteEdit, op: str) -> list[bytes]:
        """What *op* inserted into *note* as it stands since jobs of ours wrote their marks into it.

        Followed through our own later writes as far as nobody else's came between them.
        """
        spans = _inserted_spans(note)
        digest = note.after
        for entry in self.patcher.journal.later_on(note.path, op):
            later = next(one for one in entry.notes if one.path == note.path)
            if later.before != digest:
                break
            spans = _moved(spans, later.edits, are_marks=entry.what in MARKING)
            digest = later.after
        return [data for _, data in spans]

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
                if entry.what == FOR_GOOD:
                    told += self._recover_for_good(entry, landed)
                elif entry.what == UNDO:
                    journal.abandon(entry)
                    told.append(f"An undo on {', '.join(entry.paths)} may have been cut short; repeat it.")
                elif all(landed):
                    journal.commit(entry)
                    told.append(f"{entry.op} ({entry.what}) was written just before the stop.")
                else:
                    for note, is_in in zip(entry.notes, landed, strict=True):
                        if is_in:
                            change = self._undoing([(note, entry.op)])
                            change = replace(change, temporary=note.temporary)
                            patcher.put(change)
                    journal.abandon(entry)
                    told.append(f"{entry.op} ({entry.what}) was cut short; the notes are as they were.")
        return told

    def _recover_for_good(self, entry: Entry, landed: Sequence[bool]) -> list[str]:
        """Forget what was being taken out for good; what everything derived is to forget stays owed."""
        patcher, journal = self.patcher, self.patcher.journal
        untouched = all(
            patcher.current(note.path) is not None
            and digest_of(patcher.current(note.path) or b"") == note.before
            for note in entry.notes
        )
        if untouched:
            journal.settle(entry.op)
            return ["An erase was cut short before it took anything out; repeat it."]
        journal.drop({*entry.forgets, *journal.telling_of(entry.paths)})
        if all(landed):
            return ["An erase that was cut short is finished now."]
        return ["An erase was cut short: what it had taken out is gone for good; repeat it for the rest."]

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


def _plan_undo(note: NoteEdit, op: str, inserted: Callable[[], list[bytes]]) -> Plan:
    """The plan that takes *note* back; *inserted* tells what its insertions have become."""

    def plan(source: bytes | None) -> Sequence[Edit]:
        digest = digest_of(source) if source is not None else ""
        if digest == note.before:
            return ()
        if digest == note.after:
            return reversed_edits(note.edits)
        if source is None:
            raise CannotUndo(f"{note.path} is gone, so {op} cannot be taken back.")
        if any(isinstance(edit, Removal) for edit in note.edits):
            raise _changed(note, op)
        wanted = inserted()
        if note.before == "" and [source] != wanted:
            raise _changed(note, op)
        return _alone(note, source, op, wanted)

    return plan


def _one_after_another(plans: Sequence[Plan]) -> Plan:
    """One plan that does *plans*, each on what the one before it left."""

    def plan(source: bytes | None) -> Sequence[Edit]:
        current = source
        for step in plans:
            current = applied(current or b"", step(current)) if current is not None else None
        if source is None or current is None or current == source:
            return ()
        return (Removal(0, source), Insertion(len(source), current)) if current else (Removal(0, source),)

    return plan


def _alone(note: NoteEdit, source: bytes, op: str, inserted: Sequence[bytes]) -> list[Edit]:
    """Removals of *inserted* from a text that changed around them."""
    found: list[Edit] = []
    for data in inserted:
        if source.count(data) != 1:
            raise _changed(note, op)
        at = source.index(data)
        past = at + len(data)
        begins = at == 0 or source[at - 1 : at] in (b"\n", b"\r")
        ends = past == len(source) or source[past : past + 1] in (b"\n", b"\r")
        if b"\n" in data and not (begins or ends):
            raise _changed(note, op)  # two lines would become one
        found.append(Removal(at, data))
    found.sort(key=lambda edit: edit.offset)
    for one, other in pairwise(found):
        if one.offset + len(one.data) > other.offset:
            raise _changed(note, op)
    return found


def _inserted_spans(note: NoteEdit) -> list[tuple[int, bytes]]:
    """Where the insertions of *note* stand in what it made, and their bytes."""
    spans, shift = [], 0
    for edit in note.edits:
        if isinstance(edit, Insertion):
            spans.append((edit.offset + shift, edit.data))
            shift += len(edit.data)
        else:
            shift -= len(edit.data)
    return spans


def _moved(
    spans: Sequence[tuple[int, bytes]], edits: Sequence[Edit], *, are_marks: bool
) -> list[tuple[int, bytes]]:
    """*spans* after *edits* of their text: moved, and with the marks of our jobs in them."""
    moved = []
    for start, data in spans:
        shift, grown, inside = 0, data, 0
        for edit in edits:
            size = len(edit.data) if isinstance(edit, Insertion) else -len(edit.data)
            at = edit.offset - start
            if at <= 0:
                shift += size
            elif at < len(data) and are_marks:
                cut = at + inside
                added = edit.data if isinstance(edit, Insertion) else b""
                taken = 0 if isinstance(edit, Insertion) else len(edit.data)
                grown = grown[:cut] + added + grown[cut + taken :]
                inside += size
        moved.append((start + shift, grown))
    return moved


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
