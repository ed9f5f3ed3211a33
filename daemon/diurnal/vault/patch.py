"""The only way a byte of a note changes: lock, re-read, plan, journal, write, read back.

A plan is asked for its edits of the bytes as they are at that moment, and asked
again if the file changed before they were in it. An operation that touches
several notes happens to all of them or to none. What goes where is decided by
the planner; taking operations back, and what to do about those that were cut
short or overwritten, is in ``takeback``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from diurnal.errors import NoteChanged, NoteUnreadable, WriteFailed
from diurnal.ports import Gone, no_words
from diurnal.text.change import Change, Patch, Patched, with_temporaries
from diurnal.text.insert import Insertion, applied, reversed_edits
from diurnal.text.insert_again import missing_additions, taken_over
from diurnal.vault.disk import digest_of
from diurnal.vault.journal import FOR_GOOD, Journal
from diurnal.vault.journal_lines import Entry, aware, journalled
from diurnal.vault.notefile import PAGE_BYTES, NoteFiles
from diurnal.vault.write_lock import WriteLock

# Somebody who saves without a pause is waited out for about a second.
ATTEMPTS = 100
_PAUSE_S = 0.01
# So long lines of a save that met ours are looked after; an editor that read in between has saved by then.
_CROSSED_S = 2.0


@dataclass(slots=True)
class Patcher:
    """Writes the notes of one vault.

    Args:
        files: its note files.
        journal: where operations are written down first.
        lock: whoever holds it is the one writer.
    """

    files: NoteFiles
    journal: Journal
    lock: WriteLock

    @classmethod
    def of(cls, vault: Path, state: Path) -> Patcher:
        """The patcher of *vault* with its journal in the owner's state folder *state*."""
        return cls(NoteFiles(vault), Journal(state), WriteLock(state / "write.lock"))

    def locked(self) -> AbstractContextManager[None]:
        """Hold the vault's write lock; a thread that holds it may take it again. Raises WriteFailed."""
        return self.lock.held()

    def current(self, path: str) -> bytes | None:
        """The bytes of *path* as they are now; None if there is no such note."""
        return self.files.read(path)

    def write(
        self,
        patches: Sequence[Patch],
        *,
        what: str,
        at: datetime,
        by: str = "",
        ids: tuple[str, ...] = (),
        remark: str = "",
        again_for: str = "",
        dry_run: bool = False,
    ) -> Patched:
        """Do *patches* as one operation; see ``Entry`` for what is noted of it.

        Raises:
            NoteChanged: a hash asked for did not match (the message has the new one), or somebody kept saving.
            WriteFailed, WriteRefused, OutsideVault, NoteUnreadable: nothing was changed.
        """
        with self.locked():
            changes = self._prepared(patches)
            if dry_run or not changes:
                return Patched("", tuple(changes))
            op = self.journal.new_op()
            entry = Entry(op, what, aware(at), by, (), ids, remark, again_for)
            done = self._carry_out(with_temporaries(changes, op), entry)
            return Patched(op if any(change.edits for change in done) else "", tuple(done))

    def write_for_good(
        self,
        patches: Sequence[Patch],
        *,
        at: datetime,
        ids: tuple[str, ...] = (),
        words_of: Callable[[Sequence[Change]], Collection[str]] = no_words,
        dry_run: bool = False,
    ) -> Gone:
        """Take out for good; see ``ports.Patcher``. What is owed then stays in the journal until it is settled."""
        journal = self.journal
        with self.locked():
            changes = self._prepared(patches)
            if dry_run or not changes:
                return Gone(tuple(changes))
            op = journal.new_op()
            changes = with_temporaries(changes, op)
            paths = [change.path for change in changes]
            # Hashes, paths and names of operations, no text: whoever is killed now leaves enough to finish it.
            notes = tuple(replace(journalled(change), edits=(), anchors=()) for change in changes)
            forgets = tuple(journal.telling_of(paths, words_of(changes)))
            entry = Entry(op, FOR_GOOD, aware(at), notes=notes, ids=ids, forgets=forgets)
            journal.begin(entry)
            done: list[Change] = []
            try:
                for change in changes:
                    done.append(self.put(change))
            finally:
                if done:
                    # Once more: what an editor saved meanwhile may have had other words of it.
                    forgotten = journal.drop({*forgets, *journal.telling_of(paths, words_of(done))})
                else:
                    journal.settle(op)
            return Gone(tuple(done), forgotten)

    def _prepared(self, patches: Sequence[Patch]) -> list[Change]:
        """The changes *patches* make, without those that make none. Each note is named once (see ``in_turn``)."""
        if len({patch.path for patch in patches}) != len(patches):
            raise ValueError("an operation has two patches for one note")
        return [change for patch in patches if (change := self.prepare(patch)).edits]

    def prepare(self, patch: Patch) -> Change:
        """What *patch* would make of its note as it is now."""
        before = self.files.read(patch.path)
        return self._planned(patch, before)

    def _planned(self, patch: Patch, before: bytes | None) -> Change:
        if patch.if_match is not None:
            digest = digest_of(before) if before is not None else ""
            if digest != patch.if_match:
                raise NoteChanged(
                    f"{patch.path} is not what it was: its hash is {digest or 'that of no file'} now.",
                    hint="Read it again and repeat the write.",
                )
        try:
            edits = tuple(patch.plan(before))
        except NoteUnreadable as fault:
            if fault.message.startswith(patch.path):
                raise
            raise NoteUnreadable(f"{patch.path}: {fault.message}", hint=fault.hint) from fault
        after: bytes | None = applied(before or b"", edits)
        if patch.drop_if_blank and after is not None and not after.strip():
            after = None
        return Change(patch, before, after, edits)

    def forget_crossed(self, paths: Collection[str]) -> None:
        """Do not put back what somebody saved in *paths* while we wrote."""
        self.files.forget_crossed(paths)

    # --- carrying out ---------------------------------------------------------------------------------

    def _carry_out(self, changes: list[Change], entry: Entry) -> list[Change]:
        """Do *changes* as *entry*: all of them, or none."""
        done: list[Change] = []

        def begin() -> Entry:
            noted = replace(entry, notes=tuple(journalled(change) for change in changes))
            self.journal.begin(noted)
            return noted

        try:
            noted = begin()
            for n, change in enumerate(changes):

                def replanned(newer: Change, n: int = n) -> None:
                    changes[n] = newer
                    begin()

                done.append(self.put(change, replanned))
                if done[-1] is not change:
                    changes[n] = done[-1]
                    noted = begin()
            if any(change.edits for change in done):
                self.journal.commit(noted)
            else:  # somebody saved in between, and nothing was left to do
                self.journal.abandon(entry)
        except BaseException:
            for change in reversed(done):
                self.put_back(change)
            # On a full disk it stays, and the next start finds nothing was written.
            with suppress(WriteFailed):
                self.journal.abandon(entry)
            raise
        return done

    def put(self, change: Change, replanned: Callable[[Change], None] = lambda _: None) -> Change:
        """Write *change*; the change that was made in the end, should the note have moved on meanwhile."""
        tried: list[Change] = []
        for attempt in range(ATTEMPTS):
            landed = self._try(change)
            if landed is not None:
                self.rescue(change.path, change.temporary)
                return landed
            if attempt:
                time.sleep(_PAUSE_S)
            tried.append(change)
            current = self._settled(change)
            if (taken := _taken_over(tried, current)) is not None:
                self.rescue(change.path, change.temporary)
                return taken
            newer = self._planned(change.patch, current)
            change = replace(newer, temporary=change.temporary, folders=change.folders)
            if not change.edits:
                return change
            replanned(change)
        raise NoteChanged(
            f"{change.path} is being saved again and again, so nothing was written.", hint="Try again later."
        )

    def put_back(self, change: Change) -> None:
        """Give the note the bytes it had before *change*, unless somebody changed it since."""
        if change.after is None:
            self.files.create(change.path, change.before or b"", change.temporary)
        elif change.before is None:
            if self.files.remove(change.path, change.after):
                self.files.remove_folders(change.folders)
        else:
            self.files.swap(change.path, change.after, change.before, change.temporary)

    def rescue(self, path: str, temporary: str) -> None:
        """Put back what somebody saved just when *path* changed places, should it have gone under since."""
        horizon = time.monotonic() - _CROSSED_S
        self.files.crossed = [crossed for crossed in self.files.crossed if crossed.at > horizon]
        for crossed in self.files.crossed:
            current = self.files.read(path) if crossed.path == path else None
            edits = missing_additions(crossed.base, crossed.text, current) if current else []
            if current and edits:
                self.files.swap(path, current, applied(current, edits), temporary)

    def _settled(self, change: Change) -> bytes | None:
        """The note's bytes now; a note that is gone may be in the middle of a save by delete and create."""
        for _ in range(10):
            current = self.files.read(change.path)
            if current is not None or change.before is None:
                return current
            time.sleep(_PAUSE_S)
        return None

    def _try(self, change: Change) -> Change | None:
        """Write *change* if the note still is what it was planned on; None if not."""
        path, before, after = change.path, change.before, change.after
        if before is None:
            if after is None:
                return change
            created, folders = self.files.create(path, after, change.temporary)
            return replace(change, folders=folders) if created else None
        if after is None:
            return change if self.files.remove(path, before) else None
        tail = _tail_of(change)
        if tail is None:
            return change if self.files.swap(path, before, after, change.temporary) else None
        if not self.files.append(path, len(before), tail):
            return None
        return self._read_back(change, tail)

    def _read_back(self, change: Change, tail: bytes) -> Change | None:
        """What came of an append: an editor may have saved just before or just after it."""
        now = self.files.read(change.path)
        if now == change.after:
            return change
        taken = _taken_over([change], now)
        if taken is None and now is not None and now.count(tail) == (change.before or b"").count(tail) + 1:
            # It stuck to the end of a line that lost its break: out again, and anew.
            at = now.index(tail)
            self.files.swap(change.path, now, now[:at] + now[at + len(tail) :], change.temporary)
        return taken  # or it was overwritten at once; it is planned anew on what stands there now


def _taken_over(tried: Sequence[Change], current: bytes | None) -> Change | None:
    """The change that *current* shows to be made, though none of those *tried* stayed as it was written.

    For a moment our text stood in the note; who read it then and saved on from it has saved our lines too.
    """
    for change in reversed(tried):
        if current is None or change.before is None:
            continue
        edits = taken_over(change.edits, change.before, current)
        if edits is not None:
            before = applied(current, reversed_edits(edits))
            return replace(change, before=before, after=current, edits=tuple(edits))
    return None


def _tail_of(change: Change) -> bytes | None:
    """The bytes to append, if that is all *change* does and one page takes them."""
    before = change.before or b""
    if len(change.edits) != 1 or not isinstance(change.edits[0], Insertion):
        return None
    edit = change.edits[0]
    fits = len(before) % PAGE_BYTES + len(edit.data) <= PAGE_BYTES
    return edit.data if before and edit.offset == len(before) and fits else None
